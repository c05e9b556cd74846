#pragma once

#include <time.h>

#include <cstdint>

namespace klamm::reactor {

// The kernel's clocks, read now. Everything above an Io uses what the Io read once per loop.
// @core any
inline int64_t kernel_clock_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}
inline int64_t kernel_monotonic_ns() {
  return kernel_clock_ns(CLOCK_MONOTONIC);
}
inline int64_t kernel_wall_ms() {
  return kernel_clock_ns(CLOCK_REALTIME) / 1'000'000;
}

}  // namespace klamm::reactor
