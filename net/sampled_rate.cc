#include "net/sampled_rate.h"

#include <algorithm>
#include <cmath>

namespace klamm::net {

void SampledRate::record(int64_t count, int64_t now_ms) {
  if (used_count_ == 0) {
    samples_[0] = {.start_ms = now_ms, .last_event_ms = now_ms, .count = 0};
    used_count_ = 1;
  } else if (now_ms - samples_[current_].start_ms >= kWindowMs) {
    current_ = (current_ + 1) % static_cast<uint32_t>(samples_.size());
    used_count_ = std::max(used_count_, current_ + 1);
    samples_[current_] = {.start_ms = now_ms, .last_event_ms = now_ms, .count = 0};
  }
  samples_[current_].count += count;
  samples_[current_].last_event_ms = now_ms;
}

void SampledRate::forget_old(int64_t now_ms) {
  for (uint32_t i = 0; i < used_count_; ++i) {
    if (now_ms - samples_[i].last_event_ms < kWindowCount * kWindowMs) continue;
    samples_[i] = {.start_ms = now_ms, .last_event_ms = now_ms, .count = 0};
  }
}

int64_t SampledRate::measured_ms(int64_t now_ms) const {
  int64_t oldest_ms = now_ms;
  for (uint32_t i = 0; i < used_count_; ++i) oldest_ms = std::min(oldest_ms, samples_[i].start_ms);
  int64_t elapsed_ms = now_ms - oldest_ms;
  const int64_t missing = kWindowCount - 1 - elapsed_ms / kWindowMs;
  if (missing > 0) elapsed_ms += missing * kWindowMs;
  return std::max<int64_t>(elapsed_ms, 1);
}

double SampledRate::per_second(int64_t now_ms) {
  forget_old(now_ms);
  int64_t count = 0;
  for (uint32_t i = 0; i < used_count_; ++i) count += samples_[i].count;
  return static_cast<double>(count) * 1000 / static_cast<double>(measured_ms(now_ms));
}

int64_t SampledRate::throttle_ms(double rate_max, int64_t now_ms) {
  const double rate = per_second(now_ms);
  if (rate <= rate_max) return 0;
  if (rate_max <= 0) return kWindowMs;
  const double wait_ms = (rate - rate_max) / rate_max * static_cast<double>(measured_ms(now_ms));
  return wait_ms >= static_cast<double>(kWindowMs) ? kWindowMs : std::llround(wait_ms);
}

}  // namespace klamm::net
