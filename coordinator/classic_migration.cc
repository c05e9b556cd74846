#include <utility>

#include "coordinator/classic_group.h"
#include "protocol/assert.h"

// A classic group that a consumer group takes the place of, or that takes the place of one.
namespace klamm::coordinator {

using protocol::ErrorCode;

std::string ClassicGroup::common_protocol() const {
  return protocol_name_ ? *protocol_name_ : select_protocol();
}

// Who waits is to join anew, and finds the consumer group.
void ClassicGroup::suspend(ClassicEffects& effects) {
  is_suspended_ = true;
  for (ClassicMember& member : members_) {
    answer_join(member, {.error = ErrorCode::kRebalanceInProgress, .member_id = member.member_id}, effects);
    answer_sync(member, {.error = ErrorCode::kRebalanceInProgress}, effects);
  }
  pending_writes_.clear();
  wake_at_ms_ = kNever;
}

// What the group waited for may have come and gone: times begin anew.
void ClassicGroup::resume(GroupNow now) {
  if (!std::exchange(is_suspended_, false)) return;
  for (ClassicMember& member : members_) {
    member.away_until_ms = kNever;
    set_deadline(member, now.ms + member.session_timeout_ms);
  }
  if (state_ == ClassicState::kPreparingRebalance) wait_for_joins(JoinWait::kRebalance, rebalance_timeout_ms(), now);
  if (state_ == ClassicState::kCompletingRebalance) sync_deadline_ms_ = now.ms + rebalance_timeout_ms();
  set_wake();
}

void ClassicGroup::take_over(ClassicStart start, GroupNow now, ClassicEffects& effects) {
  KLAMM_ASSERT(members_.empty() && pending_members_.empty());
  generation_ = start.generation;
  state_timestamp_ms_ = start.timestamp_ms;
  protocol_type_ = kConsumerProtocolType;
  protocol_name_ = std::move(start.protocol_name);
  rebalances_ = start.rebalances;
  state_ = ClassicState::kStable;
  for (ClassicMember& member : start.members) {
    ClassicMember& added = add_member(std::move(member));
    set_deadline(added, now.ms + added.session_timeout_ms);
  }
  if (start.has_to_rebalance) prepare_rebalance(start.cause, start.reason, now, effects);
}

}  // namespace klamm::coordinator
