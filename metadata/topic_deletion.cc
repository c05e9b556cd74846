#include <map>
#include <set>

#include "metadata/mutation_quota.h"
#include "metadata/topic_control.h"
#include "protocol/messages/remove_topic_record.h"

namespace klamm::metadata {

namespace {

using protocol::ErrorCode;

class TopicDeletion {
 public:
  TopicDeletion(const MetadataImage& image, MutationQuota* mutations) : image_(image), mutations_(mutations) {}

  Decision<DeletedTopic> decide(const std::vector<TopicReference>& topics) {
    for (const TopicReference& topic : topics) take(topic);
    for (const std::string& name : duplicate_names_) {
      answer(name, {}, ErrorCode::kInvalidRequest, "Duplicate topic name.");
    }
    for (const Uuid& id : duplicate_ids_) answer({}, id, ErrorCode::kInvalidRequest, "Duplicate topic id.");
    resolve_ids();
    resolve_names();
    for (const auto& [id, name] : doomed_) {
      const ApiError over_quota = take_mutations(mutations_, image_.topic(id)->partitions.size());
      answer(name, id, over_quota.code, over_quota.message);
      if (!over_quota.ok()) continue;
      protocol::RemoveTopicRecord record;
      record.topic_id = id;
      decision_.records.push_back(encode_record(record));
    }
    return std::move(decision_);
  }

 private:
  void answer(std::optional<std::string> name, const Uuid& id, ErrorCode code, std::string_view message) {
    decision_.answers.push_back({std::move(name), id, {code, std::string(message)}});
  }
  void answer(std::optional<std::string> name, const Uuid& id, ErrorCode code) {
    answer(std::move(name), id, code, protocol::default_message(code));
  }

  // A value that comes a second time moves from the one set to the other.
  template <class T>
  static void take_once(const T& value, std::set<T>& once, std::set<T>& twice) {
    if (twice.contains(value)) return;
    if (once.insert(value).second) return;
    once.erase(value);
    twice.insert(value);
  }

  void take(const TopicReference& topic) {
    if (topic.name && !topic.id.is_zero()) {
      answer(topic.name, topic.id, ErrorCode::kInvalidRequest, "You may not specify both topic name and topic id.");
    } else if (topic.name) {
      take_once(*topic.name, names_, duplicate_names_);
    } else if (topic.id.is_zero()) {
      answer({}, topic.id, ErrorCode::kInvalidRequest, "Neither topic name nor id were specified.");
    } else {
      take_once(topic.id, ids_, duplicate_ids_);
    }
  }

  void resolve_ids() {
    for (const Uuid& id : ids_) {
      const TopicImage* topic = image_.topic(id);
      if (topic == nullptr) {
        answer({}, id, ErrorCode::kUnknownTopicId);
      } else {
        doomed_[id] = topic->name;
      }
    }
  }

  void resolve_names() {
    for (const std::string& name : names_) {
      const TopicImage* topic = image_.topic(name);
      if (topic == nullptr) {
        answer(name, {}, ErrorCode::kUnknownTopicOrPartition);
      } else if (duplicate_ids_.contains(topic->id) || doomed_.contains(topic->id)) {
        doomed_.erase(topic->id);
        answer(name, topic->id, ErrorCode::kInvalidRequest,
               "The provided topic name maps to an ID that was already supplied.");
      } else {
        doomed_[topic->id] = name;
      }
    }
  }

  const MetadataImage& image_;
  MutationQuota* mutations_;
  std::set<std::string> names_, duplicate_names_;
  std::set<Uuid> ids_, duplicate_ids_;
  std::map<Uuid, std::string> doomed_;
  Decision<DeletedTopic> decision_;
};

bool deletion_enabled(const NodeOptions& options) {
  const auto found = options.broker_values.find("delete.topic.enable");
  return found == options.broker_values.end() || normal_config_text(ConfigType::kBoolean, found->second) == "true";
}

}  // namespace

Decision<DeletedTopic> decide_delete_topics(const ImageBuilder& state, const NodeOptions& options,
                                            const std::vector<TopicReference>& topics, MutationQuota* mutations) {
  if (deletion_enabled(options)) return TopicDeletion(state.image(), mutations).decide(topics);
  Decision<DeletedTopic> refused;
  const auto code = ErrorCode::kTopicDeletionDisabled;
  for (const TopicReference& topic : topics) {
    refused.answers.push_back({topic.name, topic.id, {code, std::string(protocol::default_message(code))}});
  }
  return refused;
}

}  // namespace klamm::metadata
