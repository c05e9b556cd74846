#include "broker/group_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace klamm::broker {
namespace {

using coordinator::BoundedSetting;
using coordinator::MigrationPolicy;

constexpr std::string_view kPolicy = "group.consumer.migration.policy";

std::optional<MigrationPolicy> policy_of(std::string_view text) {
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word == "disabled") return MigrationPolicy::kDisabled;
  if (word == "upgrade") return MigrationPolicy::kUpgrade;
  if (word == "downgrade") return MigrationPolicy::kDowngrade;
  if (word == "bidirectional") return MigrationPolicy::kBidirectional;
  return std::nullopt;
}

// `what` is what stands behind "group.consumer." and its min and max.
std::expected<void, std::string> check_range(std::string_view what, const BoundedSetting& setting) {
  const std::string name = fmt::format("group.consumer.{}", what);
  const std::string min = fmt::format("group.consumer.min.{}", what);
  const std::string max = fmt::format("group.consumer.max.{}", what);
  const auto wrong = [](std::string_view one, std::string_view is, std::string_view other) {
    return std::unexpected(fmt::format("{} must be {} than or equal to {}", one, is, other));
  };
  if (setting.max < setting.min) return wrong(max, "greater", min);
  if (setting.value < setting.min) return wrong(name, "greater", min);
  if (setting.value > setting.max) return wrong(name, "less", max);
  return {};
}

bool has(const std::vector<std::string>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}

}  // namespace

std::expected<void, std::string> check_group_options(const Options& options) {
  if (!policy_of(options.group_consumer_migration_policy)) {
    return std::unexpected(
        fmt::format("Invalid value {} for configuration {}: String must be one of (case insensitive): DISABLED, "
                    "DOWNGRADE, UPGRADE, BIDIRECTIONAL",
                    options.group_consumer_migration_policy, kPolicy));
  }
  if (options.group_consumer_assignors.empty()) {
    return std::unexpected("group.consumer.assignors must name at least one assignor");
  }
  if (!has(options.group_coordinator_rebalance_protocols, "classic")) {
    return std::unexpected("group.coordinator.rebalance.protocols: disabling the classic protocol is not supported");
  }
  const coordinator::ConsumerGroupOptions groups = consumer_group_options(options);
  if (auto checked = check_range("heartbeat.interval.ms", groups.heartbeat_interval_ms); !checked) return checked;
  if (auto checked = check_range("session.timeout.ms", groups.session_timeout_ms); !checked) return checked;
  if (groups.heartbeat_interval_ms.value >= groups.session_timeout_ms.value) {
    return std::unexpected("group.consumer.heartbeat.interval.ms must be less than group.consumer.session.timeout.ms");
  }
  return check_range("assignment.interval.ms", groups.assignment_interval_ms);
}

coordinator::ConsumerGroupOptions consumer_group_options(const Options& options) {
  return {
      .session_timeout_ms = {options.group_consumer_session_timeout_ms, options.group_consumer_min_session_timeout_ms,
                             options.group_consumer_max_session_timeout_ms},
      .heartbeat_interval_ms = {options.group_consumer_heartbeat_interval_ms,
                                options.group_consumer_min_heartbeat_interval_ms,
                                options.group_consumer_max_heartbeat_interval_ms},
      .assignment_interval_ms = {options.group_consumer_assignment_interval_ms,
                                 options.group_consumer_min_assignment_interval_ms,
                                 options.group_consumer_max_assignment_interval_ms},
      .max_size = options.group_consumer_max_size,
      .classic_max_size = options.group_max_size,
      .assignors = options.group_consumer_assignors,
      .migration_policy = policy_of(options.group_consumer_migration_policy).value_or(MigrationPolicy::kBidirectional),
      .regex_refresh_interval_ms = options.group_consumer_regex_refresh_interval_ms,
      .is_served = has(options.group_coordinator_rebalance_protocols, "consumer"),
      .disconnect_grace_ms = options.group_disconnect_grace_ms,
  };
}

}  // namespace klamm::broker
