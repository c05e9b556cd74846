#include "broker/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "broker/connection_limits.h"
#include "broker/group_options.h"
#include "protocol/assert.h"
#include "reactor/endpoint.h"

namespace klamm::broker {
namespace {

constexpr int64_t kHourMs = int64_t{60} * 60 * 1000;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n\f\v");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n\f\v") - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::vector<std::string> parse_list(std::string_view text) {
  std::vector<std::string> items;
  text = trimmed(text);
  if (text.empty()) return items;
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    items.emplace_back(trimmed(text.substr(start, comma - start)));
    start = comma + 1;
  }
  return items;
}

template <class T>
std::expected<T, std::string> parse_number(const OptionRow& row, std::string_view text) {
  text = trimmed(text);
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  T number{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    return std::unexpected(fmt::format("{}={}: not a number", row.name, text));
  }
  if (static_cast<double>(number) < row.lowest || static_cast<double>(number) > row.highest ||
      std::isnan(static_cast<double>(number))) {
    return std::unexpected(fmt::format("{}={}: must be between {} and {}", row.name, text, row.lowest, row.highest));
  }
  return number;
}

std::expected<void, std::string> check_allowed(const OptionRow& row, const std::string& text) {
  if (row.allowed.empty() || std::ranges::find(row.allowed, text) != row.allowed.end()) return {};
  return std::unexpected(fmt::format("{}={}: must be one of {}", row.name, text, fmt::join(row.allowed, ", ")));
}

std::expected<void, std::string> assign(const OptionRow& row, bool& into, std::string_view text) {
  const std::string word = lower(trimmed(text));
  if (word != "true" && word != "false")
    return std::unexpected(fmt::format("{}={}: must be true or false", row.name, text));
  into = word == "true";
  return {};
}

template <class T>
  requires std::is_arithmetic_v<T>
std::expected<void, std::string> assign(const OptionRow& row, T& into, std::string_view text) {
  auto number = parse_number<T>(row, text);
  if (!number) return std::unexpected(number.error());
  into = *number;
  return {};
}

std::expected<void, std::string> assign(const OptionRow& row, std::string& into, std::string_view text) {
  std::string value(trimmed(text));
  if (auto checked = check_allowed(row, value); !checked) return checked;
  into = std::move(value);
  return {};
}

std::expected<void, std::string> assign(const OptionRow& row, std::vector<std::string>& into, std::string_view text) {
  std::vector<std::string> items = parse_list(text);
  for (const std::string& item : items) {
    if (item.empty()) return std::unexpected(fmt::format("{}={}: an empty item", row.name, text));
    if (auto checked = check_allowed(row, item); !checked) return checked;
  }
  into = std::move(items);
  return {};
}

template <class T>
std::expected<void, std::string> assign(const OptionRow& row, std::optional<T>& into, std::string_view text) {
  T value{};
  if (auto assigned = assign(row, value, text); !assigned) return assigned;
  into = std::move(value);
  return {};
}

std::string text_of(bool value) {
  return value ? "true" : "false";
}
template <class T>
  requires std::is_integral_v<T>
std::string text_of(T value) {
  return fmt::format("{}", value);
}
// As Java writes it: 1.5E10.
std::string text_of(double value) {
  std::string text = fmt::format("{}", value);
  const size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  text[exponent] = 'E';
  if (text[exponent + 1] == '+') text.erase(exponent + 1, 1);
  return text;
}
std::string text_of(const std::string& value) {
  return value;
}
std::string text_of(const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

template <class T>
std::optional<std::string> optional_text(const T& value) {
  return text_of(value);
}
template <class T>
std::optional<std::string> optional_text(const std::optional<T>& value) {
  if (!value) return std::nullopt;
  return text_of(*value);
}

std::string_view type_name(SettingType type) {
  switch (type) {
    case SettingType::kBool:
      return "boolean";
    case SettingType::kInt:
      return "int";
    case SettingType::kLong:
      return "long";
    case SettingType::kDouble:
      return "double";
    case SettingType::kList:
      return "list";
    default:
      return "string";
  }
}

std::string range_text(const OptionRow& row) {
  if (!row.allowed.empty()) return fmt::format("{}", fmt::join(row.allowed, ", "));
  const bool has_lowest = row.lowest > -2147483648.0;
  const bool has_highest = row.highest < 2147483647.0;
  if (has_lowest && has_highest) return fmt::format("{} to {}", row.lowest, static_cast<int64_t>(row.highest));
  if (has_lowest) return fmt::format("from {}", row.lowest);
  return "";
}

}  // namespace

Options::Options() {
  for (const OptionRow& row : option_table()) {
    if (row.default_text == nullptr) continue;
    auto set = std::visit([&](auto field) { return assign(row, this->*field, row.default_text); }, row.field);
    KLAMM_ASSERT(set.has_value(), row.name);
  }
}

std::vector<std::string> Options::data_directories() const {
  return log_dirs ? *log_dirs : log_dir;
}

int64_t Options::retention_ms() const {
  int64_t value = int64_t{log_retention_hours} * kHourMs;
  if (log_retention_minutes) value = int64_t{*log_retention_minutes} * 60 * 1000;
  if (log_retention_ms) value = *log_retention_ms;
  return value < 0 ? -1 : value;
}

int64_t Options::roll_ms() const {
  return log_roll_ms.value_or(int64_t{log_roll_hours} * kHourMs);
}

