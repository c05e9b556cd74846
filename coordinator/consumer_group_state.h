#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "coordinator/consumer_change.h"
#include "coordinator/consumer_member.h"

namespace klamm::coordinator {

/// How many members read a topic by its name, and through how many regular expressions it is read. @core owner
struct TopicReaders {
  int32_t by_name = 0;
  int32_t by_regex = 0;
  friend bool operator==(const TopicReaders&, const TopicReaders&) = default;
};

/// What the records of a consumer group say, and what follows from them for quick questions. It changes by apply()
/// alone and knows no rule.
/// Bound: group.consumer.max.size and what its members send; each thing in it is a record of the log.
/// @core owner: the group's shard
class ConsumerGroupState {
 public:
  using Members = std::map<std::string, ConsumerMember, std::less<>>;
  using Targets = std::map<std::string, TopicPartitions, std::less<>>;
  using Readers = std::map<std::string, TopicReaders, std::less<>>;
  using Regexes = std::map<std::string, ResolvedRegex, std::less<>>;
  using Counts = std::map<std::string, int32_t, std::less<>>;

  static constexpr int32_t kFirstEpoch = 1;

  /// Gives the change that takes it back: taken back in the reverse order, changes leave no trace.
  ConsumerChange apply(ConsumerChange change);

  int32_t group_epoch() const { return epoch_ ? epoch_->epoch : kFirstEpoch; }
  uint64_t metadata_hash() const { return epoch_ ? epoch_->metadata_hash : 0; }
  int32_t assignment_epoch() const { return target_epoch_ ? target_epoch_->epoch : kFirstEpoch; }
  int64_t assignment_timestamp_ms() const { return target_epoch_ ? target_epoch_->timestamp_ms : 0; }
  bool has_partition_metadata() const { return has_partition_metadata_; }

  const Members& members() const { return members_; }
  /// Null when it is not there. Its deadlines and connection may be changed, nothing else.
  ConsumerMember* find(std::string_view member_id);
  const ConsumerMember* find(std::string_view member_id) const;
  const ConsumerMember* find_static(std::string_view instance_id) const;
  /// Members that have not yet got to the target of the assignment epoch.
  size_t unreconciled_count() const { return unreconciled_count_; }
  size_t classic_member_count() const { return classic_member_count_; }

  const Targets& targets() const { return targets_; }
  /// Empty when it has none.
  const TopicPartitions& target(std::string_view member_id) const;
  /// Whether a member has the partition, or has yet to give it up.
  bool is_owned(const Uuid& topic, int32_t partition) const;

  const Readers& topics() const { return topics_; }
  const Regexes& resolved_regexes() const { return resolved_; }
  const Counts& regexes() const { return regexes_; }      // members by regular expression
  const Counts& assignors() const { return assignors_; }  // members by the assignor that they want
  const Counts& protocols() const { return protocols_; }  // classic members by protocol that they support
  /// Nothing is there.
  bool is_blank() const;
  /// The same records; what is not in the log does not count.
  bool is_same(const ConsumerGroupState& other) const;

 private:
  struct PartitionKey {
    Uuid topic;
    int32_t partition = 0;
    friend bool operator==(const PartitionKey&, const PartitionKey&) = default;
  };
  struct PartitionHash {
    size_t operator()(const PartitionKey& key) const noexcept {
      return std::hash<Uuid>{}(key.topic) ^ (static_cast<size_t>(key.partition) * 0x9e3779b97f4a7c15ULL);
    }
  };

  ConsumerChange take(GroupEpochChange change);
  ConsumerChange take(PartitionMetadataChange change);
  ConsumerChange take(MemberMetadataChange change);
  ConsumerChange take(TargetEpochChange change);
  ConsumerChange take(TargetMemberChange change);
  ConsumerChange take(CurrentAssignmentChange change);
  ConsumerChange take(RegexChange change);

  ConsumerMember& find_or_create(const std::string& member_id);
  void erase_if_gone(const std::string& member_id);
  void count_metadata(const ConsumerMember& member, int32_t sign);
  void count_owned(const CurrentAssignment& current, int32_t sign);
  void count_regex_topics(const ResolvedRegex& resolved, int32_t sign);
  void count_reader(const std::string& topic, int32_t TopicReaders::* which, int32_t sign);

  std::optional<GroupEpochChange::Value> epoch_;
  std::optional<TargetEpochChange::Value> target_epoch_;
  bool has_partition_metadata_ = false;
  Members members_;
  Targets targets_;
  Regexes resolved_;

  Readers topics_;
  Counts regexes_;
  Counts assignors_;
  Counts protocols_;
  std::map<std::string, std::string, std::less<>> static_members_;  // instance id -> member id
  std::unordered_map<PartitionKey, int32_t, PartitionHash> owned_;  // by how many: one, where nothing is wrong
  size_t unreconciled_count_ = 0;
  size_t classic_member_count_ = 0;
};

}  // namespace klamm::coordinator
