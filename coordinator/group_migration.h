#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/classic_group.h"
#include "coordinator/consumer_change.h"
#include "coordinator/consumer_group_options.h"
#include "coordinator/consumer_group_state.h"
#include "coordinator/consumer_messages.h"
#include "coordinator/group_records.h"
#include "coordinator/group_topics.h"

// A group with members goes from one protocol to the other (KIP-848, `group.consumer.migration.policy`): what becomes
// of it. Pure; the groups themselves and their drivers do the rest.
namespace klamm::coordinator {

/// What a consumer group that takes the place of the classic one begins with: its members, each with the partitions
/// that their leader gave them, at the generation as their epoch. The error says why it cannot.
std::expected<std::vector<ConsumerChange>, GroupError> consumer_group_of(const ClassicGroup& group,
                                                                         const ConsumerGroupOptions& options,
                                                                         const GroupTopics& topics);

/// Whether a consumer group without `leaving`, of which it has all, is to go on as a classic one.
bool may_become_classic(const ConsumerGroupState& state, std::span<const std::string> leaving,
                        const ConsumerGroupOptions& options);

/// What a classic group that takes the place of the consumer group begins with: its members without `leaving`, each
/// with its target. Nothing: the members have no protocol in common, or their metadata are none.
std::optional<ClassicStart> classic_group_of(const ConsumerGroupState& state, std::span<const std::string> leaving,
                                             const GroupTopics& topics);

/// The records of that: of the consumer group nothing is left, and the classic group is there.
void add_downgrade(GroupRecords& records, std::string_view group_id, const ConsumerGroupState& state,
                   const ClassicStart& start);

}  // namespace klamm::coordinator
