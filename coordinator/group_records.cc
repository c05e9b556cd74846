#include "coordinator/group_records.h"

#include <fmt/core.h>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/messages/group_metadata_key.h"
#include "protocol/messages/legacy_offset_commit_value.h"
#include "protocol/messages/offset_commit_key.h"
#include "protocol/messages/offset_commit_value.h"
#include "protocol/reader.h"

namespace klamm::coordinator {

namespace {

using protocol::Bytes;
using protocol::DecodeError;
using protocol::Reader;

// A record's length, attributes, deltas, lengths of key and value, and header count as varints.
constexpr size_t kRecordOverheadBytesMax = 5 + 1 + 10 + 5 + 5 + 5 + 1;

std::string sentence(std::string_view what, const DecodeError& error) {
  return fmt::format("{}: {}{}{}", what, protocol::describe(error.fault), error.field == nullptr ? "" : " at ",
                     error.field == nullptr ? "" : error.field);
}

template <class Message>
std::expected<Message, std::string> parse_value(std::string_view what, std::span<const std::byte> bytes,
                                                protocol::Arena& arena) {
  Reader reader(bytes);
  const auto version = reader.read_int16();
  if (!version) return std::unexpected(sentence(what, version.error()));
  if (*version < Message::kLowestVersion || *version > Message::kHighestVersion) {
    return std::unexpected(fmt::format("{}: version {} is not known", what, *version));
  }
  auto value = protocol::decode<Message>(reader, *version, arena);
  if (!value) return std::unexpected(sentence(what, value.error()));
  return *value;
}

bool is_member_key(GroupRecordType type) {
  using enum GroupRecordType;
  return type == kConsumerGroupMemberMetadata || type == kShareGroupMemberMetadata ||
         type == kStreamsGroupMemberMetadata;
}

}  // namespace

template <class Key>
void GroupRecords::begin(const Key& key) {
  const size_t start = writer_.position();
  writer_.write_int16(Key::kApiKey);
  const auto encoded = protocol::encode(key, Key::kHighestVersion, writer_);
  KLAMM_ASSERT(encoded.has_value());
  entries_.push_back({static_cast<uint32_t>(writer_.position() - start), 0, true});
}

template <class Value>
void GroupRecords::finish(const Value& value, int16_t version) {
  const size_t start = writer_.position();
  writer_.write_int16(version);
  const auto encoded = protocol::encode(value, version, writer_);
  KLAMM_ASSERT(encoded.has_value());
  entries_.back().value_bytes = static_cast<uint32_t>(writer_.position() - start);
  entries_.back().is_tombstone = false;
}

void GroupRecords::add_offset_tombstone(std::string_view group, std::string_view topic, int32_t partition) {
  protocol::OffsetCommitKey key;
  key.group = group;
  key.topic = topic;
  key.partition = partition;
  begin(key);
}

void GroupRecords::add_offset(std::string_view group, std::string_view topic, int32_t partition,
                              const CommittedOffset& offset) {
  add_offset_tombstone(group, topic, partition);
  const bool has_expiry = offset.expire_timestamp_ms != kNoExpireTimestamp;
  protocol::OffsetCommitValue value;
  value.offset = offset.offset;
  value.leader_epoch = offset.leader_epoch;
  value.metadata = offset.metadata;
  value.commit_timestamp = offset.commit_timestamp_ms;
  value.expire_timestamp = offset.expire_timestamp_ms;
  value.topic_id = offset.topic_id;
  finish(value, has_expiry ? kOffsetCommitValueVersionWithExpiry : kOffsetCommitValueVersion);
}

void GroupRecords::add_group_metadata_tombstone(std::string_view group) {
  protocol::GroupMetadataKey key;
  key.group = group;
  begin(key);
}

void GroupRecords::add_group_metadata(std::string_view group, const protocol::GroupMetadataValue& value) {
  add_group_metadata_tombstone(group);
  finish(value, kGroupMetadataValueVersion);
}

void GroupRecords::add_group_metadata(std::string_view group, std::span<const std::byte> encoded) {
  add_group_metadata_tombstone(group);
  const size_t start = writer_.position();
  writer_.write_int16(kGroupMetadataValueVersion);
  writer_.write_raw(encoded);
  entries_.back().value_bytes = static_cast<uint32_t>(writer_.position() - start);
  entries_.back().is_tombstone = false;
}

size_t GroupRecords::size_bytes_max() const {
  return writer_.position() + entries_.size() * kRecordOverheadBytesMax;
}

std::expected<std::optional<GroupRecordKey>, std::string> parse_group_record_key(std::span<const std::byte> bytes) {
  constexpr std::string_view kWhat = "the key of a group record";
  Reader reader(bytes);
  const auto type = reader.read_int16();
  if (!type) return std::unexpected(sentence(kWhat, type.error()));
  if (*type < 0 || *type > static_cast<int16_t>(GroupRecordType::kHighest)) return std::nullopt;
  GroupRecordKey key;
  key.type = static_cast<GroupRecordType>(*type);
  // The first field of all of them.
  const auto group = reader.read_string();
  if (!group) return std::unexpected(sentence(kWhat, group.error()));
  key.group = group->view();
  if (is_member_key(key.type)) {
    const auto member_id = reader.read_string();
    if (!member_id) return std::unexpected(sentence(kWhat, member_id.error()));
    key.member_id = member_id->view();
  }
  if (!key.is_offset_commit()) return key;
  const auto topic = reader.read_string();
  if (!topic) return std::unexpected(sentence(kWhat, topic.error()));
  const auto partition = reader.read_int32();
  if (!partition) return std::unexpected(sentence(kWhat, partition.error()));
  key.topic = topic->view();
  key.partition = *partition;
  return key;
}

std::expected<CommittedOffset, std::string> parse_offset_commit_value(GroupRecordType type,
                                                                      std::span<const std::byte> bytes) {
  constexpr std::string_view kWhat = "the value of an offset commit";
  protocol::Arena arena;
  CommittedOffset offset;
  if (type == GroupRecordType::kLegacyOffsetCommit) {
    const auto value = parse_value<protocol::LegacyOffsetCommitValue>(kWhat, bytes, arena);
    if (!value) return std::unexpected(value.error());
    offset.offset = value->offset;
    offset.metadata = value->metadata.view();
    offset.commit_timestamp_ms = value->commit_timestamp;
    return offset;
  }
  const auto value = parse_value<protocol::OffsetCommitValue>(kWhat, bytes, arena);
  if (!value) return std::unexpected(value.error());
  offset.offset = value->offset;
  offset.leader_epoch = value->leader_epoch;
  offset.metadata = value->metadata.view();
  offset.commit_timestamp_ms = value->commit_timestamp;
  offset.expire_timestamp_ms = value->expire_timestamp;
  offset.topic_id = value->topic_id;
  return offset;
}

std::expected<protocol::GroupMetadataValue, std::string> parse_group_metadata_value(std::span<const std::byte> bytes,
                                                                                    protocol::Arena& arena) {
  return parse_value<protocol::GroupMetadataValue>("the value of a group's metadata", bytes, arena);
}

}  // namespace klamm::coordinator
