#include "net/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace klamm::net {
namespace {

// The value of that rank, as quantile() counts ranks.
uint64_t exact_quantile(const std::vector<uint64_t>& sorted, double fraction) {
  const auto rank = static_cast<size_t>(fraction * static_cast<double>(sorted.size()) + 0.5);
  return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

std::vector<uint64_t> some_values(std::mt19937_64& random, size_t count) {
  // From 1 us to 60 s, as many in each power of two.
  std::uniform_real_distribution<double> exponent(0, std::log2(60e6));
  std::vector<uint64_t> values;
  for (size_t i = 0; i < count; ++i) values.push_back(static_cast<uint64_t>(std::exp2(exponent(random))));
  return values;
}

TEST(LatencyHistogram, QuantilesAreWithinASixtyFourthOfTheExactOnes) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<uint64_t> values = some_values(random, 1 + random() % 5'000);
    LatencyHistogram histogram;
    uint64_t sum = 0;
    for (const uint64_t value : values) {
      histogram.record(value);
      sum += value;
    }
    std::ranges::sort(values);
    EXPECT_EQ(histogram.count(), values.size());
    EXPECT_EQ(histogram.sum(), sum);
    EXPECT_EQ(histogram.max(), values.back());
    for (const double fraction : {0.0, 0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      const uint64_t exact = exact_quantile(values, fraction);
      const uint64_t told = histogram.quantile(fraction);
      EXPECT_GE(told, exact) << "seed " << seed << " at " << fraction;
      EXPECT_LE(told, exact + exact / 64) << "seed " << seed << " at " << fraction;
    }
  }
}

TEST(LatencyHistogram, MergedOnesCountAsOne) {
  std::mt19937_64 random(7);
  LatencyHistogram all;
  LatencyHistogram parts[3];
  LatencyHistogram merged;
  for (const uint64_t value : some_values(random, 10'000)) {
    all.record(value);
    parts[random() % 3].record(value);
  }
  for (const LatencyHistogram& part : parts) merged.merge(part);
  EXPECT_EQ(merged.count(), all.count());
  EXPECT_EQ(merged.sum(), all.sum());
  EXPECT_EQ(merged.max(), all.max());
  for (int percent = 0; percent <= 100; ++percent) {
    EXPECT_EQ(merged.quantile(percent / 100.0), all.quantile(percent / 100.0)) << percent;
  }
}

TEST(LatencyHistogram, SmallValuesAreExactAndHugeOnesAreCounted) {
  LatencyHistogram histogram;
  EXPECT_EQ(histogram.quantile(0.5), 0u) << "of nothing";
  for (uint64_t value = 0; value < 64; ++value) histogram.record(value);
  for (uint64_t value = 0; value < 64; ++value) {
    EXPECT_EQ(histogram.quantile((static_cast<double>(value) + 1) / 64), value);
  }
  histogram.record(UINT64_MAX);
  EXPECT_EQ(histogram.max(), LatencyHistogram::kValueMax);
  EXPECT_EQ(histogram.quantile(1.0), LatencyHistogram::kValueMax);
}

}  // namespace
}  // namespace klamm::net
