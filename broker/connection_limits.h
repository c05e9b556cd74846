#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <unordered_map>

#include "broker/listener_plan.h"
#include "broker/options.h"
#include "net/connection_quotas.h"

namespace klamm::broker {

/// The bounds on connections as the options say, for the listeners of `plan` in its order. A listener without a bound
/// of its own has the broker's, as in Kafka. The error is a sentence that names the setting.
/// @core any
std::expected<net::ConnectionLimits, std::string> connection_limits(const Options& options, const ListenerPlan& plan);

/// Reads max.connections.per.ip.overrides: `ADDRESS:COUNT`, several with commas. The error is a sentence.
std::expected<std::unordered_map<net::IpAddress, uint32_t>, std::string> parse_per_ip_overrides(std::string_view text);

/// Whether a setting that is read here, and not by its row of the option table alone, can be read; true for all others.
bool is_readable_limit(std::string_view name, std::string_view value);

}  // namespace klamm::broker
