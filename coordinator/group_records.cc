#include "coordinator/group_records.h"

#include <fmt/core.h>

#include <concepts>
#include <cstring>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/messages/group_metadata_key.h"
#include "protocol/messages/legacy_offset_commit_value.h"
#include "protocol/messages/offset_commit_key.h"
#include "protocol/messages/offset_commit_value.h"
#include "protocol/reader.h"
#include "protocol/record_batch.h"
#include "protocol/varint.h"

namespace klamm::coordinator {

namespace {

using protocol::Bytes;
using protocol::DecodeError;
using protocol::Reader;

// A record's length, attributes, deltas, lengths of key and value, and header count as varints.
constexpr size_t kRecordOverheadBytesMax = 5 + 1 + 10 + 5 + 5 + 5 + 1;

constexpr size_t kTextBytesMax = INT16_MAX;
// Of how many partitions an offset is committed at a time, mostly: memory for as many is taken at once.
constexpr size_t kOffsetsOfACommit = 4;

// Commits are the bulk of what is written: their records are put into place byte by byte, as the codec would write
// them.
struct BytesAt {
  std::byte* at;

  template <std::integral T>
  void put(T value) {
    protocol::store_big_endian(at, value);
    at += sizeof(T);
  }
  void put_raw(const void* bytes, size_t size) {
    std::memcpy(at, bytes, size);
    at += size;
  }
  void put_text(std::string_view text) {
    KLAMM_ASSERT(text.size() <= kTextBytesMax);
    put(static_cast<int16_t>(text.size()));
    put_raw(text.data(), text.size());
  }
  void put_compact_text(std::string_view text) {
    KLAMM_ASSERT(text.size() <= kTextBytesMax);
    put_varint(text.size() + 1);
    put_raw(text.data(), text.size());
  }
  void put_varint(size_t value) { at = protocol::put_varint(at, value); }
};

size_t offset_key_bytes(std::string_view group, std::string_view topic) {
  return 2 + 2 + group.size() + 2 + topic.size() + 4;
}

void put_offset_key(BytesAt& at, std::string_view group, std::string_view topic, int32_t partition) {
  at.put(protocol::OffsetCommitKey::kApiKey);
  at.put_text(group);
  at.put_text(topic);
  at.put(partition);
}

size_t offset_value_bytes(const CommittedOffset& offset) {
  const size_t metadata_bytes = offset.metadata.size();
  const size_t tagged_bytes = offset.topic_id == protocol::Uuid{} ? 1 : 1 + 1 + 1 + offset.topic_id.bytes.size();
  return 2 + 8 + 4 + protocol::varint_bytes(metadata_bytes + 1) + metadata_bytes + 8 + tagged_bytes;
}

void put_offset_value(BytesAt& at, const CommittedOffset& offset) {
  at.put(kOffsetCommitValueVersion);
  at.put(offset.offset);
  at.put(offset.leader_epoch);
  at.put_compact_text(offset.metadata);
  at.put(offset.commit_timestamp_ms);
  const bool has_topic_id = offset.topic_id != protocol::Uuid{};
  at.put_varint(has_topic_id ? 1 : 0);  // tagged fields
  if (!has_topic_id) return;
  at.put_varint(0);  // the tag
  at.put_varint(offset.topic_id.bytes.size());
  at.put_raw(offset.topic_id.bytes.data(), offset.topic_id.bytes.size());
}

protocol::OffsetCommitValue expiring_value(const CommittedOffset& offset) {
  protocol::OffsetCommitValue value;
  value.offset = offset.offset;
  value.leader_epoch = offset.leader_epoch;
  value.metadata = offset.metadata;
  value.commit_timestamp = offset.commit_timestamp_ms;
  value.expire_timestamp = offset.expire_timestamp_ms;
  value.topic_id = offset.topic_id;
  return value;
}

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

bool has_member_id(GroupRecordType type) {
  using enum GroupRecordType;
  switch (type) {
    case kConsumerGroupMemberMetadata:
    case kConsumerGroupTargetAssignmentMember:
    case kConsumerGroupCurrentMemberAssignment:
    case kConsumerGroupRegularExpression:
    case kShareGroupMemberMetadata:
    case kStreamsGroupMemberMetadata:
      return true;
    default:
      return false;
  }
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

void GroupRecords::add_key(int16_t api_key, const protocol::MessageDescriptor& descriptor, const void* key) {
  const size_t start = writer_.position();
  writer_.write_int16(api_key);
  const auto encoded = protocol::encode_message(descriptor, key, 0, writer_);
  KLAMM_ASSERT(encoded.has_value());
  entries_.push_back({static_cast<uint32_t>(writer_.position() - start), 0, true});
}

void GroupRecords::add_value(const protocol::MessageDescriptor& descriptor, const void* value) {
  const size_t start = writer_.position();
  writer_.write_int16(0);
  const auto encoded = protocol::encode_message(descriptor, value, 0, writer_);
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
  if (offset.expire_timestamp_ms != kNoExpireTimestamp) {
    add_offset_tombstone(group, topic, partition);
    finish(expiring_value(offset), kOffsetCommitValueVersionWithExpiry);
    return;
  }
  const auto key_bytes = static_cast<uint32_t>(offset_key_bytes(group, topic));
  const auto value_bytes = static_cast<uint32_t>(offset_value_bytes(offset));
  if (entries_.empty()) {
    entries_.reserve(kOffsetsOfACommit);
    writer_.buffer().reserve(kOffsetsOfACommit * (key_bytes + value_bytes));
  }
  BytesAt at{writer_.buffer().extend(key_bytes + value_bytes)};
  put_offset_key(at, group, topic, partition);
  put_offset_value(at, offset);
  entries_.push_back({key_bytes, value_bytes, false});
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
  if (has_member_id(key.type)) {
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
