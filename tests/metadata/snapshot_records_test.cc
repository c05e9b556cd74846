#include "metadata/snapshot_records.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "metadata/broker_control.h"
#include "protocol/messages/access_control_entry_record.h"
#include "protocol/messages/broker_registration_change_record.h"
#include "protocol/messages/client_quota_record.h"
#include "protocol/messages/delegation_token_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/producer_ids_record.h"
#include "protocol/messages/register_controller_record.h"
#include "protocol/messages/user_scram_credential_record.h"
#include "records.h"

namespace klamm::metadata {
namespace {

using namespace test;

int drawn(int below) {
  return *rc::gen::inRange(0, below);
}
std::vector<int32_t> some_nodes() {
  return *rc::gen::container<std::vector<int32_t>>(rc::gen::inRange(1, 9));
}

template <class T>
std::string text(const std::vector<T>& values) {
  std::string all = "[";
  for (const T& value : values) {
    if constexpr (std::is_same_v<T, Uuid>) {
      all += value.to_string() + " ";
    } else {
      all += std::to_string(value) + " ";
    }
  }
  return all + "]";
}
std::string text(const std::vector<EndpointImage>& endpoints) {
  std::string all;
  for (const EndpointImage& each : endpoints) {
    all += each.listener_name + "=" + each.host + ":" + std::to_string(each.port) + "/" +
           std::to_string(each.security_protocol) + " ";
  }
  return all;
}
std::string text(const std::map<std::string, FeatureRange>& features) {
  std::string all;
  for (const auto& [name, range] : features) {
    all += name + "=" + std::to_string(range.min) + "-" + std::to_string(range.max) + " ";
  }
  return all;
}
std::string text(const PartitionImage& each) {
  return std::to_string(each.leader) + " " + std::to_string(each.leader_epoch) + " " +
         std::to_string(each.partition_epoch) + " " + std::to_string(static_cast<int>(each.leader_recovery_state)) +
         text(each.replicas) + text(each.directories) + text(each.isr) + text(each.eligible_leader_replicas) +
         text(each.last_known_elr) + text(each.adding_replicas) + text(each.removing_replicas);
}
std::string text(const BrokerImage& each) {
  return std::to_string(each.epoch) + " " + each.incarnation_id.to_string() + " " + text(each.endpoints) +
         text(each.supported_features) + each.rack.value_or("(none)") + std::to_string(each.fenced) +
         std::to_string(each.in_controlled_shutdown) + text(each.log_directories) + text(each.cordoned_log_directories);
}
std::string text(const ControllerImage& each) {
  return each.incarnation_id.to_string() + std::to_string(each.zk_migration_ready) + text(each.endpoints) +
         text(each.supported_features);
}

// All that the log told an image; `with_klamms`: and what only Klamm knows.
std::set<std::string> lines(const MetadataImage& image, bool with_klamms) {
  std::set<std::string> all;
  image.for_each_topic([&](const TopicImage& topic) {
    all.insert("topic " + topic.name + " " + topic.id.to_string() + " " + std::to_string(topic.partition_count()));
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* partition = topic.partition(index);
      if (partition != nullptr) all.insert(topic.name + "-" + std::to_string(index) + " " + text(*partition));
    }
  });
  std::set<std::string> klamms;
  image.for_each_klamm_config([&](ConfigResourceType type, std::string_view name, const ConfigImage& config) {
    for (const auto& [key, value] : config.values) klamms.insert(config_key(type, name) + " " + key);
  });
  image.for_each_config([&](ConfigResourceType type, std::string_view name, const ConfigImage& config) {
    for (const auto& [key, value] : config.values) {
      const std::string named = config_key(type, name) + " " + key;
      if (with_klamms || !klamms.contains(named)) all.insert("config " + named + "=" + value);
    }
  });
  image.for_each_client_quota([&](const ClientQuotaImage& quota) {
    for (const auto& [key, value] : quota.values) {
      all.insert("quota " + quota.entity.text() + " " + key + "=" + std::to_string(value));
    }
  });
  for (const auto& [id, broker] : image.brokers()) all.insert("broker " + std::to_string(id) + " " + text(*broker));
  for (const auto& [id, controller] : image.controllers()) {
    all.insert("controller " + std::to_string(id) + " " + text(*controller));
  }
  for (const auto& [name, level] : image.finalized_features()) all.insert(name + "=" + std::to_string(level));
  all.insert("ids " + std::to_string(image.next_producer_id()));
  image.for_each_kept([&](const KeptRecord& record) { all.insert("kept " + record.bytes); });
  return all;
}

std::string random_partition(uint64_t topic, int32_t index, int16_t version) {
  const std::vector<int32_t> replicas{1, 2};
  const std::vector<Uuid> directories{directory_id(), topic_id(topic)};
  const auto isr = some_nodes();
  const auto elr = some_nodes();
  const auto last_elr = some_nodes();
  const auto adding = some_nodes();
  const auto removing = some_nodes();
  protocol::PartitionRecord record;
  record.partition_id = index;
  record.topic_id = topic_id(topic);
  record.replicas = protocol::Array<int32_t>(replicas);
  record.isr = protocol::Array<int32_t>(isr);
  if (version >= 1) record.directories = protocol::Array<Uuid>(directories);
  if (version >= 2) record.eligible_leader_replicas = protocol::Array<int32_t>(elr);
  if (version >= 2) record.last_known_elr = protocol::Array<int32_t>(last_elr);
  record.adding_replicas = protocol::Array<int32_t>(adding);
  record.removing_replicas = protocol::Array<int32_t>(removing);
  record.leader = drawn(4) - 1;
  record.leader_recovery_state = static_cast<int8_t>(drawn(2));
  record.leader_epoch = drawn(100);
  record.partition_epoch = drawn(100);
  return encode_record(record, version);
}

std::string random_quota() {
  const std::string name = std::string(1, static_cast<char>('a' + drawn(3)));
  std::vector<protocol::ClientQuotaRecord::EntityData> entity;
  if (drawn(2) == 0) entity.push_back({"client-id", drawn(2) == 0 ? protocol::String::null() : protocol::String(name)});
  if (drawn(2) == 0 || entity.empty()) {
    entity.push_back({"user", drawn(2) == 0 ? protocol::String::null() : protocol::String(name)});
  }
  protocol::ClientQuotaRecord record;
  record.entity = protocol::Array<protocol::ClientQuotaRecord::EntityData>(entity);
  record.key = drawn(2) == 0 ? "producer_byte_rate" : "request_percentage";
  record.value = drawn(1000) / 8.0;
  record.remove = drawn(4) == 0;
  return encode_record(record);
}

std::string random_broker(int32_t id, int64_t epoch, int16_t metadata_version) {
  BrokerImage broker;
  broker.id = id;
  broker.epoch = epoch;
  broker.incarnation_id = topic_id(static_cast<uint64_t>(drawn(100)));
  broker.endpoints.push_back({"PLAINTEXT", "host", static_cast<uint16_t>(drawn(65536)), 0});
  if (drawn(2) == 0) broker.endpoints.push_back({"SASL", "other", 1, 2});
  broker.supported_features = supported_features();
  if (drawn(2) == 0) broker.rack = "rack";
  broker.fenced = drawn(2) == 0;
  broker.in_controlled_shutdown = drawn(2) == 0;
  broker.log_directories = {directory_id()};
  if (drawn(2) == 0) broker.cordoned_log_directories = {topic_id(4)};
  return register_broker_record(broker, metadata_version);
}

std::string random_controller() {
  const std::string name = "CONTROLLER";
  protocol::RegisterControllerRecord::ControllerEndpoint endpoint{name, "host", static_cast<uint16_t>(drawn(9)), 0};
  protocol::RegisterControllerRecord::ControllerFeature feature{"kraft.version", 0, static_cast<int16_t>(drawn(3))};
  protocol::RegisterControllerRecord record;
  record.controller_id = drawn(3);
  record.incarnation_id = topic_id(static_cast<uint64_t>(drawn(100)));
  record.zk_migration_ready = drawn(2) == 0;
  record.end_points = protocol::Array<protocol::RegisterControllerRecord::ControllerEndpoint>(&endpoint, 1);
  record.features = protocol::Array<protocol::RegisterControllerRecord::ControllerFeature>(&feature, 1);
  return encode_record(record);
}

std::string random_kept() {
  const std::string name = std::string(1, static_cast<char>('a' + drawn(4)));
  const int kind = drawn(3);
  if (kind == 0) {
    protocol::AccessControlEntryRecord acl;
    acl.id = topic_id(static_cast<uint64_t>(drawn(5)));
    acl.resource_name = name;
    acl.principal = "User:a";
    acl.host = "*";
    return encode_record(acl);
  }
  if (kind == 1) {
    protocol::UserScramCredentialRecord scram;
    scram.name = name;
    scram.mechanism = static_cast<int8_t>(drawn(2));
    scram.iterations = drawn(9000);
    return encode_record(scram);
  }
  protocol::DelegationTokenRecord token;
  token.token_id = name;
  token.owner = "User:a";
  token.requester = "User:b";
  return encode_record(token);
}

struct Log {
  explicit Log(int16_t version) : metadata_version(version), versions(record_versions(version)) {
    builder.apply_own(feature_record("metadata.version", version));
  }
  void add_random(uint64_t number) {
    const uint64_t topic = static_cast<uint64_t>(drawn(static_cast<int>(number) + 1));
    const bool is_there = topics.contains(topic);
    switch (drawn(9)) {
      case 0:
        if (topics.insert(number).second) builder.apply_own(topic_record("t" + std::to_string(number), number));
        break;
      case 1:
        if (is_there) builder.apply_own(random_partition(topic, drawn(4), versions.partition));
        break;
      case 2:
        if (is_there && drawn(3) == 0) {
          builder.apply_own(remove_topic_record(topic));
          topics.erase(topic);
        }
        break;
      case 3:
        builder.apply_own(config_record(static_cast<int8_t>(1 << (1 + drawn(5))), drawn(2) == 0 ? "" : "x",
                                        drawn(2) == 0 ? "k" : "l", std::to_string(drawn(9))));
        break;
      case 4:
        builder.apply_own(random_quota());
        break;
      case 5:
        builder.apply_own(random_broker(1 + drawn(3), static_cast<int64_t>(number), metadata_version));
        break;
      case 6:
        builder.apply_own(random_controller());
        break;
      case 7:
        builder.apply_own(random_kept());
        break;
      default:
        builder.finish({static_cast<int64_t>(number), 1});
        builder.set_klamm_setting({ConfigResourceType::kBroker, "", "klamms." + std::to_string(drawn(2)), "1"});
    }
  }
  const MetadataImage& image() {
    protocol::ProducerIdsRecord ids;
    ids.next_producer_id = drawn(3) * 1000;
    builder.apply_own(encode_record(ids));
    builder.apply_own(feature_record("group.version", static_cast<int16_t>(drawn(2))));
    builder.finish({1'000, 1});
    return builder.image();
  }

  int16_t metadata_version;
  RecordVersions versions;
  ImageBuilder builder{"cluster", 1, 2};
  std::set<uint64_t> topics;
};

RC_GTEST_PROP(SnapshotRecordsTest, MakesTheSameImageAgain, ()) {
  const std::vector<int16_t> metadata_versions{kMetadataVersionMin, 8, 17, 23, 30, kMetadataVersionMax};
  const auto version = *rc::gen::elementOf(metadata_versions);
  Log log(version);
  const int count = *rc::gen::inRange(0, 120);
  for (int i = 1; i <= count; ++i) log.add_random(static_cast<uint64_t>(i));
  const MetadataImage before = log.image();

  SnapshotRecords snapshot(before);
  ImageBuilder builder("cluster", 1, 2);
  const auto piece_bytes = static_cast<size_t>(*rc::gen::inRange(1, 500));
  for (RecordValues values = snapshot.next(piece_bytes); !values.empty(); values = snapshot.next(piece_bytes)) {
    for (const std::string& value : values) builder.apply_own(value);
  }
  builder.finish(before.position());
  RC_ASSERT(lines(builder.image(), true) == lines(before, false));
}

TEST(SnapshotRecordsTest, BeginsWithTheMetadataVersion) {
  Log log(kMetadataVersionMax);
  log.builder.apply_own(feature_record("eligible.leader.replicas.version", 1));
  log.builder.finish({5, 1});
  SnapshotRecords snapshot(log.builder.image());
  const RecordValues values = snapshot.next(1 << 20);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0], feature_record("metadata.version", kMetadataVersionMax));
}

TEST(SnapshotRecordsTest, GivesPieces) {
  Log log(kMetadataVersionMax);
  log.builder.apply_own(topic_record("t", 1));
  for (int32_t index = 0; index < 100; ++index) log.builder.apply_own(partition_record(1, index));
  log.builder.finish({200, 1});
  SnapshotRecords snapshot(log.builder.image());
  size_t pieces = 0;
  size_t records = 0;
  for (RecordValues values = snapshot.next(500); !values.empty(); values = snapshot.next(500)) {
    ++pieces;
    records += values.size();
    EXPECT_LE(values.size(), 20U);
  }
  EXPECT_EQ(records, 102U);
  EXPECT_GT(pieces, 10U);
}

}  // namespace
}  // namespace klamm::metadata
