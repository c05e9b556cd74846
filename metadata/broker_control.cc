#include "metadata/broker_control.h"

#include <algorithm>

#include "protocol/messages/broker_registration_change_record.h"
#include "protocol/messages/partition_change_record.h"
#include "protocol/messages/register_broker_record.h"

namespace klamm::metadata {

namespace {

constexpr std::string_view kElrFeature = "eligible.leader.replicas.version";

bool contains(const std::vector<int32_t>& ids, int32_t id) {
  return std::ranges::find(ids, id) != ids.end();
}

bool may_lead(const PartitionImage& partition, int32_t node_id) {
  if (contains(partition.isr, node_id) || contains(partition.eligible_leader_replicas, node_id)) return true;
  if (!partition.isr.empty() || !partition.eligible_leader_replicas.empty()) return false;
  return contains(partition.last_known_elr, node_id) || partition.replicas == std::vector<int32_t>{node_id};
}

// visit(topic id, index, partition)
template <class Visit>
void for_each_partition(const MetadataImage& image, Visit&& visit) {
  image.for_each_topic([&](const TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      if (const PartitionImage* partition = topic.partition(index)) visit(topic.id, index, *partition);
    }
  });
}

std::string change_record(int32_t broker_id, int64_t epoch, int8_t fenced, int8_t in_controlled_shutdown) {
  protocol::BrokerRegistrationChangeRecord record;
  record.broker_id = broker_id;
  record.broker_epoch = epoch;
  record.fenced = fenced;
  record.in_controlled_shutdown = in_controlled_shutdown;
  return encode_record(record, in_controlled_shutdown == 0 ? int16_t{0} : int16_t{1});
}

// A partition that the node led loses its leader; its replica goes to the ELR where that is on.
class LeaderlessRecords {
 public:
  LeaderlessRecords(const MetadataImage& image, int32_t node_id)
      : version_(record_versions(image.metadata_version()).partition_change),
        has_elr_(version_ >= 2 && image.feature_level(kElrFeature) > 0),
        only_this_node_{node_id} {}

  std::string of(const Uuid& topic_id, int32_t index, const PartitionImage& partition) const {
    protocol::PartitionChangeRecord record;
    record.partition_id = index;
    record.topic_id = topic_id;
    record.leader = kNoLeader;
    if (has_elr_ && partition.isr == only_this_node_) {
      record.isr = {};
      record.eligible_leader_replicas = protocol::Array<int32_t>(only_this_node_);
      record.last_known_elr = protocol::Array<int32_t>(only_this_node_);
    }
    return encode_record(record, version_);
  }

 private:
  int16_t version_;
  bool has_elr_;
  std::vector<int32_t> only_this_node_;
};

}  // namespace

const std::map<std::string, FeatureRange>& supported_features() {
  static const std::map<std::string, FeatureRange> features{
      {"eligible.leader.replicas.version", {0, 1}},
      {"group.version", {0, 1}},
      {"kraft.version", {0, 1}},
      {"metadata.version", {kMetadataVersionMin, kMetadataVersionMax}},
      {"share.version", {0, 2}},
      {"streams.version", {0, 1}},
      {"transaction.version", {0, 2}},
  };
  return features;
}

BrokerImage this_node_registration(const NodeOptions& options, const Uuid& incarnation_id) {
  BrokerImage broker;
  broker.id = options.node_id;
  broker.incarnation_id = incarnation_id;
  broker.endpoints = options.listeners;
  broker.supported_features = supported_features();
  broker.rack = options.rack;
  for (const storage::LogDirectory& directory : options.directories) broker.log_directories.push_back(directory.id);
  // Kafka keeps them in order, to find one quickly.
  std::ranges::sort(broker.log_directories);
  return broker;
}

std::string register_broker_record(const BrokerImage& registration, int16_t metadata_version) {
  const RecordVersions versions = record_versions(metadata_version);
  std::vector<protocol::RegisterBrokerRecord::BrokerEndpoint> endpoints;
  for (const EndpointImage& endpoint : registration.endpoints) {
    endpoints.push_back({endpoint.listener_name, endpoint.host, endpoint.port, endpoint.security_protocol});
  }
  std::vector<protocol::RegisterBrokerRecord::BrokerFeature> features;
  for (const auto& [name, range] : registration.supported_features) features.push_back({name, range.min, range.max});

  protocol::RegisterBrokerRecord record;
  record.broker_id = registration.id;
  record.incarnation_id = registration.incarnation_id;
  record.broker_epoch = registration.epoch;
  record.end_points = protocol::Array<protocol::RegisterBrokerRecord::BrokerEndpoint>(endpoints);
  record.features = protocol::Array<protocol::RegisterBrokerRecord::BrokerFeature>(features);
  record.rack = registration.rack ? protocol::String(*registration.rack) : protocol::String::null();
  record.fenced = registration.fenced;
  record.in_controlled_shutdown = versions.register_broker >= 1 && registration.in_controlled_shutdown;
  if (versions.register_broker >= 3) record.log_dirs = protocol::Array<Uuid>(registration.log_directories);
  if (versions.register_broker >= 4) {
    record.cordoned_log_dirs = protocol::Array<Uuid>(registration.cordoned_log_directories);
  }
  return encode_record(record, versions.register_broker);
}

