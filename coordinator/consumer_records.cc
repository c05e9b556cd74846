#include "coordinator/consumer_records.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "coordinator/sort_unique.h"
#include "coordinator/wire_text.h"
#include "protocol/arena.h"
#include "protocol/messages/consumer_group_current_member_assignment_key.h"
#include "protocol/messages/consumer_group_current_member_assignment_value.h"
#include "protocol/messages/consumer_group_member_metadata_key.h"
#include "protocol/messages/consumer_group_member_metadata_value.h"
#include "protocol/messages/consumer_group_metadata_key.h"
#include "protocol/messages/consumer_group_metadata_value.h"
#include "protocol/messages/consumer_group_partition_metadata_key.h"
#include "protocol/messages/consumer_group_partition_metadata_value.h"
#include "protocol/messages/consumer_group_regular_expression_key.h"
#include "protocol/messages/consumer_group_regular_expression_value.h"
#include "protocol/messages/consumer_group_target_assignment_member_key.h"
#include "protocol/messages/consumer_group_target_assignment_member_value.h"
#include "protocol/messages/consumer_group_target_assignment_metadata_key.h"
#include "protocol/messages/consumer_group_target_assignment_metadata_value.h"

namespace klamm::coordinator {

using protocol::Arena;
using protocol::Array;
using protocol::Bytes;
using protocol::ConsumerGroupCurrentMemberAssignmentValue;
using protocol::ConsumerGroupMemberMetadataValue;
using protocol::ConsumerGroupTargetAssignmentMemberValue;
using protocol::String;

namespace {

Array<String> strings(const std::vector<std::string>& texts, Arena& arena) {
  auto* rows = arena.allocate_array<String>(texts.size());
  std::ranges::copy(texts, rows);
  return {rows, texts.size()};
}
std::vector<std::string> all_owned(const Array<String>& texts) {
  std::vector<std::string> all;
  for (const String& text : texts) all.emplace_back(text.view());
  sort_unique(all);
  return all;
}

// ---- writing

class RecordAdder {
 public:
  RecordAdder(GroupRecords& records, std::string_view group_id) : records_(records), group_id_(group_id) {}

  void operator()(const GroupEpochChange& change) {
    protocol::ConsumerGroupMetadataKey key{.group_id = group_id_};
    if (!change.value) return records_.add_tombstone(key);
    protocol::ConsumerGroupMetadataValue value;
    value.epoch = change.value->epoch;
    value.metadata_hash = static_cast<int64_t>(change.value->metadata_hash);
    records_.add(key, value);
  }

  void operator()(const PartitionMetadataChange& change) {
    protocol::ConsumerGroupPartitionMetadataKey key{.group_id = group_id_};
    if (!change.is_there) return records_.add_tombstone(key);
    records_.add(key, protocol::ConsumerGroupPartitionMetadataValue());
  }

  void operator()(const MemberMetadataChange& change) {
    protocol::ConsumerGroupMemberMetadataKey key{.group_id = group_id_, .member_id = change.member_id};
    if (!change.value) return records_.add_tombstone(key);
    const MemberMetadata& metadata = *change.value;
    ConsumerGroupMemberMetadataValue value;
    value.instance_id = nullable(metadata.instance_id);
    value.rack_id = nullable(metadata.rack_id);
    value.client_id = metadata.client_id;
    value.client_host = metadata.client_host;
    value.subscribed_topic_names = strings(metadata.topics, arena_);
    value.subscribed_topic_regex = nullable(metadata.topic_regex);
    value.rebalance_timeout_ms = metadata.rebalance_timeout_ms;
    value.server_assignor = nullable(metadata.server_assignor);
    ConsumerGroupMemberMetadataValue::ClassicMemberMetadata classic;
    value.classic_member_metadata = {};
    if (metadata.classic) {
      classic.session_timeout_ms = metadata.classic->session_timeout_ms;
      classic.supported_protocols = protocols(metadata.classic->protocols);
      value.classic_member_metadata = &classic;
    }
    records_.add(key, value);
  }

  void operator()(const TargetEpochChange& change) {
    protocol::ConsumerGroupTargetAssignmentMetadataKey key{.group_id = group_id_};
    if (!change.value) return records_.add_tombstone(key);
    protocol::ConsumerGroupTargetAssignmentMetadataValue value;
    value.assignment_epoch = change.value->epoch;
    value.assignment_timestamp = change.value->timestamp_ms;
    records_.add(key, value);
  }

  void operator()(const TargetMemberChange& change) {
    protocol::ConsumerGroupTargetAssignmentMemberKey key{.group_id = group_id_, .member_id = change.member_id};
    if (!change.value) return records_.add_tombstone(key);
    ConsumerGroupTargetAssignmentMemberValue value;
    auto* rows = arena_.allocate_array<ConsumerGroupTargetAssignmentMemberValue::TopicPartition>(change.value->size());
    value.topic_partitions = {rows, change.value->size()};
    for (const auto& [topic, partitions] : *change.value) *rows++ = {topic, partitions};
    records_.add(key, value);
  }

