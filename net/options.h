#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "reactor/endpoint.h"
#include "reactor/io.h"

// The bounds and settings of the network layer, in one place.
namespace klamm::net {

// Which requests are logged (log.requests).
enum class RequestLogMode : uint8_t { kOff, kSlow, kAll };
struct RequestLogOptions {
  RequestLogMode mode = RequestLogMode::kOff;
  int64_t slow_ns = 0;  // kSlow: those that took longer, the time that they were muted included
};

// Of one shard. @core any: a plain value; each shard has its own, which may change while it runs.
struct NetOptions {
  uint32_t request_bytes_max = 100u << 20;              // socket.request.max.bytes
  uint64_t request_memory_bytes = uint64_t{256} << 20;  // this shard's part of queued.max.request.bytes
  uint64_t pooled_bytes_max = uint64_t{16} << 20;       // request memory that is kept for reuse when nobody needs it
  int64_t idle_ms = 600'000;                            // connections.max.idle.ms; below 0: for ever
  int64_t receive_timeout_ms = 300'000;                 // request.receive.timeout.ms
  int64_t stop_timeout_ms = 10'000;  // what a graceful stop waits for answers before it cuts them off
  RequestLogOptions request_log;     // log.requests, log.requests.slow.ms
  reactor::SocketOptions socket;     // socket.{send,receive}.buffer.bytes, socket.congestion.control
};

// Of one listener. @core any: constant after start.
struct ListenerOptions {
  std::string name = "PLAINTEXT";
  uint32_t index = 0;      // among those that are served
  reactor::Endpoint at;    // empty host: every address; port 0: any free port
  int backlog = 50;        // socket.listen.backlog.size
  int64_t retry_ms = 100;  // how long accepting pauses when the process or system is out of descriptors or memory
};

// A frame of which at least this much is still to come is received into its own buffer (limits.md, decision 5).
inline constexpr size_t kDirectReceiveBytes = 64u << 10;
// A frame up to this size gets its buffer whole as soon as its length is known; that of a larger one grows with its
// bytes.
inline constexpr size_t kTrustedFrameBytes = size_t{1100} << 10;
// A connection that cannot start its next request stops receiving when it holds this much. What the kernel has
// delivered before the stop takes effect comes on top: a multishot receive fills up to 32 buffers in one go.
inline constexpr size_t kUnparsedBytesMax = 16u << 10;
// Produce requests of one connection that may be on their way side by side, answers not yet sent included.
inline constexpr uint32_t kOverlapMax = 8;
// Answers of one connection that may wait for their send before the next request starts.
inline constexpr uint64_t kUnsentBytesMax = 64u << 10;
// File ranges below this are copied and leave with the bytes around them (limits.md, decision 3).
inline constexpr uint64_t kCopiedRangeBytesMax = 16u << 10;

}  // namespace klamm::net
