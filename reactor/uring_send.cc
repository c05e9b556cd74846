#include "reactor/uring_send.h"

#include <limits.h>
#include <poll.h>
#include <sys/sendfile.h>

#include <algorithm>
#include <cerrno>

#include "reactor/file_send_limits.h"
#include "reactor/iovec_span.h"
#include "reactor/residency.h"

namespace klamm::reactor {

namespace {

constexpr size_t kSendBytesMax = size_t{1} << 30;  // of one system call; the rest follows

bool passes(int32_t error) {
  return error == -EINTR || error == -EAGAIN;
}

}  // namespace

UringSend::UringSend(UringCore& core, const UringOptions& options)
    : core_(core),
      scratch_bytes_(static_cast<uint32_t>(std::min<uint64_t>(options.read_ahead_bytes, kAskedBytes))),
      scratch_count_max_(std::max(options.read_ahead_count_max, 1u)) {}

// ---- bytes

void UringSend::send(int fd, std::span<iovec> pieces, bool more, Completion& done) {
  pieces = advance_iovecs(pieces, 0);
  if (pieces.empty()) {
    UringCore::finish(done, 0);
    return;
  }
  Bytes* const bytes = bytes_.make();
  bytes->owner = this;
  bytes->done = &done;
  bytes->pieces = pieces;
  bytes->fd = fd;
  bytes->flags = MSG_NOSIGNAL | (more ? MSG_MORE : 0);
  bytes->on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<Bytes&>(self);
    of.owner->on_bytes_cqe(of, result);
  };
  int32_t result = 0;
  if (more && send_directly(*bytes, result)) {
    finish_bytes(*bytes, result);
  } else {
    arm_bytes(*bytes);
  }
}

// False: something is left to be sent through the ring.
bool UringSend::send_directly(Bytes& bytes, int32_t& result) {
  bytes.header.msg_iov = bytes.pieces.data();
  bytes.header.msg_iovlen = std::min<size_t>(bytes.pieces.size(), IOV_MAX);
  const ssize_t sent = ::sendmsg(bytes.fd, &bytes.header, bytes.flags | MSG_DONTWAIT);
  if (sent < 0) {
    result = -errno;
    return !passes(result);
  }
  bytes.pieces = advance_iovecs(bytes.pieces, static_cast<size_t>(sent));
  return bytes.pieces.empty();
}

void UringSend::arm_bytes(Bytes& bytes) {
  io_uring_sqe* const sqe = core_.entry(bytes);
  const int flags = bytes.flags | MSG_WAITALL;
  if (bytes.pieces.size() == 1) {
    const iovec& piece = bytes.pieces.front();
    io_uring_prep_send(sqe, bytes.fd, piece.iov_base, std::min(piece.iov_len, kSendBytesMax), flags);
  } else {
    bytes.header.msg_iov = bytes.pieces.data();
    bytes.header.msg_iovlen = std::min<size_t>(bytes.pieces.size(), IOV_MAX);
    io_uring_prep_sendmsg(sqe, bytes.fd, &bytes.header, static_cast<unsigned>(flags));
  }
}

void UringSend::on_bytes_cqe(Bytes& bytes, int32_t result) {
  if (result < 0 && !passes(result)) {
    finish_bytes(bytes, result);
    return;
  }
  bytes.pieces = advance_iovecs(bytes.pieces, result > 0 ? static_cast<size_t>(result) : 0);
  if (bytes.pieces.empty()) {
    finish_bytes(bytes, 0);
  } else {
    arm_bytes(bytes);
  }
}

void UringSend::finish_bytes(Bytes& bytes, int32_t result) {
  Completion& done = *bytes.done;
  bytes_.free(&bytes);
  UringCore::finish(done, result);
}

// ---- file ranges

void UringSend::send_file(int fd, int file, uint64_t offset, uint64_t size, Completion& done) {
  Range* const range = ranges_.make();
  range->owner = this;
  range->done = &done;
  range->offset = offset;
  range->left_bytes = size;
  range->fd = fd;
  range->file = file;
  range->callback = [](Completion* self) noexcept {
    auto& of = *static_cast<Range*>(self);
    of.owner->step(of);
  };
  step(*range);
}

void UringSend::step(Range& range) {
  if (range.left_bytes == 0) {
    finish_range(range, 0);
    return;
  }
  if (range.warm_bytes == 0) {
    const uint64_t asked = std::min(range.left_bytes, kAskedBytes);
    range.warm_bytes = resident_prefix_bytes(range.file, range.offset, asked);
    if (range.warm_bytes == 0) {
      ++cold_count_;
      wait_for_disk(range);
      return;
    }
    if (range.warm_bytes < asked) read_beyond(range);
  }
  if (!send_turn(range)) return;
  if (range.left_bytes == 0) {
    finish_range(range, 0);
  } else {
    UringCore::finish(range, 0);  // goes on after whatever else is ready
  }
}

