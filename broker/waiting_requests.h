#pragma once

#include "net/request.h"

namespace klamm::broker {

class WaitingRequests;

/// A request that waits for something to happen (a long poll) and can be ended early: its connection has gone, or the
/// broker stops. Linked while it lives; lives in the frame of its handler.
/// @core owner: the shard of the connection
class WaitingRequest {
 public:
  WaitingRequest(WaitingRequests& all, const net::ConnectionInfo& connection);
  WaitingRequest(const WaitingRequest&) = delete;
  WaitingRequest& operator=(const WaitingRequest&) = delete;

  /// Called at most once, short, without suspension: what waits is to be woken.
  virtual void end_early() noexcept = 0;

 protected:
  virtual ~WaitingRequest();

 private:
  friend class WaitingRequests;
  WaitingRequests* all_;  // null once it has been told
  const net::ConnectionInfo* connection_;
  WaitingRequest* previous_ = nullptr;
  WaitingRequest* next_ = nullptr;
};

/// The waiting requests of one shard. Linking and unlinking are O(1); at most one per connection waits.
/// @core owner
class WaitingRequests {
 public:
  WaitingRequests() = default;
  WaitingRequests(const WaitingRequests&) = delete;
  WaitingRequests& operator=(const WaitingRequests&) = delete;

  void end_of(const net::ConnectionInfo& connection) noexcept;
  void end_all() noexcept;
  bool empty() const { return first_ == nullptr; }

 private:
  friend class WaitingRequest;
  void unlink(WaitingRequest& request) noexcept;
  void end(WaitingRequest& request) noexcept;

  WaitingRequest* first_ = nullptr;
};

}  // namespace klamm::broker
