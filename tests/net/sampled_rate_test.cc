#include "net/sampled_rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace klamm::net {
namespace {

// Kafka's Rate over a WindowedSum and QuotaUtils.throttleTime, as their documentation puts it: a list of samples that
// grows to one more than the windows, each begun by the first event after the one before was complete.
class KafkaRate {
 public:
  explicit KafkaRate(RateWindows windows) : windows_(windows) {}

  void record(double value, int64_t now) {
    if (samples_.empty()) samples_.push_back({now, now, 0});
    if (now - samples_[current_].start >= windows_.size_ms) {
      current_ = (current_ + 1) % (static_cast<size_t>(windows_.count) + 1);
      if (current_ == samples_.size()) {
        samples_.push_back({now, now, 0});
      } else {
        samples_[current_] = {now, now, 0};
      }
    }
    samples_[current_].value += value;
    samples_[current_].last = now;
  }
  int64_t throttle(double bound, int64_t now) {
    const double rate = measure(now);
    if (rate <= bound) return 0;
    return static_cast<int64_t>(std::floor((rate - bound) / bound * static_cast<double>(window_size(now)) + 0.5));
  }
  double measure(int64_t now) {
    purge(now);
    double sum = 0;
    for (const Sample& sample : samples_) sum += sample.value;
    return sum / (static_cast<double>(window_size(now)) / 1000);
  }

 private:
  struct Sample {
    int64_t start;
    int64_t last;
    double value;
  };
  void purge(int64_t now) {
    for (Sample& sample : samples_) {
      if (now - sample.last >= windows_.count * windows_.size_ms) sample = {now, now, 0};
    }
  }
  int64_t window_size(int64_t now) {
    purge(now);
    if (samples_.empty()) samples_.push_back({now, now, 0});
    int64_t oldest = samples_[0].start;
    for (const Sample& sample : samples_) oldest = std::min(oldest, sample.start);
    int64_t elapsed = now - oldest;
    const int64_t full = elapsed / windows_.size_ms;
    if (full < windows_.count - 1) elapsed += (windows_.count - 1 - full) * windows_.size_ms;
    return std::max<int64_t>(elapsed, 1);
  }

  RateWindows windows_;
  std::vector<Sample> samples_;
  size_t current_ = 0;
};

TEST(SampledRate, IsKafkasWhateverHappens) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const RateWindows windows{.count = static_cast<int32_t>(1 + random() % 12),
                              .size_ms = seed % 2 == 0 ? 1000 : static_cast<int64_t>(1 + random() % 3000)};
    const double bound = 1 + random() % 100'000;
    SampledRate ours(windows);
    KafkaRate kafkas(windows);
    int64_t now = random() % 100'000;
    for (int step = 0; step < 500; ++step) {
      const uint32_t kind = random() % 10;
      now += kind == 0 ? random() % 20'000 : random() % 300;
      const double value = random() % 200'000;
      ours.record(value, now);
      kafkas.record(value, now);
      ASSERT_EQ(ours.excess_ms(bound, now), kafkas.throttle(bound, now)) << seed << " " << step;
      if (kind >= 2) continue;
      ours.record(-value, now);
      kafkas.record(-value, now);
      ASSERT_DOUBLE_EQ(ours.per_second(now), kafkas.measure(now)) << seed << " " << step;
    }
  }
}

// KIP-219's formula by hand: 11 MB within the ten seconds that count at least, of which 10 are allowed.
TEST(SampledRate, TheExcessIsWhatBringsTheRateBack) {
  SampledRate rate;
  rate.record(11e6, 1000);
  EXPECT_EQ(rate.excess_ms(1e6, 1000), 1000);
  EXPECT_EQ(rate.excess_ms(2e6, 1000), 0);
  EXPECT_EQ(rate.throttle_ms(1e5, 1000), 1000) << "at most a window";
  EXPECT_EQ(rate.excess_ms(1e5, 1000), 100'000);
  EXPECT_EQ(rate.excess_ms(1e-300, 1000), INT32_MAX);
  EXPECT_EQ(rate.excess_ms(std::nan(""), 1000), 0);
}

}  // namespace
}  // namespace klamm::net
