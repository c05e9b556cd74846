#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <span>

namespace klamm::reactor {

inline size_t total_bytes(std::span<const iovec> pieces) {
  size_t total = 0;
  for (const iovec& piece : pieces) total += piece.iov_len;
  return total;
}

// What is left after `done_bytes` of them; the first left piece is shortened in place, empty ones in front are dropped.
inline std::span<iovec> advance_iovecs(std::span<iovec> pieces, size_t done_bytes) {
  while (!pieces.empty() && done_bytes >= pieces.front().iov_len) {
    done_bytes -= pieces.front().iov_len;
    pieces = pieces.subspan(1);
  }
  if (done_bytes > 0 && !pieces.empty()) {
    pieces.front().iov_base = static_cast<std::byte*>(pieces.front().iov_base) + done_bytes;
    pieces.front().iov_len -= done_bytes;
  }
  return pieces;
}

}  // namespace klamm::reactor
