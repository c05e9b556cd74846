#include "metadata/config_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "protocol/messages/config_record.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> elements;
  const std::string normal = normal_config_text(ConfigType::kList, text);
  for (size_t start = 0; start < normal.size();) {
    const size_t comma = std::min(normal.find(',', start), normal.size());
    elements.push_back(normal.substr(start, comma - start));
    start = comma + 1;
  }
  return elements;
}

class TopicConfigChange {
 public:
  TopicConfigChange(const MetadataImage& image, const NodeOptions& options, const std::string& topic)
      : image_(image), options_(options), topic_(topic) {
    if (const ConfigImage* now = image.topic_config(topic)) config_.values = now->values;
  }

  ApiError apply(const std::vector<ConfigChange>& changes, RecordValues& records) {
    if (image_.topic(topic_) == nullptr)
      return {ErrorCode::kUnknownTopicOrPartition, "The topic '" + topic_ + "' does not exist."};
    const auto before = config_.values;
    std::set<std::string_view> keys;
    for (const ConfigChange& change : changes) {
      if (!keys.insert(change.key).second) {
        return {ErrorCode::kInvalidRequest, "Error due to duplicate config keys"};
      }
      if (ApiError why = apply_one(change); !why.ok()) return why;
    }
    if (auto valid = validate_all_topic_configs(image_, options_, config_); !valid) {
      return {ErrorCode::kInvalidConfig, valid.error()};
    }
    for (const std::string_view key : keys) add_record(before, std::string(key), records);
    return {};
  }

 private:
  ApiError apply_one(const ConfigChange& change) {
    if (change.operation == ConfigOperation::kDelete) {
      config_.values.erase(change.key);
      return {};
    }
    if (!change.value) {
      return {ErrorCode::kInvalidRequest, "Null value not supported for : " + change.key};
    }
    if (change.operation == ConfigOperation::kSet) {
      config_.values[change.key] = *change.value;
      return {};
    }
    const TopicConfigKey* key = find_topic_config_key(change.key);
    if (key == nullptr || key->type != ConfigType::kList) {
      return {ErrorCode::kInvalidConfig,
              fmt::format("Can't {} to key {} because its type is not LIST.",
                          change.operation == ConfigOperation::kAppend ? "APPEND" : "SUBTRACT", change.key)};
    }
    const auto elements = split_list(resolve_topic_config(*key, image_, options_, &config_).value);
    config_.values[change.key] = combined(elements, split_list(*change.value), change.operation);
    return {};
  }

  static std::string combined(std::vector<std::string> elements, const std::vector<std::string>& operands,
                              ConfigOperation operation) {
    for (const std::string& operand : operands) {
      const auto found = std::ranges::find(elements, operand);
      if (operation == ConfigOperation::kAppend && found == elements.end()) elements.push_back(operand);
      if (operation == ConfigOperation::kSubtract && found != elements.end()) elements.erase(found);
    }
    return fmt::format("{}", fmt::join(elements, ","));
  }

  template <class Values>
  void add_record(const Values& before, const std::string& key, RecordValues& records) const {
    const std::string* now = config_.find(key);
    const auto was = before.find(key);
    const bool same = now == nullptr ? was == before.end() : was != before.end() && was->second == *now;
    if (same) return;
    protocol::ConfigRecord record;
    record.resource_type = static_cast<int8_t>(ConfigResourceType::kTopic);
    record.resource_name = topic_;
    record.name = key;
    record.value = now == nullptr ? protocol::String::null() : protocol::String(*now);
    records.push_back(encode_record(record));
  }

  const MetadataImage& image_;
  const NodeOptions& options_;
  const std::string& topic_;
  ConfigImage config_;
};

}  // namespace

Decision<ApiError> decide_alter_configs(const MetadataImage& image, const NodeOptions& options,
                                        const std::vector<ResourceConfigChange>& resources) {
  Decision<ApiError> decision;
  for (const ResourceConfigChange& resource : resources) {
    if (resource.type != ConfigResourceType::kTopic) {
      decision.answers.push_back({ErrorCode::kInvalidRequest, "Only settings of topics can be altered."});
      continue;
    }
    decision.answers.push_back(
        TopicConfigChange(image, options, resource.name).apply(resource.changes, decision.records));
  }
  return decision;
}

}  // namespace klamm::metadata
