#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "metadata/config_control.h"
#include "metadata/klamm_settings_file.h"
#include "metadata/mutation_quota.h"
#include "metadata/replica_assignment.h"
#include "metadata/topic_control.h"
#include "metadata/topic_name.h"
#include "protocol/messages/topic_record.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

constexpr std::string_view kMetadataTopic = "__cluster_metadata";

ApiError error(ErrorCode code, std::string message) {
  return {code, std::move(message)};
}

CreatedTopic failed(std::string name, ApiError why) {
  CreatedTopic answer;
  answer.name = std::move(name);
  answer.error = std::move(why);
  return answer;
}

class TopicCreation {
 public:
  TopicCreation(const ImageBuilder& state, const NodeOptions& options, const std::function<Uuid()>& new_id,
                MutationQuota* mutations)
      : state_(state),
        image_(state.image()),
        options_(options),
        new_id_(new_id),
        mutations_(mutations),
        replicas_(image_, options) {}

  Decision<CreatedTopic> decide(const CreateTopicsCall& call) {
    std::vector<const NewTopic*> topics = without_duplicates(call.topics);
    if (total_partitions(topics) > kPartitionsPerRequestMax) {
      refuse_all(topics, error(ErrorCode::kPolicyViolation, "Excessively large number of partitions per request."));
    } else {
      for (const NewTopic* topic : topics) decision_.answers.push_back(create(*topic));
      if (decision_.records.size() > kRecordsPerRequestMax) {
        refuse_all(topics, error(ErrorCode::kPolicyViolation, "Unable to perform excessively large batch operation."));
      }
    }
    add_refused();
    if (call.validate_only) {
      decision_.records.clear();
      decision_.klamm_settings.clear();
    }
    return std::move(decision_);
  }

 private:
  // Takes out the names that come twice and the metadata log's, in the order of the request.
  std::vector<const NewTopic*> without_duplicates(const std::vector<NewTopic>& topics) {
    std::map<std::string_view, int> counts;
    for (const NewTopic& topic : topics) ++counts[topic.name];
    std::vector<const NewTopic*> single;
    std::set<std::string_view> reported;
    for (const NewTopic& topic : topics) {
      if (counts[topic.name] > 1) {
        if (reported.insert(topic.name).second) {
          refused_.push_back(failed(topic.name, error(ErrorCode::kInvalidRequest, "Duplicate topic name.")));
        }
      } else if (topic.name == kMetadataTopic) {
        refused_.push_back(failed(topic.name, error(ErrorCode::kInvalidRequest,
                                                    "Creation of internal topic " + topic.name + " is prohibited.")));
      } else {
        single.push_back(&topic);
      }
    }
    return single;
  }

  int64_t total_partitions(const std::vector<const NewTopic*>& topics) const {
    int64_t total = 0;
    for (const NewTopic* topic : topics) {
      if (!topic->assignments.empty()) {
        total += static_cast<int64_t>(topic->assignments.size());
      } else {
        total += topic->num_partitions < 0 ? options_.num_partitions() : topic->num_partitions;
      }
    }
    return total;
  }

  void refuse_all(const std::vector<const NewTopic*>& topics, const ApiError& why) {
    decision_ = {};
    for (const NewTopic* topic : topics) decision_.answers.push_back(failed(topic->name, why));
  }

  void add_refused() { std::ranges::move(refused_, std::back_inserter(decision_.answers)); }

  CreatedTopic create(const NewTopic& topic) {
    if (ApiError why = check_name(topic.name); !why.ok()) return failed(topic.name, std::move(why));
    ConfigImage config;
    if (ApiError why = check_configs(topic, config); !why.ok()) return failed(topic.name, std::move(why));
    auto assignments = assign(topic);
    if (!assignments) return failed(topic.name, assignments.error());
    ApiError over_quota = take_mutations(mutations_, assignments->size());
    if (!over_quota.ok()) return failed(topic.name, std::move(over_quota));
    return accepted(topic.name, *assignments, config);
  }

  ApiError check_name(const std::string& name) const {
    if (image_.topic(name) != nullptr) {
      return error(ErrorCode::kTopicAlreadyExists, "Topic '" + name + "' already exists.");
    }
    if (const std::string* other = state_.colliding_topic(name)) {
      return error(ErrorCode::kInvalidTopicException, "Topic '" + name + "' collides with existing topic: " + *other);
    }
    if (auto why = invalid_topic_name_reason(name)) return error(ErrorCode::kInvalidTopicException, std::move(*why));
    return {};
  }

  ApiError check_configs(const NewTopic& topic, ConfigImage& config) const {
    std::string nulls;
    for (const auto& [key, value] : topic.configs) {
      if (value) {
        config.values.insert_or_assign(key, *value);
      } else {
        nulls += (nulls.empty() ? "" : ",") + key;
      }
    }
    if (!nulls.empty()) {
      return error(ErrorCode::kInvalidConfig, "Null value not supported for topic configs: " + nulls);
    }
    const auto valid = validate_all_topic_configs(image_, options_, config);
    if (!valid) return error(ErrorCode::kInvalidConfig, valid.error());
    return check_klamm_settings(config);
  }