  void operator()(const CurrentAssignmentChange& change) {
    protocol::ConsumerGroupCurrentMemberAssignmentKey key{.group_id = group_id_, .member_id = change.member_id};
    if (!change.value) return records_.add_tombstone(key);
    ConsumerGroupCurrentMemberAssignmentValue value;
    value.member_epoch = change.value->member_epoch;
    value.previous_member_epoch = change.value->previous_member_epoch;
    value.state = static_cast<int8_t>(change.value->state);
    value.assigned_partitions = owned_rows(change.value->assigned);
    value.partitions_pending_revocation = owned_rows(change.value->pending_revocation);
    records_.add(key, value);
  }

  void operator()(const RegexChange& change) {
    protocol::ConsumerGroupRegularExpressionKey key{.group_id = group_id_, .regular_expression = change.regex};
    if (!change.value) return records_.add_tombstone(key);
    protocol::ConsumerGroupRegularExpressionValue value;
    value.topics = strings(change.value->topics, arena_);
    value.version = change.value->version;
    value.timestamp = change.value->timestamp_ms;
    records_.add(key, value);
  }

 private:
  using OwnedRow = ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions;

  Array<ConsumerGroupMemberMetadataValue::ClassicProtocol> protocols(const std::vector<JoinProtocol>& protocols) {
    auto* rows = arena_.allocate_array<ConsumerGroupMemberMetadataValue::ClassicProtocol>(protocols.size());
    for (size_t i = 0; i < protocols.size(); ++i) {
      rows[i] = {protocols[i].name, Bytes(std::string_view(protocols[i].metadata))};
    }
    return {rows, protocols.size()};
  }

  Array<OwnedRow> owned_rows(const OwnedPartitions& owned) {
    auto* rows = arena_.allocate_array<OwnedRow>(owned.size());
    size_t count = 0;
    for (const auto& [topic, partitions] : owned) {
      auto* indexes = arena_.allocate_array<int32_t>(partitions.size());
      auto* epochs = arena_.allocate_array<int32_t>(partitions.size());
      for (size_t i = 0; i < partitions.size(); ++i) {
        indexes[i] = partitions[i].partition;
        epochs[i] = partitions[i].assignment_epoch;
      }
      rows[count++] = {topic, {indexes, partitions.size()}, {epochs, partitions.size()}};
    }
    return {rows, owned.size()};
  }

