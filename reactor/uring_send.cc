#include "reactor/uring_send.h"

#include <limits.h>
#include <poll.h>
#include <sys/sendfile.h>

#include <algorithm>
#include <cerrno>

#include "reactor/iovec_span.h"
#include "reactor/residency.h"

namespace klamm::reactor {

namespace {

constexpr uint64_t kSliceBytes = uint64_t{1} << 20;
// A range that has waited this long for its socket is asked again whether it is resident.
constexpr int64_t kTrustedNs = 100'000'000;
constexpr size_t kSendBytesMax = size_t{1} << 30;  // of one system call; the rest follows

bool passes(int32_t error) {
  return error == -EINTR || error == -EAGAIN;
}

}  // namespace

UringSend::UringSend(UringCore& core, const UringOptions& options)
    : core_(core),
      scratch_bytes_(static_cast<uint32_t>(std::min<uint64_t>(options.read_ahead_bytes, kSliceBytes))),
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
    range.warm_bytes = resident_prefix_bytes(range.file, range.offset, std::min(range.left_bytes, kSliceBytes));
    if (range.warm_bytes == 0) {
      ++cold_count_;
      read_ahead(range);
      return;
    }
  }
  if (!send_slice(range)) return;
  if (range.left_bytes == 0) {
    finish_range(range, 0);
  } else {
    UringCore::finish(range, 0);  // the next slice after whatever else is ready
  }
}

// Sends the warm bytes. False: the range waits for its socket or has ended.
bool UringSend::send_slice(Range& range) {
  while (range.warm_bytes > 0) {
    auto offset = static_cast<off_t>(range.offset);
    const ssize_t sent = ::sendfile(range.fd, range.file, &offset, range.warm_bytes);
    if (sent > 0) {
      const auto sent_bytes = static_cast<uint64_t>(sent);
      range.offset += sent_bytes;
      range.left_bytes -= sent_bytes;
      range.warm_bytes -= sent_bytes;
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

// Reads the first cold bytes, so that they are in the page cache when the read ends. They are few: the kernel sees a
// sequential read and reads a window of its own behind it, which it moves on while the slices of it are sent.
void UringSend::read_ahead(Range& range) {
  if (scratch_free_.empty() && scratch_memory_.size() < scratch_count_max_) {
    scratch_memory_.push_back(std::make_unique_for_overwrite<std::byte[]>(scratch_bytes_));
    scratch_free_.push_back(scratch_memory_.back().get());
  }
  if (scratch_free_.empty()) {
    range.next_waiting = nullptr;
    (last_waiting_ != nullptr ? last_waiting_->next_waiting : first_waiting_) = &range;
    last_waiting_ = &range;
    return;
  }
  range.scratch = scratch_free_.back();
  scratch_free_.pop_back();
  range.on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<Range&>(self);
    of.owner->on_read(of, result);
  };
  const auto size = static_cast<uint32_t>(std::min<uint64_t>(range.left_bytes, scratch_bytes_));
  io_uring_prep_read(core_.entry(range), range.file, range.scratch, size, range.offset);
}

void UringSend::on_read(Range& range, int32_t result) {
  release_scratch(range);
  if (result > 0) {
    range.warm_bytes = static_cast<uint64_t>(result);
    UringCore::finish(range, 0);
  } else if (passes(result)) {
    read_ahead(range);
  } else {
    finish_range(range, result == 0 ? -EIO : result);
  }
}

void UringSend::release_scratch(Range& range) {
  scratch_free_.push_back(std::exchange(range.scratch, nullptr));
  if (Range* const waiting = first_waiting_) {
    first_waiting_ = waiting->next_waiting;
    if (first_waiting_ == nullptr) last_waiting_ = nullptr;
    read_ahead(*waiting);
  }
}

void UringSend::finish_range(Range& range, int32_t result) {
  Completion& done = *range.done;
  ranges_.free(&range);
  UringCore::finish(done, result);
}

}  // namespace klamm::reactor
