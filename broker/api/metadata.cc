#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "broker/api/addresses.h"
#include "broker/api/auto_create.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_view.h"
#include "metadata/topic_name.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/metadata_response.h"

// Metadata: brokers, topics, leaders. A topic that is not there and may be made is made before the answer, which still
// says UNKNOWN_TOPIC_OR_PARTITION, as Kafka's does; the client's next question finds it.
namespace klamm::broker {
namespace {

using metadata::MetadataImage;
using metadata::TopicImage;
using protocol::ErrorCode;
using protocol::MetadataRequest;
using protocol::MetadataResponse;
using protocol::String;
using protocol::Uuid;
using Topic = MetadataResponse::MetadataResponseTopic;

constexpr int16_t kEmptyMeansNoneVersion = 1;  // before: an empty list asks for all topics
constexpr int16_t kCreationFlagVersion = 4;    // before: creation is always allowed
constexpr int16_t kListenerErrorVersion = 6;
constexpr int16_t kTopicIdVersion = 12;  // before: asking by id is an error
constexpr int16_t kClusterOperationsVersion = 8;
constexpr int16_t kClusterOperationsVersionMax = 10;

// What is asked for, after the version's rules.
struct Question {
  bool all_topics = false;
  std::vector<std::string_view> names;  // each once
  std::vector<Uuid> ids;                // each once; if there are any, names are not looked at
};

Question question_of(const MetadataRequest& request, int16_t version) {
  Question question;
  question.all_topics = request.topics.is_null || (version < kEmptyMeansNoneVersion && request.topics.empty());
  std::unordered_set<std::string_view> seen_names;
  std::unordered_set<Uuid> seen_ids;
  for (const auto& topic : request.topics) {
    if (!topic.topic_id.is_zero()) {
      if (seen_ids.insert(topic.topic_id).second) question.ids.push_back(topic.topic_id);
    } else if (seen_names.insert(topic.name.view()).second) {
      question.names.push_back(topic.name.view());
    }
  }
  return question;
}

// The error that refuses the whole request: every topic carries it, and nothing else is told.
ErrorCode refusal(const MetadataRequest& request, int16_t version) {
  bool has_id = false;
  bool has_nothing = false;
  for (const auto& topic : request.topics) {
    if (!topic.topic_id.is_zero() || topic.name.is_null) has_id = true;
    if (topic.topic_id.is_zero() && topic.name.is_null) has_nothing = true;
  }
  if (has_id && version < kTopicIdVersion) return ErrorCode::kInvalidRequest;
  return has_nothing ? ErrorCode::kUnknownServerError : ErrorCode::kNone;
}

// Builds the answer of one request. @core owner
class Answer {
 public:
  Answer(const MetadataRequest& request, const MetadataImage& image, RequestContext& context)
      : request_(request), image_(image), context_(context) {}

  bool add_brokers() {
    auto* brokers = context_.make_array<MetadataResponse::MetadataResponseBroker>(image_.brokers().size());
    if (brokers == nullptr) return false;
    size_t count = 0;
    for (const auto& [id, broker] : image_.brokers()) {
      const auto address = broker->fenced ? std::nullopt : address_of(*broker, context_);
      if (!address) continue;
      brokers[count].node_id = id;
      brokers[count].host = address->host;
      brokers[count].port = address->port;
      brokers[count].rack = broker->rack ? String(*broker->rack) : String::null();
      ++count;
    }
    message.brokers = {brokers, count};
    return true;
  }

  bool reserve(size_t topic_count) {
    topics_ = context_.make_array<Topic>(topic_count);
    return topics_ != nullptr;
  }

  Topic& add(ErrorCode error, String name, Uuid id) {
    Topic& topic = topics_[count_++];
    topic.error_code = error;
    topic.name = name;
    topic.topic_id = id;
    topic.is_internal = metadata::is_internal_topic(name.view());
    if (asks_topic_operations() && !name.is_null) topic.topic_authorized_operations = kTopicAuthorizedOperations;
    message.topics = {topics_, count_};
    return topic;
  }

  bool add(const TopicImage& image) {
    Topic& topic = add(ErrorCode::kNone, image.name, image.id);
    auto* partitions = context_.make_array<MetadataResponse::MetadataResponsePartition>(image.partitions.size());
    if (partitions == nullptr) return false;
    const PartitionViewRules rules{.hides_dead_replicas = context_.version() == 0,
                                   .tells_missing_listener = context_.version() >= kListenerErrorVersion};
    size_t count = 0;
    for (size_t index = 0; index < image.partitions.size(); ++index) {
      const metadata::PartitionImage& partition = image.partitions[index];
      if (!partition.exists()) continue;
      const auto view = view_partition(image_, partition, rules, context_);
      if (!view) return false;
      auto& row = partitions[count++];
      row.error_code = view->error;
      row.partition_index = static_cast<int32_t>(index);
      row.leader_id = view->leader_id;
      row.leader_epoch = partition.leader_epoch;
      row.replica_nodes = view->replicas;
      row.isr_nodes = view->isr;
      row.offline_replicas = view->offline;
    }
    topic.partitions = {partitions, count};
    return true;
  }

