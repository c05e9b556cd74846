#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "net/arrival_times.h"
#include "net/connection_quotas.h"
#include "net/frame_reader.h"
#include "net/idle_line.h"
#include "net/request.h"
#include "net/request_times.h"
#include "net/response_queue.h"
#include "net/response_sender.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/timer.h"

namespace klamm::net {

class ConnectionRegistry;

// One accepted connection: receives frames, runs their requests through the RequestHandler and sends the answers in
// order. A state machine driven by its completions; the only coroutine is the one of each request in execution.
//
// Life: open -> (no new request starts: peer's end, a close, a stop) -> everything under way is answered -> shut down
// -> descriptor closed -> its last request has ended -> retired to the registry, which deletes it.
//
// Memory when idle: this object alone; buffers, slots and senders come from the shard's pools while they are needed.
// @core owner: the shard of its registry, for life.
class Connection final : reactor::ReceiveSink, SendDone {
 public:
  Connection(ConnectionRegistry& registry, reactor::SocketHandle socket, ConnectionInfo info,
             const ConnectionOrigin& origin);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // Begins to receive.
  void open() { advance(); }
  // Starts no more requests, answers those that run, then closes.
  void begin_stop();
  // Cuts the connection off: sends nothing more, closes as soon as nothing is in flight. Its requests run to their end.
  void abort();

  // Cut off because there are too many.
  void end_as_excess() {
    is_excess_ = true;
    abort();
  }

  const ConnectionInfo& info() const { return info_; }
  const ConnectionOrigin& origin() const { return origin_; }
  bool is_excess() const { return is_excess_; }
  uint32_t executing_count() const { return queue_.executing_count(); }
  size_t unparsed_bytes() const { return reader_.unparsed_bytes(); }
  uint64_t request_count() const { return request_count_; }
  uint64_t received_bytes() const { return received_bytes_; }
  uint64_t sent_bytes() const { return sent_bytes_; }  // of answers that have left
  bool is_stopping() const { return no_more_starts_; }

  // The oldest request that has not ended: one that runs or is answered, else one whose bytes are coming or here.
  std::optional<RequestInProgress> in_progress() const;
  // What bytes that have come wait for: the end of requests before them, of a quota's throttle, or memory; and since
  // when.
  enum class WaitsFor : uint8_t { kNothing, kTurn, kQuota, kMemory };
  WaitsFor waits_for() const {
    if (memory_waiter_.waiting) return WaitsFor::kMemory;
    if (reader_.unparsed_bytes() == 0) return WaitsFor::kNothing;
    if (!queue_.empty()) return WaitsFor::kTurn;
    return is_throttled() ? WaitsFor::kQuota : WaitsFor::kNothing;
  }
  int64_t waits_since_ns() const { return reader_.unparsed_bytes() > 0 ? arrivals_.first_ns() : received_ns_; }
  int64_t opened_ns() const { return opened_ns_; }

  // When something last came, or an answer had left.
  int64_t active_ns() const { return std::max(received_ns_, sent_ns_); }
  // Ends the connection if its time is over: idle, or in the middle of a frame, for too long. Else when to look again.
  std::optional<int64_t> look(int64_t now_ns);
  // Largest frame from now on.
  void set_frame_bytes_max(uint32_t bytes) { reader_.set_frame_bytes_max(bytes); }

  // Its place in the registry's line of connections that are looked at.
  struct IdlePlace : IdleLine::Place {
    Connection* connection = nullptr;
  } idle_place;
  // Links of the registry's list.
  Connection* previous_in_registry = nullptr;
  Connection* next_in_registry = nullptr;

 private:
  friend class ConnectionRegistry;

