#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/chunk_pool.h"
#include "net/connection.h"
#include "net/net_log.h"
#include "net/options.h"
#include "net/request.h"
#include "net/request_memory.h"
#include "net/request_slot.h"
#include "net/response_sender.h"
#include "reactor/event.h"
#include "reactor/shard.h"

namespace klamm::net {

class ConnectionBalancer;

// The connections of one shard and what they share: the handler, request memory, pools. It must outlive them: stop()
// ends them all.
// @core owner
class ConnectionRegistry {
 public:
  // `balancer` (may be null) hears of every connection that has ended.
  ConnectionRegistry(reactor::Shard& shard, RequestHandler& handler, const NetOptions& options, LogSink& log,
                     ConnectionBalancer* balancer);
  ~ConnectionRegistry();
  ConnectionRegistry(const ConnectionRegistry&) = delete;
  ConnectionRegistry& operator=(const ConnectionRegistry&) = delete;

  // Takes a connected socket over. While stopping it is closed at once.
  void adopt(reactor::SocketHandle socket, const std::string& listener_name);
  // Graceful: starts no more requests, answers those in flight; what is left at `deadline_ns` (of the shard's clock) is
  // cut off. Ends when the last connection has ended, and their last request with it.
  reactor::Task<void> stop(int64_t deadline_ns);

  uint32_t connection_count() const { return connection_count_; }
  uint64_t accepted_count() const { return accepted_count_; }
  // Calls `visit(const Connection&)` for each; it must not wait.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Connection* c = first_; c != nullptr; c = c->next_in_registry) visit(*c);
  }

  // ---- for connections
  reactor::Shard& shard() { return shard_; }
  reactor::Io& io() { return shard_.io(); }
  RequestHandler& handler() { return handler_; }
  const NetOptions& options() const { return options_; }
  RequestMemory& memory() { return memory_; }
  ChunkPool& chunks() { return chunks_; }
  RequestSlotPool& slots() { return slots_; }
  ResponseSenderPool& senders() { return senders_; }
  const RangeCache& ranges() const { return ranges_; }
  void log_garbage(const ConnectionInfo& connection, std::string_view guess);
  void log_close(const ConnectionInfo& connection, std::string_view reason);
  // Takes the connection off the list; it is deleted from the ready queue, outside its own calls.
  void retire(Connection& connection);

 private:
  struct Reaper : reactor::Completion {
    ConnectionRegistry* registry = nullptr;
  };
  void link(Connection& connection);
  void unlink(Connection& connection);
  void reap();
  void log_limited(LogLimiter& limiter, const ConnectionInfo& connection, std::string_view what);
  template <class Act>
  void act_on_all(Act act);

  reactor::Shard& shard_;
  RequestHandler& handler_;
  NetOptions options_;
  LogSink& log_;
  ConnectionBalancer* balancer_;
  RequestMemory memory_;
  ChunkPool chunks_;
  RequestSlotPool slots_;
  RangeCache ranges_;
  ResponseSenderPool senders_;
  LogLimiter garbage_limiter_;
  LogLimiter close_limiter_;
  Connection* first_ = nullptr;
  Connection* retired_ = nullptr;
  Reaper reaper_;
  reactor::Event empty_;  // no connection, and none that still has to be deleted
  uint32_t connection_count_ = 0;
  uint64_t accepted_count_ = 0;
  bool stopping_ = false;
};

}  // namespace klamm::net
