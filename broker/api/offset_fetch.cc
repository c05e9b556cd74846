#include <span>
#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "coordinator/offset_requests.h"
#include "protocol/messages/offset_fetch_request.h"
#include "protocol/messages/offset_fetch_response.h"

// OffsetFetch 1 to 10: one group, several from version 8 on (KIP-709), topics by id from version 10 on. The groups are
// asked on their shards at the same time.
namespace klamm::broker {
namespace {

using coordinator::FetchedTopic;
using protocol::ErrorCode;
using protocol::OffsetFetchRequest;
using protocol::OffsetFetchResponse;
using protocol::String;
using Groups = OffsetFetchResponse::OffsetFetchResponseGroup;

constexpr int16_t kGroupsVersion = 8;
constexpr int16_t kTopicIdVersion = 10;
constexpr int16_t kGroupErrorVersion = 2;  // before: the error stands at each partition

struct AskedGroup {
  reactor::ShardId owner_shard = metadata::kNoShard;
  coordinator::OffsetFetch fetch;
  ErrorCode error = ErrorCode::kNone;
  std::vector<FetchedTopic> refused;  // topics that are not known, their rows with the error
};

reactor::Task<void> fetch_there(BrokerShard& there, std::span<AskedGroup* const> groups) {
  for (AskedGroup* group : groups) {
    const auto partition = there.groups().find(group->fetch.group_id);
    if (partition) {
      group->error = co_await coordinator::fetch_offsets(**partition, group->fetch);
    } else {
      group->error = partition.error();
    }
  }
}

// The message has the rows of versions below 8 and of later ones as two types of the same fields.
template <class Row>
bool fill_rows(const FetchedTopic& topic, ErrorCode error, protocol::Array<Row>& into, RequestContext& context) {
  auto* rows = context.make_array<Row>(topic.rows.size());
  if (rows == nullptr) return false;
  for (size_t i = 0; i < topic.rows.size(); ++i) {
    const FetchedTopic::Row& found = topic.rows[i];
    rows[i].partition_index = found.partition;
    rows[i].committed_offset = found.offset;
    rows[i].committed_leader_epoch = found.leader_epoch;
    rows[i].metadata = String(found.metadata);
    rows[i].error_code = error == ErrorCode::kNone ? found.error : error;
  }
  into = {rows, topic.rows.size()};
  return true;
}

class OffsetFetches {
 public:
  OffsetFetches(RequestContext& context, const OffsetFetchRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    resolve();
    co_await visit_by_owner(context_, std::span(groups_), [](BrokerShard& there, std::span<AskedGroup* const> own) {
      return fetch_there(there, own);
    });
    OffsetFetchResponse answer;
    const bool fits = context_.version() >= kGroupsVersion ? answer_groups(answer) : answer_one(answer);
    co_return fits ? context_.respond(answer) : RequestContext::too_large();
  }

 private:
  void resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    if (context_.version() < kGroupsVersion) {
      AskedGroup& group = add_group(*image, request_.group_id, request_.topics.is_null);
      for (const auto& topic : request_.topics) add_topic(*image, group, topic.name, {}, topic.partition_indexes);
      return;
    }
    groups_.reserve(request_.groups.size);
    for (const auto& asked : request_.groups) {
      AskedGroup& group = add_group(*image, asked.group_id, asked.topics.is_null);
      group.fetch.member_id = owned(asked.member_id);
      group.fetch.member_epoch = asked.member_epoch;
      for (const auto& topic : asked.topics) {
        add_topic(*image, group, topic.name, topic.topic_id, topic.partition_indexes);
      }
    }
  }

  AskedGroup& add_group(const metadata::MetadataImage& image, const String& id, bool all_topics) {
    AskedGroup& group = groups_.emplace_back();
    group.fetch.group_id = id.view();
    group.fetch.all_topics = all_topics;
    group.fetch.require_stable = request_.require_stable;
    group.owner_shard = coordinator::GroupCoordinator::owner_shard(image, id.view());
    if (group.owner_shard == metadata::kNoShard) group.error = ErrorCode::kNotCoordinator;
    return group;
  }