std::string unfence_broker_record(int32_t broker_id, int64_t broker_epoch) {
  return change_record(broker_id, broker_epoch, -1, 0);
}

RecordValues elect_leader_records(const MetadataImage& image, int32_t node_id) {
  const int16_t version = record_versions(image.metadata_version()).partition_change;
  const std::vector<int32_t> only_this_node{node_id};
  RecordValues records;
  const BrokerImage* broker = image.broker(node_id);
  const LeaderlessRecords leaderless(image, node_id);
  for_each_partition(image, [&](const Uuid& topic_id, int32_t index, const PartitionImage& partition) {
    if (broker != nullptr && !broker->has_directory(partition.directory_of(node_id))) {
      if (partition.leader == node_id) records.push_back(leaderless.of(topic_id, index, partition));
      return;
    }
    if (!may_lead(partition, node_id)) return;
    protocol::PartitionChangeRecord record;
    record.partition_id = index;
    record.topic_id = topic_id;
    record.leader = node_id;
    if (partition.isr.empty()) record.isr = protocol::Array<int32_t>(only_this_node);
    if (!partition.eligible_leader_replicas.empty()) record.eligible_leader_replicas = {};
    if (!partition.last_known_elr.empty()) record.last_known_elr = {};
    records.push_back(encode_record(record, version));
  });
  return records;
}

RecordValues clean_stop_records(const MetadataImage& image, int32_t node_id) {
  RecordValues records;
  const BrokerImage* broker = image.broker(node_id);
  if (broker == nullptr) return records;
  records.push_back(change_record(node_id, broker->epoch, 0, 1));
  const LeaderlessRecords leaderless(image, node_id);
  for_each_partition(image, [&](const Uuid& topic_id, int32_t index, const PartitionImage& partition) {
    if (partition.leader == node_id) records.push_back(leaderless.of(topic_id, index, partition));
  });
  records.push_back(change_record(node_id, broker->epoch, 1, 0));
  return records;
}

RecordValues failed_directory_records(const MetadataImage& image, int32_t node_id, const Uuid& failed,
                                      const std::vector<Uuid>& left) {
  RecordValues records;
  const BrokerImage* broker = image.broker(node_id);
  if (broker == nullptr) return records;
  const LeaderlessRecords leaderless(image, node_id);
  for_each_partition(image, [&](const Uuid& topic_id, int32_t index, const PartitionImage& partition) {
    if (partition.leader != node_id || partition.directory_of(node_id) != failed) return;
    records.push_back(leaderless.of(topic_id, index, partition));
  });
  // Before that version brokers have no directories in the log.
  if (record_versions(image.metadata_version()).register_broker < 3) return records;
  protocol::BrokerRegistrationChangeRecord record;
  record.broker_id = node_id;
  record.broker_epoch = broker->epoch;
  record.log_dirs = protocol::Array<Uuid>(left);
  records.push_back(encode_record(record, 2));
  return records;
}

std::optional<std::string> unservable_reason(const MetadataImage& image, int32_t node_id) {
  const int16_t version = image.metadata_version();
  if (version < kMetadataVersionMin || version > kMetadataVersionMax) {
    return "the metadata log has the metadata.version " + std::to_string(version) + ", and Klamm knows " +
           std::to_string(kMetadataVersionMin) + " to " + std::to_string(kMetadataVersionMax);
  }
  if (image.kraft_version() > 1) {
    return "the metadata log has the kraft.version " + std::to_string(image.kraft_version()) +
           ", and Klamm knows 0 and 1";
  }
  std::optional<std::string> reason;
  image.for_each_topic([&](const TopicImage& topic) {
    for (const PartitionImage& partition : topic.partitions) {
      if (!reason && partition.exists() && partition.replicas != std::vector<int32_t>{node_id}) {
        reason = "the topic " + topic.name + " has replicas on other nodes than " + std::to_string(node_id) +
                 ", and Klamm serves a cluster of one node only";
      }
    }
  });
  return reason;
}

}  // namespace klamm::metadata
