#include "broker/quota/token_bucket.h"

#include <gtest/gtest.h>

#include "broker/quota/mutation_quotas.h"

namespace klamm::broker {
namespace {

// The example of KIP-599: 5 a second, 100 windows of a second, a burst of 560.
TEST(TokenBucket, IsKafkas) {
  TokenBucket bucket({.count = 100, .size_ms = 1000});
  EXPECT_EQ(bucket.throttle_ms(5, 1000), 0);
  bucket.take(560, 5, 1000);
  EXPECT_EQ(bucket.throttle_ms(5, 1000), 12'000);
  EXPECT_EQ(bucket.throttle_ms(5, 11'000), 2'000);
  EXPECT_EQ(bucket.throttle_ms(5, 13'000), 0);
  bucket.take(1, 5, 13'000);
  EXPECT_EQ(bucket.throttle_ms(5, 13'000), 200);
}

TEST(TokenBucket, IsNeverMoreThanFull) {
  TokenBucket bucket({.count = 2, .size_ms = 1000});
  bucket.take(0, 10, 0);
  bucket.take(21, 10, 1'000'000);
  EXPECT_EQ(bucket.throttle_ms(10, 1'000'000), 100);
}

TEST(MutationQuotas, TheBucketThatWasUsedLongestAgoGoes) {
  MutationQuotas quotas({.count = 1, .size_ms = 1000});
  quotas.bucket_of("", "first").take(2, 1, 0);
  quotas.bucket_of("first", "").take(5, 1, 0);
  EXPECT_EQ(quotas.bucket_of("", "first").throttle_ms(1, 0), 1000) << "a user is no client id";
  for (size_t i = 2; i < MutationQuotas::kBucketsMax; ++i) quotas.bucket_of("", std::to_string(i));
  EXPECT_EQ(quotas.size(), MutationQuotas::kBucketsMax);
  quotas.bucket_of("", "one more");
  EXPECT_EQ(quotas.size(), MutationQuotas::kBucketsMax);
  EXPECT_EQ(quotas.bucket_of("", "first").throttle_ms(1, 0), 1000);
  EXPECT_EQ(quotas.bucket_of("first", "").throttle_ms(1, 0), 0) << "full again";
}

}  // namespace
}  // namespace klamm::broker
