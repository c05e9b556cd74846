#include "net/connection_balancer.h"

#include <algorithm>

#include "protocol/assert.h"

namespace klamm::net {

ConnectionBalancer::ConnectionBalancer(uint32_t shard_count, uint32_t connections_max, reactor::ShardId home)
    : home_(home), connections_max_(connections_max), counts_(shard_count, 0) {
  for (uint32_t shard = 0; shard < shard_count; ++shard) {
    auto link = std::make_unique<Link>();
    link->balancer = this;
    link->shard = shard;
    link->quiet_reply = true;
    link->run = [](reactor::RemoteMessage* self) noexcept {
      auto& here = static_cast<Link&>(*self);
      here.balancer->on_closed(here.shard, here.reported);
      reactor::Shard::current().mesh().reply(here);
    };
    link->home = [](reactor::RemoteMessage* self) noexcept {
      auto& back = static_cast<Link&>(*self);
      back.under_way = false;
      if (back.unreported > 0) send(back);
    };
    links_.push_back(std::move(link));
  }
}

reactor::ShardId ConnectionBalancer::assign() {
  const auto shard_count = static_cast<uint32_t>(counts_.size());
  uint32_t best = next_ % shard_count;
  for (uint32_t i = 1; i < shard_count; ++i) {
    const uint32_t candidate = (next_ + i) % shard_count;
    if (counts_[candidate] < counts_[best]) best = candidate;
  }
  next_ = best + 1;
  ++counts_[best];
  ++total_;
  return best;
}

void ConnectionBalancer::set_connections_max(uint32_t connections_max) {
  connections_max_ = connections_max;
  if (is_full()) return;
  for (RoomSink* sink : sinks_) sink->on_room();
}

void ConnectionBalancer::remove_sink(RoomSink& sink) {
  std::erase(sinks_, &sink);
}

void ConnectionBalancer::report_closed(reactor::ShardId shard) {
  if (shard == home_) {
    on_closed(shard, 1);
    return;
  }
  Link& link = *links_[shard];
  ++link.unreported;
  if (!link.under_way) send(link);
}

void ConnectionBalancer::send(Link& link) {
  link.under_way = true;
  link.reported = link.unreported;
  link.unreported = 0;
  reactor::Shard::current().mesh().send(link, link.balancer->home_);
}

void ConnectionBalancer::on_closed(reactor::ShardId shard, uint32_t count) {
  KLAMM_ASSERT(counts_[shard] >= count);
  counts_[shard] -= count;
  total_ -= count;
  for (RoomSink* sink : sinks_) sink->on_room();
}

}  // namespace klamm::net
