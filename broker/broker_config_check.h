#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "broker/options.h"
#include "metadata/controller.h"
#include "metadata/image.h"

namespace klamm::broker {

/// Where settings of brokers are checked before the controller takes them (Kafka's DynamicBrokerConfig): what was given
/// at the start, and what was altered since.
struct BrokerConfigScope {
  const Options& at_start;
  const metadata::MetadataImage& image;
  int32_t node_id;
};

/// Whether a value is of its type and, of a number, at least `least`; INVALID_REQUEST with Kafka's message.
metadata::ApiError check_setting_text(std::string_view name, SettingType type, std::string_view value, double least);

/// Whether the settings of a broker (`name`: its id) or of all brokers (empty) may change so, with Kafka's error and
/// message. What Klamm reads only at the start is read-only, also where Kafka could change it; what Kafka can change
/// and Klamm does not act upon is accepted, as are names that nobody knows. What would restrict access and is not
/// served is refused.
metadata::ApiError check_broker_config_change(const BrokerConfigScope& scope,
                                              const metadata::ResourceConfigChange& change);

}  // namespace klamm::broker
