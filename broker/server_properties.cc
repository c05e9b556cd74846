#include "broker/server_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace klamm::broker {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// `ssl.keystore.location` of `listener.name.internal.ssl.keystore.location`; the key itself when it has no such prefix.
std::string_view without_listener(std::string_view key) {
  if (!key.starts_with(kListenerPrefix)) return key;
  const size_t dot = key.find('.', kListenerPrefix.size());
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

bool is_listener_mechanism(std::string_view key) {
  // listener.name.<listener>.<sasl mechanism>.sasl.jaas.config
  return key.find(".sasl.") != std::string_view::npos || key.find(".ssl.") != std::string_view::npos;
}

// A class that decides who may do what; without it the broker would allow what its owner forbids.
bool is_policy(std::string_view key) {
  return key == "create.topic.policy.class.name" || key == "alter.config.policy.class.name" ||
         key == "client.quota.callback.class";
}

bool is_prefixed(std::string_view key) {
  // Settings of plug-ins carry any name behind these.
  return key.starts_with("rsm.config.") || key.starts_with("rlmm.config.") || key.starts_with("config.providers.") ||
         key.starts_with("authorizer.") || key.starts_with("super.users") || key.starts_with("allow.everyone");
}

// Two names of one setting must agree, as in Kafka.
constexpr std::pair<std::string_view, std::string_view> kNamesOfOne[] = {
    {"node.id", "broker.id"},
    {"producer.state.batches.to.retain", "max.idempotence.batches.to.retain"},
};

std::expected<void, std::string> check_names_of_one(const std::vector<Property>& properties) {
  for (const auto& [name, other] : kNamesOfOne) {
    std::optional<std::string_view> value;
    std::optional<std::string_view> other_value;
    for (const Property& property : properties) {
      if (property.key == name) value = trimmed(property.value);
      if (property.key == other) other_value = trimmed(property.value);
    }
    if (value && other_value && *value != *other_value) {
      return std::unexpected(fmt::format("{} and {} must be the same number", name, other));
    }
  }
  return {};
}

void set_listener_limit(Options& options, std::string_view name, std::string_view value) {
  options.listener_limits.insert_or_assign(std::string(name), std::string(trimmed(value)));
  options.given.insert_or_assign(std::string(name), std::string(trimmed(value)));
}

std::string no_effect(const std::vector<std::string>& names) {
  return fmt::format("These settings of Kafka have no effect in Klamm: {}.", fmt::join(names, ", "));
}

}  // namespace

std::string refusal_of(std::string_view key, std::string_view value) {
  const std::string_view name = without_listener(key);
  value = trimmed(value);
  if (name.starts_with("ssl.") ||
      (name != key && is_listener_mechanism(key) && name.find("ssl.") != std::string_view::npos)) {
    return fmt::format("{} is set, but Klamm does not serve TLS yet; remove it to serve in plain text.", key);
  }
  if (name.starts_with("sasl.") || (name != key && is_listener_mechanism(key))) {
    return fmt::format("{} is set, but Klamm does not serve SASL yet; remove it to serve without authentication.", key);
  }
  if (value.empty()) return "";
  if (name == "authorizer.class.name") {
    return fmt::format(
        "{} is set, but Klamm does not serve authorization yet; remove it to allow everything to everybody.", key);
  }
  if (is_policy(name)) {
    return fmt::format("{} is set, but Klamm cannot load Java classes; remove it to go without this policy.", key);
  }
  if (name == "config.providers") {
    return fmt::format("{} is set, but Klamm cannot fetch settings from providers; write the values themselves.", key);
  }
  if (name == "delegation.token.secret.key") {
    return fmt::format("{} is set, but Klamm does not serve delegation tokens yet; remove it.", key);
  }
  if (name == "security.inter.broker.protocol" && value != "PLAINTEXT") {
    return fmt::format("{}={}, but Klamm serves only PLAINTEXT yet.", key, value);
  }
  if (name == "remote.log.storage.system.enable" && equals_ignoring_case(value, "true")) {
    return fmt::format("{}=true, but Klamm does not serve remote storage yet; its data would be out of reach.", key);
  }
  return "";
}

std::expected<std::vector<std::string>, std::string> apply_properties(Options& options,
                                                                      const std::vector<Property>& properties) {
  std::vector<std::string> warnings;
  std::vector<std::string> unused;
  if (auto checked = check_names_of_one(properties); !checked) return std::unexpected(checked.error());
  for (const Property& property : properties) {
    if (const std::string refusal = refusal_of(property.key, property.value); !refusal.empty()) {
      return std::unexpected(refusal);
    }
    if (const OptionRow* row = find_option(property.key)) {
      if (auto set = set_option(options, *row, property.value); !set) return std::unexpected(set.error());
      continue;
    }
    if (is_listener_limit(property.key)) {
      set_listener_limit(options, property.key, property.value);
      continue;
    }
    const bool is_kafkas = find_kafka_setting(without_listener(property.key)) != nullptr || is_prefixed(property.key);
    if (is_kafkas) {
      options.given.insert_or_assign(property.key, std::string(trimmed(property.value)));
      if (std::ranges::find(unused, property.key) == unused.end()) unused.push_back(property.key);
      continue;
    }
    const std::string_view nearest = nearest_setting_name(property.key);
    warnings.push_back(nearest.empty()
                           ? fmt::format("{} (line {}) is no setting that is known.", property.key, property.line)
                           : fmt::format("{} (line {}) is no setting that is known; is {} meant?", property.key,
                                         property.line, nearest));
  }
  if (!unused.empty()) warnings.push_back(no_effect(unused));
  return warnings;
}

std::expected<std::vector<std::string>, std::string> apply_override(Options& options, std::string_view name_and_value) {
  const size_t equals = name_and_value.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return std::unexpected(fmt::format("{}: NAME=VALUE is needed", name_and_value));
  }
  const std::string_view name = trimmed(name_and_value.substr(0, equals));
  const std::string_view value = name_and_value.substr(equals + 1);
  if (std::string refusal = refusal_of(name, value); !refusal.empty()) return std::unexpected(std::move(refusal));
  if (const OptionRow* row = find_option(name)) {
    if (auto set = set_option(options, *row, value); !set) return std::unexpected(set.error());
    return std::vector<std::string>{};
  }
  if (is_listener_limit(name)) {
    set_listener_limit(options, name, value);
    return std::vector<std::string>{};
  }
  if (find_kafka_setting(without_listener(name)) != nullptr) {
    options.given.insert_or_assign(std::string(name), std::string(trimmed(value)));
    return std::vector{no_effect({std::string(name)})};
  }
  const std::string_view nearest = nearest_setting_name(name);
  return std::unexpected(nearest.empty() ? fmt::format("{} is no setting that is known", name)
                                         : fmt::format("{} is no setting that is known; is {} meant?", name, nearest));
}

}  // namespace klamm::broker
