#include "coordinator/group_migration.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "coordinator/consumer_protocol.h"
#include "coordinator/consumer_records.h"
#include "coordinator/protocol_choice.h"
#include "coordinator/sort_unique.h"
#include "protocol/messages/group_metadata_value.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using protocol::GroupMetadataValue;

namespace {

std::unexpected<GroupError> cannot_upgrade(const ClassicGroup& group, std::string_view why) {
  return std::unexpected(
      GroupError{ErrorCode::kGroupIdNotFound,
                 fmt::format("Cannot upgrade classic group {} to consumer group because {}", group.group_id(), why)});
}

// A member that came while a rebalance is prepared may not know the protocol of the generation before.
const std::string& metadata_of(const ClassicMember& member, const std::string& protocol_name) {
  if (member.supports(protocol_name) || member.protocols.empty()) return member.metadata(protocol_name);
  return member.protocols.front().metadata;
}

OwnedPartitions owned_since(const TopicPartitions& partitions, int32_t epoch) {
  OwnedPartitions owned;
  for (const auto& [topic, indexes] : partitions) {
    for (const int32_t index : indexes) owned[topic].push_back({index, epoch});
  }
  return owned;
}

MemberMetadata metadata_of(const ClassicMember& member, MemberSubscription subscription) {
  MemberMetadata metadata{.instance_id = member.instance_id,
                          .rack_id = std::move(subscription.rack_id),
                          .client_id = member.client_id,
                          .client_host = member.client_host,
                          .topics = std::move(subscription.topics),
                          .rebalance_timeout_ms = member.rebalance_timeout_ms};
  sort_unique(metadata.topics);
  metadata.classic = {.session_timeout_ms = member.session_timeout_ms, .protocols = member.protocols};
  return metadata;
}

ClassicMember classic_member(const ConsumerMember& member) {
  return {.member_id = member.member_id,
          .instance_id = member.metadata.instance_id,
          .client_id = member.metadata.client_id,
          .client_host = member.metadata.client_host,
          .session_timeout_ms = member.metadata.classic->session_timeout_ms,
          .rebalance_timeout_ms = member.metadata.rebalance_timeout_ms,
          .protocols = member.metadata.classic->protocols,
          .assignment = ""};
}

uint64_t hash_of(const std::vector<MemberMetadataChange>& members, const GroupTopics& topics) {
  std::vector<std::string> names;
  for (const MemberMetadataChange& member : members) {
    names.insert(names.end(), member.value->topics.begin(), member.value->topics.end());
  }
  sort_unique(names);
  std::vector<uint64_t> hashes;
  for (const std::string& name : names) {
    if (topics.find(name)) hashes.push_back(topics.hash(name));
  }
  return group_topics_hash(hashes);
}

}  // namespace

std::expected<std::vector<ConsumerChange>, GroupError> consumer_group_of(const ClassicGroup& group,
                                                                         const ConsumerGroupOptions& options,
                                                                         const GroupTopics& topics) {
  if (!allows_upgrade(options.migration_policy)) return cannot_upgrade(group, "online upgrade is disabled.");
  if (!group.uses_consumer_protocol()) {
    return cannot_upgrade(group, "the group does not use the consumer embedded protocol.");
  }
  if (group.member_count() > static_cast<size_t>(options.max_size)) {
    return cannot_upgrade(group, "the group size exceeds the consumer group maximum size.");
  }
  const int32_t epoch = group.generation();
  const std::string protocol_name = group.common_protocol();
  std::vector<MemberMetadataChange> members;
  std::vector<ConsumerChange> targets;
  std::vector<ConsumerChange> currents;
  for (const ClassicMember& member : group.members()) {
    auto subscription = parse_subscription(metadata_of(member, protocol_name));
    const auto assignment = parse_assignment(member.assignment);
    if (!subscription || !assignment) {
      return cannot_upgrade(group, "the embedded consumer protocol is malformed.");
    }
    if (assignment->has_user_data) {
      return cannot_upgrade(group,
                            "an unsupported custom assignor is in use. Please refer to the documentation or switch to "
                            "a default assignor before re-attempting the upgrade.");
    }
    TopicPartitions partitions = with_ids(assignment->partitions, topics);
    currents.push_back(CurrentAssignmentChange{member.member_id,
                                               {{.member_epoch = epoch,
                                                 .previous_member_epoch = epoch,
                                                 .state = MemberState::kStable,
                                                 .assigned = owned_since(partitions, epoch)}}});
    targets.push_back(TargetMemberChange{member.member_id, std::move(partitions)});
    members.push_back({member.member_id, metadata_of(member, std::move(*subscription))});
  }
  const uint64_t hash = hash_of(members, topics);
  std::vector<ConsumerChange> changes(std::make_move_iterator(members.begin()), std::make_move_iterator(members.end()));
  changes.push_back(GroupEpochChange{{{epoch, hash}}});
  std::ranges::move(targets, std::back_inserter(changes));
  changes.push_back(TargetEpochChange{{{epoch, 0}}});
  std::ranges::move(currents, std::back_inserter(changes));
  return changes;
}

