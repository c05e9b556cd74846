#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>

namespace klamm::net {

// Counts of values in buckets whose width grows with the value (as HdrHistogram): within 1/64 of the value, up to 2^40;
// in microseconds that is from 1 us to far more than any request takes. A value costs a few ns.
// Memory: 300 bytes, and 512 for each power of two that values have come to (all those below 64 are one).
// @core owner
class LatencyHistogram {
 public:
  static constexpr uint64_t kValueMax = (uint64_t{1} << 40) - 1;  // larger ones are counted as this

  LatencyHistogram() = default;
  LatencyHistogram(LatencyHistogram&&) = default;
  LatencyHistogram& operator=(LatencyHistogram&&) = default;

  void record(uint64_t value) {
    // Most of a request's times are none.
    if (value == 0) {
      ++zero_count_;
      return;
    }
    value = std::min(value, kValueMax);
    const auto [row, column] = place_of(value);
    if (rows_[row] == nullptr) [[unlikely]]
      rows_[row] = std::make_unique<Row>();
    ++(*rows_[row])[column];
    sum_ += value;
    if (value > max_) [[unlikely]]
      max_ = value;
  }

  // Adds what the other has counted.
  void merge(const LatencyHistogram& other) {
    for (size_t row = 0; row < kRowCount; ++row) {
      if (other.rows_[row] == nullptr) continue;
      if (rows_[row] == nullptr) rows_[row] = std::make_unique<Row>();
      for (size_t column = 0; column < kSubCount; ++column) (*rows_[row])[column] += (*other.rows_[row])[column];
    }
    zero_count_ += other.zero_count_;
    sum_ += other.sum_;
    max_ = std::max(max_, other.max_);
  }

  uint64_t count() const {
    uint64_t count = zero_count_;
    for (const auto& row : rows_) {
      if (row != nullptr) count = std::accumulate(row->begin(), row->end(), count);
    }
    return count;
  }
  uint64_t sum() const { return sum_; }
  uint64_t max() const { return max_; }
  double mean() const {
    const uint64_t values = count();
    return values == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(values);
  }

  // The value that `fraction` (0 to 1) of all values do not exceed: at least that of this rank, at most 1/64 above it.
  uint64_t quantile(double fraction) const {
    const auto wanted = std::max<uint64_t>(static_cast<uint64_t>(fraction * static_cast<double>(count()) + 0.5), 1);
    uint64_t seen = zero_count_;
    if (seen >= wanted) return 0;
    for (size_t row = 0; row < kRowCount; ++row) {
      if (rows_[row] == nullptr) continue;
      for (size_t column = 0; column < kSubCount; ++column) {
        seen += (*rows_[row])[column];
        if (seen >= wanted) return std::min(upper_end(row, column), max_);
      }
    }
    return max_;
  }

 private:
  static constexpr unsigned kSubBits = 6;
  static constexpr size_t kSubCount = size_t{1} << kSubBits;
  static constexpr unsigned kBitsMax = 40;
  static constexpr size_t kRowCount = kBitsMax - kSubBits + 1;
  using Row = std::array<uint64_t, kSubCount>;

  static std::pair<size_t, size_t> place_of(uint64_t value) {
    if (value < kSubCount) return {0, static_cast<size_t>(value)};
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - kSubBits - 1;
    return {shift + 1, static_cast<size_t>((value >> shift) - kSubCount)};
  }
  static uint64_t upper_end(size_t row, size_t column) {
    if (row == 0) return column;
    return ((kSubCount + column + 1) << (row - 1)) - 1;
  }

  std::array<std::unique_ptr<Row>, kRowCount> rows_;
  uint64_t zero_count_ = 0;
  uint64_t sum_ = 0;
  uint64_t max_ = 0;
};

}  // namespace klamm::net
