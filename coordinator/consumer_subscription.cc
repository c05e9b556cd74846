#include "coordinator/consumer_subscription.h"

#include <algorithm>
#include <span>

#include "protocol/arena.h"
#include "protocol/codec.h"
#include "protocol/messages/consumer_protocol_subscription.h"
#include "protocol/reader.h"

namespace klamm::coordinator {

namespace {

// The version is as the client knows it; what a newer one adds stands behind the rest.
bool add_topics(std::string_view metadata, std::set<std::string, std::less<>>& topics) {
  using Subscription = protocol::ConsumerProtocolSubscription;
  protocol::Reader reader(std::as_bytes(std::span(metadata)));
  const auto version = reader.read_int16();
  if (!version || *version < Subscription::kLowestVersion) return false;
  protocol::Arena arena;
  const auto read = protocol::decode<Subscription>(reader, std::min(*version, Subscription::kHighestVersion), arena);
  if (!read) return false;
  for (const protocol::String& topic : read->topics) topics.emplace(topic.view());
  return true;
}

}  // namespace

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
    if (!add_topics(member.metadata(*group.protocol_name()), topics_)) return;
  }
  is_known_ = true;
}

bool ConsumerSubscription::has(std::string_view topic) const {
  return is_known_ ? topics_.contains(topic) : may_be_any_;
}

}  // namespace klamm::coordinator