// Sends warm bytes. False: the range waits for its socket or has ended.
bool UringSend::send_turn(Range& range) {
  uint64_t turn_bytes = std::min(range.warm_bytes, kTurnBytes);
  while (turn_bytes > 0) {
    auto offset = static_cast<off_t>(range.offset);
    const ssize_t sent = ::sendfile(range.fd, range.file, &offset, turn_bytes);
    if (sent > 0) {
      const auto sent_bytes = static_cast<uint64_t>(sent);
      range.offset += sent_bytes;
      range.left_bytes -= sent_bytes;
      range.warm_bytes -= sent_bytes;
      turn_bytes -= sent_bytes;
    } else if (sent == 0) {
      finish_range(range, -EIO);  // the file is shorter
      return false;
    } else if (errno == EAGAIN) {
      poll_socket(range);
      return false;
    } else if (errno != EINTR) {
      finish_range(range, -errno);
      return false;
    }
  }
  return true;
}

void UringSend::poll_socket(Range& range) {
  range.waits_since_ns = core_.monotonic_ns();
  range.on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<Range&>(self);
    if (result < 0 && !passes(result)) {
      of.owner->finish_range(of, result);
      return;
    }
    if (of.owner->core_.monotonic_ns() - of.waits_since_ns > kTrustedNs) of.warm_bytes = 0;
    UringCore::finish(of, 0);
  };
  io_uring_prep_poll_add(core_.entry(range), range.fd, POLLOUT);
}

void UringSend::wait_for_disk(Range& range) {
  range.waits_for_disk = true;
  if (range.read.in_flight) return;
  if (has_scratch()) {
    read(range, range.offset, range.left_bytes);
    return;
  }
  range.next_waiting = nullptr;
  (last_waiting_ != nullptr ? last_waiting_->next_waiting : first_waiting_) = &range;
  last_waiting_ = &range;
}

// While the warm bytes are sent, so that a disk's latency is not paid for every read.
void UringSend::read_beyond(Range& range) {
  if (range.read.in_flight || range.left_bytes <= range.warm_bytes || !has_scratch()) return;
  read(range, range.offset + range.warm_bytes, range.left_bytes - range.warm_bytes);
}

bool UringSend::has_scratch() {
  if (scratch_free_.empty() && scratch_memory_.size() < scratch_count_max_) {
    scratch_memory_.push_back(std::make_unique_for_overwrite<std::byte[]>(scratch_bytes_));
    scratch_free_.push_back(scratch_memory_.back().get());
  }
  return !scratch_free_.empty();
}

// What is read is not looked at: afterwards it is in the page cache.
void UringSend::read(Range& range, uint64_t offset, uint64_t size) {
  Read& read = range.read;
  read.scratch = scratch_free_.back();
  scratch_free_.pop_back();
  read.in_flight = true;
  read.offset = offset;
  read.range = &range;
  read.on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    Range& of = *static_cast<Read&>(self).range;
    of.owner->on_read(of, result);
  };
  const auto read_bytes = static_cast<uint32_t>(std::min<uint64_t>(size, scratch_bytes_));
  io_uring_prep_read(core_.entry(read), range.file, read.scratch, read_bytes, offset);
}

void UringSend::on_read(Range& range, int32_t result) {
  range.read.in_flight = false;
  release_scratch(range);
  if (range.has_ended) {
    finish_range(range, range.end_result);
    return;
  }
  if (!range.waits_for_disk) return;  // an error is told by the read for which the range will wait
  if (result > 0) {
    range.waits_for_disk = false;
    if (range.read.offset == range.offset) {
      range.warm_bytes = static_cast<uint64_t>(result);
      read_beyond(range);
    }
    UringCore::finish(range, 0);
  } else if (passes(result)) {
    wait_for_disk(range);
  } else {
    finish_range(range, result == 0 ? -EIO : result);
  }
}

void UringSend::release_scratch(Range& range) {
  scratch_free_.push_back(std::exchange(range.read.scratch, nullptr));
  if (Range* const waiting = first_waiting_) {
    first_waiting_ = waiting->next_waiting;
    if (first_waiting_ == nullptr) last_waiting_ = nullptr;
    read(*waiting, waiting->offset, waiting->left_bytes);
  }
}

// Not before its read has come back: the file may be closed afterwards.
void UringSend::finish_range(Range& range, int32_t result) {
  if (range.read.in_flight) {
    range.has_ended = true;
    range.end_result = result;
    return;
  }
  Completion& done = *range.done;
  ranges_.free(&range);
  UringCore::finish(done, result);
}

}  // namespace klamm::reactor
