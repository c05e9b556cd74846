#pragma once

#include <cstdint>

namespace klamm::reactor {

// Sizes of one shard's ring and receive buffers.
struct UringOptions {
  uint32_t submission_entry_count = 512;
  uint32_t completion_entry_count = 4096;
  // Receive buffers: given to the kernel in steps as they run out, up to the most; a page of one is resident only once
  // bytes have been received into it.
  uint32_t receive_buffer_bytes = 64 * 1024;
  uint32_t receive_buffer_count_step = 16;
  uint32_t receive_buffer_count_max = 256;
  // Memory for reading what is sent from disk; one buffer per send that waits for the disk, the others wait.
  uint32_t read_ahead_bytes = 128 * 1024;
  uint32_t read_ahead_count_max = 32;
};

}  // namespace klamm::reactor