  // A connection that is or was throttled.
  struct Throttle : reactor::Completion {
    Connection* connection = nullptr;
    int64_t until_ns = 0;
    reactor::Timer timer;
  };
  enum class ReceiveState : uint8_t {
    kIdle,       // nothing is armed
    kMultishot,  // small frames, over the shard's receive buffers
    kStopping,   // stop_receive was called, its end is still to come
    kHead,       // receive_all of a length and a request's first bytes, between large frames
    kBody,       // receive_all into a frame's own chunk
  };
  // What the handler said about the next frame.
  struct Verdict {
    bool known = false;
    bool overlaps = false;
    int16_t header_version = 0;
  };
  struct OwnedCompletion : reactor::Completion {
    Connection* connection = nullptr;
  };
  struct MemoryWaiter : RequestMemory::Waiter {
    Connection* connection = nullptr;
  };
  struct FlushHook final : reactor::LoopEndHook {
    Connection* connection = nullptr;
    void run() noexcept override { connection->flush(); }
  };
  struct Execution;  // the coroutine of a request
  static constexpr size_t kLengthBytes = 4;
  static constexpr size_t kHeadBytes = kLengthBytes + 8;

  // connection.cc: the order of things
  void advance();
  void start_requests(bool all_fed);
  bool admit_next();
  void start_frame();
  static Execution execute(Connection& connection, RequestSlot& slot);
  void finish(RequestSlot& slot, Response response);
  static void on_append_ended(Request& request) noexcept;
  static void on_resume(Request& request) noexcept;
  void schedule_advance();
  void begin_close(std::string_view reason);
  void report_garbage();
  void tell_handler_of_disconnect();
  void settle_end();

  // connection_throttle.cc
  void throttle(int32_t throttle_ms);
  bool is_throttled() const;

  // connection_idle.cc
  void note_unfinished_frame();
  bool is_receiving() const;
  void expire(std::string_view reason);

  // connection_send.cc
  void settle_answers();
  void flush() noexcept;
  void count_sent(uint64_t bytes);
  void on_sent(reactor::IoError error) noexcept override;

  // connection_receive.cc
  void drive_receive();
  void receive_direct();
  bool may_receive_frame() const;
  bool feed(std::span<const std::byte> bytes);
  bool feed_held();
  void note_received(size_t bytes);
  void on_receive(reactor::ReceiveBuffer buffer) noexcept override;
  void on_receive_end(reactor::IoError error) noexcept override;
  // Those who wait for request memory may hold all receive buffers: who finds none receives into its own place.
  bool waits_for_buffers() const noexcept override { return false; }
  void on_direct_received(int32_t result) noexcept;
  void end_of_stream(int error);

  ConnectionRegistry& registry_;
  reactor::SocketHandle socket_;
  ConnectionInfo info_;
  ConnectionOrigin origin_;
  FrameReader reader_;
  ResponseQueue queue_;
  std::unique_ptr<ResponseSender> sender_;
  std::unique_ptr<Throttle> throttle_;        // from the first time on
  std::vector<reactor::ReceiveBuffer> held_;  // received while there was no request memory; then receiving stops
  std::array<std::byte, kHeadBytes> head_{};
  uint8_t head_bytes_ = 0;  // of head_, not yet given to the reader
  size_t direct_asked_bytes_ = 0;
  ReceiveState receive_state_ = ReceiveState::kIdle;
  Verdict verdict_;
  bool direct_mode_ = false;     // frames are large: no multishot receive between them
  bool stream_ended_ = false;    // the peer sends nothing more
  bool no_more_starts_ = false;  // no further request starts
  bool aborted_ = false;         // nothing more is sent
  bool shut_down_ = false;
  bool advancing_ = false;
  bool advance_again_ = false;
  bool resume_queued_ = false;
  bool disconnect_told_ = false;
  bool retired_ = false;
  bool is_excess_ = false;
  const int64_t opened_ns_;
  int64_t received_ns_;
  int64_t sent_ns_ = 0;
  int64_t turn_free_ns_ = 0;    // since when the next request had nothing before it
  ArrivalTimes arrivals_;       // of what the reader has unparsed
  int64_t frame_begun_ns_ = 0;  // since when a frame is being received; 0: none is
  uint64_t request_count_ = 0;
  uint64_t received_bytes_ = 0;
  uint64_t sent_bytes_ = 0;
  OwnedCompletion resume_;
  OwnedCompletion received_;
  MemoryWaiter memory_waiter_;
  FlushHook flush_hook_;
};

}  // namespace klamm::net