  void add_topic(const metadata::MetadataImage& image, AskedGroup& group, const String& name, const protocol::Uuid& id,
                 const protocol::Array<int32_t>& indexes) {
    const bool by_id = context_.version() >= kTopicIdVersion;
    const TopicLookup found = find_topic(image, by_id, name, id);
    const bool is_refused = by_id && found.topic == nullptr;
    FetchedTopic& topic = (is_refused ? group.refused : group.fetch.topics).emplace_back();
    topic.name = found.topic != nullptr ? std::string_view(found.topic->name) : name.view();
    topic.id = found.topic != nullptr ? found.topic->id : id;
    topic.rows.resize(indexes.size);
    for (uint32_t i = 0; i < indexes.size; ++i) {
      topic.rows[i].partition = indexes[i];
      if (is_refused) topic.rows[i].error = found.error;
    }
  }

  bool answer_groups(OffsetFetchResponse& answer) {
    auto* rows = context_.make_array<Groups>(groups_.size());
    if (rows == nullptr) return false;
    for (size_t i = 0; i < groups_.size(); ++i) {
      rows[i].group_id = String(groups_[i].fetch.group_id);
      rows[i].error_code = groups_[i].error;
      if (groups_[i].error == ErrorCode::kNone && !fill_topics(groups_[i], rows[i])) return false;
    }
    answer.groups = {rows, groups_.size()};
    return true;
  }

  bool fill_topics(AskedGroup& group, Groups& into) {
    if (group.fetch.all_topics) name_ids(group.fetch.topics);
    const size_t count = group.fetch.topics.size() + group.refused.size();
    auto* topics = context_.make_array<OffsetFetchResponse::OffsetFetchResponseTopics>(count);
    if (topics == nullptr) return false;
    into.topics = {topics, count};
    for (const auto* some : {&group.fetch.topics, &group.refused}) {
      for (const FetchedTopic& topic : *some) {
        topics->name = String(topic.name);
        topics->topic_id = topic.id;
        if (!fill_rows(topic, ErrorCode::kNone, topics->partitions, context_)) return false;
        ++topics;
      }
    }
    return true;
  }

  // Asked for all, an answer by id leaves out topics that have none: they are gone.
  void name_ids(std::vector<FetchedTopic>& topics) const {
    if (context_.version() < kTopicIdVersion) return;
    const metadata::ImagePtr image = context_.shard().image();
    for (FetchedTopic& topic : topics) {
      if (const metadata::TopicImage* found = image->topic(topic.name)) topic.id = found->id;
    }
    std::erase_if(topics, [](const FetchedTopic& topic) { return topic.id.is_zero(); });
  }

  bool answer_one(OffsetFetchResponse& answer) {
    const AskedGroup& group = groups_.front();
    const bool error_at_rows = context_.version() < kGroupErrorVersion;
    if (!error_at_rows) answer.error_code = group.error;
    if (group.error != ErrorCode::kNone && !error_at_rows) return true;
    const std::vector<FetchedTopic>& topics = group.fetch.topics;
    auto* rows = context_.make_array<OffsetFetchResponse::OffsetFetchResponseTopic>(topics.size());
    if (rows == nullptr) return false;
    for (size_t i = 0; i < topics.size(); ++i) {
      rows[i].name = String(topics[i].name);
      if (!fill_rows(topics[i], group.error, rows[i].partitions, context_)) return false;
    }
    answer.topics = {rows, topics.size()};
    return true;
  }

  RequestContext& context_;
  const OffsetFetchRequest& request_;
  std::vector<AskedGroup> groups_;
};

}  // namespace

reactor::Task<net::Response> handle_offset_fetch(RequestContext& context) {
  auto request = context.decode_body<OffsetFetchRequest>();
  if (!request) co_return context.undecodable(request.error());
  OffsetFetches fetches(context, *request);
  co_return co_await fetches.run();
}

}  // namespace klamm::broker
