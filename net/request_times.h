#pragma once

#include <algorithm>
#include <cstdint>

// Where a request is, and when it got there. Times are nanoseconds of the monotonic clock.
namespace klamm::net {

enum class RequestPhase : uint8_t {
  kReceived,        // its bytes come, or are here while the connection is busy with the one before it
  kQueued,          // whole, and its turn
  kExecuting,       // its handler runs for the first time
  kWaiting,         // its handler has returned without an answer (Kafka's purgatory, its own disk, a timer)
  kRemoteShard,     // the same, with a call to another shard under way
  kResponseQueued,  // answered; earlier answers of its connection, or the end of the loop's turn, come first
  kSending,         // its answer is being given to the kernel
};

// Times of a request's steps; each is set once, and none is earlier than the one before it. 0: not reached.
// A step that never came (no answer to send, a connection that has gone) takes no time; settle() sees to that.
// @core owner: the connection's shard
struct RequestTimes {
  int64_t received_ns = 0;   // its last byte was here
  int64_t turn_ns = 0;       // and its connection had nothing before it: where Kafka's clock of a request begins
  int64_t started_ns = 0;    // its handler's first step
  int64_t local_end_ns = 0;  // that step's end: with the answer, or without one
  int64_t answered_ns = 0;
  int64_t sending_ns = 0;
  int64_t ended_ns = 0;  // all of its answer is with the kernel, or nothing will be

  void settle(int64_t now_ns) {
    if (answered_ns == 0) answered_ns = std::max(now_ns, started_ns);
    if (local_end_ns == 0) local_end_ns = answered_ns;
    if (sending_ns == 0) sending_ns = std::max(now_ns, answered_ns);
    if (ended_ns == 0) ended_ns = sending_ns;
  }

  // After settle(). Kafka's requestQueueTime, localTime, remoteTime, responseQueueTime, sendTime and totalTime, and
  // what Kafka cannot see: the time that the bytes were here before their turn.
  int64_t muted_ns() const { return turn_ns - received_ns; }
  int64_t queued_ns() const { return started_ns - turn_ns; }
  int64_t local_ns() const { return local_end_ns - started_ns; }
  int64_t remote_ns() const { return answered_ns - local_end_ns; }
  int64_t response_queued_ns() const { return sending_ns - answered_ns; }
  int64_t send_ns() const { return ended_ns - sending_ns; }
  int64_t total_ns() const { return ended_ns - turn_ns; }
};

// The oldest request of a connection that has not ended, for those who look at connections.
struct RequestInProgress {
  int16_t api_key = 0;
  int16_t api_version = 0;
  RequestPhase phase = RequestPhase::kReceived;
  int64_t since_ns = 0;     // of the phase
  int64_t received_ns = 0;  // its last byte; while that is still to come, its first

  friend bool operator==(const RequestInProgress&, const RequestInProgress&) = default;
};

}  // namespace klamm::net
