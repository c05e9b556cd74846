#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace klamm::load {

// Counts of values in buckets whose width grows with the value (as HdrHistogram): within 1/64 of the value, up to 2^40.
class Histogram {
 public:
  Histogram() : counts_(kBucketCount, 0) {}

  void record(uint64_t value) {
    ++counts_[bucket_of(value)];
    ++count_;
    sum_ += value;
    if (value > max_) max_ = value;
  }
  uint64_t count() const { return count_; }
  uint64_t max() const { return max_; }
  double mean() const { return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_); }

  // The value that `fraction` of all values do not exceed.
  uint64_t percentile(double fraction) const {
    const auto wanted = static_cast<uint64_t>(fraction * static_cast<double>(count_) + 0.5);
    uint64_t seen = 0;
    for (size_t bucket = 0; bucket < counts_.size(); ++bucket) {
      seen += counts_[bucket];
      if (seen >= wanted && seen > 0) return std::min(upper_end(bucket), max_);
    }
    return max_;
  }

 private:
  static constexpr unsigned kSubBits = 6;
  static constexpr uint64_t kSubCount = uint64_t{1} << kSubBits;
  static constexpr unsigned kBitsMax = 40;
  static constexpr size_t kBucketCount = (kBitsMax - kSubBits + 1) * kSubCount;

  static size_t bucket_of(uint64_t value) {
    if (value < kSubCount) return static_cast<size_t>(value);
    const auto bits = static_cast<unsigned>(std::bit_width(value));
    if (bits > kBitsMax) return kBucketCount - 1;
    const unsigned shift = bits - kSubBits - 1;
    return static_cast<size_t>((uint64_t{shift} + 1) * kSubCount + ((value >> shift) - kSubCount));
  }
  static uint64_t upper_end(size_t bucket) {
    if (bucket < kSubCount) return bucket;
    const uint64_t shift = bucket / kSubCount - 1;
    return ((kSubCount + bucket % kSubCount + 1) << shift) - 1;
  }

  std::vector<uint64_t> counts_;
  uint64_t count_ = 0;
  uint64_t sum_ = 0;
  uint64_t max_ = 0;
};

}  // namespace klamm::load
