#include "metadata/bootstrap.h"

#include "metadata/config_control.h"
#include "protocol/assert.h"
#include "protocol/messages/begin_transaction_record.h"
#include "protocol/messages/end_transaction_record.h"
#include "protocol/messages/feature_level_record.h"
#include "protocol/messages/kraft_version_record.h"
#include "protocol/messages/leader_change_message.h"
#include "protocol/messages/snapshot_footer_record.h"
#include "protocol/messages/snapshot_header_record.h"
#include "protocol/messages/voters_record.h"

namespace klamm::metadata {

namespace {

template <class Message>
std::string encode_control(const Message& message, int16_t version = Message::kHighestVersion) {
  protocol::Writer writer;
  const auto encoded = protocol::encode(message, version, writer);
  KLAMM_ASSERT(encoded.has_value());
  return {reinterpret_cast<const char*>(writer.written().data()), writer.written().size()};
}

std::string kraft_version_record(int16_t version) {
  protocol::KRaftVersionRecord record;
  record.kraft_version = version;
  return encode_control(record);
}

std::string voters_record(const NodeOptions& options) {
  protocol::VotersRecord::Endpoint endpoint{options.controller_listener_name, options.controller_host,
                                            options.controller_port};
  protocol::VotersRecord::Voter voter;
  voter.voter_id = options.node_id;
  voter.voter_directory_id = options.directories.front().id;
  voter.endpoints = protocol::Array<protocol::VotersRecord::Endpoint>(&endpoint, 1);
  voter.kraft_version_feature = {0, 1};
  protocol::VotersRecord record;
  record.voters = protocol::Array<protocol::VotersRecord::Voter>(&voter, 1);
  return encode_control(record);
}

std::string feature_record(std::string_view name, int16_t level) {
  protocol::FeatureLevelRecord record;
  record.name = name;
  record.feature_level = level;
  return encode_record(record);
}

}  // namespace

const FeatureLevels& default_feature_levels() {
  static const FeatureLevels levels{
      {"metadata.version", kMetadataVersionDefault},
      {"eligible.leader.replicas.version", 1},
      {"group.version", 1},
      {"share.version", 2},
      {"streams.version", 1},
      {"transaction.version", 2},
  };
  return levels;
}

// metadata.version comes first, since it says how the others are to be read.
RecordValues feature_records(const FeatureLevels& features) {
  RecordValues records;
  const auto version = features.find("metadata.version");
  if (version != features.end()) records.push_back(feature_record(version->first, version->second));
  for (const auto& [name, level] : features) {
    if (name != "metadata.version") records.push_back(feature_record(name, level));
  }
  return records;
}

std::vector<std::pair<ControlType, std::string>> snapshot_start_records(int64_t last_contained_log_timestamp_ms,
                                                                        int16_t kraft_version,
                                                                        const std::string* voters) {
  protocol::SnapshotHeaderRecord header;
  header.last_contained_log_timestamp = last_contained_log_timestamp_ms;
  std::vector<std::pair<ControlType, std::string>> records{{ControlType::kSnapshotHeader, encode_control(header)}};
  if (kraft_version >= 1) records.emplace_back(ControlType::kKRaftVersion, kraft_version_record(kraft_version));
  if (kraft_version >= 1 && voters != nullptr) records.emplace_back(ControlType::kKRaftVoters, *voters);
  return records;
}

std::vector<std::pair<ControlType, std::string>> snapshot_end_records() {
  return {{ControlType::kSnapshotFooter, encode_control(protocol::SnapshotFooterRecord{})}};
}

protocol::Buffer format_snapshot(const NodeOptions& options, int64_t now_ms) {
  const std::string voters = voters_record(options);
  const auto start = snapshot_start_records(now_ms, 1, &voters);
  const auto end = snapshot_end_records();
  const RecordValues features = feature_records(default_feature_levels());
  protocol::Writer writer;
  int64_t offset = 0;
  write_control_batch(writer, {offset, 0, now_ms}, start);
  offset += static_cast<int64_t>(start.size());
  write_batch(writer, {offset, 0, now_ms}, features);
  offset += static_cast<int64_t>(features.size());
  write_control_batch(writer, {offset, 0, now_ms}, end);
  return writer.take();
}

std::vector<std::pair<ControlType, std::string>> epoch_start_records(int32_t node_id, int16_t kraft_version,
                                                                     const std::string* voters) {
  protocol::LeaderChangeMessage::Voter voter;
  voter.voter_id = node_id;
  protocol::LeaderChangeMessage change;
  change.leader_id = node_id;
  change.voters = protocol::Array<protocol::LeaderChangeMessage::Voter>(&voter, 1);
  change.granting_voters = change.voters;
  std::vector<std::pair<ControlType, std::string>> records{{ControlType::kLeaderChange, encode_control(change, 0)}};
  if (voters != nullptr) {
    records.emplace_back(ControlType::kKRaftVersion, kraft_version_record(kraft_version));
    records.emplace_back(ControlType::kKRaftVoters, *voters);
  }
  return records;
}

std::expected<void, std::string> check_voters(const std::string& voters, int32_t node_id) {
  protocol::Arena arena;
  protocol::Reader reader(std::as_bytes(std::span(voters.data(), voters.size())));
  const auto record = protocol::decode<protocol::VotersRecord>(reader, 0, arena);
  if (!record) return std::unexpected("the metadata log has an unreadable VotersRecord");
  if (record->voters.size == 1 && record->voters[0].voter_id == node_id) return {};
  return std::unexpected("the metadata log has " + std::to_string(record->voters.size) +
                         " voters, and Klamm serves only one of which node " + std::to_string(node_id) +
                         " is the only voter");
}

RecordValues bootstrap_records(const MetadataImage& image, const NodeOptions& options) {
  const FeatureLevels& features = image.metadata_version() == 0 ? default_feature_levels() : image.finalized_features();
  const bool has_transactions = record_versions(features.at("metadata.version")).transactions;
  RecordValues records;
  if (has_transactions) {
    protocol::BeginTransactionRecord begin;
    begin.name = "Bootstrap records";
    records.push_back(encode_record(begin));
  }
  for (std::string& record : feature_records(features)) records.push_back(std::move(record));
  const auto elr = features.find("eligible.leader.replicas.version");
  if (elr != features.end() && elr->second > 0) {
    // With the ELR on, the cluster-wide default must be in the log.
    const auto set = options.broker_values.find("min.insync.replicas");
    const std::string value = set == options.broker_values.end() ? "1" : set->second;
    records.push_back(config_record(ConfigResourceType::kBroker, "", "min.insync.replicas", &value));
  }
  if (has_transactions) records.push_back(encode_record(protocol::EndTransactionRecord{}));
  return records;
}

}  // namespace klamm::metadata
