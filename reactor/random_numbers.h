#pragma once

#include <sys/random.h>

#include <bit>
#include <cstdint>

#include "reactor/kernel_clock.h"

namespace klamm::reactor {

// xoshiro256** 1.0 (Blackman, Vigna), seeded by the kernel.
// @core owner
class RandomNumbers {
 public:
  RandomNumbers() {
    if (::getrandom(state_, sizeof(state_), 0) == sizeof(state_)) return;
    state_[0] = static_cast<uint64_t>(kernel_monotonic_ns()) | 1;
  }
  uint64_t next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

 private:
  uint64_t state_[4] = {};
};

}  // namespace klamm::reactor
