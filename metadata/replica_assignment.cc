#include "metadata/replica_assignment.h"

#include <fmt/format.h>

#include <algorithm>

#include "metadata/metadata_record.h"
#include "protocol/messages/partition_record.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

ApiError refused(std::string message) {
  return {ErrorCode::kInvalidReplicaAssignment, std::move(message)};
}

}  // namespace

ReplicaAssignment::ReplicaAssignment(const MetadataImage& image, const NodeOptions& options)
    : image_(image), options_(options) {
  count_directories();
}

bool ReplicaAssignment::is_active(int32_t broker_id) const {
  const BrokerImage* broker = image_.broker(broker_id);
  return broker != nullptr && !broker->fenced && !broker->in_controlled_shutdown;
}

ApiError ReplicaAssignment::check_factor(int16_t factor) const {
  const std::string prefix = fmt::format("Unable to replicate the partition {} time(s): ", factor);
  const size_t brokers = image_.brokers().size();
  if (static_cast<size_t>(factor) > brokers || factor > 1) {
    return {ErrorCode::kInvalidReplicationFactor,
            fmt::format("{}The target replication factor of {} cannot be reached because only {} broker(s) are "
                        "registered or some brokers have all their log directories cordoned.",
                        prefix, factor, brokers)};
  }
  if (!is_active(image_.node_id())) {
    return {ErrorCode::kInvalidReplicationFactor,
            prefix + "All brokers are currently fenced or in controlled shutdown."};
  }
  return {};
}

ApiError ReplicaAssignment::check_told(const std::vector<int32_t>& broker_ids, std::optional<size_t> factor,
                                       int32_t partition) const {
  if (broker_ids.empty()) return refused("The manual partition assignment includes an empty replica list.");
  std::vector<int32_t> sorted = broker_ids;
  std::ranges::sort(sorted);
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (image_.broker(sorted[i]) == nullptr) {
      return refused(fmt::format(
          "The manual partition assignment includes broker {}, but no such broker is registered.", sorted[i]));
    }
    if (i > 0 && sorted[i] == sorted[i - 1]) {
      return refused(fmt::format("The manual partition assignment includes the broker {} more than once.", sorted[i]));
    }
  }
  if (factor && *factor != sorted.size()) {
    return refused(
        fmt::format("The manual partition assignment includes a partition with {} replica(s), but this is "
                    "not consistent with previous partitions, which have {} replica(s).",
                    sorted.size(), *factor));
  }
  if (std::ranges::none_of(sorted, [&](int32_t id) { return is_active(id); })) {
    return refused(
        fmt::format("All brokers specified in the manual partition assignment for partition {} are fenced or "
                    "in controlled shutdown.",
                    partition));
  }
  return {};
}

std::string ReplicaAssignment::new_partition(const Uuid& topic_id, int32_t index,
                                             const std::vector<int32_t>& replicas) {
  const RecordVersions versions = record_versions(image_.metadata_version());
  std::vector<int32_t> in_sync;
  std::vector<Uuid> directories;
  for (const int32_t replica : replicas) {
    if (is_active(replica)) in_sync.push_back(replica);
    directories.push_back(replica == image_.node_id() ? next_directory() : protocol::kZeroUuid);
  }
  protocol::PartitionRecord record;
  record.partition_id = index;
  record.topic_id = topic_id;
  record.replicas = protocol::Array<int32_t>(replicas);
  record.isr = protocol::Array<int32_t>(in_sync);
  record.leader = in_sync.front();
  record.leader_epoch = 0;
  record.partition_epoch = 0;
  if (versions.partition >= 1) record.directories = protocol::Array<Uuid>(directories);
  return encode_record(record, versions.partition);
}

void ReplicaAssignment::count_directories() {
  const BrokerImage* broker = image_.this_broker();
  for (const storage::LogDirectory& directory : options_.directories) {
    if (broker == nullptr || broker->has_directory(directory.id)) directory_loads_[directory.id] = 0;
  }
  if (directory_loads_.size() < 2) return;
  image_.for_each_topic([&](const TopicImage& topic) {
    for (const PartitionImage& partition : topic.partitions) {
      const auto found = directory_loads_.find(partition.directory_of(image_.node_id()));
      if (found != directory_loads_.end()) ++found->second;
    }
  });
}

// The directory with the fewest partitions, of equals the first in log.dirs.
Uuid ReplicaAssignment::next_directory() {
  const Uuid* least = nullptr;
  for (const storage::LogDirectory& directory : options_.directories) {
    if (!directory_loads_.contains(directory.id)) continue;  // it has failed
    if (least == nullptr || directory_loads_[directory.id] < directory_loads_[*least]) least = &directory.id;
  }
  if (least == nullptr) return protocol::kZeroUuid;
  ++directory_loads_[*least];
  return *least;
}

}  // namespace klamm::metadata