bool may_become_classic(const ConsumerGroupState& state, std::span<const std::string> leaving,
                        const ConsumerGroupOptions& options) {
  const auto leaves_classic = static_cast<size_t>(
      std::ranges::count_if(leaving, [&](const std::string& id) { return state.find(id)->uses_classic_protocol(); }));
  const size_t left_count = state.members().size() - leaving.size();
  if (left_count == 0 || state.classic_member_count() - leaves_classic != left_count) return false;
  return allows_downgrade(options.migration_policy) && left_count <= static_cast<size_t>(options.classic_max_size);
}

std::optional<ClassicStart> classic_group_of(const ConsumerGroupState& state, std::span<const std::string> leaving,
                                             const GroupTopics& topics) {
  ClassicStart start{.generation = state.group_epoch()};
  ProtocolChoice choice;
  const std::set<std::string_view> gone(leaving.begin(), leaving.end());
  for (const auto& [id, member] : state.members()) {
    if (gone.contains(id)) continue;
    start.members.push_back(classic_member(member));
    choice.add(start.members.back().protocols);
  }
  ProtocolChoice::Ballot ballot(choice, start.members.size());
  for (const ClassicMember& member : start.members) ballot.vote(member.protocols);
  start.protocol_name = ballot.winner();
  for (ClassicMember& member : start.members) {
    auto assignment = assignment_for(member.metadata(start.protocol_name), state.target(member.member_id), topics);
    if (!assignment) return std::nullopt;
    member.assignment = std::move(*assignment);
  }
  return start;
}

void add_downgrade(GroupRecords& records, std::string_view group_id, const ConsumerGroupState& state,
                   const ClassicStart& start) {
  const auto erase = [&](ConsumerChange tombstone) { add_record(records, group_id, tombstone); };
  for (const auto& [id, member] : state.members()) erase(CurrentAssignmentChange{id, std::nullopt});
  for (const auto& [id, target] : state.targets()) erase(TargetMemberChange{id, std::nullopt});
  erase(TargetEpochChange());
  for (const auto& [id, member] : state.members()) erase(MemberMetadataChange{id, std::nullopt});
  for (const auto& [regex, resolved] : state.resolved_regexes()) erase(RegexChange{regex, std::nullopt});
  erase(PartitionMetadataChange());
  erase(GroupEpochChange());

  GroupMetadataValue value;
  std::vector<GroupMetadataValue::MemberMetadata> rows;
  rows.reserve(start.members.size());
  for (const ClassicMember& member : start.members) {
    rows.push_back(member_record(member, start.protocol_name, member.assignment));
  }
  value.protocol_type = kConsumerProtocolType;
  value.generation = start.generation;
  value.protocol = start.protocol_name;
  value.leader = start.members.front().member_id;
  value.current_state_timestamp = start.has_to_rebalance ? -1 : start.timestamp_ms;  // see ClassicGroup::loaded
  value.members = rows;
  records.add_group_metadata(group_id, value);
}

}  // namespace klamm::coordinator
