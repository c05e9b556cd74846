#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/chunk_pool.h"
#include "net/connection.h"
#include "net/connection_balancer.h"
#include "net/idle_line.h"
#include "net/net_log.h"
#include "net/options.h"
#include "net/request.h"
#include "net/request_memory.h"
#include "net/request_recorder.h"
#include "net/request_slot.h"
#include "net/response_sender.h"
#include "reactor/event.h"
#include "reactor/shard.h"

namespace klamm::net {

// A connection that a listener has accepted and counted.
struct AcceptedSocket {
  reactor::SocketHandle socket;
  reactor::Endpoint peer;
  ConnectionOrigin origin;
};

// What a registry counted since it was made.
struct NetMetrics {
  uint64_t expired_connections_killed_count = 0;  // idle for connections.max.idle.ms
  uint64_t excess_killed_count = 0;               // more than max.connections
  uint64_t receive_timeout_count = 0;             // in the middle of a frame for request.receive.timeout.ms
  uint64_t foreign_count = 0;                     // what they sent is no request
  uint64_t refused_count = 0;                     // a request could not be served, the timeouts above included
  uint64_t request_count = 0;                     // requests that were started
  uint64_t received_bytes = 0;
  uint64_t sent_bytes = 0;  // of answers that have left
};

// Of the connections of one listener that one shard has or had.
struct ListenerCounts {
  uint32_t connection_count = 0;
  uint64_t adopted_count = 0;
};

// The connections of one shard and what they share: the handler, request memory, pools. It must outlive them: stop()
// ends them all.
// @core owner
class ConnectionRegistry final : public ExcessSink, IdleLine::Watcher {
 public:
  // `balancer` (may be null) hears of every connection that has ended.
  ConnectionRegistry(reactor::Shard& shard, RequestHandler& handler, const NetOptions& options, LogSink& log,
                     ConnectionBalancer* balancer);
  ~ConnectionRegistry();
  ConnectionRegistry(const ConnectionRegistry&) = delete;
  ConnectionRegistry& operator=(const ConnectionRegistry&) = delete;

  // Takes a connected socket over. While stopping it is closed at once.
  void adopt(AcceptedSocket accepted, const std::string& listener_name);
  uint32_t end_least_active(uint32_t count, std::optional<ListenerIndex> spared) noexcept override;
  // Graceful: starts no more requests, answers those in flight; what is left at `deadline_ns` (of the shard's clock) is
  // cut off. Ends when the last connection has ended, and their last request with it.
  reactor::Task<void> stop(int64_t deadline_ns);

  // New settings, for connections that are there too (socket options excepted).
  void set_options(const NetOptions& options);

  const NetMetrics& metrics() const { return metrics_; }
  // By listener index.
  const std::vector<ListenerCounts>& listener_counts() const { return listener_counts_; }
  const RequestMemory& memory() const { return memory_; }
  const RequestSlotPool& slots() const { return slots_; }
  // What the requests of these connections took, by API.
  const RequestMetrics& request_metrics() const { return recorder_.metrics(); }
  // Requests that the request log asked for and had no room for.
  uint64_t request_log_dropped_count() const { return recorder_.dropped_count(); }
  uint32_t connection_count() const { return connection_count_; }
  uint64_t accepted_count() const { return accepted_count_; }
  // The first of the list that Connection::next_in_registry goes on with; ids fall along it.
  const Connection* newest() const { return first_; }
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
  NetMetrics& counters() { return metrics_; }
  // After which time at the latest a connection is looked at.
  int64_t look_interval_ns() const { return idle_line_.horizon_ns(); }
  RequestMemory& memory() { return memory_; }
  ChunkPool& chunks() { return chunks_; }
  RequestSlotPool& slots() { return slots_; }
  RequestRecorder& recorder() { return recorder_; }
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
  std::optional<int64_t> look(IdleLine::Place& place, int64_t now_ns) noexcept override;
  void link(Connection& connection);
  void unlink(Connection& connection);
  void reap();
  void report_ended(const EndedConnection& ended);
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
  RequestRecorder recorder_;
  RangeCache ranges_;
  ResponseSenderPool senders_;
  LogLimiter garbage_limiter_;
  LogLimiter close_limiter_;
  NetMetrics metrics_;
  std::vector<ListenerCounts> listener_counts_;
  IdleLine idle_line_;
  Connection* first_ = nullptr;
  Connection* retired_ = nullptr;
  Reaper reaper_;
  reactor::Event empty_;  // no connection, and none that still has to be deleted
  uint32_t connection_count_ = 0;
  uint64_t accepted_count_ = 0;
  bool stopping_ = false;
};

}  // namespace klamm::net
