#include <fmt/format.h>

#include <utility>

#include "coordinator/classic_group.h"
#include "coordinator/log_text.h"
#include "coordinator/wire_text.h"
#include "protocol/assert.h"

// The group as a record of __consumer_offsets, and back.
namespace klamm::coordinator {

using protocol::Bytes;
using protocol::ErrorCode;
using protocol::GroupMetadataValue;
using protocol::String;

void ClassicGroup::write(PendingWrite pending, ClassicEffects& effects) {
  pending.id = next_write_id_++;
  GroupMetadataValue value;
  std::vector<GroupMetadataValue::MemberMetadata> members;
  value.protocol = nullable(protocol_name_);
  value.leader = nullable(leader_);
  value.generation = generation_;
  value.current_state_timestamp = state_timestamp_ms_;
  if (protocol_type_) value.protocol_type = *protocol_type_;
  // A new group is written as empty, whatever has come of its first join.
  if (pending.kind == PendingWrite::Kind::kNewGroup) {
    value.protocol_type = String();
    value.leader = String::null();
  } else {
    members.reserve(members_.size());
    const std::string protocol_name = protocol_name_.value_or("");
    for (const ClassicMember& member : members_) {
      members.push_back(member_record(member, protocol_name, written_assignment(member, pending)));
    }
  }
  value.members = members;
  GroupWrite& write = effects.writes.emplace_back();
  write.id = pending.id;
  write.records.add_group_metadata(group_id_, value);
  pending_writes_.push_back(std::move(pending));
}

const std::string& ClassicGroup::written_assignment(const ClassicMember& member, const PendingWrite& pending) const {
  if (pending.kind != PendingWrite::Kind::kAssignment) return member.assignment;
  static const std::string none;
  const auto found = pending.assignments.find(member.member_id);
  return found == pending.assignments.end() ? none : found->second;
}

GroupMetadataValue::MemberMetadata member_record(const ClassicMember& member, const std::string& protocol_name,
                                                 const std::string& assignment) {
  GroupMetadataValue::MemberMetadata row;
  row.member_id = member.member_id;
  row.group_instance_id = nullable(member.instance_id);
  row.client_id = member.client_id;
  row.client_host = member.client_host;
  row.rebalance_timeout = member.rebalance_timeout_ms;
  row.session_timeout = member.session_timeout_ms;
  row.subscription = Bytes(std::string_view(member.metadata(protocol_name)));
  row.assignment = Bytes(std::string_view(assignment));
  return row;
}

void ClassicGroup::written(uint64_t write_id, ErrorCode error, GroupNow now, ClassicEffects& effects) {
  const auto found = std::ranges::find(pending_writes_, write_id, &PendingWrite::id);
  if (found == pending_writes_.end()) return;  // unloaded since
  PendingWrite write = std::move(*found);
  pending_writes_.erase(found);
  switch (write.kind) {
    case PendingWrite::Kind::kAssignment:
      return assignment_written(write, error, now, effects);
    case PendingWrite::Kind::kStaticMember:
      return static_written(write, error, now, effects);
    case PendingWrite::Kind::kNewGroup:
    case PendingWrite::Kind::kState:
      // Should the broker fail before the next write, the generation before comes back and times out.
      if (error == ErrorCode::kNone) return;
      effects.log_lines.push_back(
          fmt::format("group {}: that it is empty was not stored: {}", log_text(group_id_), protocol::name(error)));
  }
}

bool ClassicGroup::restore(const GroupMetadataValue& value) {
  KLAMM_ASSERT(members_.empty() && pending_members_.empty());
  if (!value.members.empty() && (value.protocol.is_null || value.protocol_type.empty())) return false;
  if (value.generation < 0) return false;
  generation_ = value.generation;
  state_timestamp_ms_ = value.current_state_timestamp;
  if (!value.protocol_type.empty()) protocol_type_ = std::string(value.protocol_type.view());
  protocol_name_ = owned(value.protocol);
  for (const auto& row : value.members) {
    ClassicMember member{
        .member_id = std::string(row.member_id.view()),
        .instance_id = owned(row.group_instance_id),
        .client_id = std::string(row.client_id.view()),
        .client_host = std::string(row.client_host.view()),
        .session_timeout_ms = row.session_timeout,
        .rebalance_timeout_ms = row.rebalance_timeout < 0 ? row.session_timeout : row.rebalance_timeout,
        .protocols = {{*protocol_name_, std::string(row.subscription.text())}},
        .assignment = std::string(row.assignment.text())};
    const bool is_known = find(member.member_id) != nullptr || static_member_id(member.instance_id) != nullptr;
    if (is_known || member.member_id.empty() || member.session_timeout_ms < 0) return false;
    add_member(std::move(member));
  }
  leader_ = owned(value.leader);
  if (leader_ && find(*leader_) == nullptr) leader_.reset();
  if (!leader_ && !members_.empty()) leader_ = members_.front().member_id;
  state_ = members_.empty() ? ClassicState::kEmpty : ClassicState::kStable;
  return true;
}

void ClassicGroup::loaded(GroupNow now, ClassicEffects& effects) {
  for (ClassicMember& member : members_) set_deadline(member, now.ms + member.session_timeout_ms);
  if (members_.size() > static_cast<size_t>(rules_.max_size)) {
    prepare_rebalance(RebalanceCause::kOther,
                      fmt::format("it has {} members, more than group.max.size", members_.size()), now, effects);
  } else if (!members_.empty() && state_timestamp_ms_ < 0) {
    // Without a time it came out of a consumer group, whose partitions it has yet to share out; or a Kafka before 2.1
    // has written it, and nothing is lost by it.
    prepare_rebalance(RebalanceCause::kOther, "it has not rebalanced since it became a classic group", now, effects);
  }
}

}  // namespace klamm::coordinator
