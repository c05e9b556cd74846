#include "net/sampled_rate.h"

#include <algorithm>
#include <cmath>

namespace klamm::net {

SampledRate::SampledRate(RateWindows windows) : windows_(windows), samples_(static_cast<size_t>(windows.count) + 1) {}

void SampledRate::record(double value, int64_t now_ms) {
  if (used_count_ == 0) {
    samples_[0] = {.start_ms = now_ms, .last_event_ms = now_ms, .value = 0};
    used_count_ = 1;
  } else if (now_ms - samples_[current_].start_ms >= windows_.size_ms) {
    current_ = (current_ + 1) % static_cast<uint32_t>(samples_.size());
    used_count_ = std::max(used_count_, current_ + 1);
    samples_[current_] = {.start_ms = now_ms, .last_event_ms = now_ms, .value = 0};
  }
  samples_[current_].value += value;
  samples_[current_].last_event_ms = now_ms;
}

void SampledRate::forget_old(int64_t now_ms) {
  for (uint32_t i = 0; i < used_count_; ++i) {
    if (now_ms - samples_[i].last_event_ms < windows_.count * windows_.size_ms) continue;
    samples_[i] = {.start_ms = now_ms, .last_event_ms = now_ms, .value = 0};
  }
}

int64_t SampledRate::measured_ms(int64_t now_ms) const {
  int64_t oldest_ms = now_ms;
  for (uint32_t i = 0; i < used_count_; ++i) oldest_ms = std::min(oldest_ms, samples_[i].start_ms);
  int64_t elapsed_ms = now_ms - oldest_ms;
  const int64_t missing = windows_.count - 1 - elapsed_ms / windows_.size_ms;
  if (missing > 0) elapsed_ms += missing * windows_.size_ms;
  return std::max<int64_t>(elapsed_ms, 1);
}

double SampledRate::per_second(int64_t now_ms) {
  forget_old(now_ms);
  double value = 0;
  for (uint32_t i = 0; i < used_count_; ++i) value += samples_[i].value;
  return value * 1000 / static_cast<double>(measured_ms(now_ms));
}

int64_t SampledRate::excess_ms(double rate_max, int64_t now_ms) {
  const double rate = per_second(now_ms);
  if (!(rate > rate_max)) return 0;
  const double wait_ms = (rate - rate_max) / rate_max * static_cast<double>(measured_ms(now_ms));
  return wait_ms < INT32_MAX ? std::llround(wait_ms) : INT32_MAX;
}

int64_t SampledRate::throttle_ms(double rate_max, int64_t now_ms) {
  return std::min(excess_ms(rate_max, now_ms), windows_.size_ms);
}

}  // namespace klamm::net
