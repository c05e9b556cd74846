#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "broker/broker_configs.h"
#include "broker/options.h"
#include "metadata/controller.h"
#include "metadata/image.h"

// Settings of single groups (config resource GROUP, KIP-848). Klamm acts upon those of consumer groups; those of share
// and streams groups are kept and shown, as is everything that a Kafka knows of the broker's settings.
namespace klamm::broker {

/// One of them. @core any (constant)
struct GroupConfigKey {
  std::string_view name;
  SettingType type;
  std::string_view synonym;   // the broker's setting that a group without its own has; empty: none
  const char* default_text;   // where there is no synonym
  double least = -9.3e18;     // of numbers
  std::string_view min = {};  // the broker's settings that bound it; empty: no such bound
  std::string_view max = {};
  std::span<const std::string_view> allowed = {};  // of texts; empty: any
  bool is_internal = false;                        // shown only where it is set
};

/// All of them in the order in which Kafka checks them, Klamm's own at last.
std::span<const GroupConfigKey> group_config_keys();

/// Null when there is no such setting.
const GroupConfigKey* find_group_config_key(std::string_view name);

/// The one that Kafka does not know.
inline constexpr std::string_view kGroupDisconnectGrace = "group.disconnect.grace.ms";

/// Whether an alteration of a group's settings may pass to the controller. What the group has already is checked again
/// with it, for the broker's bounds may have changed. INVALID_CONFIG and INVALID_REQUEST with Kafka's messages.
metadata::ApiError check_group_config_change(const Options& at_start, const metadata::MetadataImage& image,
                                             const metadata::ResourceConfigChange& change);

/// The settings of a group as DescribeConfigs shows them, with those of the broker that stand behind them.
std::vector<BrokerConfig> group_configs(const Options& at_start, const metadata::MetadataImage& image,
                                        std::string_view group_id);

}  // namespace klamm::broker
