#pragma once

#include <cstdint>

namespace klamm::reactor {

// Whether a range of a file is in the page cache, so that reading or sending it would not wait for the disk.
//
// cachestat(2) finds pages that are not there, in 0.6 us for 1 MiB, but counts those that are still being read, on
// which sendfile(2) would sleep; preadv2(RWF_NOWAIT) tells these apart, for one page. What the kernel reads ahead of a
// stream becomes readable front to back, so cachestat over the range and a probe of each end see both. Kernels
// before 6.5 have no cachestat: there each 64 KiB is probed.
// @core any
bool is_range_resident(int fd, uint64_t offset, uint64_t size_bytes);

// How many bytes from `offset` on are resident, at most `size_bytes`: all, or a multiple of kResidencyChunkBytes.
// @core any
uint64_t resident_prefix_bytes(int fd, uint64_t offset, uint64_t size_bytes);

inline constexpr uint64_t kResidencyChunkBytes = 64u << 10;

}  // namespace klamm::reactor
