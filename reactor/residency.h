#pragma once

#include <cstdint>

namespace klamm::reactor {

// Whether a range of a file is in the page cache, so that reading or sending it would not wait for the disk. Asks
// cachestat(2) for the whole range or, on kernels before 6.5, preadv2(RWF_NOWAIT) at its two ends.
// @core any
bool is_range_resident(int fd, uint64_t offset, uint64_t size_bytes);

}  // namespace klamm::reactor
