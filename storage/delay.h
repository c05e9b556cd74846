#pragma once

#include <algorithm>
#include <cstdint>

namespace klamm::storage {

// A setting in milliseconds, as a delay of the monotonic clock: whatever it is, now and the delay have a sum.
constexpr int64_t delay_ns(int64_t delay_ms) {
  constexpr int64_t kNanosecondsPerMs = 1'000'000;
  return std::clamp<int64_t>(delay_ms, 0, INT64_MAX / kNanosecondsPerMs / 4) * kNanosecondsPerMs;
}

}  // namespace klamm::storage
