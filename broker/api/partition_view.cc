#include "broker/api/partition_view.h"

#include <algorithm>
#include <vector>

#include "broker/api/addresses.h"

namespace klamm::broker {
namespace {

using protocol::Array;
using protocol::ErrorCode;

// The members of `ids` whose brokers are alive (or dead). All of them: a view of `ids` itself.
std::optional<Array<int32_t>> filter(const metadata::MetadataImage& image, const std::vector<int32_t>& ids, bool alive,
                                     RequestContext& context) {
  const auto wanted = [&](int32_t id) { return is_alive(image, id) == alive; };
  const auto count = static_cast<size_t>(std::ranges::count_if(ids, wanted));
  if (count == 0) return Array<int32_t>();
  if (count == ids.size()) return Array<int32_t>(ids);
  auto* kept = context.make_array<int32_t>(count);
  if (kept == nullptr) return std::nullopt;
  std::ranges::copy_if(ids, kept, wanted);
  return Array<int32_t>(kept, count);
}

ErrorCode leader_error(const metadata::MetadataImage& image, const metadata::PartitionImage& partition,
                       PartitionViewRules rules, RequestContext& context) {
  if (!is_alive(image, partition.leader)) return ErrorCode::kLeaderNotAvailable;
  if (address_of(*image.broker(partition.leader), context)) return ErrorCode::kNone;
  return rules.tells_missing_listener ? ErrorCode::kListenerNotFound : ErrorCode::kLeaderNotAvailable;
}

}  // namespace

std::optional<PartitionView> view_partition(const metadata::MetadataImage& image,
                                            const metadata::PartitionImage& partition, PartitionViewRules rules,
                                            RequestContext& context) {
  PartitionView view;
  view.replicas = partition.replicas;
  view.isr = partition.isr;
  const auto offline = filter(image, partition.replicas, false, context);
  if (!offline) return std::nullopt;
  view.offline = *offline;
  view.error = leader_error(image, partition, rules, context);
  if (view.error == ErrorCode::kNone) view.leader_id = partition.leader;
  if (!rules.hides_dead_replicas) return view;

  const auto replicas = filter(image, partition.replicas, true, context);
  const auto isr = filter(image, partition.isr, true, context);
  if (!replicas || !isr) return std::nullopt;
  const bool some_hidden = replicas->size < view.replicas.size || isr->size < view.isr.size;
  if (view.error == ErrorCode::kNone && some_hidden) view.error = ErrorCode::kReplicaNotAvailable;
  view.replicas = *replicas;
  view.isr = *isr;
  return view;
}

}  // namespace klamm::broker
