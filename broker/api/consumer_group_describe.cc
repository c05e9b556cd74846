#include <fmt/format.h>

#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/group_call.h"
#include "broker/api/group_description.h"
#include "broker/api/group_text.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "protocol/messages/consumer_group_describe_request.h"
#include "protocol/messages/consumer_group_describe_response.h"

// ConsumerGroupDescribe 0 to 1 (KIP-848, KIP-1099): groups of the consumer protocol with their members.
namespace klamm::broker {
namespace {

using coordinator::ConsumerDescription;
using coordinator::TopicPartitions;
using protocol::ConsumerGroupDescribeRequest;
using protocol::ConsumerGroupDescribeResponse;
using protocol::ErrorCode;
using protocol::String;
using Row = ConsumerGroupDescribeResponse::DescribedGroup;
using Member = ConsumerGroupDescribeResponse::Member;

constexpr int8_t kClassicMember = 0;
constexpr int8_t kConsumerMember = 1;

using Query = GroupQuery<ConsumerDescription>;

void describe_one(BrokerShard& there, Query& query) {
  const auto partition = there.groups().find(query.group_id);
  query.error = partition ? ErrorCode::kNone : partition.error();
  if (!partition) return;
  const coordinator::StoredGroup* group = (*partition)->groups().find(query.group_id);
  if (group != nullptr && group->consumer != nullptr) {
    query.found = group->consumer->describe();
    return;
  }
  const bool exists = group != nullptr && group->exists();
  query.error = ErrorCode::kGroupIdNotFound;
  query.message = exists ? fmt::format("Group {} is not a consumer group.", query.group_id)
                         : fmt::format("Group {} not found.", query.group_id);
}

reactor::Task<void> describe_there(BrokerShard& there, std::span<Query* const> queries) {
  return describe_all(there, queries, describe_one);
}

class Description {
 public:
  Description(RequestContext& context, const ConsumerGroupDescribeRequest& request)
      : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    const bool is_served = serves_consumer_groups(context_.shard());
    for (const String& group_id : request_.group_ids) queries_.add(group_id.view());
    for (Query& query : queries_.all()) {
      if (!is_served) {
        query.error = ErrorCode::kUnsupportedVersion;
      } else if (query.group_id.empty()) {
        query.error = ErrorCode::kInvalidGroupId;
      } else {
        query.owner_shard = shard_of_group(context_.shard(), query.group_id);
      }
    }
    co_await visit_by_owner(context_, queries_.all(), describe_there);
    co_return co_await answer();
  }

 private:
  reactor::Task<net::Response> answer() {
    const metadata::ImagePtr image = context_.shard().image();
    image_ = image.get();
    const std::vector<bool> fits = queries_.rows_that_fit();
    auto* rows = context_.make_array<Row>(queries_.row_count());
    if (rows == nullptr) co_return RequestContext::too_large();
    size_t in_turn = 0;
    for (size_t i = 0; i < queries_.row_count(); ++i) {
      const Query& query = queries_.of_row(i);
      if (!fill(query, fits[i], rows[i])) co_return RequestContext::too_large();
      in_turn += query.bytes;
      if (in_turn < kDescribedBytesPerTurn) continue;
      in_turn = 0;
      co_await reactor::yield_now();
    }
    ConsumerGroupDescribeResponse response;
    response.groups = {rows, queries_.row_count()};
    co_return context_.respond(response);
  }

  bool fill(const Query& query, bool fits, Row& row) {
    row.group_id = query.group_id;
    row.error_code = query.error;
    if (!query.message.empty()) row.error_message = query.message;
    if (query.error != ErrorCode::kNone) return true;
    if (!fits) {
      row.error_code = ErrorCode::kUnknownServerError;
      row.error_message = kTooManyMembers;
      return true;
    }
    if (request_.include_authorized_operations) row.authorized_operations = kAllGroupOperations;
    row.group_state = query.found.state;
    row.group_epoch = query.found.group_epoch;
    row.assignment_epoch = query.found.assignment_epoch;
    row.assignor_name = query.found.assignor;
    const size_t count = query.found.members.size();
    auto* members = context_.make_array<Member>(count);
    if (members == nullptr) return false;
    row.members = {members, count};
    for (size_t i = 0; i < count; ++i) {
      if (!fill_member(query.found.members[i], members[i])) return false;
    }
    return true;
  }

  bool fill_member(const ConsumerDescription::Member& found, Member& row) {
    const coordinator::MemberMetadata& metadata = found.metadata;
    row.member_id = found.member_id;
    row.instance_id = nullable(metadata.instance_id);
    row.rack_id = nullable(metadata.rack_id);
    row.member_epoch = found.member_epoch;
    row.client_id = metadata.client_id;
    row.client_host = metadata.client_host;
    row.subscribed_topic_regex = nullable(metadata.topic_regex);
    row.member_type = metadata.classic ? kClassicMember : kConsumerMember;
    auto* topics = context_.make_array<String>(metadata.topics.size());
    if (topics == nullptr) return false;
    for (size_t i = 0; i < metadata.topics.size(); ++i) topics[i] = metadata.topics[i];
    row.subscribed_topic_names = {topics, metadata.topics.size()};
    return fill_partitions(found.assigned, row.assignment) && fill_partitions(found.target, row.target_assignment);
  }

  // Without topics that are gone.
  bool fill_partitions(const TopicPartitions& partitions, ConsumerGroupDescribeResponse::Assignment& into) {
    auto* rows = context_.make_array<ConsumerGroupDescribeResponse::TopicPartitions>(partitions.size());
    if (rows == nullptr) return false;
    size_t count = 0;
    for (const auto& [id, indexes] : partitions) {
      const metadata::TopicImage* topic = image_->topic(id);
      if (topic != nullptr) rows[count++] = {id, String(topic->name), indexes};
    }
    into.topic_partitions = {rows, count};
    return true;
  }

  RequestContext& context_;
  const ConsumerGroupDescribeRequest& request_;
  const metadata::MetadataImage* image_ = nullptr;
  GroupQueries<ConsumerDescription> queries_;
};

}  // namespace

reactor::Task<net::Response> handle_consumer_group_describe(RequestContext& context) {
  auto request = context.decode_body<ConsumerGroupDescribeRequest>();
  if (!request) co_return context.undecodable(request.error());
  Description description(context, *request);
  co_return co_await description.run();
}

}  // namespace klamm::broker
