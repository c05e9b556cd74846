#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "coordinator/classic_group.h"
#include "coordinator/log_text.h"
#include "protocol/assert.h"

// The rebalance: waiting for the members to join, the new generation, and everything that time does.
namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

// A group that waits on, since none of its members has joined, does not spin on a rebalance timeout of nothing.
constexpr int64_t kWaitOnMsMin = 100;

}  // namespace

void ClassicGroup::rebalance_or_complete(RebalanceCause cause, const std::string& reason, GroupNow now,
                                         ClassicEffects& effects) {
  if (state_ == ClassicState::kPreparingRebalance) {
    maybe_complete_join(now, effects);
  } else {
    prepare_rebalance(cause, reason, now, effects);
  }
}

void ClassicGroup::prepare_rebalance(RebalanceCause cause, const std::string& reason, GroupNow now,
                                     ClassicEffects& effects) {
  KLAMM_ASSERT(state_ != ClassicState::kPreparingRebalance && state_ != ClassicState::kDead);
  if (state_ == ClassicState::kCompletingRebalance) reset_assignments(ErrorCode::kRebalanceInProgress, now, effects);
  forget_syncs();
  const bool is_initial = is_empty();
  transition(ClassicState::kPreparingRebalance, now);
  rebalances_.begin(cause, now.ms);
  effects.log_lines.push_back(fmt::format("group {}: rebalance of generation {} with {} members ({})",
                                          log_text(group_id_), generation_, members_.size(), reason));
  if (is_initial) {
    // Others are likely to come soon.
    initial_delay_ms_ = rules_.initial_rebalance_delay_ms;
    initial_remaining_ms_ = std::max<int64_t>(int64_t{rebalance_timeout_ms()} - initial_delay_ms_, 0);
    wait_for_joins(JoinWait::kInitialDelay, initial_delay_ms_, now);
  } else if (has_all_joined()) {
    complete_join(now, effects);
  } else {
    wait_for_joins(JoinWait::kRebalance, rebalance_timeout_ms(), now);
  }
}

void ClassicGroup::wait_for_joins(JoinWait wait, int64_t delay_ms, GroupNow now) {
  join_wait_ = wait;
  join_deadline_ms_ = now.ms + delay_ms;
  want_wake(join_deadline_ms_);
}

void ClassicGroup::maybe_complete_join(GroupNow now, ClassicEffects& effects) {
  // The first rebalance ends by its delay alone.
  if (state_ != ClassicState::kPreparingRebalance || previous_state_ == ClassicState::kEmpty) return;
  if (has_all_joined()) complete_join(now, effects);
}

// While members keep coming, the delay is extended up to the rebalance timeout.
void ClassicGroup::initial_delay_over(GroupNow now, ClassicEffects& effects) {
  if (!new_member_added_ || initial_remaining_ms_ == 0) return complete_join(now, effects);
  new_member_added_ = false;
  const int64_t delay_ms = std::min<int64_t>(rules_.initial_rebalance_delay_ms, initial_remaining_ms_);
  initial_remaining_ms_ = std::max<int64_t>(initial_remaining_ms_ - initial_delay_ms_, 0);
  initial_delay_ms_ = delay_ms;
  wait_for_joins(JoinWait::kInitialDelay, delay_ms, now);
}

bool ClassicGroup::elect_joined_leader() {
  if (leader_) {
    const ClassicMember* leader = find(*leader_);
    if (leader != nullptr && leader->awaits_join()) return true;
  }
  for (const ClassicMember& member : members_) {
    if (!member.awaits_join()) continue;
    leader_ = member.member_id;
    return true;
  }
  return false;
}

// Dynamic members that have not rejoined are out; static ones stay until their session ends.
void ClassicGroup::complete_join(GroupNow now, ClassicEffects& effects) {
  join_wait_ = JoinWait::kNone;
  join_deadline_ms_ = kNever;
  for (auto member = members_.begin(); member != members_.end();) {
    const auto here = member++;
    if (!here->awaits_join() && !here->is_static()) remove_member(here->member_id);
  }
  if (!elect_joined_leader() && !members_.empty()) {
    wait_for_joins(JoinWait::kRebalance, std::max<int64_t>(rebalance_timeout_ms(), kWaitOnMsMin), now);
    return;
  }
  generation_ = static_cast<int32_t>((static_cast<uint32_t>(generation_) + 1) & 0x7fffffff);
  new_member_added_ = false;
  forget_syncs();
  if (members_.empty()) {
    protocol_name_.reset();
    transition(ClassicState::kEmpty, now);
    write({.kind = PendingWrite::Kind::kState}, effects);
    return;
  }
  protocol_name_ = select_protocol();
  transition(ClassicState::kCompletingRebalance, now);
  for (ClassicMember& member : members_) {
    answer_join(member, current_generation(member, is_leader(member.member_id)), effects);
    set_deadline(member, now.ms + member.session_timeout_ms);
    member.is_new = false;
    member.owes_sync = true;
  }
  owing_sync_count_ = members_.size();
  sync_deadline_ms_ = now.ms + rebalance_timeout_ms();
  want_wake(sync_deadline_ms_);
}

