#include "metadata/image.h"

#include <algorithm>

namespace klamm::metadata {

Uuid PartitionImage::directory_of(int32_t node_id) const {
  for (size_t i = 0; i < replicas.size() && i < directories.size(); ++i) {
    if (replicas[i] == node_id) return directories[i];
  }
  return protocol::kZeroUuid;
}

const PartitionImage* TopicImage::partition(int32_t index) const {
  if (index < 0 || index >= partition_count()) return nullptr;
  const PartitionImage& found = partitions[static_cast<size_t>(index)];
  return found.exists() ? &found : nullptr;
}

ShardId TopicImage::owner_shard(int32_t index) const {
  const PartitionImage* found = partition(index);
  return found == nullptr ? kNoShard : found->owner_shard;
}

bool BrokerImage::has_directory(const Uuid& directory_id) const {
  // Kafka's ids of no directory: unassigned, lost, and not yet told after a migration.
  static const Uuid lost = Uuid::from_halves(0, 1);
  static const Uuid migrating = Uuid::from_halves(0, 2);
  if (directory_id.is_zero() || directory_id == migrating) return true;
  if (directory_id == lost) return false;
  return log_directories.empty() || std::ranges::find(log_directories, directory_id) != log_directories.end();
}

const EndpointImage* BrokerImage::endpoint(std::string_view listener_name) const {
  for (const EndpointImage& candidate : endpoints) {
    if (candidate.listener_name == listener_name) return &candidate;
  }
  return nullptr;
}

std::string config_key(ConfigResourceType type, std::string_view name) {
  std::string key(1, static_cast<char>(type));
  key += name;
  return key;
}

const ConfigImage* MetadataImage::config(ConfigResourceType type, std::string_view name) const {
  return configs_.find(config_key(type, name));
}

const BrokerImage* MetadataImage::broker(int32_t id) const {
  const auto found = brokers_.find(id);
  return found == brokers_.end() ? nullptr : found->second.get();
}

int16_t MetadataImage::feature_level(std::string_view name) const {
  const auto found = features_.find(name);
  return found == features_.end() ? int16_t{0} : found->second;
}

}  // namespace klamm::metadata
