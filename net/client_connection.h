#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>

#include "protocol/buffer.h"
#include "reactor/endpoint.h"
#include "reactor/event.h"
#include "reactor/io.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::net {

// The bounds of a client connection.
struct ClientOptions {
  uint32_t response_bytes_max = 100u << 20;
  uint32_t in_flight_max = 64;  // calls that wait for their response; more is a mistake of the caller (asserted)
  reactor::SocketOptions socket;
};

// The outgoing side with the same framing: sends request frames and pairs the responses with them. Requests are
// pipelined in the order of the calls; a response whose correlation id is not that of the oldest call ends the
// connection (EPROTO).
//
// close() must have ended before it is destroyed.
// @core owner
class ClientConnection {
 public:
  // A connected one, or the error of connect(2). `to` and `options` must live until the task ends; name them: g++ 12
  // destroys a braced temporary in a co_await expression twice.
  static reactor::Task<reactor::IoResult<std::unique_ptr<ClientConnection>>> connect(reactor::Shard& shard,
                                                                                     const reactor::Endpoint& to,
                                                                                     const ClientOptions& options);
  ClientConnection(reactor::Shard& shard, reactor::SocketHandle socket, ClientOptions options);
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  // Sends a request (header and body, without the length) and waits for its response (header and body, without the
  // length). `frame` must live until the task ends. Errors: what the connection ended with; ECONNRESET when the peer
  // closed it, EPROTO when it sent what no response can be.
  reactor::Task<reactor::IoResult<protocol::Buffer>> call(int32_t correlation_id, std::span<const std::byte> frame);
  // Sends a request that has no response (Produce with acks=0).
  reactor::Task<reactor::IoResult<void>> send(std::span<const std::byte> frame);
  // Ends all calls with ECANCELED and closes the socket.
  reactor::Task<void> close();

  bool is_open() const { return error_ == 0; }
  reactor::SocketHandle socket() const { return socket_; }

 private:
  struct Call {
    int32_t correlation_id = 0;
    protocol::Buffer response;
    reactor::Event answered;
    int error = 0;
  };
  reactor::Task<void> read_responses();
  reactor::Task<int> read_one();
  void fail(int error);

  reactor::Shard& shard_;
  reactor::SocketHandle socket_;
  ClientOptions options_;
  std::deque<Call*> calls_;  // oldest first
  reactor::Event reader_ended_;
  std::deque<reactor::Event*> turns_;  // of those who send or wait to, in the order of their calls
  reactor::Event nobody_sends_;
  int error_ = 0;  // 0: open
};

}  // namespace klamm::net
