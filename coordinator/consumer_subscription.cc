#include "coordinator/consumer_subscription.h"

#include "coordinator/consumer_protocol.h"

namespace klamm::coordinator {

ConsumerSubscription::ConsumerSubscription(const ClassicGroup& group) {
  may_be_any_ = group.uses_consumer_protocol();
  if (may_be_any_) read(group);
}

void ConsumerSubscription::read(const ClassicGroup& group) {
  if (group.members().empty()) {
    is_known_ = true;
    return;
  }
  if (!group.protocol_name()) return;
  for (const ClassicMember& member : group.members()) {
    const auto said = parse_subscription(member.metadata(*group.protocol_name()));
    if (!said) return;
    topics_.insert(said->topics.begin(), said->topics.end());
  }
  is_known_ = true;
}

bool ConsumerSubscription::has(std::string_view topic) const {
  return is_known_ ? topics_.contains(topic) : may_be_any_;
}

}  // namespace klamm::coordinator
