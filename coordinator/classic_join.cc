#include <fmt/format.h>

#include <utility>

#include "coordinator/classic_group.h"
#include "coordinator/log_text.h"
#include "protocol/assert.h"

// JoinGroup: who may join, as what, and what that sets off.
namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

void answer_now(const JoinRequest& request, JoinAnswer answer, ClassicEffects& effects) {
  effects.join_answers.emplace_back(request.token, std::move(answer));
}

void refuse(const JoinRequest& request, ErrorCode error, std::string member_id, ClassicEffects& effects) {
  answer_now(request, {.error = error, .member_id = std::move(member_id)}, effects);
}

}  // namespace

void ClassicGroup::join(const JoinRequest& request, bool is_new_group, GroupNow now, ClassicEffects& effects) {
  if (state_ == ClassicState::kDead) {
    refuse(request, ErrorCode::kCoordinatorNotAvailable, request.member_id, effects);
    return;
  }
  const size_t writes_before = effects.writes.size();
  if (!accepts(request.member_id)) {
    refuse_over_size(request, now, effects);
  } else if (!supports(request.protocol_type, request.protocols)) {
    refuse(request, ErrorCode::kInconsistentGroupProtocol, request.member_id, effects);
  } else if (request.member_id.empty()) {
    join_new(request, now, effects);
  } else {
    join_known(request, now, effects);
  }
  if (is_new_group && effects.writes.size() == writes_before) write({.kind = PendingWrite::Kind::kNewGroup}, effects);
}

// Members that wait count while a rebalance is prepared: so the last to rejoin are those who find the group full, and
// a group that is over its size shrinks.
bool ClassicGroup::accepts(std::string_view member_id) const {
  const auto max_size = static_cast<size_t>(rules_.max_size);
  const ClassicMember* member = find(member_id);
  switch (state_) {
    case ClassicState::kEmpty:
    case ClassicState::kDead:
      return true;
    case ClassicState::kPreparingRebalance:
      return (member != nullptr && member->awaits_join()) || joined_count_ < max_size;
    case ClassicState::kCompletingRebalance:
    case ClassicState::kStable:
      return member != nullptr || members_.size() < max_size;
  }
  return false;
}

void ClassicGroup::refuse_over_size(const JoinRequest& request, GroupNow now, ClassicEffects& effects) {
  if (ClassicMember* member = find(request.member_id)) end_waits(*member, effects);
  remove_member(request.member_id);
  refuse(request, ErrorCode::kGroupMaxSizeReached, "", effects);
  maybe_complete_join(now, effects);
}

void ClassicGroup::join_new(const JoinRequest& request, GroupNow now, ClassicEffects& effects) {
  if (request.instance_id) {
    if (const std::string* known = static_member_id(request.instance_id)) {
      replace_static(request, std::string(*known), now, effects);
    } else {
      add_and_rebalance(request, request.new_member_id, now, effects);
    }
  } else if (request.needs_known_member_id) {
    add_pending(request, now);
    refuse(request, ErrorCode::kMemberIdRequired, request.new_member_id, effects);
  } else {
    add_and_rebalance(request, request.new_member_id, now, effects);
  }
}

void ClassicGroup::add_pending(const JoinRequest& request, GroupNow now) {
  if (pending_members_.size() >= kPendingMembersMax) {
    const auto end_of = [](const auto& one) { return one.second.deadline_ms; };
    pending_members_.erase(std::ranges::min_element(pending_members_, {}, end_of));
  }
  const int64_t deadline_ms = now.ms + request.session_timeout_ms;
  pending_members_[request.new_member_id] = {.deadline_ms = deadline_ms, .connection = request.connection};
  want_wake(deadline_ms);
}

void ClassicGroup::join_known(const JoinRequest& request, GroupNow now, ClassicEffects& effects) {
  if (pending_members_.contains(request.member_id)) {
    // An id is handed out to dynamic members alone.
    if (request.instance_id) {
      refuse(request, ErrorCode::kUnknownServerError, request.member_id, effects);
    } else {
      add_and_rebalance(request, request.member_id, now, effects);
    }
    return;
  }
  if (const ErrorCode error = validate_member(request.member_id, request.instance_id); error != ErrorCode::kNone) {
    refuse(request, error, request.member_id, effects);
    return;
  }
  rejoin(*find(request.member_id), request, now, effects);
}

void ClassicGroup::rejoin(ClassicMember& member, const JoinRequest& request, GroupNow now, ClassicEffects& effects) {
  const bool is_unchanged = member.protocols == request.protocols;
  std::string_view what;
  switch (state_) {
    case ClassicState::kPreparingRebalance:
      what = "rejoined";
      break;
    case ClassicState::kCompletingRebalance:
      // Its answer was lost.
      if (is_unchanged) {
        came_by(member, request.connection);
        return answer_now(request, current_generation(member, is_leader(member.member_id)), effects);
      }
      what = "rejoined with other metadata";
      break;
    case ClassicState::kStable:
      // The leader rejoins when it wants to assign anew: other topics or partitions than the members say.
      if (is_unchanged && !is_leader(member.member_id)) {
        came_by(member, request.connection);
        return answer_now(request, current_generation(member, false), effects);
      }
      what = is_leader(member.member_id) ? "leads and rejoined" : "rejoined with other metadata";
      break;
    case ClassicState::kEmpty:
    case ClassicState::kDead:
      return refuse(request, ErrorCode::kUnknownMemberId, request.member_id, effects);
  }
  update_member(member, request, effects);
  const std::string reason = fmt::format("{} {}: {}", log_text(member.member_id), what, log_text(request.reason));
  rebalance_or_complete(RebalanceCause::kRejoined, reason, now, effects);
}