  ApiError check_klamm_settings(const ConfigImage& config) const {
    bool sets_any = false;
    for (const auto& [key, value] : config.values) {
      if (!is_klamm_setting(options_, ConfigResourceType::kTopic, key)) continue;
      sets_any = true;
      if (!is_klamm_text(value)) {
        return error(ErrorCode::kInvalidConfig,
                     fmt::format("Invalid value for configuration {}: It must be UTF-8 of at most {} bytes without "
                                 "control characters.",
                                 key, kKlammTextBytesMax));
      }
    }
    if (!sets_any || image_.klamm_config_count() + decision_.klamm_settings.size() < kKlammConfigsMax) return {};
    return error(ErrorCode::kPolicyViolation,
                 fmt::format("At most {} topics may have settings that only Klamm knows.", kKlammConfigsMax));
  }

  // The replicas of each partition, by index.
  using Assignments = std::vector<std::vector<int32_t>>;

  std::expected<Assignments, ApiError> assign(const NewTopic& topic) const {
    if (!topic.assignments.empty()) return assign_as_told(topic);
    if (topic.replication_factor < -1 || topic.replication_factor == 0) {
      return std::unexpected(error(ErrorCode::kInvalidReplicationFactor,
                                   "Replication factor must be larger than 0, or -1 to use the default value."));
    }
    if (topic.num_partitions < -1 || topic.num_partitions == 0) {
      return std::unexpected(
          error(ErrorCode::kInvalidPartitions, "Number of partitions was set to an invalid non-positive value."));
    }
    const int32_t partitions = topic.num_partitions == -1 ? options_.num_partitions() : topic.num_partitions;
    const int16_t factor =
        topic.replication_factor == -1 ? options_.default_replication_factor() : topic.replication_factor;
    if (auto why = replicas_.check_factor(factor); !why.ok()) return std::unexpected(std::move(why));
    return Assignments(static_cast<size_t>(partitions), replicas_.placed());
  }

  std::expected<Assignments, ApiError> assign_as_told(const NewTopic& topic) const {
    const std::string prefix = "A manual partition assignment was specified, but ";
    if (topic.replication_factor != -1) {
      return std::unexpected(error(ErrorCode::kInvalidRequest, prefix + "replication factor was not set to -1."));
    }
    if (topic.num_partitions != -1) {
      return std::unexpected(error(ErrorCode::kInvalidRequest, prefix + "numPartitions was not set to -1."));
    }
    std::map<int32_t, std::vector<int32_t>> told;
    std::optional<size_t> factor;
    for (const NewTopic::Assignment& assignment : topic.assignments) {
      if (told.contains(assignment.partition)) {
        return std::unexpected(
            error(ErrorCode::kInvalidReplicaAssignment,
                  fmt::format("Found multiple manual partition assignments for partition {}", assignment.partition)));
      }
      auto why = replicas_.check_told(assignment.broker_ids, factor, assignment.partition);
      if (!why.ok()) return std::unexpected(std::move(why));
      factor = assignment.broker_ids.size();
      told[assignment.partition] = assignment.broker_ids;
    }
    Assignments assignments;
    for (auto& [index, replicas] : told) {
      if (index != static_cast<int32_t>(assignments.size())) {
        return std::unexpected(
            error(ErrorCode::kInvalidReplicaAssignment, "partitions should be a consecutive 0-based integer sequence"));
      }
      assignments.push_back(std::move(replicas));
    }
    return assignments;
  }

  CreatedTopic accepted(const std::string& name, const Assignments& assignments, const ConfigImage& config) {
    CreatedTopic answer;
    answer.name = name;
    answer.id = new_id_();
    answer.num_partitions = static_cast<int32_t>(assignments.size());
    answer.replication_factor = static_cast<int16_t>(assignments.front().size());
    answer.configs = resolve_topic_configs(image_, options_, &config);

    protocol::TopicRecord topic;
    topic.name = name;
    topic.topic_id = answer.id;
    decision_.records.push_back(encode_record(topic));
    for (const auto& [key, value] : config.values) {
      if (is_klamm_setting(options_, ConfigResourceType::kTopic, key)) {
        decision_.klamm_settings.push_back({ConfigResourceType::kTopic, name, key, value});
        continue;
      }
      decision_.records.push_back(config_record(ConfigResourceType::kTopic, name, key, &value));
    }
    for (size_t index = 0; index < assignments.size(); ++index) {
      decision_.records.push_back(replicas_.new_partition(answer.id, static_cast<int32_t>(index), assignments[index]));
    }
    return answer;
  }

  const ImageBuilder& state_;
  const MetadataImage& image_;
  const NodeOptions& options_;
  const std::function<Uuid()>& new_id_;
  MutationQuota* mutations_;
  ReplicaAssignment replicas_;
  Decision<CreatedTopic> decision_;
  std::vector<CreatedTopic> refused_;
};

}  // namespace

Decision<CreatedTopic> decide_create_topics(const ImageBuilder& state, const NodeOptions& options,
                                            const CreateTopicsCall& call, const std::function<Uuid()>& new_id,
                                            MutationQuota* mutations) {
  return TopicCreation(state, options, new_id, mutations).decide(call);
}

}  // namespace klamm::metadata
