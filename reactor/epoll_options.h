#pragma once

#include <cstdint>

namespace klamm::reactor {

// Sizes of one shard's EpollIo.
struct EpollOptions {
  // Receive buffers: each is made as it is first needed; a page of one is resident once bytes have been received into
  // it.
  uint32_t receive_buffer_bytes = 64 * 1024;
  uint32_t receive_buffer_count_max = 256;
  // Threads for file system calls that may wait for the disk; each is started when it is first needed.
  uint32_t file_thread_count_max = 4;
};

}  // namespace klamm::reactor
