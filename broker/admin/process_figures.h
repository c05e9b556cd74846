#pragma once

#include <cstdint>

namespace klamm::broker {

/// What the kernel tells of this process.
/// @core any (a plain value)
struct ProcessFigures {
  double start_time_seconds = 0;  // since 1970
  double cpu_seconds = 0;
  uint64_t resident_bytes = 0;
  uint64_t open_descriptors = 0;
  uint64_t descriptors_max = 0;
};

/// Asks it, by a few system calls; what it does not tell is 0.
/// @core any
ProcessFigures read_process_figures();

}  // namespace klamm::broker
