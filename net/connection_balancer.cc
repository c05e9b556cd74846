#include "net/connection_balancer.h"

#include <algorithm>
#include <utility>

#include "protocol/assert.h"

namespace klamm::net {
namespace {

constexpr size_t kKeptReportsMax = 64;

}  // namespace

ConnectionBalancer::ConnectionBalancer(uint32_t shard_count, ConnectionLimits limits, reactor::ShardId home)
    : home_(home), quotas_(std::move(limits)), counts_(shard_count) {
  for (reactor::ShardId shard = 0; shard < shard_count; ++shard) {
    make_report(shard);
    make_order(shard);
  }
  excess_.balancer = this;
  excess_.callback = [](reactor::Completion* self) noexcept {
    ConnectionBalancer& balancer = *static_cast<ExcessCompletion*>(self)->balancer;
    balancer.excess_queued_ = false;
    balancer.end_excess();
  };
}

void ConnectionBalancer::make_report(reactor::ShardId shard) {
  auto report = std::make_unique<Report>();
  report->balancer = this;
  report->shard = shard;
  report->quiet_reply = true;
  report->run = [](reactor::RemoteMessage* self) noexcept {
    auto& here = static_cast<Report&>(*self);
    for (const EndedConnection& ended : here.reported) here.balancer->on_ended(here.shard, ended);
    here.balancer->tell_room();
    reactor::Shard::current().mesh().reply(here);
  };
  report->home = [](reactor::RemoteMessage* self) noexcept {
    auto& back = static_cast<Report&>(*self);
    back.under_way = false;
    if (!back.unreported.empty()) send(back);
  };
  reports_.push_back(std::move(report));
}

void ConnectionBalancer::make_order(reactor::ShardId shard) {
  auto order = std::make_unique<Order>();
  order->balancer = this;
  order->shard = shard;
  order->quiet_reply = true;
  order->run = [](reactor::RemoteMessage* self) noexcept {
    auto& there = static_cast<Order&>(*self);
    there.ended = there.balancer->excess_sinks_[there.shard]->end_least_active(there.count, there.spared);
    reactor::Shard::current().mesh().reply(there);
  };
  order->home = [](reactor::RemoteMessage* self) noexcept {
    auto& back = static_cast<Order&>(*self);
    back.balancer->on_order_done(back);
  };
  orders_.push_back(std::move(order));
}

std::optional<reactor::ShardId> ConnectionBalancer::admit(const ConnectionOrigin& origin) {
  if (!quotas_.take(origin)) return std::nullopt;
  const auto shard_count = static_cast<uint32_t>(counts_.size());
  uint32_t best = next_ % shard_count;
  for (uint32_t i = 1; i < shard_count; ++i) {
    const uint32_t candidate = (next_ + i) % shard_count;
    if (counts_[candidate].all < counts_[best].all) best = candidate;
  }
  next_ = best + 1;
  ++counts_[best].all;
  if (!quotas_.is_protected(origin.listener)) ++counts_[best].unprotected;
  end_excess_soon();
  return best;
}

void ConnectionBalancer::set_limits(ConnectionLimits limits) {
  quotas_.set_limits(std::move(limits));
  end_excess_soon();
  tell_room();
}

void ConnectionBalancer::remove_sink(RoomSink& sink) {
  std::erase(sinks_, &sink);
}

// Each listener is first in turn, so that none takes all the room there is.
void ConnectionBalancer::tell_room() {
  const size_t count = sinks_.size();
  if (count == 0) return;
  const size_t first = next_sink_++ % count;
  for (size_t i = 0; i < count; ++i) sinks_[(first + i) % count]->on_room();
}

void ConnectionBalancer::report_ended(reactor::ShardId shard, const EndedConnection& ended) {
  if (shard == home_) {
    on_ended(shard, ended);
    tell_room();
    return;
  }
  Report& report = *reports_[shard];
  report.unreported.push_back(ended);
  if (!report.under_way) send(report);
}

void ConnectionBalancer::send(Report& report) {
  report.under_way = true;
  if (report.reported.capacity() > kKeptReportsMax) report.reported = {};
  report.reported.clear();
  std::swap(report.reported, report.unreported);
  reactor::Shard::current().mesh().send(report, report.balancer->home_);
}

void ConnectionBalancer::on_ended(reactor::ShardId shard, const EndedConnection& ended) {
  OfShard& counts = counts_[shard];
  KLAMM_ASSERT(counts.all > 0);
  --counts.all;
  if (!quotas_.is_protected(ended.origin.listener)) --counts.unprotected;
  if (ended.was_excess) --counts.ending;
  quotas_.give_back(ended.origin);
}

// ---- more connections than max.connections

void ConnectionBalancer::end_excess_soon() {
  if (excess_queued_ || excess_sinks_.empty() || quotas_.excess_count() == 0) return;
  excess_queued_ = true;
  reactor::Shard::current().ready(excess_);
}

void ConnectionBalancer::end_excess() {
  uint32_t ending = 0;
  for (const OfShard& counts : counts_) ending += counts.ending;
  const auto endable = [](const OfShard& counts) { return int64_t{counts.unprotected} - int64_t{counts.ending}; };
  for (uint32_t left = quotas_.excess_count(); left > ending; --left) {
    const auto most = std::ranges::max_element(counts_, {}, endable);
    if (endable(*most) <= 0) break;
    ++most->ending;
    ++orders_[static_cast<size_t>(most - counts_.begin())]->unsent;
  }
  for (const auto& order : orders_) {
    if (order->unsent > 0 && !order->under_way) send(*order);
  }
}

void ConnectionBalancer::send(Order& order) {
  order.under_way = true;
  order.count = std::exchange(order.unsent, 0);
  order.spared = quotas_.limits().protected_listener;
  if (order.shard != home_) return reactor::Shard::current().mesh().send(order, order.shard);
  order.ended = excess_sinks_[order.shard]->end_least_active(order.count, order.spared);
  on_order_done(order);
}

void ConnectionBalancer::on_order_done(Order& order) {
  order.under_way = false;
  counts_[order.shard].ending -= order.count - order.ended;
  if (order.unsent > 0) send(order);
  // Some were on their way to that shard. An order that has ended none is not given again before something changes.
  if (order.ended > 0 && order.ended < order.count) end_excess_soon();
}

}  // namespace klamm::net
