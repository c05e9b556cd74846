#pragma once

#include <cstdint>

// Sums of times and offsets that a client or a log names: they stop at the ends of 64 bits.
namespace klamm::protocol {

constexpr int64_t saturated_sum(int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return a < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

constexpr int64_t saturated_difference(int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_sub_overflow(a, b, &result)) return a < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

}  // namespace klamm::protocol
