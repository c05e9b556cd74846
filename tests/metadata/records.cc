#include "records.h"

#include "metadata/broker_control.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/feature_level_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/remove_topic_record.h"
#include "protocol/messages/topic_record.h"

namespace klamm::metadata::test {

Uuid topic_id(uint64_t number) {
  return Uuid::from_halves(0x4000, number);
}
Uuid directory_id() {
  return Uuid::from_halves(0x4001, 1);
}

std::string topic_record(std::string_view name, uint64_t id) {
  protocol::TopicRecord record;
  record.name = name;
  record.topic_id = topic_id(id);
  return encode_record(record);
}

std::string partition_record(uint64_t topic, int32_t index) {
  const std::vector<int32_t> replicas{1};
  const std::vector<Uuid> directories{directory_id()};
  protocol::PartitionRecord record;
  record.partition_id = index;
  record.topic_id = topic_id(topic);
  record.replicas = protocol::Array<int32_t>(replicas);
  record.isr = protocol::Array<int32_t>(replicas);
  record.directories = protocol::Array<Uuid>(directories);
  record.leader = 1;
  record.leader_epoch = 0;
  record.partition_epoch = 0;
  return encode_record(record);
}

std::string remove_topic_record(uint64_t id) {
  protocol::RemoveTopicRecord record;
  record.topic_id = topic_id(id);
  return encode_record(record);
}

std::string config_record(int8_t resource_type, std::string_view resource, std::string_view key,
                          std::optional<std::string_view> value) {
  protocol::ConfigRecord record;
  record.resource_type = resource_type;
  record.resource_name = resource;
  record.name = key;
  record.value = value ? protocol::String(*value) : protocol::String::null();
  return encode_record(record);
}

std::string register_record(int32_t broker_id, int64_t epoch) {
  NodeOptions options;
  options.node_id = broker_id;
  BrokerImage broker = this_node_registration(options, topic_id(77));
  broker.epoch = epoch;
  return register_broker_record(broker, kMetadataVersionDefault);
}

std::string feature_record(std::string_view name, int16_t level) {
  protocol::FeatureLevelRecord record;
  record.name = name;
  record.feature_level = level;
  return encode_record(record);
}

}  // namespace klamm::metadata::test
