#include "protocol/types.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace klamm::protocol {
namespace {

TEST(UuidTest, TextIsUrlSafeBase64WithoutPadding) {
  EXPECT_EQ(kZeroUuid.to_string(), "AAAAAAAAAAAAAAAAAAAAAA");
  EXPECT_EQ(kMetadataTopicId.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
  EXPECT_EQ(Uuid::from_halves(~0ULL, ~0ULL).to_string(), "_____________________w");
  EXPECT_EQ(Uuid::from_halves(0xfbefbefbefbefbefULL, 0).to_string().substr(0, 10), "----------");
}

TEST(UuidTest, ParsesWhatItPrints) {
  for (uint64_t i = 0; i < 1000; ++i) {
    const Uuid id = Uuid::from_halves(i * 0x9e3779b97f4a7c15ULL, ~i * 0xff51afd7ed558ccdULL);
    EXPECT_EQ(Uuid::parse(id.to_string()), id);
    EXPECT_EQ(Uuid::parse(id.to_string() + "=="), id);
    EXPECT_EQ(Uuid::from_halves(id.most_significant(), id.least_significant()), id);
  }
}

TEST(UuidTest, RefusesOtherTexts) {
  for (const char* text : {"", "AAAA", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAA+A",
                           "AAAAAAAAAAAAAAAAAAAA A", "AAAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAA===="}) {
    EXPECT_FALSE(Uuid::parse(text).has_value()) << text;
  }
}

TEST(UuidTest, ComparesAndHashes) {
  EXPECT_TRUE(kZeroUuid.is_zero());
  EXPECT_FALSE(kMetadataTopicId.is_zero());
  EXPECT_LT(kZeroUuid, kMetadataTopicId);
  std::unordered_set<Uuid> ids;
  for (uint64_t i = 0; i < 100; ++i) ids.insert(Uuid::from_halves(0, i));
  EXPECT_EQ(ids.size(), 100U);
  EXPECT_TRUE(ids.contains(kMetadataTopicId));
}

}  // namespace
}  // namespace klamm::protocol