// ---- time

void ClassicGroup::on_time(GroupNow now, ClassicEffects& effects) {
  // What is due now, in the order of its time. What an earlier one sets off may be due at once: it is for the next
  // turn.
  struct Due {
    int64_t deadline_ms;
    std::string member_id;  // empty: the group's own
  };
  std::vector<Due> due;
  for (const ClassicMember& member : members_) {
    if (member.ends_at_ms() <= now.ms) due.push_back({member.ends_at_ms(), member.member_id});
  }
  for (const auto& [member_id, pending] : pending_members_) {
    if (pending.deadline_ms <= now.ms) due.push_back({pending.deadline_ms, member_id});
  }
  const int64_t own_ms = std::min(join_deadline_ms_, sync_deadline_ms_);
  if (own_ms <= now.ms) due.push_back({own_ms, ""});
  std::ranges::sort(due, {}, [](const Due& one) { return std::tie(one.deadline_ms, one.member_id); });
  for (const Due& one : due) {
    if (!one.member_id.empty()) {
      member_expired(one.member_id, now, effects);
    } else if (join_deadline_ms_ <= now.ms && join_deadline_ms_ == own_ms) {
      join_time_over(now, effects);
    } else if (sync_deadline_ms_ <= now.ms && sync_deadline_ms_ == own_ms) {
      sync_time_over(now, effects);
    }
  }
  set_wake();
}

void ClassicGroup::set_wake() {
  wake_at_ms_ = std::min(join_deadline_ms_, sync_deadline_ms_);
  for (const ClassicMember& member : members_) want_wake(member.ends_at_ms());
  for (const auto& [member_id, pending] : pending_members_) want_wake(pending.deadline_ms);
}

void ClassicGroup::join_time_over(GroupNow now, ClassicEffects& effects) {
  if (join_wait_ == JoinWait::kInitialDelay) return initial_delay_over(now, effects);
  complete_join(now, effects);
}

// Members that had their generation and did not ask for their assignment are out.
void ClassicGroup::sync_time_over(GroupNow now, ClassicEffects& effects) {
  sync_deadline_ms_ = kNever;
  if (owing_sync_count_ == 0) return;
  const size_t count = owing_sync_count_;
  for (auto member = members_.begin(); member != members_.end();) {
    const auto here = member++;
    if (!here->owes_sync) continue;
    end_waits(*here, effects);
    remove_member(here->member_id);
  }
  prepare_rebalance(RebalanceCause::kRebalanceTimeout, fmt::format("{} members asked for no assignment in time", count),
                    now, effects);
}

void ClassicGroup::member_expired(const std::string& member_id, GroupNow now, ClassicEffects& effects) {
  const auto pending = pending_members_.find(member_id);
  if (pending != pending_members_.end()) {
    if (pending->second.deadline_ms > now.ms) return;
    pending_members_.erase(pending);
    expired_before_join(now, effects);
    return;
  }
  ClassicMember* member = find(member_id);
  if (member == nullptr || member->ends_at_ms() > now.ms) return;
  const bool is_away = member->away_until_ms <= now.ms;
  if (!is_away) {
    member->deadline_ms = kNever;
    if (member->is_excused()) return;
  }
  end_waits(*member, effects);
  remove_member(member_id);
  if (state_ == ClassicState::kPreparingRebalance) {
    expired_before_join(now, effects);
  } else {
    const std::string who = log_text(member_id);
    const std::string why =
        is_away ? fmt::format("the connection of {} ended", who) : fmt::format("the session of {} timed out", who);
    prepare_rebalance(is_away ? RebalanceCause::kConnection : RebalanceCause::kSessionTimeout, why, now, effects);
  }
}

// One fewer to wait for. Here even the first rebalance may end, as in Kafka.
void ClassicGroup::expired_before_join(GroupNow now, ClassicEffects& effects) {
  if (state_ == ClassicState::kPreparingRebalance && has_all_joined()) complete_join(now, effects);
}

void ClassicGroup::forget_syncs() {
  for (ClassicMember& member : members_) member.owes_sync = false;
  owing_sync_count_ = 0;
  sync_deadline_ms_ = kNever;
}

}  // namespace klamm::coordinator
