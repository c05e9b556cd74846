#include <limits.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>

#include "reactor/direct_files.h"
#include "reactor/iovec_span.h"
#include "reactor/kernel_clock.h"

namespace klamm::reactor {

namespace {

constexpr int64_t kSlowWriteNs = 2'000'000;

// Writes the pieces; they are changed.
int write_all(int fd, std::span<iovec> pieces, uint64_t offset) {
  pieces = advance_iovecs(pieces, 0);
  while (!pieces.empty()) {
    const int count = static_cast<int>(std::min<size_t>(pieces.size(), IOV_MAX));
    const ssize_t written = ::pwritev(fd, pieces.data(), count, static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    if (written == 0) return ENOSPC;
    offset += static_cast<uint64_t>(written);
    pieces = advance_iovecs(pieces, static_cast<size_t>(written));
  }
  return 0;
}

}  // namespace

IoResult<void> DirectWrites::write(int fd, std::span<const iovec> pieces, uint64_t offset) {
  const int64_t start_ns = kernel_monotonic_ns();
  int error = 0;
  ssize_t written = -1;
  if (pieces.size() <= IOV_MAX) {
    written = ::pwritev(fd, pieces.data(), static_cast<int>(pieces.size()), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) error = errno;
  }
  const size_t done_bytes = written > 0 ? static_cast<size_t>(written) : 0;
  if (error == 0 && done_bytes < total_bytes(pieces)) {
    std::vector<iovec> rest(pieces.begin(), pieces.end());
    error = write_all(fd, advance_iovecs(rest, done_bytes), offset + done_bytes);
  }
  const int64_t taken_ns = kernel_monotonic_ns() - start_ns;
  slowest_ns_ = std::max(slowest_ns_, taken_ns);
  if (taken_ns > kSlowWriteNs) ++slow_count_;
  if (error != 0) return std::unexpected(IoError{error});
  return {};
}

}  // namespace klamm::reactor
