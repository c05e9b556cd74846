#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <span>

#include "coordinator/assignor/assignor.h"
#include "coordinator/consumer_member.h"

namespace klamm::coordinator {

/// What takes a member from where it is to its target. What is referred to outlives the call.
/// @core owner
struct Reconciliation {
  const CurrentAssignment& current;
  int32_t assignment_epoch = 0;
  const TopicPartitions& target;
  std::span<const Uuid> subscribed;  // ascending: topics that the member reads
  bool has_subscription_changed = false;
  const TopicPartitions* owned = nullptr;  // what the member says that it has; null: it does not say
  std::function<bool(const Uuid& topic, int32_t partition)> is_owned;  // by any member, or not given up yet
};

/// Why a member cannot go on and has to join anew.
struct UnknownStateError {};

/// The member's next step (KIP-848): first it gives up what is not in its target; when it has, it takes the epoch of
/// the target and of its partitions those that nobody has any more. Pure.
std::expected<CurrentAssignment, UnknownStateError> reconcile(const Reconciliation& step);

}  // namespace klamm::coordinator
