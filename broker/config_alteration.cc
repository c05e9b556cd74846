#include "broker/config_alteration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "broker/broker_config_check.h"
#include "broker/group_configs.h"

namespace klamm::broker {
namespace {

using metadata::ApiError;
using metadata::ConfigChange;
using metadata::ConfigOperation;
using metadata::ConfigResourceType;
using protocol::ErrorCode;

bool is_known(ConfigOperation operation) {
  return operation >= ConfigOperation::kSet && operation <= ConfigOperation::kSubtract;
}

ApiError refused(std::string message) {
  return {ErrorCode::kInvalidRequest, std::move(message)};
}

ApiError check_changes(const std::vector<ConfigChange>& changes) {
  std::set<std::string_view> keys;
  std::string nulls;
  for (const ConfigChange& change : changes) {
    if (!keys.insert(change.key).second) return refused("Error due to duplicate config keys");
    if (change.operation != ConfigOperation::kDelete && !change.value) {
      nulls += (nulls.empty() ? "" : ", ") + change.key;
    }
  }
  return nulls.empty() ? ApiError{} : refused("Null value not supported for : " + nulls);
}

ApiError check_node_id(const std::string& name, int32_t node_id, std::string_view unexpected) {
  int32_t id = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc{} || end != name.data() + name.size()) {
    return refused("Node id must be an integer, but it is: " + name);
  }
  if (id != node_id) return refused(fmt::format(fmt::runtime(unexpected), node_id, name));
  return {};
}

// Klamm has no loggers whose levels could change, so each is one that does not exist.
ApiError check_logger(const metadata::ResourceConfigChange& change, int32_t node_id) {
  ApiError wrong = check_node_id(change.name, node_id, "Unexpected node id. Expected {}, but received {}");
  if (!wrong.ok()) return wrong;
  for (const ConfigChange& level : change.changes) {
    if (level.operation == ConfigOperation::kAppend || level.operation == ConfigOperation::kSubtract) {
      return refused(fmt::format("{} operation is not allowed for the BROKER_LOGGER resource",
                                 level.operation == ConfigOperation::kAppend ? "APPEND" : "SUBTRACT"));
    }
    if (level.operation == ConfigOperation::kDelete && level.key == "root") {
      return refused("Removing the log level of the root logger is not allowed");
    }
    return {ErrorCode::kInvalidConfig, "Logger " + level.key + " does not exist!"};
  }
  return {};
}

// Other names of an option become its own.
void name_as_in_table(metadata::ResourceConfigChange& change) {
  for (ConfigChange& each : change.changes) {
    const OptionRow* row = find_option(each.key);
    if (row != nullptr && row->origin == OptionOrigin::kKlamm) each.key = row->name;
  }
}

class Preparation {
 public:
  Preparation(BrokerShard& shard, std::vector<ConfigAlteration>& alterations)
      : shard_(shard), alterations_(alterations) {}

  // The places of those that the controller is to decide on.
  std::vector<size_t> run() {
    refuse_duplicates();
    std::vector<size_t> for_controller;
    for (size_t i = 0; i < alterations_.size(); ++i) {
      ConfigAlteration& alteration = alterations_[i];
      if (!alteration.error.ok()) continue;
      const bool is_logger = check(alteration);
      if (alteration.error.ok() && !is_logger) for_controller.push_back(i);
    }
    return for_controller;
  }

 private:
  void refuse_duplicates() {
    std::map<std::pair<int8_t, std::string_view>, int> counts;
    for (const ConfigAlteration& each : alterations_) ++counts[{each.resource_type, each.change.name}];
    for (ConfigAlteration& each : alterations_) {
      if (counts[{each.resource_type, each.change.name}] > 1) {
        each.error = refused("Each resource must appear at most once.");
      }
    }
  }

  // True for loggers, which the controller knows nothing of.
  bool check(ConfigAlteration& alteration) {
    alteration.error = check_changes(alteration.change.changes);
    if (!alteration.error.ok()) return false;
    const int32_t node_id = shard_.node().node_id;
    metadata::ResourceConfigChange& change = alteration.change;
    change.type = static_cast<ConfigResourceType>(alteration.resource_type);
    const bool is_incremental = !change.replaces;
    if (change.type == ConfigResourceType::kBrokerLogger && is_incremental) {
      alteration.error = check_logger(change, node_id);
      return true;
    }
    switch (change.type) {
      case ConfigResourceType::kTopic:
        if (!std::ranges::all_of(change.changes, is_known, &ConfigChange::operation)) {
          alteration.error = {ErrorCode::kUnknownServerError, ""};
        }
        break;
      case ConfigResourceType::kBroker:
        alteration.error = check_broker(change, node_id);
        break;
      case ConfigResourceType::kClientMetrics:
        alteration.error = refused("Client metrics are not served yet.");
        break;
      case ConfigResourceType::kGroup:
        alteration.error = check_config_change(shard_.options_at_start(), node_id, *shard_.image(), change);
        break;
      default:
        alteration.error = refused(fmt::format("Unknown resource type {}", alteration.resource_type));
    }
    return false;
  }

  ApiError check_broker(metadata::ResourceConfigChange& change, int32_t node_id) {
    if (!change.name.empty()) {
      ApiError wrong = check_node_id(change.name, node_id, "Unexpected broker id, expected {}, but received {}");
      if (!wrong.ok()) return wrong;
    }
    for (const ConfigChange& each : change.changes) {
      if (is_known(each.operation)) continue;
      return refused(fmt::format("Unknown operations type {}", static_cast<int>(each.operation)));
    }
    name_as_in_table(change);
    if (ApiError why = check_changes(change.changes); !why.ok()) return why;
    return check_config_change(shard_.options_at_start(), node_id, *shard_.image(), change);
  }

  BrokerShard& shard_;
  std::vector<ConfigAlteration>& alterations_;
};

}  // namespace

ApiError check_config_change(const Options& at_start, int32_t node_id, const metadata::MetadataImage& image,
                             const metadata::ResourceConfigChange& change) {
  if (change.type == ConfigResourceType::kGroup) return check_group_config_change(at_start, image, change);
  return check_broker_config_change({at_start, image, node_id}, change);
}

reactor::Task<void> alter_configs(BrokerShard& shard, std::vector<ConfigAlteration>& alterations, bool validate_only) {
  const std::vector<size_t> asked = Preparation(shard, alterations).run();
  if (asked.empty()) co_return;
  std::vector<metadata::ResourceConfigChange> changes;
  for (const size_t place : asked) changes.push_back(alterations[place].change);
  const metadata::CallContext context;
  auto answers = co_await shard.controller().alter_configs(context, std::move(changes), validate_only);
  for (size_t i = 0; i < asked.size(); ++i) {
    alterations[asked[i]].error = answers ? std::move((*answers)[i]) : answers.error();
  }
}

}  // namespace klamm::broker
