#pragma once

#include "broker/api/handler.h"
#include "coordinator/group_driver.h"
#include "reactor/event.h"
#include "reactor/on_shard.h"

namespace klamm::broker {

/// The shard that owns a group; kNoShard while `__consumer_offsets` is not there.
reactor::ShardId shard_of_group(BrokerShard& home, std::string_view group_id);

/// Whether groups of the consumer protocol are served: by the options, and by the cluster's level of `group.version`.
bool serves_consumer_groups(BrokerShard& home);

/// A request that waits on the shard of its group (JoinGroup, SyncGroup). The end of its connection and the stop of the
/// broker end the wait; the group is told nothing of it.
///
///   GroupCall call(context, owner);
///   auto answer = co_await call.run([&](BrokerShard& there, coordinator::GroupWait& wait) { ... });
/// @core owner: the shard of the connection
class GroupCall final : public WaitingRequest {
 public:
  GroupCall(RequestContext& context, reactor::ShardId owner)
      : home_(context.shard()), owner_(owner), crossing_(context.crossing()) {
    quiet_.set();
    if (home_.is_stopping()) {
      wait_.cancel();
    } else {
      join(home_.waiting_requests(), context.connection());
    }
  }

  /// `ask` is called on the group's shard and gives a Task; it stays until that has ended.
  template <class Ask>
  auto run(Ask& ask) -> std::invoke_result_t<Ask&, BrokerShard&, coordinator::GroupWait&> {
    BrokerShard& there = home_.peer(owner_);
    const auto ask_there = [&ask, &there, this] { return ask(there, wait_); };
    auto answer = co_await reactor::wait_on_shard(owner_, ask_there, crossing_);
    leave();
    co_await quiet_.wait();
    co_return answer;
  }

  void end_early() noexcept override {
    if (owner_ == home_.id()) {
      wait_.cancel();
    } else {
      quiet_.reset();
      home_.reactor().spawn(cancel_there());
    }
  }

 private:
  // This stays until the message is home.
  reactor::Task<void> cancel_there() {
    co_await reactor::on_shard(owner_, [this] { wait_.cancel(); });
    quiet_.set();
  }

  BrokerShard& home_;
  const reactor::ShardId owner_;
  reactor::CrossingTime* const crossing_;
  coordinator::GroupWait wait_;  // of the owner, once the request is there
  reactor::Event quiet_;         // no cancellation is under way
};

}  // namespace klamm::broker
