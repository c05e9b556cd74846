#pragma once

#include <liburing.h>

#include <cstdint>

// What kernels know and liburing 2.3 (Debian 12) has no name for, with the place where Klamm reaches it. Values are
// those of the kernel's include/uapi/linux/io_uring.h. Each is used only after a probe, with a fallback.
//
//   IORING_OP_FTRUNCATE (6.9)           raw opcode in the sqe; fallback: ftruncate(2) called directly
//   io_uring_setup_buf_ring()           our own mmap + io_uring_register_buf_ring(), which 2.3 has
//   cachestat(2) (6.5)                  raw system call; fallback: preadv2(RWF_NOWAIT) at the ends of the range
//
// Not used although newer kernels have them, because they were measured to bring nothing here: IORING_SETUP_NO_SQARRAY,
// registered wait regions, min-wait timeouts. Receive bundles and incremental buffers are for smaller buffers than
// ours.
namespace klamm::reactor {

inline constexpr uint8_t kOpFtruncate = 55;

inline constexpr long kSyscallCachestat = 451;
struct CachestatRange {
  uint64_t offset;
  uint64_t length;
};
struct Cachestat {
  uint64_t cached;
  uint64_t dirty;
  uint64_t writeback;
  uint64_t evicted;
  uint64_t recently_evicted;
};

}  // namespace klamm::reactor
