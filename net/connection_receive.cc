#include <cerrno>
#include <utility>

#include "net/connection.h"
#include "net/connection_registry.h"

// The receiving side of a connection: which of the two modes is armed when, and what happens to the bytes.
namespace klamm::net {

// Whether the next frame's bytes may be received now: always, unless it is a large one that could not start yet, or
// none may start for a while. For who holds the overdraft others wait, so it comes to its end in spite of a throttle.
bool Connection::may_receive_frame() const {
  if (is_throttled() && !reader_.has_overdraft()) return false;
  return !verdict_.known || queue_.may_receive_large(verdict_.overlaps);
}

void Connection::drive_receive() {
  if (shut_down_ || aborted_ || stream_ended_) return;
  using Status = FrameReader::Status;
  const Status status = reader_.status();
  const bool enough_here = is_throttled() || reader_.unparsed_bytes() >= kUnparsedBytesMax;
  const bool too_much_here = status == Status::kFrame && enough_here;
  const bool all_fed = held_.empty() && head_bytes_ == 0;
  // Who holds the overdraft does not depend on receive buffers: those who wait for it may hold them all.
  const bool in_place = status == Status::kNeedDirect || (status == Status::kNeedMore && reader_.has_overdraft());
  if (receive_state_ == ReceiveState::kMultishot) {
    if (no_more_starts_) return;  // stays armed to see the peer's end
    if (!in_place && !too_much_here && all_fed) return;
    receive_state_ = ReceiveState::kStopping;
    registry_.io().stop_receive(socket_, *this);
    return;
  }
  if (receive_state_ != ReceiveState::kIdle || no_more_starts_ || !all_fed) return;
  if (status == Status::kBadSize || too_much_here) return;
  // While others wait for memory nothing is received before it is known where it goes.
  const bool by_pieces = direct_mode_ || registry_.memory().waiting_count() > 0;
  if (in_place || (by_pieces && status == Status::kNeedMore)) {
    receive_direct();
  } else if (!by_pieces) {
    receive_state_ = ReceiveState::kMultishot;
    registry_.io().start_receive(socket_, *this);
  }
}

// Between large frames: first a length and a request's first bytes, which every legal frame has, then the rest into its
// place.
void Connection::receive_direct() {
  direct_mode_ = true;
  if (reader_.unparsed_bytes() < kHeadBytes) {
    receive_state_ = ReceiveState::kHead;
    direct_asked_bytes_ = kHeadBytes - reader_.unparsed_bytes();
    registry_.io().receive_all(socket_, std::span(head_).first(direct_asked_bytes_), received_);
    return;
  }
  if (!may_receive_frame()) return;
  const std::span<std::byte> target = reader_.direct_target(memory_waiter_);
  if (target.empty()) return;
  receive_state_ = ReceiveState::kBody;
  direct_asked_bytes_ = target.size();
  registry_.io().receive_all(socket_, target, received_);
}

void Connection::on_direct_received(int32_t result) noexcept {
  const ReceiveState state = std::exchange(receive_state_, ReceiveState::kIdle);
  if (result < 0 || shut_down_) {
    end_of_stream(result < 0 ? -result : 0);
    return;
  }
  const auto count = static_cast<size_t>(result);
  note_received(count);
  if (state == ReceiveState::kHead) {
    head_bytes_ = static_cast<uint8_t>(count);
  } else {
    reader_.direct_received(count);
    arrivals_.arrived(count, received_ns_);
    // Small frames come cheaper by the multishot receive.
    const auto length = reader_.frame_length();
    if (length && static_cast<uint32_t>(*length) < kDirectReceiveBytes) direct_mode_ = false;
  }
  if (count < direct_asked_bytes_) {
    end_of_stream(0);
  } else {
    advance();
  }
}

void Connection::on_receive(reactor::ReceiveBuffer buffer) noexcept {
  if (no_more_starts_ || shut_down_) return;
  note_received(buffer.bytes().size());
  if (memory_waiter_.waiting || !held_.empty() || !feed(buffer.bytes())) {
    held_.push_back(std::move(buffer));
  } else {
    buffer.release();
  }
  advance();
}

void Connection::note_received(size_t bytes) {
  received_ns_ = registry_.shard().now_ns();
  received_bytes_ += bytes;
  registry_.counters().received_bytes += bytes;
}

void Connection::on_receive_end(reactor::IoError error) noexcept {
  receive_state_ = ReceiveState::kIdle;
  if (error.code == ENOBUFS) direct_mode_ = true;
  if (error.code == ECANCELED || error.code == ENOBUFS) {
    advance();
  } else {
    end_of_stream(error.code);
  }
}

// The peer sends nothing more. After an orderly end the requests that are here whole are still answered, since a peer
// may close its sending side only; after an error nobody listens.
void Connection::end_of_stream(int error) {
  stream_ended_ = true;
  if (!shut_down_ && !aborted_) info_.ended_by_peer = true;
  if (error != 0) {
    abort();
    settle_end();
    return;
  }
  advance();
}

// Bytes that wait for memory count as not received: Kafka does not even take them from the socket.
bool Connection::feed(std::span<const std::byte> bytes) {
  if (!reader_.feed(bytes, memory_waiter_)) return false;
  arrivals_.arrived(bytes.size(), registry_.shard().now_ns());
  return true;
}

// Gives the reader what had to wait for memory. False: it still waits.
bool Connection::feed_held() {
  if (no_more_starts_) {
    // Nobody needs them any more, and nobody shall wait behind this connection.
    held_.clear();
    head_bytes_ = 0;
    registry_.memory().cancel(memory_waiter_);
    return true;
  }
  if (head_bytes_ > 0) {
    if (!feed(std::span(head_).first(head_bytes_))) return false;
    head_bytes_ = 0;
  }
  size_t fed = 0;
  while (fed < held_.size() && feed(held_[fed].bytes())) ++fed;
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(fed));
  return held_.empty();
}

}  // namespace klamm::net
