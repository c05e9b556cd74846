#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "metadata/topic_config.h"

// The messages are those of Kafka 4.4's ConfigDef and LogConfig.
namespace klamm::metadata {

namespace {

using Result = std::expected<void, std::string>;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

std::unexpected<std::string> invalid(std::string_view name, std::string_view value, std::string_view why) {
  return std::unexpected(fmt::format("Invalid value {} for configuration {}: {}", value, name, why));
}

std::vector<std::string_view> list_elements(std::string_view text) {
  std::vector<std::string_view> elements;
  text = trimmed(text);
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    elements.push_back(trimmed(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return elements;
}

std::vector<std::string_view> without_repetitions(const std::vector<std::string_view>& elements) {
  std::vector<std::string_view> first;
  for (const std::string_view element : elements) {
    if (std::ranges::find(first, element) == first.end()) first.push_back(element);
  }
  return first;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  const auto to_lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  return std::ranges::equal(text, lower, {}, to_lower);
}

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  // Java reads a plus sign, from_chars does not.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// As Java prints a double of ordinary size: "2.0", "-0.1".
std::string double_text(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

Result check_range(const TopicConfigKey& key, double value, std::string_view text) {
  if (key.name == "compression.gzip.level") {
    if (value == -1 || (value >= *key.min && value <= *key.max)) return {};
    return invalid(key.name, text, fmt::format("Value must be between {} and {} or equal to -1", *key.min, *key.max));
  }
  if (key.min && value < *key.min) {
    return invalid(key.name, text, fmt::format("Value must be at least {:.0f}", *key.min));
  }
  if (key.max && value > *key.max) {
    return invalid(key.name, text, fmt::format("Value must be no more than {:.0f}", *key.max));
  }
  return {};
}

template <class Number>
Result check_whole_number(const TopicConfigKey& key, std::string_view value, std::string_view type_name) {
  const auto number = whole_number<Number>(trimmed(value));
  if (!number) return invalid(key.name, value, fmt::format("Not a number of type {}", type_name));
  return check_range(key, static_cast<double>(*number), std::to_string(*number));
}

Result check_double(const TopicConfigKey& key, std::string_view value) {
  const std::string_view text = trimmed(value);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return invalid(key.name, value, "Not a number of type DOUBLE");
  }
  return check_range(key, number, double_text(number));
}

Result check_choice(const TopicConfigKey& key, std::string_view value) {
  if (key.choices.empty() || std::ranges::find(key.choices, value) != key.choices.end()) return {};
  return invalid(key.name, value, fmt::format("String must be one of: {}", fmt::join(key.choices, ", ")));
}

// "*" or a list of partition:broker.
Result check_throttled_replicas(const TopicConfigKey& key, const std::vector<std::string_view>& elements) {
  if (elements.empty() || (elements.size() == 1 && elements[0] == "*")) return {};
  const bool all_pairs = std::ranges::all_of(elements, [](std::string_view element) {
    const size_t colon = element.find(':');
    if (colon == std::string_view::npos) return false;
    return whole_number<uint32_t>(element.substr(0, colon)) && whole_number<uint32_t>(element.substr(colon + 1));
  });
  if (all_pairs) return {};
  return invalid(key.name, fmt::format("[{}]", fmt::join(elements, ", ")),
                 fmt::format("{} must be the literal '*' or a list of replicas in the following format: "
                             "[partitionId]:[brokerId],[partitionId]:[brokerId],...",
                             key.name));
}

Result check_list(const TopicConfigKey& key, std::string_view value) {
  const auto elements = list_elements(value);
  if (key.choices.empty()) return check_throttled_replicas(key, elements);
  const bool ends_with_comma = trimmed(value).ends_with(',');
  if (ends_with_comma || std::ranges::find(elements, "") != elements.end()) {
    return std::unexpected(fmt::format("Configuration '{}' values must not be empty.", key.name));
  }
  for (const std::string_view element : elements) {
    if (auto ok = check_choice(key, element); !ok) return ok;
  }
  return {};
}

Result check_boolean(const TopicConfigKey& key, std::string_view value) {
  const std::string_view text = trimmed(value);
  if (equals_ignoring_case(text, "true") || equals_ignoring_case(text, "false")) return {};
  return invalid(key.name, value, "Expected value to be either true or false");
}

int64_t effective_number(std::string_view name, const MetadataImage& image, const NodeOptions& options,
                         const ConfigImage& topic) {
  const auto resolved = resolve_topic_config(*find_topic_config_key(name), image, options, &topic);
  return whole_number<int64_t>(resolved.value).value_or(0);
}

}  // namespace

std::string normal_config_text(ConfigType type, std::string_view value) {
  const std::string_view text = trimmed(value);
  switch (type) {
    case ConfigType::kBoolean:
      return equals_ignoring_case(text, "true") ? "true" : "false";
    case ConfigType::kList:
      return fmt::format("{}", fmt::join(without_repetitions(list_elements(text)), ","));
    default:
      return std::string(text);
  }
}

Result validate_topic_config(std::string_view name, const std::optional<std::string>& value) {
  const TopicConfigKey* key = find_topic_config_key(name);
  if (key == nullptr) return std::unexpected(fmt::format("Unknown topic config name: {}", name));
  if (!value) return std::unexpected(fmt::format("Null value not supported for topic configs: {}", name));
  switch (key->type) {
    case ConfigType::kInt:
      return check_whole_number<int32_t>(*key, *value, "INT");
    case ConfigType::kLong:
      return check_whole_number<int64_t>(*key, *value, "LONG");
    case ConfigType::kDouble:
      return check_double(*key, *value);
    case ConfigType::kBoolean:
      return check_boolean(*key, *value);
    case ConfigType::kList:
      return check_list(*key, *value);
    default:
      return check_choice(*key, trimmed(*value));
  }
}

Result validate_topic_configs_together(const MetadataImage& image, const NodeOptions& options,
                                       const ConfigImage& topic) {
  const int64_t min_lag_ms = effective_number("min.compaction.lag.ms", image, options, topic);
  const int64_t max_lag_ms = effective_number("max.compaction.lag.ms", image, options, topic);
  if (min_lag_ms > max_lag_ms) {
    return std::unexpected(
        fmt::format("conflict topic config setting min.compaction.lag.ms ({}) > max.compaction.lag.ms ({})", min_lag_ms,
                    max_lag_ms));
  }
  const std::string* remote = topic.find("remote.storage.enable");
  if (remote != nullptr && normal_config_text(ConfigType::kBoolean, *remote) == "true") {
    return std::unexpected(
        "Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log storage.");
  }
  return {};
}

Result validate_all_topic_configs(const MetadataImage& image, const NodeOptions& options, const ConfigImage& topic) {
  // Names come first, as in Kafka.
  for (const auto& [name, value] : topic.values) {
    if (find_topic_config_key(name) == nullptr) return validate_topic_config(name, value);
  }
  for (const auto& [name, value] : topic.values) {
    if (auto valid = validate_topic_config(name, value); !valid) return valid;
  }
  return validate_topic_configs_together(image, options, topic);
}

}  // namespace klamm::metadata
