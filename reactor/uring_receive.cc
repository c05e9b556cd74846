#include "reactor/uring_receive.h"

#include <algorithm>
#include <bit>
#include <cerrno>

#include "reactor/assert.h"

namespace klamm::reactor {

UringReceive::UringReceive(UringCore& core, UringBuffers& buffers, Io& io, uint32_t buffer_count_max)
    : core_(core), buffers_(buffers), io_(io), arrivals_(std::bit_ceil(std::max<uint32_t>(buffer_count_max, 1))) {
  for (Arrival& arrival : arrivals_) {
    arrival.owner = this;
    arrival.callback = [](Completion* self) noexcept {
      auto* const arrived = static_cast<Arrival*>(self);
      UringReceive& owner = *arrived->owner;
      const auto id = static_cast<uint16_t>(arrived - owner.arrivals_.data());
      arrived->stream->sink->on_receive(ReceiveBuffer(&owner.io_, id, owner.buffers_.bytes(id, arrived->length)));
    };
  }
}

void UringReceive::start(int fd, ReceiveSink& sink) {
  KLAMM_ASSERT(sink.io_state == nullptr, "receiving is started already");
  Stream* const stream = streams_.make();
  stream->owner = this;
  stream->sink = &sink;
  stream->fd = fd;
  stream->on_cqe = [](UringOperation& self, int32_t result, uint32_t cqe_flags) {
    auto& of = static_cast<Stream&>(self);
    of.owner->on_stream_cqe(of, result, cqe_flags);
  };
  stream->callback = [](Completion* self) noexcept {
    auto* const ended = static_cast<Stream*>(self);
    ReceiveSink* const to = ended->sink;
    const IoError error{ended->end_error};
    ended->owner->streams_.free(ended);
    to->io_state = nullptr;
    to->on_receive_end(error);
  };
  sink.io_state = stream;
  arm(*stream);
}

void UringReceive::stop(ReceiveSink& sink) {
  auto* const stream = static_cast<Stream*>(sink.io_state);
  if (stream == nullptr || stream->stopping) return;
  stream->stopping = true;
  if (stream->starved) {
    starved_.remove(*stream);
    end(*stream, ECANCELED);
  } else if (stream->armed) {
    core_.cancel(*stream);
  }
}

void UringReceive::arm(Stream& stream) {
  io_uring_sqe* const sqe = core_.entry(stream);
  io_uring_prep_recv_multishot(sqe, stream.fd, nullptr, 0, 0);
  sqe->flags |= IOSQE_BUFFER_SELECT;
  sqe->buf_group = UringBuffers::kGroup;
  stream.armed = true;
}

void UringReceive::end(Stream& stream, int error) {
  stream.end_error = error;
  UringCore::finish(stream, -error);
}

void UringReceive::on_stream_cqe(Stream& stream, int32_t result, uint32_t cqe_flags) {
  if ((cqe_flags & IORING_CQE_F_BUFFER) != 0) {
    const auto id = static_cast<uint16_t>(cqe_flags >> IORING_CQE_BUFFER_SHIFT);
    if (result > 0) {
      Arrival& arrival = arrivals_[id];
      arrival.stream = &stream;
      arrival.length = static_cast<uint32_t>(result);
      UringCore::finish(arrival, result);
    } else {
      return_buffer(id);  // taken by the kernel for the end of the stream, and empty
    }
  }
  if ((cqe_flags & IORING_CQE_F_MORE) != 0) return;
  stream.armed = false;
  if (result > 0 && !stream.stopping) {
    arm(stream);
  } else if (result == -ENOBUFS && !stream.stopping) {
    starve(stream);
  } else {
    const bool is_stopped = result > 0 || result == -ENOBUFS;
    end(stream, is_stopped ? ECANCELED : -result);
    wake_starved();  // it may have been armed for a buffer that has come back, and that it leaves
  }
}

void UringReceive::starve(Stream& stream) {
  if (buffers_.grow()) {
    arm(stream);
    return;
  }
  ++starved_count_;
  if (!stream.sink->waits_for_buffers()) {
    end(stream, ENOBUFS);
    return;
  }
  starved_.push(stream);
}

void UringReceive::return_buffer(uint16_t id) {
  buffers_.give_back(id);
  wake_starved();
}

void UringReceive::wake_starved() {
  if (Stream* const stream = starved_.pop()) arm(*stream);
}

void UringReceive::receive_all(int fd, std::span<std::byte> into, Completion& done) {
  if (into.empty()) {
    UringCore::finish(done, 0);
    return;
  }
  Whole* const whole = wholes_.make();
  whole->owner = this;
  whole->done = &done;
  whole->into = into;
  whole->fd = fd;
  whole->on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<Whole&>(self);
    of.owner->on_whole_cqe(of, result);
  };
  arm_whole(*whole);
}

void UringReceive::arm_whole(Whole& whole) {
  const std::span<std::byte> rest = whole.into.subspan(whole.received_bytes);
  io_uring_sqe* const sqe = core_.entry(whole);
  io_uring_prep_recv(sqe, whole.fd, rest.data(), std::min<size_t>(rest.size(), INT32_MAX), MSG_WAITALL);
}

void UringReceive::on_whole_cqe(Whole& whole, int32_t result) {
  if (result > 0) whole.received_bytes += static_cast<size_t>(result);
  const bool more = whole.received_bytes < whole.into.size();
  if ((result > 0 && more) || result == -EINTR || result == -EAGAIN) {
    arm_whole(whole);
    return;
  }
  const int32_t outcome = result < 0 ? result : static_cast<int32_t>(whole.received_bytes);
  Completion& done = *whole.done;
  wholes_.free(&whole);
  UringCore::finish(done, outcome);
}

}  // namespace klamm::reactor
