#include "metadata/snapshot_records.h"

#include <utility>

#include "metadata/bootstrap.h"
#include "metadata/broker_control.h"
#include "metadata/client_quota_control.h"
#include "metadata/config_control.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/producer_ids_record.h"
#include "protocol/messages/register_controller_record.h"
#include "protocol/messages/topic_record.h"

namespace klamm::metadata {

namespace {

std::string topic_record(const TopicImage& topic) {
  protocol::TopicRecord record;
  record.name = topic.name;
  record.topic_id = topic.id;
  return encode_record(record);
}

std::string partition_record(const Uuid& topic_id, int32_t index, const PartitionImage& partition, int16_t version) {
  protocol::PartitionRecord record;
  record.partition_id = index;
  record.topic_id = topic_id;
  record.replicas = protocol::Array<int32_t>(partition.replicas);
  record.isr = protocol::Array<int32_t>(partition.isr);
  record.removing_replicas = protocol::Array<int32_t>(partition.removing_replicas);
  record.adding_replicas = protocol::Array<int32_t>(partition.adding_replicas);
  record.leader = partition.leader;
  record.leader_recovery_state = static_cast<int8_t>(partition.leader_recovery_state);
  record.leader_epoch = partition.leader_epoch;
  record.partition_epoch = partition.partition_epoch;
  if (version >= 1) record.directories = protocol::Array<Uuid>(partition.directories);
  if (version >= 2 && !partition.eligible_leader_replicas.empty()) {
    record.eligible_leader_replicas = protocol::Array<int32_t>(partition.eligible_leader_replicas);
  }
  if (version >= 2 && !partition.last_known_elr.empty()) {
    record.last_known_elr = protocol::Array<int32_t>(partition.last_known_elr);
  }
  return encode_record(record, version);
}

std::string controller_record(const ControllerImage& controller) {
  std::vector<protocol::RegisterControllerRecord::ControllerEndpoint> endpoints;
  for (const EndpointImage& endpoint : controller.endpoints) {
    endpoints.push_back({endpoint.listener_name, endpoint.host, endpoint.port, endpoint.security_protocol});
  }
  std::vector<protocol::RegisterControllerRecord::ControllerFeature> features;
  for (const auto& [name, range] : controller.supported_features) features.push_back({name, range.min, range.max});
  protocol::RegisterControllerRecord record;
  record.controller_id = controller.id;
  record.incarnation_id = controller.incarnation_id;
  record.zk_migration_ready = controller.zk_migration_ready;
  record.end_points = protocol::Array<protocol::RegisterControllerRecord::ControllerEndpoint>(endpoints);
  record.features = protocol::Array<protocol::RegisterControllerRecord::ControllerFeature>(features);
  return encode_record(record);
}

std::string producer_ids_record(int64_t next_producer_id) {
  protocol::ProducerIdsRecord record;
  record.broker_id = -1;
  record.broker_epoch = -1;
  record.next_producer_id = next_producer_id;
  return encode_record(record);
}

}  // namespace

SnapshotRecords::SnapshotRecords(MetadataImage image)
    : image_(std::move(image)),
      versions_(record_versions(image_.metadata_version())),
      topics_(image_.topics_by_id_),
      configs_(image_.configs_),
      quotas_(image_.client_quotas_),
      kept_(image_.kept_) {}

RecordValues SnapshotRecords::next(size_t bytes_max) {
  RecordValues values;
  size_t bytes = 0;
  size_t counted = 0;
  while (part_ != Part::kEnd && bytes < bytes_max) {
    if (!add(values)) part_ = static_cast<Part>(static_cast<uint8_t>(part_) + 1);
    for (; counted < values.size(); ++counted) bytes += values[counted].size();
  }
  return values;
}

bool SnapshotRecords::add(RecordValues& values) {
  switch (part_) {
    case Part::kFeatures:
      values = feature_records(image_.finalized_features());
      return false;
    case Part::kBrokers:
      return add_brokers(values);
    case Part::kTopics:
      return add_of_topic(values);
    case Part::kConfigs:
      return add_config(values);
    case Part::kQuotas:
      return add_quota(values);
    case Part::kProducerIds:
      if (image_.next_producer_id() > 0) values.push_back(producer_ids_record(image_.next_producer_id()));
      return false;
    case Part::kKept: {
      const auto* item = kept_.next();
      if (item != nullptr) values.push_back(item->second->bytes);
      return item != nullptr;
    }
    case Part::kEnd:
      break;
  }
  return false;
}

bool SnapshotRecords::add_brokers(RecordValues& values) {
  for (const auto& [id, broker] : image_.brokers()) {
    values.push_back(register_broker_record(*broker, image_.metadata_version()));
  }
  for (const auto& [id, controller] : image_.controllers()) values.push_back(controller_record(*controller));
  return false;
}

bool SnapshotRecords::add_of_topic(RecordValues& values) {
  if (topic_ != nullptr && next_partition_ < topic_->partition_count()) {
    const int32_t index = next_partition_++;
    const PartitionImage* partition = topic_->partition(index);
    if (partition != nullptr) values.push_back(partition_record(topic_->id, index, *partition, versions_.partition));
    return true;
  }
  const auto* item = topics_.next();
  if (item == nullptr) return false;
  topic_ = item->second.get();
  next_partition_ = 0;
  values.push_back(topic_record(*topic_));
  return true;
}

bool SnapshotRecords::add_config(RecordValues& values) {
  const auto* item = configs_.next();
  if (item == nullptr) return false;
  const std::string& resource = item->first;
  const ConfigImage* only_klamms = image_.klamm_configs_.find(resource);
  for (const auto& [key, value] : item->second->values) {
    if (only_klamms != nullptr && only_klamms->find(key) != nullptr) continue;
    const auto type = static_cast<ConfigResourceType>(resource[0]);
    values.push_back(config_record(type, std::string_view(resource).substr(1), key, &value));
  }
  return true;
}

bool SnapshotRecords::add_quota(RecordValues& values) {
  const auto* item = quotas_.next();
  if (item == nullptr) return false;
  const ClientQuotaImage& quota = *item->second;
  for (const auto& [key, value] : quota.values) values.push_back(quota_record(quota.entity, key, value));
  return true;
}

}  // namespace klamm::metadata
