#include "broker/listener_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace klamm::broker {
namespace {

using ProtocolMap = std::map<std::string, std::string, std::less<>>;

struct NamedEndpoint {
  std::string name;
  reactor::Endpoint at;
};

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

// NAME://HOST:PORT
std::expected<NamedEndpoint, std::string> parse_listener(std::string_view option, std::string_view text) {
  const size_t separator = text.find("://");
  if (separator == std::string_view::npos || separator == 0) {
    return std::unexpected(fmt::format("{}: {} is not NAME://HOST:PORT", option, text));
  }
  auto at = reactor::parse_endpoint(text.substr(separator + 3));
  if (!at) return std::unexpected(fmt::format("{}: {}: {}", option, text, at.error()));
  return NamedEndpoint{upper(text.substr(0, separator)), std::move(*at)};
}

std::expected<std::vector<NamedEndpoint>, std::string> parse_listeners(std::string_view option,
                                                                       const std::vector<std::string>& texts) {
  std::vector<NamedEndpoint> listeners;
  std::set<std::string> names;
  for (const std::string& text : texts) {
    auto listener = parse_listener(option, text);
    if (!listener) return std::unexpected(listener.error());
    if (!names.insert(listener->name).second) {
      return std::unexpected(
          fmt::format("{}: each listener must have a different name, {} comes twice", option, listener->name));
    }
    listeners.push_back(std::move(*listener));
  }
  return listeners;
}

std::expected<ProtocolMap, std::string> parse_protocols(std::string_view text) {
  ProtocolMap protocols;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    const std::string_view entry = text.substr(start, end - start);
    const size_t colon = entry.find(':');
    const auto trim = [](std::string_view part) {
      while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
      while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
      return part;
    };
    if (colon == std::string_view::npos) {
      return std::unexpected(fmt::format("listener.security.protocol.map: {} is not NAME:PROTOCOL", entry));
    }
    protocols.insert_or_assign(upper(trim(entry.substr(0, colon))), upper(trim(entry.substr(colon + 1))));
    start = end + 1;
  }
  return protocols;
}

std::expected<void, std::string> check_protocol(const NamedEndpoint& listener, const ProtocolMap& protocols) {
  const auto found = protocols.find(listener.name);
  if (found == protocols.end()) {
    return std::unexpected(
        fmt::format("listener.security.protocol.map names no protocol for the listener {}", listener.name));
  }
  if (found->second == "PLAINTEXT") return {};
  return std::unexpected(fmt::format("The listener {} has the protocol {}, but Klamm serves only PLAINTEXT yet.",
                                     listener.name, found->second));
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names, [&](const std::string& other) { return upper(other) == name; });
}

// Klamm is the controller of its own metadata log; a file that names another one is not for a node alone.
std::expected<void, std::string> check_controller(const Options& options) {
  constexpr std::string_view kRemote =
      "names a controller that is not this node, but Klamm does not join other controllers yet.";
  const bool is_controller = contains(options.process_roles, "CONTROLLER");
  if (!is_controller && !options.controller_quorum_bootstrap_servers.empty()) {
    return std::unexpected(fmt::format("controller.quorum.bootstrap.servers {}", kRemote));
  }
  for (const std::string& voter : options.controller_quorum_voters) {
    int32_t id = -1;
    const auto [end, error] = std::from_chars(voter.data(), voter.data() + voter.size(), id);
    if (error != std::errc{} || end == voter.data() + voter.size() || *end != '@') {
      return std::unexpected(fmt::format("controller.quorum.voters: {} is not ID@HOST:PORT", voter));
    }
    if (!is_controller || (options.node_id && id != *options.node_id)) {
      return std::unexpected(fmt::format("controller.quorum.voters {}", kRemote));
    }
  }
  return {};
}

const reactor::Endpoint* find(const std::vector<NamedEndpoint>& listeners, std::string_view name) {
  for (const NamedEndpoint& listener : listeners) {
    if (listener.name == name) return &listener.at;
  }
  return nullptr;
}

std::expected<void, std::string> check_names(const Options& options, const ListenerPlan& plan,
                                             const std::vector<NamedEndpoint>& advertised) {
  const auto is_served = [&](std::string_view name) {
    return std::ranges::any_of(plan.served, [&](const PlannedListener& listener) { return listener.name == name; });
  };
  for (const NamedEndpoint& listener : advertised) {
    if (!is_served(listener.name) && !contains(options.controller_listener_names, listener.name)) {
      return std::unexpected(fmt::format("advertised.listeners names {}, which is not in listeners", listener.name));
    }
  }
  if (options.inter_broker_listener_name && !is_served(upper(*options.inter_broker_listener_name))) {
    return std::unexpected(fmt::format("inter.broker.listener.name names {}, which is not in listeners",
                                       *options.inter_broker_listener_name));
  }
  return {};
}

}  // namespace

std::expected<ListenerPlan, std::string> plan_listeners(const Options& options) {
  if (auto checked = check_controller(options); !checked) return std::unexpected(checked.error());
  auto listeners = parse_listeners("listeners", options.listeners);
  if (!listeners) return std::unexpected(listeners.error());
  auto advertised =
      parse_listeners("advertised.listeners", options.advertised_listeners.value_or(std::vector<std::string>{}));
  if (!advertised) return std::unexpected(advertised.error());
  auto protocols = parse_protocols(options.listener_security_protocol_map);
  if (!protocols) return std::unexpected(protocols.error());

  ListenerPlan plan;
  for (const NamedEndpoint& listener : *listeners) {
    if (contains(options.controller_listener_names, listener.name)) {
      if (plan.controller_listeners.empty()) plan.controller_at = listener.at;
      plan.controller_listeners.push_back(listener.name);
      continue;
    }
    if (auto checked = check_protocol(listener, *protocols); !checked) return std::unexpected(checked.error());
    const reactor::Endpoint* told = find(*advertised, listener.name);
    plan.served.push_back({listener.name, listener.at, told != nullptr ? *told : listener.at});
  }
  if (plan.served.empty()) return std::unexpected("listeners: at least one listener for clients is needed");
  if (auto checked = check_names(options, plan, *advertised); !checked) return std::unexpected(checked.error());
  return plan;
}

}  // namespace klamm::broker
