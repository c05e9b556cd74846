#include "coordinator/consumer_group_state.h"

#include <utility>

#include "protocol/assert.h"

namespace klamm::coordinator {

namespace {

void count(ConsumerGroupState::Counts& counts, const std::string& key, int32_t sign) {
  const auto place = counts.try_emplace(key, 0).first;
  place->second += sign;
  if (place->second == 0) counts.erase(place);
}

}  // namespace

ConsumerChange ConsumerGroupState::apply(ConsumerChange change) {
  return std::visit([this](auto&& one) { return take(std::forward<decltype(one)>(one)); }, std::move(change));
}

// ---- questions

ConsumerMember* ConsumerGroupState::find(std::string_view member_id) {
  const auto found = members_.find(member_id);
  return found == members_.end() ? nullptr : &found->second;
}

const ConsumerMember* ConsumerGroupState::find(std::string_view member_id) const {
  const auto found = members_.find(member_id);
  return found == members_.end() ? nullptr : &found->second;
}

const ConsumerMember* ConsumerGroupState::find_static(std::string_view instance_id) const {
  const auto found = static_members_.find(instance_id);
  return found == static_members_.end() ? nullptr : find(found->second);
}

const TopicPartitions& ConsumerGroupState::target(std::string_view member_id) const {
  static const TopicPartitions none;
  const auto found = targets_.find(member_id);
  return found == targets_.end() ? none : found->second;
}

bool ConsumerGroupState::is_owned(const Uuid& topic, int32_t partition) const {
  return owned_.contains({topic, partition});
}

bool ConsumerGroupState::is_blank() const {
  return !epoch_ && !target_epoch_ && !has_partition_metadata_ && members_.empty() && targets_.empty() &&
         resolved_.empty();
}

bool ConsumerGroupState::is_same(const ConsumerGroupState& other) const {
  const auto same_member = [](const Members::value_type& a, const Members::value_type& b) {
    return a.first == b.first && a.second.has_metadata == b.second.has_metadata &&
           a.second.has_current == b.second.has_current && a.second.metadata == b.second.metadata &&
           a.second.current == b.second.current;
  };
  return epoch_ == other.epoch_ && target_epoch_ == other.target_epoch_ &&
         has_partition_metadata_ == other.has_partition_metadata_ && targets_ == other.targets_ &&
         resolved_ == other.resolved_ && std::ranges::equal(members_, other.members_, same_member) &&
         topics_ == other.topics_ && regexes_ == other.regexes_ && assignors_ == other.assignors_ &&
         protocols_ == other.protocols_ && static_members_ == other.static_members_ && owned_ == other.owned_ &&
         unreconciled_count_ == other.unreconciled_count_ && classic_member_count_ == other.classic_member_count_;
}

// ---- the group

ConsumerChange ConsumerGroupState::take(GroupEpochChange change) {
  return GroupEpochChange{std::exchange(epoch_, change.value)};
}

ConsumerChange ConsumerGroupState::take(PartitionMetadataChange change) {
  return PartitionMetadataChange{std::exchange(has_partition_metadata_, change.is_there)};
}

ConsumerChange ConsumerGroupState::take(TargetEpochChange change) {
  TargetEpochChange inverse{std::exchange(target_epoch_, change.value)};
  unreconciled_count_ = 0;
  for (const auto& [id, member] : members_) {
    if (!member.current.is_reconciled_to(assignment_epoch())) ++unreconciled_count_;
  }
  return inverse;
}

ConsumerChange ConsumerGroupState::take(TargetMemberChange change) {
  const auto found = targets_.find(change.member_id);
  TargetMemberChange inverse{change.member_id, std::nullopt};
  if (found != targets_.end()) inverse.value = std::move(found->second);
  if (change.value) {
    targets_.insert_or_assign(std::move(change.member_id), std::move(*change.value));
  } else if (found != targets_.end()) {
    targets_.erase(found);
  }
  return inverse;
}

// ---- members

ConsumerMember& ConsumerGroupState::find_or_create(const std::string& member_id) {
  const auto [place, is_new] = members_.try_emplace(member_id);
  if (is_new) {
    place->second.member_id = member_id;
    if (!place->second.current.is_reconciled_to(assignment_epoch())) ++unreconciled_count_;
  }
  return place->second;
}

void ConsumerGroupState::erase_if_gone(const std::string& member_id) {
  const auto found = members_.find(member_id);
  if (found == members_.end() || found->second.has_metadata || found->second.has_current) return;
  if (!found->second.current.is_reconciled_to(assignment_epoch())) --unreconciled_count_;
  members_.erase(found);
}

ConsumerChange ConsumerGroupState::take(MemberMetadataChange change) {
  MemberMetadataChange inverse{change.member_id, std::nullopt};
  if (!change.value && find(change.member_id) == nullptr) return inverse;
  ConsumerMember& member = find_or_create(change.member_id);
  if (member.has_metadata) {
    count_metadata(member, -1);
    inverse.value = std::move(member.metadata);
  }
  member.has_metadata = change.value.has_value();
  member.metadata = change.value ? std::move(*change.value) : MemberMetadata();
  if (member.has_metadata) {
    count_metadata(member, 1);
  } else {
    erase_if_gone(change.member_id);
  }
  return inverse;
}

ConsumerChange ConsumerGroupState::take(CurrentAssignmentChange change) {
  CurrentAssignmentChange inverse{change.member_id, std::nullopt};
  if (!change.value && find(change.member_id) == nullptr) return inverse;
  ConsumerMember& member = find_or_create(change.member_id);
  count_owned(member.current, -1);
  if (!member.current.is_reconciled_to(assignment_epoch())) --unreconciled_count_;
  if (member.has_current) inverse.value = std::move(member.current);
  member.has_current = change.value.has_value();
  member.current = change.value ? std::move(*change.value) : CurrentAssignment();
  if (!member.current.is_reconciled_to(assignment_epoch())) ++unreconciled_count_;
  count_owned(member.current, 1);
  if (!member.has_current) erase_if_gone(change.member_id);
  return inverse;
}

void ConsumerGroupState::count_metadata(const ConsumerMember& member, int32_t sign) {
  const MemberMetadata& metadata = member.metadata;
  for (const std::string& topic : metadata.topics) count_reader(topic, &TopicReaders::by_name, sign);
  if (metadata.has_regex()) count(regexes_, *metadata.topic_regex, sign);
  if (metadata.server_assignor) count(assignors_, *metadata.server_assignor, sign);
  if (metadata.classic) {
    classic_member_count_ += static_cast<size_t>(sign);
    for (const JoinProtocol& protocol : metadata.classic->protocols) count(protocols_, protocol.name, sign);
  }
  if (!metadata.instance_id) return;
  if (sign > 0) {
    static_members_.insert_or_assign(*metadata.instance_id, member.member_id);
  } else if (const auto found = static_members_.find(*metadata.instance_id);
             found != static_members_.end() && found->second == member.member_id) {
    static_members_.erase(found);
  }
}

void ConsumerGroupState::count_owned(const CurrentAssignment& current, int32_t sign) {
  for (const OwnedPartitions* owned : {&current.assigned, &current.pending_revocation}) {
    for (const auto& [topic, partitions] : *owned) {
      for (const OwnedPartition& one : partitions) {
        const auto place = owned_.try_emplace({topic, one.partition}, 0).first;
        place->second += sign;
        if (place->second == 0) owned_.erase(place);
      }
    }
  }
}

// ---- topics

ConsumerChange ConsumerGroupState::take(RegexChange change) {
  RegexChange inverse{change.regex, std::nullopt};
  if (const auto found = resolved_.find(change.regex); found != resolved_.end()) {
    count_regex_topics(found->second, -1);
    inverse.value = std::move(found->second);
    resolved_.erase(found);
  }
  if (change.value) {
    count_regex_topics(*change.value, 1);
    resolved_.emplace(std::move(change.regex), std::move(*change.value));
  }
  return inverse;
}

void ConsumerGroupState::count_regex_topics(const ResolvedRegex& resolved, int32_t sign) {
  for (const std::string& topic : resolved.topics) count_reader(topic, &TopicReaders::by_regex, sign);
}

void ConsumerGroupState::count_reader(const std::string& topic, int32_t TopicReaders::* which, int32_t sign) {
  const auto place = topics_.try_emplace(topic).first;
  place->second.*which += sign;
  if (place->second == TopicReaders()) topics_.erase(place);
}

}  // namespace klamm::coordinator