  GroupRecords& records_;
  const std::string_view group_id_;
  Arena arena_;
};

// ---- reading

template <class Value>
std::expected<Value, std::string> parse(std::span<const std::byte> bytes, Arena& arena) {
  protocol::Reader reader(bytes);
  const auto version = reader.read_int16();
  if (!version) return std::unexpected(std::string("the value of a record of a consumer group is cut off"));
  if (*version < Value::kLowestVersion || *version > Value::kHighestVersion) {
    return std::unexpected(fmt::format("the value of a record of a consumer group: version {} is not known", *version));
  }
  auto value = protocol::decode<Value>(reader, *version, arena);
  if (!value) {
    return std::unexpected(
        fmt::format("the value of a record of a consumer group: {}", protocol::describe(value.error().fault)));
  }
  return *value;
}

MemberMetadata metadata_of(const ConsumerGroupMemberMetadataValue& value) {
  MemberMetadata metadata;
  metadata.instance_id = owned(value.instance_id);
  metadata.rack_id = owned(value.rack_id);
  metadata.client_id = value.client_id.view();
  metadata.client_host = value.client_host.view();
  metadata.topics = all_owned(value.subscribed_topic_names);
  metadata.topic_regex = owned(value.subscribed_topic_regex);
  metadata.rebalance_timeout_ms = value.rebalance_timeout_ms;
  metadata.server_assignor = owned(value.server_assignor);
  if (value.classic_member_metadata.is_null()) return metadata;
  metadata.classic.emplace();
  metadata.classic->session_timeout_ms = value.classic_member_metadata->session_timeout_ms;
  for (const auto& protocol : value.classic_member_metadata->supported_protocols) {
    metadata.classic->protocols.push_back({std::string(protocol.name.view()), std::string(protocol.metadata.text())});
  }
  return metadata;
}

// There are none below 0, whatever a log says; the rest of a group counts on that.
bool is_partition(int32_t index) {
  return index >= 0;
}

// Without epochs (Kafka before 4.3), partitions have the member's.
OwnedPartitions owned_of(const Array<ConsumerGroupCurrentMemberAssignmentValue::TopicPartitions>& rows,
                         int32_t member_epoch) {
  OwnedPartitions all;
  for (const auto& row : rows) {
    const bool has_epochs = !row.assignment_epochs.is_null && row.assignment_epochs.size == row.partitions.size;
    std::vector<OwnedPartition>& partitions = all[row.topic_id];
    for (uint32_t i = 0; i < row.partitions.size; ++i) {
      if (!is_partition(row.partitions[i])) continue;
      partitions.push_back({row.partitions[i], has_epochs ? row.assignment_epochs[i] : std::max(member_epoch, 0)});
    }
    std::ranges::sort(partitions);
    const auto repeated = std::ranges::unique(partitions, {}, &OwnedPartition::partition);
    partitions.erase(repeated.begin(), repeated.end());
    if (partitions.empty()) all.erase(row.topic_id);
  }
  return all;
}

MemberState state_of(int8_t number) {
  const bool is_known = number >= static_cast<int8_t>(MemberState::kStable) &&
                        number <= static_cast<int8_t>(MemberState::kUnreleasedPartitions);
  return is_known ? static_cast<MemberState>(number) : MemberState::kUnknown;
}

CurrentAssignment current_of(const ConsumerGroupCurrentMemberAssignmentValue& value) {
  return {.member_epoch = value.member_epoch,
          .previous_member_epoch = value.previous_member_epoch,
          .state = state_of(value.state),
          .assigned = owned_of(value.assigned_partitions, value.member_epoch),
          .pending_revocation = owned_of(value.partitions_pending_revocation, value.member_epoch)};
}

TopicPartitions target_of(const ConsumerGroupTargetAssignmentMemberValue& value) {
  TopicPartitions target;
  for (const auto& row : value.topic_partitions) {
    std::vector<int32_t>& partitions = target[row.topic_id];
    std::ranges::copy_if(row.partitions, std::back_inserter(partitions), is_partition);
    sort_unique(partitions);
    if (partitions.empty()) target.erase(row.topic_id);
  }
  return target;
}

// `make` turns the value into a change; without a value it is `tombstone`.
template <class Value, class Make>
std::expected<ConsumerChange, std::string> change_of(std::optional<std::span<const std::byte>> bytes,
                                                     ConsumerChange tombstone, Make make) {
  if (!bytes) return tombstone;
  Arena arena;
  const auto value = parse<Value>(*bytes, arena);
  if (!value) return std::unexpected(value.error());
  return make(*value);
}

}  // namespace

void add_record(GroupRecords& records, std::string_view group_id, const ConsumerChange& change) {
  RecordAdder adder(records, group_id);
  std::visit(adder, change);
}

bool is_of_consumer_group(GroupRecordType type) {
  using enum GroupRecordType;
  return (type >= kConsumerGroupMetadata && type <= kConsumerGroupCurrentMemberAssignment) ||
         type == kConsumerGroupRegularExpression;
}

std::expected<ConsumerChange, std::string> parse_consumer_change(const GroupRecordKey& key,
                                                                 std::optional<std::span<const std::byte>> value) {
  std::string member_id(key.member_id);
  switch (key.type) {
    case GroupRecordType::kConsumerGroupMetadata:
      return change_of<protocol::ConsumerGroupMetadataValue>(value, GroupEpochChange(), [](const auto& read) {
        return GroupEpochChange{{{read.epoch, static_cast<uint64_t>(read.metadata_hash)}}};
      });
    case GroupRecordType::kConsumerGroupPartitionMetadata:
      return PartitionMetadataChange{value.has_value()};
    case GroupRecordType::kConsumerGroupMemberMetadata:
      return change_of<ConsumerGroupMemberMetadataValue>(
          value, MemberMetadataChange{member_id, std::nullopt},
          [&](const auto& read) { return MemberMetadataChange{member_id, metadata_of(read)}; });
    case GroupRecordType::kConsumerGroupTargetAssignmentMetadata:
      return change_of<protocol::ConsumerGroupTargetAssignmentMetadataValue>(
          value, TargetEpochChange(),
          [](const auto& read) { return TargetEpochChange{{{read.assignment_epoch, read.assignment_timestamp}}}; });
    case GroupRecordType::kConsumerGroupTargetAssignmentMember:
      return change_of<ConsumerGroupTargetAssignmentMemberValue>(
          value, TargetMemberChange{member_id, std::nullopt},
          [&](const auto& read) { return TargetMemberChange{member_id, target_of(read)}; });
    case GroupRecordType::kConsumerGroupCurrentMemberAssignment:
      return change_of<ConsumerGroupCurrentMemberAssignmentValue>(
          value, CurrentAssignmentChange{member_id, std::nullopt},
          [&](const auto& read) { return CurrentAssignmentChange{member_id, current_of(read)}; });
    case GroupRecordType::kConsumerGroupRegularExpression:
      return change_of<protocol::ConsumerGroupRegularExpressionValue>(
          value, RegexChange{member_id, std::nullopt}, [&](const auto& read) {
            return RegexChange{member_id, ResolvedRegex{all_owned(read.topics), read.version, read.timestamp}};
          });
    default:
      return std::unexpected(std::string("not a record of a consumer group"));
  }
}

}  // namespace klamm::coordinator
