#include "reactor/epoll_send.h"

#include <limits.h>
#include <sys/sendfile.h>

#include <algorithm>
#include <cerrno>

#include "reactor/file_send_limits.h"
#include "reactor/iovec_span.h"
#include "reactor/residency.h"

namespace klamm::reactor {

// Puts it in the socket's line.
void EpollSend::begin(Sender& sender, int fd, Completion& done) {
  sender.owner = this;
  sender.done = &done;
  sender.socket = &core_.socket(fd);
  EpollSocket& socket = *sender.socket;
  (socket.last_sender != nullptr ? socket.last_sender->next_sender : socket.first_sender) = &sender;
  socket.last_sender = &sender;
}

template <class Kind>
void EpollSend::end(Kind& sender, ObjectPool<Kind>& pool, int32_t result) {
  EpollSocket& socket = *sender.socket;
  core_.call_no_more(sender);
  socket.first_sender = sender.next_sender;
  if (socket.first_sender == nullptr) {
    socket.last_sender = nullptr;
  } else if (socket.writable) {
    core_.call_next_turn(*socket.first_sender);
  }
  Completion& done = *sender.done;
  pool.free(&sender);
  EpollCore::finish(done, result);
}

void EpollSend::wait_for_room(Sender& sender) {
  sender.socket->writable = false;
  core_.call_no_more(sender);
}

// ---- bytes

void EpollSend::send(int fd, std::span<iovec> pieces, bool more, Completion& done) {
  pieces = advance_iovecs(pieces, 0);
  if (pieces.empty()) {
    EpollCore::finish(done, 0);
    return;
  }
  Bytes* const bytes = bytes_.make();
  bytes->pieces = pieces;
  bytes->flags = MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0);
  bytes->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Bytes&>(self);
    of.owner->send_bytes(of);
  };
  begin(*bytes, fd, done);
  if (bytes->socket->first_sender == bytes && bytes->socket->writable) send_bytes(*bytes);
}

// Until the socket refuses: only then does epoll tell that there is room again.
void EpollSend::send_bytes(Bytes& bytes) {
  while (!bytes.pieces.empty()) {
    msghdr header{};
    header.msg_iov = bytes.pieces.data();
    header.msg_iovlen = std::min<size_t>(bytes.pieces.size(), IOV_MAX);
    const ssize_t sent = ::sendmsg(bytes.socket->fd, &header, bytes.flags);
    if (sent >= 0) {
      bytes.pieces = advance_iovecs(bytes.pieces, static_cast<size_t>(sent));
    } else if (errno == EAGAIN && bytes.socket->error == 0) {
      return wait_for_room(bytes);
    } else if (errno != EINTR) {
      return end(bytes, bytes_, -errno);
    }
  }
  end(bytes, bytes_, 0);
}

// ---- file ranges

void EpollSend::send_file(int fd, int file, uint64_t offset, uint64_t size, Completion& done) {
  if (size == 0) {
    EpollCore::finish(done, 0);
    return;
  }
  Range* const range = ranges_.make();
  range->offset = offset;
  range->left_bytes = size;
  range->file = file;
  range->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Range&>(self);
    of.owner->send_turn(of);
  };
  range->callback = [](Completion* self) noexcept {
    auto& of = *static_cast<Range*>(self);
    of.is_reading = false;
    if (of.result <= 0) return of.owner->end(of, of.owner->ranges_, of.result == 0 ? -EIO : of.result);
    of.warm_bytes = static_cast<uint64_t>(of.result);
    of.waits_since_ns = of.owner->core_.monotonic_ns();
    of.owner->send_turn(of);
  };
  begin(*range, fd, done);
  if (range->socket->first_sender == range && range->socket->writable) send_turn(*range);
}

// False: it is being read, and the callback goes on.
bool EpollSend::make_warm(Range& range) {
  if (core_.monotonic_ns() - range.waits_since_ns > kTrustedNs) range.warm_bytes = 0;
  if (range.warm_bytes == 0) {
    range.warm_bytes = resident_prefix_bytes(range.file, range.offset, std::min(range.left_bytes, kAskedBytes));
  }
  range.waits_since_ns = core_.monotonic_ns();
  if (range.warm_bytes > 0) return true;
  ++cold_count_;
  range.is_reading = true;
  files_.warm(range.file, range.offset, range.left_bytes, range);
  return false;
}

void EpollSend::send_turn(Range& range) {
  if (range.is_reading || !make_warm(range)) return;
  uint64_t turn_bytes = std::min(range.warm_bytes, kTurnBytes);
  while (turn_bytes > 0) {
    auto offset = static_cast<off_t>(range.offset);
    const ssize_t sent = ::sendfile(range.socket->fd, range.file, &offset, turn_bytes);
    if (sent > 0) {
      const auto sent_bytes = static_cast<uint64_t>(sent);
      range.offset += sent_bytes;
      range.left_bytes -= sent_bytes;
      range.warm_bytes -= sent_bytes;
      turn_bytes -= sent_bytes;
    } else if (sent == 0) {
      return end(range, ranges_, -EIO);  // the file is shorter
    } else if (errno == EAGAIN && range.socket->error == 0) {
      return wait_for_room(range);
    } else if (errno != EINTR) {
      return end(range, ranges_, -errno);
    }
  }
  if (range.left_bytes == 0) return end(range, ranges_, 0);
  core_.call_next_turn(range);
}

}  // namespace klamm::reactor
