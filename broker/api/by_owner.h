#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "broker/api/handler.h"
#include "broker/broker_shard.h"
#include "metadata/image.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::broker {

/// Runs `visit(BrokerShard& there, std::span<Item* const> items) -> Task<void>` once on every shard that owns one of
/// `items` (their member `owner_shard`), on all of them at the same time and in the order of `items` within each;
/// resumes when all have ended. Items without an owner (kNoShard) are passed over. Items of the home shard alone cost
/// no message.
/// @core owner: the shard of the request
template <class Item, class Visit>
reactor::Task<void> visit_by_owner(RequestContext& context, std::span<Item> items, Visit visit) {
  BrokerShard& home = context.shard();
  struct Part {
    reactor::ShardId shard;
    std::vector<Item*> items;
  };
  std::vector<Part> parts;
  for (Item& item : items) {
    if (item.owner_shard == metadata::kNoShard) continue;
    auto part = std::ranges::find(parts, item.owner_shard, &Part::shard);
    if (part == parts.end()) part = parts.insert(part, Part{item.owner_shard, {}});
    part->items.push_back(&item);
  }
  if (parts.empty()) co_return;
  if (parts.size() == 1 && parts.front().shard == home.id()) {
    co_await visit(home, std::span<Item* const>(parts.front().items));
    co_return;
  }
  // Requests to other shards leave first, so that those work while this one does its own part.
  const auto own = std::ranges::find(parts, home.id(), &Part::shard);
  if (own != parts.end()) std::iter_swap(own, parts.end() - 1);
  std::vector<reactor::Task<void>> visits;
  visits.reserve(parts.size());
  for (Part& part : parts) {
    visits.push_back(reactor::on_shard(
        part.shard,
        [&home, &part, &visit]() -> reactor::Task<void> {
          return visit(home.peer(part.shard), std::span<Item* const>(part.items));
        },
        context.crossing()));
  }
  co_await reactor::when_all(std::move(visits));
}

}  // namespace klamm::broker
