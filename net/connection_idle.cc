#include <fmt/core.h>

#include "net/connection.h"
#include "net/connection_registry.h"

// When a connection's time is over.
namespace klamm::net {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;

// Times beyond what a clock can reach are never.
int64_t after(int64_t from_ns, int64_t time_ms) {
  return time_ms > (INT64_MAX - from_ns) / kNsPerMs ? INT64_MAX : from_ns + time_ms * kNsPerMs;
}

}  // namespace

bool Connection::is_receiving() const {
  return receive_state_ == ReceiveState::kMultishot || receive_state_ == ReceiveState::kHead ||
         receive_state_ == ReceiveState::kBody;
}

// The time of a frame runs while its bytes would be taken: not while it waits for memory or for its turn.
void Connection::note_unfinished_frame() {
  if (reader_.unparsed_bytes() == 0) return;
  const bool is_unfinished = reader_.status() != FrameReader::Status::kFrame && is_receiving();
  if (!is_unfinished) {
    frame_begun_ns_ = 0;
  } else if (frame_begun_ns_ == 0) {
    frame_begun_ns_ = registry_.shard().now_ns();
  }
}

std::optional<int64_t> Connection::look(int64_t now_ns) {
  const NetOptions& options = registry_.options();
  const int64_t at_the_latest = now_ns + registry_.look_interval_ns();
  if (no_more_starts_) return at_the_latest;
  int64_t next_ns = at_the_latest;
  if (frame_begun_ns_ != 0) {
    const int64_t end_ns = after(frame_begun_ns_, options.receive_timeout_ms);
    if (now_ns >= end_ns) {
      ++registry_.counters().receive_timeout_count;
      expire(fmt::format("a request was not received within {} ms", options.receive_timeout_ms));
      return std::nullopt;
    }
    // The bytes of a large frame come in one go, of which nothing is heard before its end.
    if (receive_state_ == ReceiveState::kBody) return std::min(end_ns, at_the_latest);
    next_ns = std::min(next_ns, end_ns);
  }
  const bool is_busy = !queue_.empty() || memory_waiter_.waiting || is_throttled();
  if (is_busy || options.idle_ms < 0) return next_ns;
  const int64_t throttled_ns = throttle_ == nullptr ? 0 : throttle_->until_ns;
  const int64_t idle_end_ns = after(std::max(active_ns(), throttled_ns), options.idle_ms);
  if (now_ns < idle_end_ns) return std::min(next_ns, idle_end_ns);
  ++registry_.counters().expired_connections_killed_count;
  expire({});
  return std::nullopt;
}

void Connection::expire(std::string_view reason) {
  begin_close(reason);
  advance();
}

}  // namespace klamm::net
