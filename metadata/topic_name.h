#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace klamm::metadata {

inline constexpr size_t kTopicNameBytesMax = 249;

/// Kafka's message when `name` may not name a topic (empty, '.', '..', too long, characters other than [a-zA-Z0-9._-]);
/// nothing when it may.
std::optional<std::string> invalid_topic_name_reason(std::string_view name);

/// Names that differ only in '.' and '_' collide (in metric names). This form is the same for all that collide.
std::string collision_key(std::string_view name);
bool may_collide(std::string_view name);

/// Topics that only the broker itself writes: __consumer_offsets, __transaction_state, __share_group_state.
bool is_internal_topic(std::string_view name);

}  // namespace klamm::metadata
