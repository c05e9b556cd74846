#include "broker/broker_config_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "broker/connection_limits.h"
#include "broker/group_options.h"
#include "broker/kafka_settings.h"
#include "broker/listener_plan.h"
#include "broker/server_properties.h"

// The messages are those of Kafka 4.4's ConfigAdminManager, DynamicBrokerConfig and DynamicThreadPool.
namespace klamm::broker {
namespace {

using metadata::ApiError;
using metadata::ConfigChange;
using metadata::ConfigImage;
using metadata::ConfigOperation;
using metadata::ConfigResourceType;
using protocol::ErrorCode;
using Values = std::map<std::string, std::string, std::less<>>;

// The smallest values of settings that Klamm does not act upon.
struct Least {
  std::string_view name;
  double value;
};
constexpr Least kLeast[] = {
    {"background.threads", 1},
    {"log.cleaner.backoff.ms", 0},
    {"log.cleaner.io.buffer.load.factor", 0},
    {"log.cleaner.io.buffer.size", 0},
    {"log.cleaner.threads", 0},
    {"log.local.retention.bytes", -2},
    {"log.local.retention.ms", -2},
    {"log.remote.copy.lag.bytes", -1},
    {"log.remote.copy.lag.ms", -1},
    {"num.io.threads", 1},
    {"num.network.threads", 1},
    {"num.recovery.threads.per.data.dir", 1},
    {"num.replica.fetchers", 1},
    {"remote.fetch.max.wait.ms", 1},
    {"remote.list.offsets.request.timeout.ms", 1},
    {"remote.log.index.file.cache.total.size.bytes", 1},
    {"remote.log.manager.copier.thread.pool.size", 1},
    {"remote.log.manager.copy.max.bytes.per.second", 1},
    {"remote.log.manager.expiration.thread.pool.size", 1},
    {"remote.log.manager.fetch.max.bytes.per.second", 1},
    {"remote.log.manager.follower.thread.pool.size", 1},
    {"remote.log.reader.threads", 1},
};

// Numbers of threads, which may at most double or halve at a time.
constexpr std::string_view kThreadCounts[] = {
    "background.threads",
    "log.cleaner.threads",
    "num.io.threads",
    "num.network.threads",
    "num.recovery.threads.per.data.dir",
    "num.replica.fetchers",
};

ApiError refused(std::string message) {
  return {ErrorCode::kInvalidRequest, std::move(message)};
}

// `max.connections` of `listener.name.internal.max.connections`; the name itself when it has no such prefix.
std::string_view base_name(std::string_view name) {
  if (!name.starts_with(kListenerPrefix)) return name;
  const size_t dot = name.find('.', kListenerPrefix.size());
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

bool is_of_listener(std::string_view name) {
  return base_name(name) != name;
}

// Kafka takes it only where it is known at all, and Klamm only what it does not read at the start.
bool is_read_only(std::string_view name) {
  if (const OptionRow* row = find_option(name)) return !row->is_live;
  const KafkaSetting* setting = find_kafka_setting(name);
  return setting != nullptr && setting->kind != SettingKind::kDynamic;
}

// May be set on one broker only.
bool is_per_broker(std::string_view name) {
  const std::string_view base = base_name(name);
  const bool is_limit =
      base == "max.connections" || base == "max.connection.creation.rate" || base == "num.network.threads";
  if (is_of_listener(name)) return !is_limit;
  return base.starts_with("ssl.") || base.starts_with("sasl.") || base == "listeners" ||
         base == "listener.security.protocol.map" || base == "principal.builder.class" || base == "cordoned.log.dirs";
}

ApiError unless_empty(std::string_view sentence, const std::vector<std::string_view>& names) {
  if (names.empty()) return {};
  return refused(fmt::format("{}: [{}]", sentence, fmt::join(names, ", ")));
}

template <class Number>
std::optional<double> number_in(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return static_cast<double>(number);
}

struct NumberType {
  std::optional<double> (*parse)(std::string_view);
  std::string_view name;
};

std::optional<NumberType> number_type(SettingType type) {
  switch (type) {
    case SettingType::kInt:
      return NumberType{number_in<int32_t>, "INT"};
    case SettingType::kShort:
      return NumberType{number_in<int16_t>, "SHORT"};
    case SettingType::kLong:
      return NumberType{number_in<int64_t>, "LONG"};
    case SettingType::kDouble:
      return NumberType{number_in<double>, "DOUBLE"};
    default:
      return std::nullopt;
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

ApiError invalid(std::string_view name, std::string_view value, std::string_view why) {
  return refused(fmt::format("Invalid value {} for configuration {}: {}", value, name, why));
}

ApiError check_number(std::string_view name, const NumberType& type, std::string_view value, double least) {
  const auto number = type.parse(trimmed(value));
  if (!number) return invalid(name, value, fmt::format("Not a number of type {}", type.name));
  if (*number >= least) return {};
  return invalid(name, trimmed(value), fmt::format("Value must be at least {:.0f}", least));
}

ApiError check_type(std::string_view name, SettingType type, std::string_view value) {
  const auto* least = std::ranges::find(kLeast, name, &Least::name);
  return check_setting_text(name, type, value, least == std::end(kLeast) ? -HUGE_VAL : least->value);
}

ApiError check_choices(const OptionRow& row, bool is_list, std::string_view value) {
  for (std::string_view rest = trimmed(value); !rest.empty();) {
    const size_t comma = is_list ? std::min(rest.find(','), rest.size()) : rest.size();
    const std::string_view choice = trimmed(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (std::ranges::find(row.allowed, choice) != row.allowed.end()) continue;
    return invalid(row.name, choice, fmt::format("String must be one of: {}", fmt::join(row.allowed, ", ")));
  }
  return {};
}

ApiError check_option(const OptionRow& row, std::string_view value) {
  const SettingType type = option_type(row);
  // First what has words of Kafka's.
  if (const auto number = number_type(type)) {
    if (ApiError why = check_number(row.name, *number, value, row.lowest); !why.ok()) return why;
  } else if (type == SettingType::kBool) {
    return check_type(row.name, type, value);
  } else if (!row.allowed.empty()) {
    if (ApiError why = check_choices(row, type == SettingType::kList, value); !why.ok()) return why;
  }
  Options scratch;
  const auto set = override_option(scratch, row, value);
  return set ? ApiError{} : refused("Invalid value: " + set.error());
}

class BrokerConfigCheck {
 public:
  BrokerConfigCheck(const BrokerConfigScope& scope, const metadata::ResourceConfigChange& change)
      : scope_(scope), change_(change) {
    const ConfigImage* now = scope.image.config(ConfigResourceType::kBroker, change.name);
    if (now != nullptr && !change.replaces) wanted_ = now->values;
  }

  ApiError check() {
    for (const ConfigChange& change : change_.changes) {
      if (ApiError why = apply(change); !why.ok()) return why;
    }
    if (ApiError why = check_names(); !why.ok()) return why;
    for (const auto& [name, value] : wanted_) {
      if (ApiError why = check_value(name, value); !why.ok()) return why;
    }
    if (ApiError why = check_places(); !why.ok()) return why;
    return check_together();
  }

 private:
  bool is_of_all() const { return change_.name.empty(); }

  ApiError apply(const ConfigChange& change) {
    if (change.operation == ConfigOperation::kDelete) {
      wanted_.erase(change.key);
      return {};
    }
    if (change.operation == ConfigOperation::kSet) {
      wanted_[change.key] = *change.value;
      return {};
    }
    const OptionRow* row = find_option(change.key);
    const KafkaSetting* setting = find_kafka_setting(change.key);
    if (row == nullptr && setting == nullptr) {
      return {ErrorCode::kInvalidConfig, "Unknown config name: " + change.key};
    }
    const bool is_list = row != nullptr ? option_type(*row) == SettingType::kList : setting->type == SettingType::kList;
    const bool is_append = change.operation == ConfigOperation::kAppend;
    if (!is_list) {
      return {ErrorCode::kInvalidConfig, fmt::format("Config value {} is not allowed for config key: {}",
                                                     is_append ? "append" : "subtract", change.key)};
    }
    // The controller combines the lists; what is appended must be right by itself, what is taken away need not be.
    if (is_append) wanted_[change.key] = *change.value;
    return {};
  }

  ApiError check_names() const {
    std::vector<std::string_view> fixed;
    std::vector<std::string_view> without_listener;
    for (const auto& [name, value] : wanted_) {
      if (is_read_only(name)) fixed.push_back(name);
      if (name.starts_with("ssl.")) without_listener.push_back(name);
    }
    if (ApiError why = unless_empty("Cannot update these configs dynamically", fixed); !why.ok()) return why;
    return unless_empty("These security configs can be dynamically updated only per-listener using the listener prefix",
                        without_listener);
  }

  static ApiError check_value(std::string_view name, const std::string& value) {
    if (std::string refusal = refusal_of(name, value); !refusal.empty()) return refused(std::move(refusal));
    const std::string_view base = base_name(name);
    if (const OptionRow* row = find_option(base)) return check_option(*row, value);
    if (const KafkaSetting* setting = find_kafka_setting(base)) return check_type(base, setting->type, value);
    const bool is_rate = std::ranges::find(throttled_rates(), base) != throttled_rates().end();
    return is_rate ? check_number(base, *number_type(SettingType::kLong), value, 0) : ApiError{};
  }

  ApiError check_places() const {
    std::vector<std::string_view> misplaced;
    for (const auto& [name, value] : wanted_) {
      if (is_of_all() && is_per_broker(name)) misplaced.push_back(name);
    }
    return unless_empty("Cannot update these configs at default cluster level, broker id must be specified", misplaced);
  }

  ApiError check_together() const {
    for (const auto& [name, value] : wanted_) {
      if (ApiError why = check_thread_count(name, value); !why.ok()) return why;
      if (name != "cordoned.log.dirs") continue;
      if (ApiError why = check_directories(value); !why.ok()) return why;
    }
    Options options = scope_.at_start;
    for (const auto& [name, value] : wanted_) {
      if (is_listener_limit(name)) options.listener_limits.insert_or_assign(name, value);
      const OptionRow* row = find_option(name);
      if (row != nullptr) std::ignore = override_option(options, *row, value);
    }
    if (const auto checked = check_group_options(options); !checked) return refused(checked.error());
    const auto checked = check_options(options);
    if (!checked) return refused("requirement failed: " + checked.error());
    return check_connection_limits(options);
  }

  // 0 is a value for the broker, but none for a listener, and a listener without a value has the broker's.
  static ApiError check_connection_limits(const Options& options) {
    const auto plan = plan_listeners(options);
    if (!plan) return {};
    const auto limits = connection_limits(options, *plan);
    if (!limits) return refused("Invalid value " + limits.error());
    for (const net::ConnectionLimits::OfListener& listener : limits->listeners) {
      if (listener.connections_max == 0) return refused("Invalid max.connections 0");
      if (listener.creation_rate_max == 0) return refused("Invalid max.connection.creation.rate 0");
    }
    return {};
  }

  ApiError check_thread_count(std::string_view name, const std::string& value) const {
    if (std::ranges::find(kThreadCounts, name) == std::end(kThreadCounts)) return {};
    const auto wanted = number_in<int32_t>(trimmed(value));
    const auto now = number_in<int32_t>(trimmed(value_now(name)));
    if (!wanted || !now || *wanted == *now) return {};
    const std::string prefix =
        fmt::format("Dynamic thread count update validation failed for {}={:.0f}", name, *wanted);
    if (*wanted <= 0) return refused(prefix + ", value should be at least 1");
    if (*wanted < std::floor(*now / 2)) {
      return refused(fmt::format("{}, value should be at least half the current value {:.0f}", prefix, *now));
    }
    if (*wanted > *now * 2) {
      return refused(fmt::format("{}, value should not be greater than double the current value {:.0f}", prefix, *now));
    }
    return {};
  }

  std::string value_now(std::string_view name) const {
    for (const std::string& resource : {fmt::format("{}", scope_.node_id), std::string()}) {
      const ConfigImage* altered = scope_.image.config(ConfigResourceType::kBroker, resource);
      const std::string* value = altered == nullptr ? nullptr : altered->find(name);
      if (value != nullptr) return *value;
    }
    const auto given = scope_.at_start.given.find(name);
    if (given != scope_.at_start.given.end()) return given->second;
    const char* otherwise = find_kafka_setting(name)->default_text;
    return otherwise == nullptr ? std::string() : otherwise;
  }

  ApiError check_directories(const std::string& value) const {
    const std::vector<std::string> known = scope_.at_start.data_directories();
    std::string_view rest = trimmed(value);
    if (rest == "*") return {};
    while (!rest.empty()) {
      const size_t comma = std::min(rest.find(','), rest.size());
      const std::string directory(trimmed(rest.substr(0, comma)));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      if (std::ranges::find(known, directory) != known.end()) continue;
      return refused(
          "requirement failed: All entries in cordoned.log.dirs must be present in log.dirs or log.dir. Missing "
          "entries : " +
          directory);
    }
    return {};
  }

  const BrokerConfigScope& scope_;
  const metadata::ResourceConfigChange& change_;
  Values wanted_;
};

}  // namespace

ApiError check_setting_text(std::string_view name, SettingType type, std::string_view value, double least) {
  if (const auto number = number_type(type)) return check_number(name, *number, value, least);
  if (type != SettingType::kBool) return {};
  std::string word(trimmed(value));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word == "true" || word == "false") return {};
  return invalid(name, value, "Expected value to be either true or false");
}

ApiError check_broker_config_change(const BrokerConfigScope& scope, const metadata::ResourceConfigChange& change) {
  return BrokerConfigCheck(scope, change).check();
}

}  // namespace klamm::broker
