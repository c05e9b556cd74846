#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "metadata/topic_control.h"
#include "metadata/topic_name.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/topic_record.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

// Kafka's bounds for one request.
constexpr int64_t kPartitionsPerRequestMax = 10'000;
constexpr size_t kRecordsPerRequestMax = 10'000;
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
  TopicCreation(const ImageBuilder& state, const NodeOptions& options, const std::function<Uuid()>& new_id)
      : state_(state), image_(state.image()), options_(options), new_id_(new_id) {
    count_directories();
  }

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
    if (call.validate_only) decision_.records.clear();
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
    return valid ? ApiError{} : error(ErrorCode::kInvalidConfig, valid.error());
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
    if (auto why = check_factor(factor); !why.ok()) return std::unexpected(std::move(why));
    return Assignments(static_cast<size_t>(partitions), std::vector<int32_t>{image_.node_id()});
  }

  ApiError check_factor(int16_t factor) const {
    const std::string prefix = fmt::format("Unable to replicate the partition {} time(s): ", factor);
    const size_t brokers = image_.brokers().size();
    if (static_cast<size_t>(factor) > brokers || factor > 1) {
      return error(ErrorCode::kInvalidReplicationFactor,
                   fmt::format("{}The target replication factor of {} cannot be reached because only {} broker(s) are "
                               "registered or some brokers have all their log directories cordoned.",
                               prefix, factor, brokers));
    }
    if (!is_active(image_.node_id())) {
      return error(ErrorCode::kInvalidReplicationFactor,
                   prefix + "All brokers are currently fenced or in controlled shutdown.");
    }
    return {};
  }

  bool is_active(int32_t broker_id) const {
    const BrokerImage* broker = image_.broker(broker_id);
    return broker != nullptr && !broker->fenced && !broker->in_controlled_shutdown;
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
      if (auto why = check_told(assignment, factor); !why.ok()) return std::unexpected(std::move(why));
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

  ApiError check_told(const NewTopic::Assignment& assignment, std::optional<size_t> factor) const {
    const auto refused = [](std::string message) {
      return error(ErrorCode::kInvalidReplicaAssignment, std::move(message));
    };
    if (assignment.broker_ids.empty()) {
      return refused("The manual partition assignment includes an empty replica list.");
    }
    std::vector<int32_t> sorted = assignment.broker_ids;
    std::ranges::sort(sorted);
    for (size_t i = 0; i < sorted.size(); ++i) {
      if (image_.broker(sorted[i]) == nullptr) {
        return refused(fmt::format(
            "The manual partition assignment includes broker {}, but no such broker is registered.", sorted[i]));
      }
      if (i > 0 && sorted[i] == sorted[i - 1]) {
        return refused(
            fmt::format("The manual partition assignment includes the broker {} more than once.", sorted[i]));
      }
    }
    if (factor && *factor != sorted.size()) {
      return refused(
          fmt::format("The manual partition assignment includes a partition with {} replica(s), but this is "
                      "not consistent with previous partitions, which have {} replica(s).",
                      sorted.size(), *factor));
    }
    if (std::ranges::none_of(sorted, [&](int32_t id) { return is_active(id); })) {
      return refused(
          fmt::format("All brokers specified in the manual partition assignment for partition {} are fenced or "
                      "in controlled shutdown.",
                      assignment.partition));
    }
    return {};
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
      protocol::ConfigRecord record;
      record.resource_type = static_cast<int8_t>(ConfigResourceType::kTopic);
      record.resource_name = name;
      record.name = key;
      record.value = value;
      decision_.records.push_back(encode_record(record));
    }
    for (size_t index = 0; index < assignments.size(); ++index) {
      add_partition(answer.id, static_cast<int32_t>(index), assignments[index]);
    }
    return answer;
  }

  void add_partition(const Uuid& topic_id, int32_t index, const std::vector<int32_t>& replicas) {
    const RecordVersions versions = record_versions(image_.metadata_version());
    const std::vector<Uuid> directories{next_directory()};
    protocol::PartitionRecord record;
    record.partition_id = index;
    record.topic_id = topic_id;
    record.replicas = protocol::Array<int32_t>(replicas);
    record.isr = protocol::Array<int32_t>(replicas);
    record.leader = replicas.front();
    record.leader_epoch = 0;
    record.partition_epoch = 0;
    if (versions.partition >= 1) record.directories = protocol::Array<Uuid>(directories);
    decision_.records.push_back(encode_record(record, versions.partition));
  }

  void count_directories() {
    for (const storage::LogDirectory& directory : options_.directories) directory_loads_[directory.id] = 0;
    if (directory_loads_.size() < 2) return;
    image_.for_each_topic([&](const TopicImage& topic) {
      for (const PartitionImage& partition : topic.partitions) {
        const auto found = directory_loads_.find(partition.directory_of(image_.node_id()));
        if (found != directory_loads_.end()) ++found->second;
      }
    });
  }

  // The directory with the fewest partitions, of equals the first in log.dirs.
  Uuid next_directory() {
    const Uuid* least = nullptr;
    for (const storage::LogDirectory& directory : options_.directories) {
      if (least == nullptr || directory_loads_[directory.id] < directory_loads_[*least]) least = &directory.id;
    }
    if (least == nullptr) return protocol::kZeroUuid;
    ++directory_loads_[*least];
    return *least;
  }

  const ImageBuilder& state_;
  const MetadataImage& image_;
  const NodeOptions& options_;
  const std::function<Uuid()>& new_id_;
  std::map<Uuid, size_t> directory_loads_;
  Decision<CreatedTopic> decision_;
  std::vector<CreatedTopic> refused_;
};

}  // namespace

Decision<CreatedTopic> decide_create_topics(const ImageBuilder& state, const NodeOptions& options,
                                            const CreateTopicsCall& call, const std::function<Uuid()>& new_id) {
  return TopicCreation(state, options, new_id).decide(call);
}

}  // namespace klamm::metadata
