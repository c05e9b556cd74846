#include "coordinator/offset_expiry.h"

#include <optional>

#include "coordinator/consumer_subscription.h"

namespace klamm::coordinator {

namespace {

OffsetExpiry expiry_of(const StoredGroup& group, const std::optional<ConsumerSubscription>& subscription) {
  using Kind = OffsetExpiry::Kind;
  if (group.is_of_other_protocol()) return {.kind = Kind::kNotNow};
  if (group.consumer != nullptr) return {.kind = Kind::kSinceCommit};
  if (group.classic == nullptr || !group.classic->protocol_type()) return {.kind = Kind::kSinceCommit};
  if (group.classic->is_empty()) {
    const int64_t since_ms = group.classic->state_timestamp_ms();
    if (since_ms < 0) return {.kind = Kind::kSinceCommit};
    return {.kind = Kind::kSinceEmpty, .empty_since_ms = since_ms};
  }
  const bool is_stable = group.classic->state() == ClassicState::kStable;
  return {.kind = is_stable && subscription->is_known() ? Kind::kSinceCommit : Kind::kNotNow};
}

}  // namespace

ExpiredOffsets find_expired(const StoredGroup& group, const TransactionalOffsets& transactional, int64_t now_ms,
                            int64_t retention_ms) {
  std::optional<ConsumerSubscription> subscription;
  if (group.classic != nullptr && group.consumer == nullptr) subscription.emplace(*group.classic);
  const OffsetExpiry expiry = expiry_of(group, subscription);
  ExpiredOffsets expired;
  bool is_any_left = false;
  group.offsets.for_each([&](std::string_view topic, int32_t partition, const CommittedOffset& offset) {
    const bool is_read = (subscription && subscription->has(topic)) ||
                         (group.consumer != nullptr && group.consumer->is_subscribed_to(topic));
    if (is_read || !expiry.has_expired(offset, now_ms, retention_ms) ||
        transactional.is_pending(group.id, topic, partition)) {
      is_any_left = true;
    } else {
      expired.changes.push_back({std::string(topic), partition, std::nullopt});
    }
  });
  const bool has_members = group.is_of_other_protocol() || (group.classic != nullptr && !group.classic->is_empty()) ||
                           (group.consumer != nullptr && !group.consumer->is_empty());
  expired.group_has_ended = !is_any_left && !has_members && !transactional.has_group(group.id);
  return expired;
}

}  // namespace klamm::coordinator
