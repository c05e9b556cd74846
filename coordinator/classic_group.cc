#include "coordinator/classic_group.h"

#include <fmt/format.h>

#include <utility>

#include "coordinator/log_text.h"
#include "protocol/assert.h"

namespace klamm::coordinator {

using protocol::ErrorCode;

std::string_view name(ClassicState state) {
  switch (state) {
    case ClassicState::kEmpty:
      return "Empty";
    case ClassicState::kPreparingRebalance:
      return "PreparingRebalance";
    case ClassicState::kCompletingRebalance:
      return "CompletingRebalance";
    case ClassicState::kStable:
      return "Stable";
    case ClassicState::kDead:
      return "Dead";
  }
  return "Unknown";
}

ClassicGroup::ClassicGroup(std::string group_id, const ClassicGroupRules& rules, GroupNow now)
    : group_id_(std::move(group_id)), rules_(rules), state_timestamp_ms_(now.wall_ms) {}

// ---- members

ClassicMember* ClassicGroup::find(std::string_view member_id) {
  const auto found = by_id_.find(member_id);
  return found == by_id_.end() ? nullptr : &*found->second;
}

const ClassicMember* ClassicGroup::find(std::string_view member_id) const {
  const auto found = by_id_.find(member_id);
  return found == by_id_.end() ? nullptr : &*found->second;
}

const std::string* ClassicGroup::static_member_id(const std::optional<std::string>& instance_id) const {
  if (!instance_id) return nullptr;
  const auto found = static_members_.find(*instance_id);
  return found == static_members_.end() ? nullptr : &found->second;
}

ErrorCode ClassicGroup::validate_member(std::string_view member_id,
                                        const std::optional<std::string>& instance_id) const {
  if (instance_id) {
    const std::string* known = static_member_id(instance_id);
    if (known == nullptr) return ErrorCode::kUnknownMemberId;
    if (*known != member_id) return ErrorCode::kFencedInstanceId;
  }
  return find(member_id) != nullptr ? ErrorCode::kNone : ErrorCode::kUnknownMemberId;
}

ClassicMember& ClassicGroup::add_member(ClassicMember member) {
  KLAMM_ASSERT(find(member.member_id) == nullptr);
  pending_members_.erase(member.member_id);
  if (member.instance_id) static_members_[*member.instance_id] = member.member_id;
  if (!leader_) leader_ = member.member_id;
  if (member.awaits_join()) ++joined_count_;
  protocols_.add(member.protocols);
  members_.push_back(std::move(member));
  by_id_[members_.back().member_id] = std::prev(members_.end());
  return members_.back();
}

// Who waits has been answered before.
void ClassicGroup::remove_member(std::string_view member_id) {
  const std::string id(member_id);  // the view may be into what goes
  const auto found = by_id_.find(id);
  if (found != by_id_.end()) {
    ClassicMember& member = *found->second;
    KLAMM_ASSERT(!member.awaits_join() && !member.awaits_sync());
    synced(member);
    protocols_.remove(member.protocols);
    if (member.instance_id) static_members_.erase(*member.instance_id);
    const auto place = found->second;
    by_id_.erase(found);
    members_.erase(place);
  }
  pending_members_.erase(id);
  if (is_leader(id)) leader_ = members_.empty() ? std::nullopt : std::optional(members_.front().member_id);
}

void ClassicGroup::update_member(ClassicMember& member, const JoinRequest& request, ClassicEffects& effects) {
  protocols_.remove(member.protocols);
  member.protocols = request.protocols;
  protocols_.add(member.protocols);
  member.rebalance_timeout_ms = request.rebalance_timeout_ms;
  member.session_timeout_ms = request.session_timeout_ms;
  answer_join(member, {.error = ErrorCode::kRebalanceInProgress, .member_id = member.member_id}, effects);
  member.join_token = request.token;
  came_by(member, request.connection);
  ++joined_count_;
}

void ClassicGroup::set_deadline(ClassicMember& member, int64_t deadline_ms) {
  member.deadline_ms = deadline_ms;
  want_wake(deadline_ms);
}

void ClassicGroup::came_by(ClassicMember& member, ConnectionId connection) {
  member.connection = connection;
  member.away_until_ms = kNever;
}

void ClassicGroup::connection_ended(ConnectionId connection, int32_t grace_ms, GroupNow now) {
  const int64_t back_until_ms = now.ms + grace_ms;
  for (ClassicMember& member : members_) {
    if (member.connection != connection) continue;
    member.connection = kNoConnection;
    if (member.is_static()) continue;
    member.away_until_ms = back_until_ms;
    want_wake(back_until_ms);
  }
  for (auto& [member_id, pending] : pending_members_) {
    if (pending.connection != connection) continue;
    pending = {.deadline_ms = std::min(pending.deadline_ms, back_until_ms)};
    want_wake(pending.deadline_ms);
  }
}

int32_t ClassicGroup::rebalance_timeout_ms() const {
  int32_t longest = 0;
  for (const ClassicMember& member : members_) longest = std::max(longest, member.rebalance_timeout_ms);
  return longest;
}

// ---- states and protocols

void ClassicGroup::transition(ClassicState state, GroupNow now) {
  previous_state_ = state_;
  state_ = state;
  state_timestamp_ms_ = now.wall_ms;
  if (state == ClassicState::kStable || state == ClassicState::kEmpty) rebalances_.end(now.ms);
}

bool ClassicGroup::supports(std::string_view protocol_type, std::span<const JoinProtocol> protocols) const {
  if (is_empty()) return !protocol_type.empty() && !protocols.empty();
  return protocol_type_ == protocol_type && protocols_.any_supported_by_all(protocols, members_.size());
}

std::string ClassicGroup::select_protocol() const {
  ProtocolChoice::Ballot ballot(protocols_, members_.size());
  for (const ClassicMember& member : members_) ballot.vote(member.protocols);
  return std::string(ballot.winner());
}

// ---- answers

void ClassicGroup::answer_join(ClassicMember& member, JoinAnswer answer, ClassicEffects& effects) {
  if (!member.awaits_join()) return;
  effects.join_answers.emplace_back(std::exchange(member.join_token, kNoRequest), std::move(answer));
  --joined_count_;
}

void ClassicGroup::answer_sync(ClassicMember& member, SyncAnswer answer, ClassicEffects& effects) {
  if (!member.awaits_sync()) return;
  effects.sync_answers.emplace_back(std::exchange(member.sync_token, kNoRequest), std::move(answer));
}

// Before a member is removed. A client that is still there finds that it has to join anew.
void ClassicGroup::end_waits(ClassicMember& member, ClassicEffects& effects) {
  answer_join(member, {.error = ErrorCode::kUnknownMemberId}, effects);
  answer_sync(member, {.error = ErrorCode::kUnknownMemberId}, effects);
}

JoinAnswer ClassicGroup::current_generation(const ClassicMember& member, bool with_members) const {
  JoinAnswer answer{.generation = generation_,
                    .protocol_type = protocol_type_,
                    .protocol_name = protocol_name_,
                    .leader = leader_.value_or(""),
                    .member_id = member.member_id};
  if (!with_members) return answer;
  answer.members.reserve(members_.size());
  for (const ClassicMember& one : members_) {
    answer.members.push_back({one.member_id, one.instance_id, one.metadata(protocol_name_.value_or(""))});
  }
  return answer;
}

// ---- small requests

ErrorCode ClassicGroup::heartbeat(std::string_view member_id, const std::optional<std::string>& instance_id,
                                  int32_t generation, GroupNow now, ConnectionId connection) {
  if (state_ == ClassicState::kDead) return ErrorCode::kCoordinatorNotAvailable;
  if (const ErrorCode error = validate_member(member_id, instance_id); error != ErrorCode::kNone) return error;
  if (generation != generation_) return ErrorCode::kIllegalGeneration;
  ClassicMember& member = *find(member_id);
  came_by(member, connection);
  set_deadline(member, now.ms + member.session_timeout_ms);
  return state_ == ClassicState::kPreparingRebalance ? ErrorCode::kRebalanceInProgress : ErrorCode::kNone;
}

std::expected<std::vector<ErrorCode>, ErrorCode> ClassicGroup::leave(const std::vector<LeavingMember>& leaving,
                                                                     GroupNow now, ClassicEffects& effects) {
  if (state_ == ClassicState::kDead) return std::unexpected(ErrorCode::kCoordinatorNotAvailable);
  std::vector<ErrorCode> errors;
  errors.reserve(leaving.size());
  const LeavingMember* last_gone = nullptr;
  size_t gone_count = 0;
  for (const LeavingMember& one : leaving) {
    errors.push_back(leave_one(one, effects));
    if (errors.back() != ErrorCode::kNone) continue;
    last_gone = &one;
    ++gone_count;
  }
  if (last_gone == nullptr) return errors;
  const std::string& who = last_gone->member_id.empty() ? *last_gone->instance_id : last_gone->member_id;
  const std::string others = gone_count == 1 ? "" : fmt::format(" and {} more", gone_count - 1);
  const std::string reason = fmt::format("{}{} left: {}", log_text(who), others, log_text(last_gone->reason));
  if (state_ == ClassicState::kStable || state_ == ClassicState::kCompletingRebalance) {
    prepare_rebalance(RebalanceCause::kLeft, reason, now, effects);
  } else {
    maybe_complete_join(now, effects);
  }
  return errors;
}

ErrorCode ClassicGroup::leave_one(const LeavingMember& leaving, ClassicEffects& effects) {
  std::string_view member_id = leaving.member_id;
  if (member_id.empty()) {
    const std::string* known = static_member_id(leaving.instance_id);
    if (known == nullptr) return ErrorCode::kUnknownMemberId;
    member_id = *known;
  } else if (pending_members_.contains(leaving.member_id)) {
    remove_member(member_id);
    return ErrorCode::kNone;
  } else if (const ErrorCode error = validate_member(member_id, leaving.instance_id); error != ErrorCode::kNone) {
    return error;
  }
  end_waits(*find(member_id), effects);
  remove_member(member_id);
  return ErrorCode::kNone;
}

ErrorCode ClassicGroup::check_commit(std::string_view member_id, const std::optional<std::string>& instance_id,
                                     int32_t generation) const {
  if (state_ == ClassicState::kDead) return ErrorCode::kCoordinatorNotAvailable;
  if (generation < 0 && is_empty()) return ErrorCode::kNone;
  if (generation < 0 && member_id.empty() && !instance_id) return ErrorCode::kUnknownMemberId;
  if (const ErrorCode error = validate_member(member_id, instance_id); error != ErrorCode::kNone) return error;
  if (generation != generation_) return ErrorCode::kIllegalGeneration;
  // The member has the newest generation and not yet its assignment.
  return state_ == ClassicState::kCompletingRebalance ? ErrorCode::kRebalanceInProgress : ErrorCode::kNone;
}

void ClassicGroup::commit_accepted(std::string_view member_id, GroupNow now, ConnectionId connection) {
  ClassicMember* member = find(member_id);
  if (member == nullptr) return;
  came_by(*member, connection);
  if (state_ != ClassicState::kStable && state_ != ClassicState::kPreparingRebalance) return;
  set_deadline(*member, now.ms + member->session_timeout_ms);
}

ErrorCode ClassicGroup::check_delete() const {
  if (state_ == ClassicState::kDead) return ErrorCode::kGroupIdNotFound;
  return is_empty() ? ErrorCode::kNone : ErrorCode::kNonEmptyGroup;
}

ErrorCode ClassicGroup::check_offset_delete() const {
  if (state_ == ClassicState::kDead) return ErrorCode::kGroupIdNotFound;
  return is_empty() || uses_consumer_protocol() ? ErrorCode::kNone : ErrorCode::kNonEmptyGroup;
}

ClassicDescription ClassicGroup::describe() const {
  const bool is_stable = state_ == ClassicState::kStable;
  ClassicDescription all{.state = std::string(name(state_)), .protocol_type = protocol_type_.value_or("")};
  if (is_stable) all.protocol = protocol_name_.value_or("");
  all.members.reserve(members_.size());
  for (const ClassicMember& member : members_) {
    all.members.push_back({member.member_id, member.instance_id, member.client_id, member.client_host,
                           is_stable ? member.metadata(all.protocol) : std::string(), member.assignment});
  }
  return all;
}

void ClassicGroup::unload(GroupNow now, ClassicEffects& effects) {
  for (ClassicMember& member : members_) {
    answer_join(member, {.error = ErrorCode::kNotCoordinator, .member_id = member.member_id}, effects);
    answer_sync(member, {.error = ErrorCode::kNotCoordinator}, effects);
    member.deadline_ms = member.away_until_ms = kNever;
  }
  pending_members_.clear();
  pending_writes_.clear();
  forget_syncs();
  join_wait_ = JoinWait::kNone;
  join_deadline_ms_ = wake_at_ms_ = kNever;
  transition(ClassicState::kDead, now);
}

}  // namespace klamm::coordinator