  void add_cluster() {
    message.cluster_id = image_.cluster_id();
    message.controller_id = image_.node_id();
    const bool in_version =
        context_.version() >= kClusterOperationsVersion && context_.version() <= kClusterOperationsVersionMax;
    if (in_version && request_.include_cluster_authorized_operations) {
      message.cluster_authorized_operations = kClusterAuthorizedOperations;
    }
  }

  MetadataResponse message;

 private:
  bool asks_topic_operations() const {
    return context_.version() >= kClusterOperationsVersion && request_.include_topic_authorized_operations;
  }

  const MetadataRequest& request_;
  const MetadataImage& image_;
  RequestContext& context_;
  Topic* topics_ = nullptr;
  size_t count_ = 0;
};

net::Response refuse(const MetadataRequest& request, ErrorCode error, RequestContext& context) {
  auto* topics = context.make_array<Topic>(request.topics.size);
  if (topics == nullptr) return RequestContext::too_large();
  for (uint32_t i = 0; i < request.topics.size; ++i) {
    topics[i].error_code = error;
    topics[i].name = request.topics[i].name.view();
    topics[i].topic_id = request.topics[i].topic_id;
  }
  MetadataResponse answer;
  answer.error_code = error;
  answer.topics = {topics, request.topics.size};
  return context.respond(answer);
}

bool answer_all(Answer& answer, const MetadataImage& image) {
  if (!answer.reserve(image.topic_count())) return false;
  bool fits = true;
  image.for_each_topic([&](const TopicImage& topic) { fits = fits && answer.add(topic); });
  return fits;
}

bool answer_ids(Answer& answer, const MetadataImage& image, const std::vector<Uuid>& ids) {
  if (!answer.reserve(ids.size())) return false;
  for (const Uuid& id : ids) {
    if (const TopicImage* topic = image.topic(id)) {
      if (!answer.add(*topic)) return false;
    } else {
      answer.add(ErrorCode::kUnknownTopicId, String::null(), id);
    }
  }
  return true;
}

// Topics that are there come first. Adds the names of those that may be made to `missing`.
bool answer_names(Answer& answer, const MetadataImage& image, const std::vector<std::string_view>& names,
                  std::vector<std::string_view>& missing) {
  if (!answer.reserve(names.size())) return false;
  for (std::string_view name : names) {
    const TopicImage* topic = image.topic(name);
    if (topic != nullptr && !answer.add(*topic)) return false;
  }
  for (std::string_view name : names) {
    if (image.topic(name) != nullptr) continue;
    const bool is_legal = !metadata::invalid_topic_name_reason(name);
    answer.add(is_legal ? ErrorCode::kUnknownTopicOrPartition : ErrorCode::kInvalidTopicException, name, Uuid{});
    if (is_legal) missing.push_back(name);
  }
  return true;
}

bool may_create(const MetadataRequest& request, const RequestContext& context, const Options& options) {
  const bool client_allows = context.version() < kCreationFlagVersion || request.allow_auto_topic_creation;
  return client_allows && options.auto_create_topics_enable;
}

}  // namespace

reactor::Task<net::Response> handle_metadata(RequestContext& context) {
  auto request = context.decode_body<MetadataRequest>();
  if (!request) co_return context.undecodable(request.error());
  const ErrorCode refused = refusal(*request, context.version());
  if (refused != ErrorCode::kNone) co_return refuse(*request, refused, context);

  const Question question = question_of(*request, context.version());
  const metadata::ImagePtr image = context.shard().image();
  Answer answer(*request, *image, context);
  std::vector<std::string_view> missing;
  bool fits = answer.add_brokers();
  if (question.all_topics) {
    fits = fits && answer_all(answer, *image);
  } else if (!question.ids.empty()) {
    fits = fits && answer_ids(answer, *image, question.ids);
  } else {
    fits = fits && answer_names(answer, *image, question.names, missing);
  }
  if (!fits) co_return RequestContext::too_large();
  answer.add_cluster();
  net::Response response = context.respond(answer.message);
  if (!missing.empty() && may_create(*request, context, context.shard().options())) {
    // Kafka passes on a CreateTopics of the newest version in the client's name and drops its answer: what the quota
    // does not allow is not made, and the client does not rest for it.
    RequestMutationQuota mutations = context.mutation_quota(0);
    co_await auto_create_topics(context.shard(), missing, &mutations);
  }
  co_return response;
}

}  // namespace klamm::broker
