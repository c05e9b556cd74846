#include "metadata/image_publisher.h"

#include <algorithm>
#include <iterator>

#include "metadata/metadata_service.h"
#include "protocol/assert.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::metadata {

namespace {

using Sentences = std::vector<std::string>;

// Runs `act(service, plan)`, which gives a task, on each shard for which `wanted(plan)` holds, and gathers what they
// say.
template <class Wanted, class Act>
reactor::Task<Sentences> on_shards(const std::vector<MetadataService*>& services, const std::vector<ShardPlan>& plans,
                                   Wanted wanted, Act act) {
  std::vector<reactor::Task<Sentences>> tasks;
  for (ShardId shard = 0; shard < services.size(); ++shard) {
    if (!wanted(plans[shard])) continue;
    MetadataService* service = services[shard];
    const ShardPlan* plan = &plans[shard];
    tasks.push_back(reactor::on_shard(shard, [service, plan, act] { return act(*service, *plan); }));
  }
  Sentences all;
  for (Sentences& sentences : co_await reactor::when_all(std::move(tasks))) {
    std::ranges::move(sentences, std::back_inserter(all));
  }
  co_return all;
}

reactor::Task<Sentences> take(MetadataService& service, const MetadataImage& next) {
  service.publish(next);
  co_return Sentences{};
}

}  // namespace

ImagePublisher::ImagePublisher(std::vector<MetadataService*> services, int32_t node_id)
    : services_(std::move(services)), node_id_(node_id), nothing_(std::make_unique<MetadataImage>()) {
  for (MetadataService* service : services_) service->set_publisher(this);
}

ImagePublisher::~ImagePublisher() = default;

reactor::Task<Sentences> ImagePublisher::publish(MetadataImage next, const PartitionFinder* found) {
  const MetadataImage& before = latest_ == nullptr ? *nothing_ : *latest_;
  held_.push_back({std::make_unique<const MetadataImage>(std::move(next)), shard_count()});
  const MetadataImage& after = *held_.back().image;
  const auto plans = reconcile(before, after, node_id_, shard_count(), found);

  Sentences all;
  const auto note = [&](Sentences sentences) { std::ranges::move(sentences, std::back_inserter(all)); };
  note(co_await on_shards(
      services_, plans, [](const ShardPlan& plan) { return !plan.replaced.empty(); },
      [](MetadataService& service, const ShardPlan& plan) { return service.retire(plan.replaced); }));
  note(co_await on_shards(
      services_, plans, [](const ShardPlan& plan) { return !plan.prepare.empty(); },
      [&after, found](MetadataService& service, const ShardPlan& plan) {
        return service.prepare(after, plan.prepare, found);
      }));
  latest_ = &after;
  note(co_await on_shards(
      services_, plans, [](const ShardPlan&) { return true; },
      [&after](MetadataService& service, const ShardPlan&) { return take(service, after); }));
  note(co_await on_shards(
      services_, plans, [](const ShardPlan& plan) { return !plan.retire.empty(); },
      [](MetadataService& service, const ShardPlan& plan) { return service.retire(plan.retire); }));
  co_return all;
}

void ImagePublisher::let_go(const MetadataImage* image) {
  const auto held = std::ranges::find_if(held_, [&](const Held& each) { return each.image.get() == image; });
  KLAMM_ASSERT(held != held_.end());
  KLAMM_ASSERT(held->shard_count > 0);
  if (--held->shard_count == 0) held_.erase(held);
}

}  // namespace klamm::metadata
