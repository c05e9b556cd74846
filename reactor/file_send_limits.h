#pragma once

#include <cstdint>

// How file ranges are sent, by every Io over the kernel.
namespace klamm::reactor {

inline constexpr uint64_t kAskedBytes = uint64_t{1} << 20;   // of one question for residency
inline constexpr uint64_t kTurnBytes = uint64_t{256} << 10;  // sent before others get their turn
// A range that has waited this long for its socket is asked again whether it is resident.
inline constexpr int64_t kTrustedNs = 100'000'000;

}  // namespace klamm::reactor
