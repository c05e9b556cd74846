#pragma once

#include <cstdint>

#include "net/request.h"

namespace klamm::broker {

class WaitingRequests;

/// A request that waits for something to happen (a long poll) and can be ended early: its connection has gone, or the
/// broker stops. At most one of a connection at a time; its ConnectionInfo::waiting is that one.
/// @core owner: the shard of the connection
class WaitingRequest {
 public:
  WaitingRequest() = default;
  WaitingRequest(const WaitingRequest&) = delete;
  WaitingRequest& operator=(const WaitingRequest&) = delete;

  /// Called at most once, short, without suspension: what waits is to be woken.
  virtual void end_early() noexcept = 0;

 protected:
  virtual ~WaitingRequest() { leave(); }
  void join(WaitingRequests& all, net::ConnectionInfo& connection);
  void leave() noexcept;

 private:
  friend class WaitingRequests;
  WaitingRequests* all_ = nullptr;  // null before it joins, and once it has been told
  net::ConnectionInfo* connection_ = nullptr;
  WaitingRequest* previous_ = nullptr;
  WaitingRequest* next_ = nullptr;
};

/// The waiting requests of one shard. All but end_all() is O(1).
/// @core owner
class WaitingRequests {
 public:
  WaitingRequests() = default;
  WaitingRequests(const WaitingRequests&) = delete;
  WaitingRequests& operator=(const WaitingRequests&) = delete;

  static void end_of(net::ConnectionInfo& connection) noexcept;
  void end_all() noexcept;
  bool empty() const { return first_ == nullptr; }
  uint32_t count() const { return count_; }

 private:
  friend class WaitingRequest;

  WaitingRequest* first_ = nullptr;
  uint32_t count_ = 0;
};

}  // namespace klamm::broker
