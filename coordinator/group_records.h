#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/group_offsets.h"
#include "protocol/arena.h"
#include "protocol/codec.h"
#include "protocol/messages/group_metadata_value.h"
#include "protocol/record_batch_builder.h"
#include "protocol/writer.h"

// The records of `__consumer_offsets`: a key of a type (int16) and a message, and a value of a version (int16) and a
// message, or none (a tombstone). Written in the versions that Kafka 4.4 writes.
namespace klamm::coordinator {

/// Kafka's CoordinatorRecordType of the group coordinator. Those of share and streams groups are known so far as to be
/// kept.
enum class GroupRecordType : int16_t {
  kLegacyOffsetCommit = 0,
  kOffsetCommit = 1,
  kGroupMetadata = 2,
  kConsumerGroupMetadata = 3,
  kConsumerGroupPartitionMetadata = 4,
  kConsumerGroupMemberMetadata = 5,
  kConsumerGroupTargetAssignmentMetadata = 6,
  kConsumerGroupTargetAssignmentMember = 7,
  kConsumerGroupCurrentMemberAssignment = 8,
  kShareGroupMemberMetadata = 10,
  kShareGroupMetadata = 11,
  kConsumerGroupRegularExpression = 16,
  kStreamsGroupMetadata = 17,
  kStreamsGroupMemberMetadata = 19,
  kHighest = 23,
};

inline constexpr int16_t kOffsetCommitValueVersion = 4;
inline constexpr int16_t kOffsetCommitValueVersionWithExpiry = 1;
inline constexpr int16_t kGroupMetadataValueVersion = 3;

/// Records that are to be written, in order, as bytes. They go into one batch: all or none.
/// @core owner
class GroupRecords {
 public:
  void add_offset(std::string_view group, std::string_view topic, int32_t partition, const CommittedOffset& offset);
  void add_offset_tombstone(std::string_view group, std::string_view topic, int32_t partition);
  void add_group_metadata(std::string_view group, const protocol::GroupMetadataValue& value);
  /// The same, its message encoded in kGroupMetadataValueVersion.
  void add_group_metadata(std::string_view group, std::span<const std::byte> encoded);
  void add_group_metadata_tombstone(std::string_view group);
  /// A record of any other messages, in their version 0; see consumer_records.h.
  template <class Key, class Value>
  void add(const Key& key, const Value& value) {
    add_tombstone(key);
    add_value(Value::kDescriptor, &value);
  }
  template <class Key>
  void add_tombstone(const Key& key) {
    add_key(Key::kApiKey, Key::kDescriptor, &key);
  }

  size_t count() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// What they take in a batch at most.
  size_t size_bytes_max() const;

  /// visit(const Bytes& key, const Bytes& value), in order; a null value is a tombstone.
  template <class Visit>
  void for_each(Visit&& visit) const {
    size_t at = 0;
    for (const Entry& entry : entries_) {
      const auto bytes = writer_.written().subspan(at);
      const protocol::Bytes key(bytes.first(entry.key_bytes));
      if (entry.is_tombstone) {
        visit(key, protocol::Bytes::null());
      } else {
        visit(key, protocol::Bytes(bytes.subspan(entry.key_bytes, entry.value_bytes)));
      }
      at += entry.key_bytes + entry.value_bytes;
    }
  }

 private:
  struct Entry {
    uint32_t key_bytes = 0;
    uint32_t value_bytes = 0;
    bool is_tombstone = false;
  };
  template <class Key>
  void begin(const Key& key);
  template <class Value>
  void finish(const Value& value, int16_t version);
  void add_key(int16_t api_key, const protocol::MessageDescriptor& descriptor, const void* key);
  void add_value(const protocol::MessageDescriptor& descriptor, const void* value);

  protocol::Writer writer_;
  std::vector<Entry> entries_;
};

/// The key of a record in the log. Texts point into the bytes it was read from.
struct GroupRecordKey {
  GroupRecordType type = GroupRecordType::kOffsetCommit;
  std::string_view group;
  // Of offset commits.
  std::string_view topic;
  int32_t partition = 0;
  // Of members of consumer, share and streams groups; or a regular expression.
  std::string_view member_id;

  bool is_offset_commit() const {
    return type == GroupRecordType::kOffsetCommit || type == GroupRecordType::kLegacyOffsetCommit;
  }
};

/// Nothing without error: a type that Kafka 4.4 does not know either, whose record is passed over (and kept in the
/// log). Errors are sentences.
std::expected<std::optional<GroupRecordKey>, std::string> parse_group_record_key(std::span<const std::byte> bytes);

/// The value of an offset commit with a key of `type`; without the offset of its record.
std::expected<CommittedOffset, std::string> parse_offset_commit_value(GroupRecordType type,
                                                                      std::span<const std::byte> bytes);

/// Arrays of the value live in the arena, texts and bytes in `bytes`.
std::expected<protocol::GroupMetadataValue, std::string> parse_group_metadata_value(std::span<const std::byte> bytes,
                                                                                    protocol::Arena& arena);

}  // namespace klamm::coordinator
