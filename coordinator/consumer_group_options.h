#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace klamm::coordinator {

/// Whether groups go from the classic protocol to the consumer protocol and back while they have members
/// (`group.consumer.migration.policy`). @core any
enum class MigrationPolicy : uint8_t { kDisabled, kUpgrade, kDowngrade, kBidirectional };

constexpr bool allows_upgrade(MigrationPolicy policy) {
  return policy == MigrationPolicy::kUpgrade || policy == MigrationPolicy::kBidirectional;
}
constexpr bool allows_downgrade(MigrationPolicy policy) {
  return policy == MigrationPolicy::kDowngrade || policy == MigrationPolicy::kBidirectional;
}

/// A setting of groups with the range that the broker allows it. @core any
struct BoundedSetting {
  int32_t value = 0;
  int32_t min = 0;
  int32_t max = std::numeric_limits<int32_t>::max();
};

/// The broker's options for groups of the consumer protocol (KIP-848), by Kafka's names and defaults.
/// @core any (a plain value)
struct ConsumerGroupOptions {
  BoundedSetting session_timeout_ms{45000, 45000, 60000};  // group.consumer[.min|.max].session.timeout.ms
  BoundedSetting heartbeat_interval_ms{5000, 5000, 15000};
  BoundedSetting assignment_interval_ms{1000, 0, 15000};
  int32_t max_size = std::numeric_limits<int32_t>::max();  // members of one group
  int32_t classic_max_size =
      std::numeric_limits<int32_t>::max();                 // group.max.size: of one that becomes a classic group
  std::vector<std::string> assignors{"uniform", "range"};  // never empty; the first is the default
  MigrationPolicy migration_policy = MigrationPolicy::kBidirectional;
  int32_t regex_refresh_interval_ms = 10 * 60 * 1000;  // a regular expression is resolved anew after so long
  bool is_served = true;                               // group.coordinator.rebalance.protocols has "consumer"
  int32_t disconnect_grace_ms = -1;                    // group.disconnect.grace.ms; below 0: off
};

/// What holds for one group. @core any (a plain value)
struct GroupSettings {
  int32_t session_timeout_ms = 0;
  int32_t heartbeat_interval_ms = 0;
  int32_t assignment_interval_ms = 0;  // least time between two assignments
  int32_t disconnect_grace_ms = -1;    // of groups of both protocols; below 0: off
};

/// The settings of groups on one shard: the broker's, and what is altered for single groups (KIP-848, config resource
/// GROUP), which wins and is brought within the broker's range, as Kafka does when the range has changed since.
/// @core owner
class GroupConfigs {
 public:
  /// What is set on a group, by name (`consumer.session.timeout.ms`).
  using Values = std::map<std::string, std::string, std::less<>>;

  const ConsumerGroupOptions& broker() const { return broker_; }
  GroupSettings of(std::string_view group_id) const;
  /// Whether a lost connection may matter to any group: group.disconnect.grace.ms is set for the broker or for a group.
  bool has_disconnect_grace() const { return broker_.disconnect_grace_ms >= 0 || own_grace_count_ > 0; }

  void set_broker(ConsumerGroupOptions options) { broker_ = std::move(options); }
  /// All that is set on the group now; null: nothing. A value that cannot be read is passed over.
  void set_group(std::string_view group_id, const Values* values);

 private:
  struct Overrides {
    std::optional<int32_t> session_timeout_ms;
    std::optional<int32_t> heartbeat_interval_ms;
    std::optional<int32_t> assignment_interval_ms;
    std::optional<int32_t> disconnect_grace_ms;
    bool has_grace() const { return disconnect_grace_ms.value_or(-1) >= 0; }
  };

  ConsumerGroupOptions broker_;
  std::map<std::string, Overrides, std::less<>> groups_;
  size_t own_grace_count_ = 0;  // groups of groups_ that have one
};

}  // namespace klamm::coordinator
