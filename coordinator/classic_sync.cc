#include <fmt/format.h>

#include <utility>

#include "coordinator/classic_group.h"
#include "coordinator/log_text.h"
#include "protocol/assert.h"

// SyncGroup: the leader's assignments, stored and then told to all.
namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

bool contradicts(const std::optional<std::string>& said, const std::optional<std::string>& known) {
  return said && known && *said != *known;
}

}  // namespace

ErrorCode ClassicGroup::validate_sync(const SyncRequest& request) const {
  if (state_ == ClassicState::kDead) return ErrorCode::kCoordinatorNotAvailable;
  if (is_empty()) return ErrorCode::kUnknownMemberId;
  if (const ErrorCode error = validate_member(request.member_id, request.instance_id); error != ErrorCode::kNone) {
    return error;
  }
  if (request.generation != generation_) return ErrorCode::kIllegalGeneration;
  if (contradicts(request.protocol_type, protocol_type_) || contradicts(request.protocol_name, protocol_name_)) {
    return ErrorCode::kInconsistentGroupProtocol;
  }
  return state_ == ClassicState::kPreparingRebalance ? ErrorCode::kRebalanceInProgress : ErrorCode::kNone;
}

void ClassicGroup::sync(const SyncRequest& request, ClassicEffects& effects) {
  if (const ErrorCode error = validate_sync(request); error != ErrorCode::kNone) {
    effects.sync_answers.emplace_back(request.token, SyncAnswer{.error = error});
    return;
  }
  ClassicMember& member = *find(request.member_id);
  came_by(member, request.connection);
  synced(member);
  answer_sync(member, {.error = ErrorCode::kRebalanceInProgress}, effects);
  member.sync_token = request.token;
  if (state_ == ClassicState::kStable) {
    answer_sync(member, assignment_of(member), effects);
  } else if (is_leader(member.member_id)) {
    take_assignments(request, effects);
  }
}

SyncAnswer ClassicGroup::assignment_of(const ClassicMember& member) const {
  return {.protocol_type = protocol_type_, .protocol_name = protocol_name_, .assignment = member.assignment};
}

void ClassicGroup::synced(ClassicMember& member) {
  if (!std::exchange(member.owes_sync, false)) return;
  if (--owing_sync_count_ == 0) sync_deadline_ms_ = kNever;
}

// A member that the leader does not name gets nothing. Told when it is stored.
void ClassicGroup::take_assignments(const SyncRequest& request, ClassicEffects& effects) {
  PendingWrite pending{.generation = generation_, .kind = PendingWrite::Kind::kAssignment};
  for (const SyncRequest::Assignment& one : request.assignments) {
    if (find(one.member_id) != nullptr) pending.assignments[one.member_id] = one.assignment;
  }
  write(std::move(pending), effects);
}

void ClassicGroup::assignment_written(PendingWrite& write, ErrorCode error, GroupNow now, ClassicEffects& effects) {
  // A rebalance may have begun meanwhile.
  if (state_ != ClassicState::kCompletingRebalance || write.generation != generation_) return;
  if (error != ErrorCode::kNone) {
    reset_assignments(error, now, effects);
    prepare_rebalance(RebalanceCause::kOther, fmt::format("the assignment was not stored: {}", protocol::name(error)),
                      now, effects);
    return;
  }
  for (ClassicMember& member : members_) {
    const auto found = write.assignments.find(member.member_id);
    member.assignment = found == write.assignments.end() ? std::string() : std::move(found->second);
  }
  propagate_assignments(ErrorCode::kNone, now, effects);
  transition(ClassicState::kStable, now);
}

void ClassicGroup::reset_assignments(ErrorCode error, GroupNow now, ClassicEffects& effects) {
  for (ClassicMember& member : members_) member.assignment.clear();
  propagate_assignments(error, now, effects);
}

// Sessions begin anew: one that ended while its member waited was passed over.
void ClassicGroup::propagate_assignments(ErrorCode error, GroupNow now, ClassicEffects& effects) {
  for (ClassicMember& member : members_) {
    if (!member.awaits_sync()) continue;
    answer_sync(member, error == ErrorCode::kNone ? assignment_of(member) : SyncAnswer{.error = error}, effects);
    set_deadline(member, now.ms + member.session_timeout_ms);
  }
}

}  // namespace klamm::coordinator
