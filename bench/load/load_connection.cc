#include "bench/load/load_connection.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "bench/load/requests.h"

namespace klamm::load {

bool LoadConnection::send(std::span<std::byte> frame, int64_t due_ns, bool expects_answer) {
  const int32_t correlation_id = next_correlation_id_++;
  const uint32_t wire_id = __builtin_bswap32(static_cast<uint32_t>(correlation_id));
  std::memcpy(frame.data() + kCorrelationIdAt, &wire_id, sizeof(wire_id));
  if (expects_answer) pending_.push_back({.due_ns = due_ns, .correlation_id = correlation_id});
  if (unsent_.empty()) {
    const ssize_t sent = ::send(fd_, frame.data(), frame.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    frame = frame.subspan(sent > 0 ? static_cast<size_t>(sent) : 0);
  }
  unsent_.insert(unsent_.end(), frame.begin(), frame.end());
  return true;
}

bool LoadConnection::flush() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::send(fd_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    unsent_.erase(unsent_.begin(), unsent_.begin() + sent);
  }
  return true;
}

}  // namespace klamm::load
