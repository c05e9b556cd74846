#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/request_times.h"
#include "protocol/buffer.h"
#include "reactor/crossing_time.h"
#include "reactor/endpoint.h"
#include "reactor/file_lease.h"
#include "reactor/task.h"

// What passes between a connection and the broker: net/ knows frames and request headers, nothing of what APIs do.
namespace klamm::net {

// A longer client id is cut where it is kept with its connection.
inline constexpr size_t kClientIdKeptBytes = 255;

// What the broker hangs on a connection; it ends with it, on the connection's shard.
// @core owner
class ConnectionAttachment {
 public:
  virtual ~ConnectionAttachment() = default;
};

// What the broker may know of the connection that a request came on. Lives as long as any of its requests.
// @core owner: the connection's shard.
struct ConnectionInfo {
  uint64_t id = 0;  // unique in this process; the shard is in the upper bits
  reactor::Endpoint local;
  reactor::Endpoint peer;
  std::string listener_name;         // "PLAINTEXT"
  std::string client_software_name;  // from ApiVersions v3+, set by its handler
  std::string client_software_version;
  std::string last_client_id;  // of its last request, at most kClientIdKeptBytes of it
  void* waiting = nullptr;     // for the RequestHandler: which request of this connection waits
  bool ended_by_peer = false;  // the client closed it or was cut off by the network; not set by a close of ours
  std::unique_ptr<ConnectionAttachment> attachment;  // of the RequestHandler; goes first
};

// What the broker keeps of a request that waits without a task (Response::Kind::kParked).
// @core owner: the connection's shard
class ParkedRequest {
 public:
  virtual ~ParkedRequest() = default;
};

// One request, from its last byte to its answer. Owned by the connection; views point into bytes that the request owns.
struct Request {
  ConnectionInfo* connection = nullptr;
  int16_t api_key = 0;
  int16_t api_version = 0;
  int32_t correlation_id = 0;
  std::string_view client_id;
  bool client_id_is_null = false;
  std::span<const std::byte> header;  // raw, for forwarding
  std::span<std::byte> body;          // after the header; the handler may change bytes in place (stamping of batches)
  RequestTimes times;
  reactor::CrossingTime crossing;  // for handlers: its calls to other shards, by on_shard(shard, fn, &crossing)

  // Produce only: called by the handler when the append has ended, well or badly, on every partition, while the answer
  // still waits for durability or other shards. The connection may then start the next Produce (architecture, life of a
  // Produce). Calling it is optional and harmless for other APIs.
  void append_ended() {
    if (on_append_ended != nullptr) on_append_ended(*this);
  }
  void (*on_append_ended)(Request&) noexcept = nullptr;

  // Set by a handler that answers kParked, and taken by it before it answers anything else.
  std::unique_ptr<ParkedRequest> parked;
  // The wait of a parked request is over: handle() is called with it again, here. To be called from the loop or the
  // ready queue.
  void resume() { on_resume(*this); }
  void (*on_resume)(Request&) noexcept = nullptr;
};

// An encoded answer: bytes with file ranges inserted at positions (log ranges sent without copying).
struct Response {
  struct Insertion {
    uint32_t position = 0;  // in `bytes`: the range goes before the byte at this position
    reactor::FileRange range;
  };
  enum class Kind : uint8_t {
    kSend,             // `bytes` is a whole response: response header and body, without the 4-byte length (net adds it)
    kNothing,          // acks=0: no bytes leave, the next request starts
    kParked,           // no answer yet: the request waits, and calls resume() in the end
    kCloseConnection,  // an error under acks=0, an unknown version, an undecodable body: close, send nothing, start
                       // nothing behind it
  };
  Kind kind = Kind::kSend;
  protocol::Buffer bytes;
  std::vector<Insertion> insertions;
  std::string close_reason;  // for the log, with kCloseConnection
  int32_t throttle_ms = 0;   // the connection takes no further request for that long (KIP-219)
};

// How the broker takes part. One object per shard.
class RequestHandler {
 public:
  struct Admission {
    bool accept = false;         // false: the connection is closed (unknown API or version)
    bool overlaps = false;       // Produce: may start after the previous Produce's append_ended()
    bool owns_body = false;      // the body is received into (or copied to) a buffer of the request's own
    int16_t header_version = 1;  // request header version for (api key, api version)
    std::string reason;          // for the log when not accepted
  };
  // Asked with the first 8 bytes of a frame: api key, api version, correlation id are known.
  virtual Admission admit(int16_t api_key, int16_t api_version, uint32_t frame_bytes) = 0;
  // Runs the request to its answer. Started in request order; one at a time per connection, apart from overlaps.
  virtual reactor::Task<Response> handle(Request& request) = 0;
  // The peer has gone while handle() runs: whoever waits on this connection's behalf (long poll) may end early.
  virtual void on_disconnect(ConnectionInfo& connection) = 0;

 protected:
  ~RequestHandler() = default;
};

}  // namespace klamm::net
