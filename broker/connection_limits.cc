#include "broker/connection_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace klamm::broker {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<uint32_t> parse_count(std::string_view text) {
  int32_t count = -1;
  text = trimmed(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 0) return std::nullopt;
  return static_cast<uint32_t>(count);
}

std::optional<uint32_t> parse_listener_limit(std::string_view text) {
  const auto count = parse_count(text);
  return count && *count > 0 ? count : std::nullopt;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::expected<uint32_t, std::string> of_listener(const Options& options, std::string_view listener,
                                                 std::string_view setting, int32_t of_broker) {
  const std::string name = fmt::format("{}{}.{}", kListenerPrefix, lower(listener), setting);
  const auto own = options.listener_limits.find(name);
  if (own == options.listener_limits.end()) return static_cast<uint32_t>(of_broker);
  const auto count = parse_listener_limit(own->second);
  if (!count) return std::unexpected(fmt::format("{}={}: must be a number above 0", name, own->second));
  return *count;
}

// Kafka's default is the listener of that name too, as long as nothing but PLAINTEXT is between brokers.
std::optional<net::ListenerIndex> protected_listener(const Options& options, const ListenerPlan& plan) {
  if (plan.served.size() < 2) return std::nullopt;
  const std::string name = lower(options.inter_broker_listener_name.value_or("PLAINTEXT"));
  for (net::ListenerIndex index = 0; index < plan.served.size(); ++index) {
    if (lower(plan.served[index].name) == name) return index;
  }
  return std::nullopt;
}

}  // namespace

std::expected<std::unordered_map<net::IpAddress, uint32_t>, std::string> parse_per_ip_overrides(std::string_view text) {
  std::unordered_map<net::IpAddress, uint32_t> overrides;
  for (std::string_view rest = trimmed(text); !rest.empty();) {
    const size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view entry = trimmed(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const size_t colon = entry.rfind(':');
    const auto bad = [&](std::string_view why) {
      return std::unexpected(fmt::format("max.connections.per.ip.overrides: {}: {}", entry, why));
    };
    if (colon == std::string_view::npos) return bad("ADDRESS:COUNT is needed");
    const auto address = net::parse_ip_address(trimmed(entry.substr(0, colon)));
    if (!address) return bad("the address must be a numeric one");
    const auto count = parse_count(entry.substr(colon + 1));
    if (!count) return bad("the count is not a number from 0 on");
    overrides.insert_or_assign(*address, *count);
  }
  return overrides;
}

bool is_readable_limit(std::string_view name, std::string_view value) {
  if (is_listener_limit(name)) return parse_listener_limit(value).has_value();
  return name != "max.connections.per.ip.overrides" || parse_per_ip_overrides(value).has_value();
}

std::expected<net::ConnectionLimits, std::string> connection_limits(const Options& options, const ListenerPlan& plan) {
  net::ConnectionLimits limits;
  limits.connections_max = static_cast<uint32_t>(options.max_connections);
  limits.creation_rate_max = static_cast<uint32_t>(options.max_connection_creation_rate);
  limits.connections_per_ip_max = static_cast<uint32_t>(options.max_connections_per_ip);
  auto overrides = parse_per_ip_overrides(options.max_connections_per_ip_overrides);
  if (!overrides) return std::unexpected(overrides.error());
  limits.per_ip_overrides = std::move(*overrides);
  for (const PlannedListener& listener : plan.served) {
    const auto most = of_listener(options, listener.name, "max.connections", options.max_connections);
    if (!most) return std::unexpected(most.error());
    const auto rate =
        of_listener(options, listener.name, "max.connection.creation.rate", options.max_connection_creation_rate);
    if (!rate) return std::unexpected(rate.error());
    limits.listeners.push_back({.connections_max = *most, .creation_rate_max = *rate});
  }
  limits.protected_listener = protected_listener(options, plan);
  return limits;
}

}  // namespace klamm::broker
