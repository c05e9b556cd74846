#include "broker/api/partition_view.h"

#include <algorithm>
#include <vector>

#include "broker/api/addresses.h"

namespace klamm::broker {
namespace {

using protocol::Array;
using protocol::ErrorCode;

// The members of `ids` that are wanted. All of them: a view of `ids` itself.
template <class Wanted>
std::optional<Array<int32_t>> filter(const std::vector<int32_t>& ids, const Wanted& wanted, RequestContext& context) {
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
  const auto is_broker_alive = [&](int32_t id) { return is_alive(image, id); };
  // Its broker is dead, or has lost the directory that it is in.
  const auto is_offline = [&](int32_t id) {
    return !is_broker_alive(id) || !image.broker(id)->has_directory(partition.directory_of(id));
  };
  const auto offline = filter(partition.replicas, is_offline, context);
  if (!offline) return std::nullopt;
  view.offline = *offline;
  view.error = leader_error(image, partition, rules, context);
  if (view.error == ErrorCode::kNone) view.leader_id = partition.leader;
  if (!rules.hides_dead_replicas) return view;

  const auto replicas = filter(partition.replicas, is_broker_alive, context);
  const auto isr = filter(partition.isr, is_broker_alive, context);
  if (!replicas || !isr) return std::nullopt;
  const bool some_hidden = replicas->size < view.replicas.size || isr->size < view.isr.size;
  if (view.error == ErrorCode::kNone && some_hidden) view.error = ErrorCode::kReplicaNotAvailable;
  view.replicas = *replicas;
  view.isr = *isr;
  return view;
}

}  // namespace klamm::broker
