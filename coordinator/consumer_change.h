#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "coordinator/consumer_member.h"

// A consumer group changes by the records of its log alone: each is a key and a value, or none (a tombstone). The same
// changes are written, applied, taken back when their write failed, and replayed when the log is loaded.
// @core any
namespace klamm::coordinator {

/// ConsumerGroupMetadata.
struct GroupEpochChange {
  struct Value {
    int32_t epoch = 0;
    uint64_t metadata_hash = 0;  // of the topics that the group is subscribed to
    friend bool operator==(const Value&, const Value&) = default;
  };
  std::optional<Value> value;
};

/// ConsumerGroupPartitionMetadata: written by Kafka before 4.1, and deleted by what comes after.
struct PartitionMetadataChange {
  bool is_there = false;
};

/// ConsumerGroupMemberMetadata.
struct MemberMetadataChange {
  std::string member_id;
  std::optional<MemberMetadata> value;
};

/// ConsumerGroupTargetAssignmentMetadata.
struct TargetEpochChange {
  struct Value {
    int32_t epoch = 0;
    int64_t timestamp_ms = 0;  // when it was computed; 0: not known
    friend bool operator==(const Value&, const Value&) = default;
  };
  std::optional<Value> value;
};

/// ConsumerGroupTargetAssignmentMember.
struct TargetMemberChange {
  std::string member_id;
  std::optional<TopicPartitions> value;
};

/// ConsumerGroupCurrentMemberAssignment.
struct CurrentAssignmentChange {
  std::string member_id;
  std::optional<CurrentAssignment> value;
};

/// A regular expression and the topics that matched it. @core any
struct ResolvedRegex {
  std::vector<std::string> topics;  // ascending, unique
  int64_t version = 0;              // of the metadata, as its offset
  int64_t timestamp_ms = 0;
  friend bool operator==(const ResolvedRegex&, const ResolvedRegex&) = default;
};

/// ConsumerGroupRegularExpression.
struct RegexChange {
  std::string regex;
  std::optional<ResolvedRegex> value;
};

using ConsumerChange = std::variant<GroupEpochChange, PartitionMetadataChange, MemberMetadataChange, TargetEpochChange,
                                    TargetMemberChange, CurrentAssignmentChange, RegexChange>;

}  // namespace klamm::coordinator
