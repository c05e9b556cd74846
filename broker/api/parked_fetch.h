#pragma once

#include "broker/api/handler.h"
#include "fetch/session_fetch.h"
#include "reactor/timer.h"

namespace klamm::broker {

/// An incremental fetch on a session of its connection's shard. While it waits it has no task: this object, the
/// request's frame and its slot are all there is of it, and the request is resumed when there is something to look at.
/// @core owner: the shard of the connection
class ParkedFetch final : public net::ParkedRequest, WaitingRequest, fetch::SessionSleeper {
 public:
  ParkedFetch(RequestContext& context, const fetch::SessionRequest& asked);

  fetch::SessionFetch& fetch() { return fetch_; }

  /// Gives the request this to keep. From now on the end of the connection and the stop of the broker end the wait.
  static void keep(std::unique_ptr<ParkedFetch> parked, RequestContext& context);

  /// The answer, or Response::Kind::kParked: goes on with the fetch that the request keeps.
  static reactor::Task<net::Response> go_on(RequestContext& context);

 private:
  struct Resume : reactor::Completion {
    net::Request* request = nullptr;
  };

  bool sleep();
  void wake() noexcept override;
  void end_early() noexcept override { fetch_.interrupt(); }

  fetch::SessionFetch fetch_;
  reactor::Timer deadline_;
  Resume resume_;
};

}  // namespace klamm::broker
