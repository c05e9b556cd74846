#include "reactor/epoll_receive.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "reactor/assert.h"

namespace klamm::reactor {

namespace {

// The share of one receive in a turn.
constexpr int kBuffersMax = 4;
constexpr size_t kWholeBytesMax = size_t{1} << 20;

struct Received {
  size_t bytes = 0;
  int error = 0;  // EAGAIN: nothing there at the moment
  bool is_end() const { return bytes == 0 && error == 0; }
};

// Notes in `socket` whether more may be there. A short read has emptied the socket, unless its end was seen before.
Received receive_from(EpollSocket& socket, std::span<std::byte> into) {
  ssize_t got = -1;
  do {
    got = ::recv(socket.fd, into.data(), into.size(), MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  if (got >= 0) {
    const auto bytes = static_cast<size_t>(got);
    socket.readable = bytes == into.size() || socket.ended || socket.error != 0;
    return {bytes, 0};
  }
  if (errno != EAGAIN) return {0, errno};
  socket.readable = false;
  return {0, socket.error != 0 ? socket.error : EAGAIN};
}

}  // namespace

EpollReceive::EpollReceive(EpollCore& core, EpollBuffers& buffers, Io& io, uint32_t buffer_count_max)
    : core_(core), buffers_(buffers), io_(io), arrivals_(std::max<uint32_t>(buffer_count_max, 1)) {
  for (Arrival& arrival : arrivals_) {
    arrival.owner = this;
    arrival.callback = [](Completion* self) noexcept {
      auto* const arrived = static_cast<Arrival*>(self);
      EpollReceive& owner = *arrived->owner;
      const auto id = static_cast<uint16_t>(arrived - owner.arrivals_.data());
      arrived->stream->sink->on_receive(ReceiveBuffer(&owner.io_, id, owner.buffers_.bytes(id, arrived->length)));
    };
  }
}

// ---- streams

void EpollReceive::start(int fd, ReceiveSink& sink) {
  KLAMM_ASSERT(sink.io_state == nullptr, "receiving is started already");
  Stream* const stream = streams_.make();
  stream->owner = this;
  stream->sink = &sink;
  stream->socket = &core_.socket(fd);
  stream->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Stream&>(self);
    of.owner->receive_share(of);
  };
  stream->callback = [](Completion* self) noexcept {
    auto* const ended = static_cast<Stream*>(self);
    ReceiveSink* const to = ended->sink;
    const IoError error{ended->end_error};
    ended->owner->streams_.free(ended);
    to->io_state = nullptr;
    to->on_receive_end(error);
  };
  KLAMM_ASSERT(stream->socket->reader == nullptr, "somebody receives on this socket already");
  stream->socket->reader = stream;
  sink.io_state = stream;
  if (stream->socket->readable) core_.call_next_turn(*stream);
}

void EpollReceive::stop(ReceiveSink& sink) {
  auto* const stream = static_cast<Stream*>(sink.io_state);
  if (stream == nullptr || stream->is_ending) return;
  if (stream->starved) starved_.remove(*stream);
  end(*stream, ECANCELED);
}

void EpollReceive::receive_share(Stream& stream) {
  if (stream.starved) return;
  for (int left = kBuffersMax; left > 0; --left) {
    if (!receive_buffer(stream)) return;
  }
  core_.call_next_turn(stream);
}

// False: the stream waits or has ended.
bool EpollReceive::receive_buffer(Stream& stream) {
  const std::optional<uint16_t> id = buffers_.take();
  if (!id) {
    starve(stream);
    return false;
  }
  const Received received = receive_from(*stream.socket, buffers_.whole(*id));
  if (received.bytes == 0) {
    return_buffer(*id);
    if (received.error != EAGAIN) end(stream, received.error);
    return false;
  }
  Arrival& arrival = arrivals_[*id];
  arrival.stream = &stream;
  arrival.length = static_cast<uint32_t>(received.bytes);
  EpollCore::finish(arrival, static_cast<int32_t>(received.bytes));
  return stream.socket->readable;
}

void EpollReceive::end(Stream& stream, int error) {
  core_.call_no_more(stream);
  stream.socket->reader = nullptr;
  stream.is_ending = true;
  stream.end_error = error;
  EpollCore::finish(stream, -error);
  if (buffers_.has_free()) wake_starved();  // it may have been woken for that buffer
}

void EpollReceive::starve(Stream& stream) {
  ++starved_count_;
  if (!stream.sink->waits_for_buffers()) {
    end(stream, ENOBUFS);
    return;
  }
  starved_.push(stream);
}

void EpollReceive::return_buffer(uint16_t id) {
  buffers_.give_back(id);
  wake_starved();
}

void EpollReceive::wake_starved() {
  if (Stream* const stream = starved_.pop()) core_.call_next_turn(*stream);
}

// ---- whole spans

void EpollReceive::receive_all(int fd, std::span<std::byte> into, Completion& done) {
  if (into.empty()) {
    EpollCore::finish(done, 0);
    return;
  }
  Whole* const whole = wholes_.make();
  whole->owner = this;
  whole->done = &done;
  whole->socket = &core_.socket(fd);
  whole->into = into;
  whole->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Whole&>(self);
    of.owner->receive_share(of);
  };
  KLAMM_ASSERT(whole->socket->reader == nullptr, "somebody receives on this socket already");
  whole->socket->reader = whole;
  if (whole->socket->readable) core_.call_next_turn(*whole);
}

void EpollReceive::receive_share(Whole& whole) {
  for (size_t left_bytes = kWholeBytesMax; left_bytes > 0;) {
    const std::span<std::byte> rest = whole.into.subspan(whole.received_bytes);
    const Received received = receive_from(*whole.socket, rest.first(std::min(rest.size(), left_bytes)));
    if (received.error == EAGAIN) return;
    whole.received_bytes += received.bytes;
    left_bytes -= received.bytes;
    if (received.error != 0) return end(whole, -received.error);
    if (received.is_end() || whole.received_bytes == whole.into.size()) {
      return end(whole, static_cast<int32_t>(whole.received_bytes));
    }
    if (!whole.socket->readable) return;
  }
  core_.call_next_turn(whole);
}

void EpollReceive::end(Whole& whole, int32_t result) {
  core_.call_no_more(whole);
  whole.socket->reader = nullptr;
  Completion& done = *whole.done;
  wholes_.free(&whole);
  EpollCore::finish(done, result);
}

}  // namespace klamm::reactor
