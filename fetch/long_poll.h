#pragma once

#include <algorithm>
#include <cstdint>

namespace klamm::fetch {

/// When a fetch that began at `now_ns` (monotonic clock) and may wait for `max_wait_ms` answers at the latest: up to
/// 1/64 of its wait later, at most 8 ms, so that fetches which wait in vain end together. A shard is woken once for all
/// of them, and so is one whose clients answer at once; waking costs more than such an answer.
/// @core any
inline int64_t long_poll_deadline_ns(int64_t now_ns, int64_t max_wait_ms) {
  constexpr int64_t kNsPerMs = 1'000'000;
  constexpr int64_t kSlackNsMax = 8 * kNsPerMs;
  const int64_t deadline_ns = now_ns + max_wait_ms * kNsPerMs;
  const int64_t slack_ns = std::min(max_wait_ms * kNsPerMs / 64, kSlackNsMax) / kNsPerMs * kNsPerMs;
  if (slack_ns <= 0) return deadline_ns;
  return (deadline_ns + slack_ns - 1) / slack_ns * slack_ns;
}

}  // namespace klamm::fetch