int64_t Options::roll_jitter_ms() const {
  return log_roll_jitter_ms.value_or(int64_t{log_roll_jitter_hours} * kHourMs);
}

const OptionRow* find_option(std::string_view name) {
  static const auto rows = [] {
    std::unordered_map<std::string_view, const OptionRow*> by_name;
    for (const OptionRow& row : option_table()) by_name.emplace(row.name, &row);
    by_name.emplace("broker.id", by_name.at("node.id"));
    by_name.emplace("max.idempotence.batches.to.retain", by_name.at("producer.state.batches.to.retain"));
    return by_name;
  }();
  const auto found = rows.find(name);
  return found == rows.end() ? nullptr : found->second;
}

bool is_kept_by_klamm(const OptionRow& row) {
  if (!row.is_live) return false;
  const KafkaSetting* kafkas = find_kafka_setting(row.name);
  return kafkas == nullptr || kafkas->kind != SettingKind::kDynamic;
}

bool is_listener_limit(std::string_view name) {
  if (!name.starts_with(kListenerPrefix)) return false;
  const size_t dot = name.find('.', kListenerPrefix.size());
  if (dot == std::string_view::npos) return false;
  const std::string_view setting = name.substr(dot + 1);
  return setting == "max.connections" || setting == "max.connection.creation.rate";
}

SettingType option_type(const OptionRow& row) {
  using enum SettingType;
  struct Type {
    SettingType operator()(bool Options::*) const { return kBool; }
    SettingType operator()(int32_t Options::*) const { return kInt; }
    SettingType operator()(int64_t Options::*) const { return kLong; }
    SettingType operator()(double Options::*) const { return kDouble; }
    SettingType operator()(std::string Options::*) const { return kString; }
    SettingType operator()(std::vector<std::string> Options::*) const { return kList; }
    SettingType operator()(std::optional<int32_t> Options::*) const { return kInt; }
    SettingType operator()(std::optional<int64_t> Options::*) const { return kLong; }
    SettingType operator()(std::optional<std::string> Options::*) const { return kString; }
    SettingType operator()(std::optional<std::vector<std::string>> Options::*) const { return kList; }
  };
  return std::visit(Type{}, row.field);
}

std::expected<void, std::string> override_option(Options& options, const OptionRow& row, std::string_view text) {
  return std::visit([&](auto field) { return assign(row, options.*field, text); }, row.field);
}

std::expected<void, std::string> set_option(Options& options, const OptionRow& row, std::string_view text) {
  auto set = override_option(options, row, text);
  if (set) options.given.insert_or_assign(std::string(row.name), std::string(trimmed(text)));
  return set;
}

std::expected<void, std::string> check_options(const Options& options) {
  if (options.data_directories().empty()) return std::unexpected("log.dirs: at least one directory is needed");
  if (options.listeners.empty()) return std::unexpected("listeners: at least one listener is needed");
  if (options.retention_ms() == 0) {
    return std::unexpected("log.retention.ms must be unlimited (-1) or more than 0");
  }
  if (std::ranges::find(options.process_roles, "broker") == options.process_roles.end()) {
    return std::unexpected("process.roles must contain broker: Klamm does not run as a controller of other brokers");
  }
  if (!options.admin_listener.empty()) {
    const auto admin = reactor::parse_endpoint(options.admin_listener);
    if (!admin) return std::unexpected(fmt::format("admin.listener={}", admin.error()));
  }
  const auto overrides = parse_per_ip_overrides(options.max_connections_per_ip_overrides);
  if (!overrides) return std::unexpected(overrides.error());
  if (options.max_connections_per_ip == 0 && overrides->empty()) {
    return std::unexpected("max.connections.per.ip can be 0 only when max.connections.per.ip.overrides is set");
  }
  if ((options.receive_ring_buffer_count & (options.receive_ring_buffer_count - 1)) != 0) {
    return std::unexpected("receive.ring.buffer.count must be a power of two");
  }
  return check_group_options(options);
}

std::optional<std::string> option_text(const Options& options, const OptionRow& row) {
  return std::visit([&](auto field) { return optional_text(options.*field); }, row.field);
}

std::string configuration_markdown() {
  std::string out =
      "# Configuration\n\n"
      "Printed by `klamm --print-options`. An option is set in a `server.properties` or by `-o NAME=VALUE`; the "
      "command "
      "line wins.\n"
      "All of them are read at the start. A live one can be changed while the broker runs, on this broker or on all "
      "(AlterConfigs,\n"
      "`kafka-configs --entity-type brokers`); what was set so wins over the start's, also after a restart. Options of "
      "Kafka have Kafka's names, types, ranges and, unless the text says "
      "otherwise, Kafka's defaults.\n"
      "Kafka's other settings are recognised and have no effect, apart from those that restrict access or move data "
      "(`authorizer.class.name`,\n"
      "`ssl.*`, `sasl.*`, `remote.log.storage.system.enable=true`, policies, `config.providers`): they stop the "
      "start.\n\n"
      "| option | type | default | range | unit | from | live | meaning |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const OptionRow& row : option_table()) {
    const std::string shown = row.default_text == nullptr ? "unset" : std::string(row.default_text);
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", row.name, type_name(option_type(row)),
                       shown.empty() ? "empty" : fmt::format("`{}`", shown), range_text(row), row.unit,
                       row.origin == OptionOrigin::kKafka ? "Kafka" : "Klamm", row.is_live ? "live" : "", row.text);
  }
  return out;
}

}  // namespace klamm::broker
