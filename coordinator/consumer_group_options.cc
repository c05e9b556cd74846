#include "coordinator/consumer_group_options.h"

#include <algorithm>
#include <charconv>

namespace klamm::coordinator {
namespace {

std::optional<int32_t> number(const GroupConfigs::Values& values, std::string_view name) {
  const auto found = values.find(name);
  if (found == values.end()) return std::nullopt;
  std::string_view text = found->second;
  // As it was taken: blanks and a plus are no part of it.
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int32_t effective(const std::optional<int32_t>& own, const BoundedSetting& broker) {
  return own ? std::max(broker.min, std::min(*own, broker.max)) : broker.value;
}

}  // namespace

GroupSettings GroupConfigs::of(std::string_view group_id) const {
  static const Overrides kNone;
  const auto found = groups_.find(group_id);
  const Overrides& own = found == groups_.end() ? kNone : found->second;
  return {.session_timeout_ms = effective(own.session_timeout_ms, broker_.session_timeout_ms),
          .heartbeat_interval_ms = effective(own.heartbeat_interval_ms, broker_.heartbeat_interval_ms),
          .assignment_interval_ms = effective(own.assignment_interval_ms, broker_.assignment_interval_ms),
          .disconnect_grace_ms = own.disconnect_grace_ms.value_or(broker_.disconnect_grace_ms)};
}

void GroupConfigs::set_group(std::string_view group_id, const Values* values) {
  if (const auto before = groups_.find(group_id); before != groups_.end()) {
    if (before->second.has_grace()) --own_grace_count_;
    groups_.erase(before);
  }
  if (values == nullptr) return;
  const Overrides own{.session_timeout_ms = number(*values, "consumer.session.timeout.ms"),
                      .heartbeat_interval_ms = number(*values, "consumer.heartbeat.interval.ms"),
                      .assignment_interval_ms = number(*values, "consumer.assignment.interval.ms"),
                      .disconnect_grace_ms = number(*values, "group.disconnect.grace.ms")};
  if (own.has_grace()) ++own_grace_count_;
  groups_.emplace(group_id, own);
}

}  // namespace klamm::coordinator