// The session timeout does not hold for a new member: it does not know its id yet, so it sends no heartbeats. It has
// this longer time, since a client that gave up waiting would otherwise stay in the group until the rebalance ends.
void ClassicGroup::add_and_rebalance(const JoinRequest& request, const std::string& member_id, GroupNow now,
                                     ClassicEffects& effects) {
  if (members_.empty()) protocol_type_ = request.protocol_type;
  if (state_ == ClassicState::kPreparingRebalance && previous_state_ == ClassicState::kEmpty) new_member_added_ = true;
  ClassicMember& member = add_member({.member_id = member_id,
                                      .instance_id = request.instance_id,
                                      .client_id = request.client_id,
                                      .client_host = request.client_host,
                                      .session_timeout_ms = request.session_timeout_ms,
                                      .rebalance_timeout_ms = request.rebalance_timeout_ms,
                                      .protocols = request.protocols,
                                      .assignment = "",
                                      .join_token = request.token,
                                      .is_new = true,
                                      .connection = request.connection});
  set_deadline(member, now.ms + rules_.new_member_join_timeout_ms);
  const std::string reason = fmt::format("{} joined: {}", log_text(member_id), log_text(request.reason));
  rebalance_or_complete(RebalanceCause::kJoined, reason, now, effects);
}

// ---- static members (KIP-345)

// Somebody with the instance id of a member and without its member id: the member has been restarted.
void ClassicGroup::replace_static(const JoinRequest& request, const std::string& old_member_id, GroupNow now,
                                  ClassicEffects& effects) {
  PendingWrite undo{.generation = generation_,
                    .kind = PendingWrite::Kind::kStaticMember,
                    .new_member_id = request.new_member_id,
                    .old_member_id = old_member_id,
                    .leader_before = leader_,
                    .can_skip_assignment = request.can_skip_assignment,
                    .token = request.token};
  ClassicMember& member = rename_static(*request.instance_id, old_member_id, request.new_member_id, effects);
  undo.old_protocols = member.protocols;
  undo.old_session_timeout_ms = member.session_timeout_ms;
  undo.old_rebalance_timeout_ms = member.rebalance_timeout_ms;
  set_deadline(member, now.ms + member.session_timeout_ms);
  update_member(member, request, effects);
  const std::string who = fmt::format("static member {} was restarted", log_text(*request.instance_id));
  switch (state_) {
    case ClassicState::kStable:
      // With the same protocol the assignment stays good, and only the new member id is to be stored.
      if (select_protocol() == protocol_name_.value_or("")) return write(std::move(undo), effects);
      return prepare_rebalance(RebalanceCause::kRejoined,
                               fmt::format("{} with another protocol: {}", who, log_text(request.reason)), now,
                               effects);
    case ClassicState::kCompletingRebalance:
      // The leader may be assigning to the old member id.
      return prepare_rebalance(RebalanceCause::kRejoined, fmt::format("{}: {}", who, log_text(request.reason)), now,
                               effects);
    case ClassicState::kPreparingRebalance:
      return maybe_complete_join(now, effects);
    case ClassicState::kEmpty:
    case ClassicState::kDead:
      KLAMM_ASSERT(false, "an empty group has no static members");
  }
}

// The member with the old id is fenced.
ClassicMember& ClassicGroup::rename_static(const std::string& instance_id, const std::string& old_member_id,
                                           const std::string& new_member_id, ClassicEffects& effects) {
  const auto found = by_id_.find(old_member_id);
  KLAMM_ASSERT(found != by_id_.end());
  const auto place = found->second;
  ClassicMember& member = *place;
  answer_join(member, {.error = ErrorCode::kFencedInstanceId, .member_id = old_member_id}, effects);
  answer_sync(member, {.error = ErrorCode::kFencedInstanceId}, effects);
  const bool was_leader = is_leader(old_member_id);
  by_id_.erase(found);
  member.member_id = new_member_id;
  member.is_new = false;
  by_id_[member.member_id] = place;
  static_members_[instance_id] = new_member_id;
  if (was_leader) leader_ = new_member_id;
  return member;
}

void ClassicGroup::static_written(const PendingWrite& write, ErrorCode error, GroupNow now, ClassicEffects& effects) {
  ClassicMember* member = find(write.new_member_id);
  // It has left, was replaced again, or waits for the rebalance that has begun meanwhile.
  if (member == nullptr || member->join_token != write.token || state_ != ClassicState::kStable) return;
  if (error == ErrorCode::kNone) {
    // A leader that may skip the assignment is told of the members, so that it watches their topics (KIP-814); an older
    // one is told of the leader before, so that it does not assign.
    const bool leads = write.can_skip_assignment && is_leader(write.new_member_id);
    JoinAnswer answer = current_generation(*member, leads);
    answer.skip_assignment = leads;
    if (!write.can_skip_assignment) answer.leader = write.leader_before.value_or("");
    answer_join(*member, std::move(answer), effects);
    return;
  }
  effects.log_lines.push_back(fmt::format("group {}: the new id of static member {} was not stored: {}",
                                          log_text(group_id_), log_text(*member->instance_id), protocol::name(error)));
  JoinAnswer answer = current_generation(*member, false);
  answer.error = error;
  answer.member_id.clear();
  answer.leader = write.leader_before.value_or("");
  answer_join(*member, std::move(answer), effects);
  protocols_.remove(member->protocols);
  member->protocols = write.old_protocols;
  protocols_.add(member->protocols);
  member->session_timeout_ms = write.old_session_timeout_ms;
  member->rebalance_timeout_ms = write.old_rebalance_timeout_ms;
  rename_static(std::string(*member->instance_id), write.new_member_id, write.old_member_id, effects);
  set_deadline(*member, now.ms + member->session_timeout_ms);
}

}  // namespace klamm::coordinator
