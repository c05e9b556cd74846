#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "broker/member_connection.h"
#include "coordinator/java_text.h"
#include "coordinator/offset_requests.h"
#include "protocol/messages/offset_commit_request.h"
#include "protocol/messages/offset_commit_response.h"
#include "protocol/saturated.h"
#include "reactor/on_shard.h"

// OffsetCommit 2 to 10: topics by name, by id from version 10 on (KIP-848). What a row has wrong is told at home; the
// others go to the shard of the group together, and are stored together or not at all.
namespace klamm::broker {
namespace {

using coordinator::CommittedOffset;
using coordinator::OffsetChange;
using protocol::ErrorCode;
using protocol::OffsetCommitRequest;
using protocol::OffsetCommitResponse;
using AnswerRow = OffsetCommitResponse::OffsetCommitResponsePartition;

constexpr int16_t kTopicIdVersion = 10;
constexpr int16_t kMemberEpochVersion = 9;
constexpr int64_t kNoRetention = -1;

reactor::Task<ErrorCode> commit_there(BrokerShard& there, coordinator::OffsetCommit& commit) {
  const auto partition = there.groups().find(commit.group_id);
  if (!partition) return coordinator::refused(partition.error());
  return coordinator::commit_offsets(**partition, std::move(commit));
}

// One request and its answer as it grows.
class Commit {
 public:
  Commit(RequestContext& context, const OffsetCommitRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    if (!resolve()) co_return RequestContext::too_large();
    if (!accepted_.empty()) {
      const ErrorCode error = co_await store();
      for (AnswerRow* row : accepted_) row->error_code = error;
      if (error == ErrorCode::kNone) {
        for (AnswerRow* row : too_large_) row->error_code = ErrorCode::kOffsetMetadataTooLarge;
      }
    }
    co_return context_.respond(answer_);
  }

 private:
  bool resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    auto* topics = context_.make_array<OffsetCommitResponse::OffsetCommitResponseTopic>(request_.topics.size);
    if (topics == nullptr) return false;
    answer_.topics = {topics, request_.topics.size};
    size_t row_count = 0;
    for (const auto& asked : request_.topics) row_count += asked.partitions.size;
    accepted_.reserve(row_count);
    changes_.reserve(row_count);
    const bool by_id = context_.version() >= kTopicIdVersion;
    for (uint32_t t = 0; t < request_.topics.size; ++t) {
      const auto& asked = request_.topics[t];
      const TopicLookup found = find_topic(*image, by_id, asked.name, asked.topic_id);
      auto* rows = context_.make_array<AnswerRow>(asked.partitions.size);
      if (rows == nullptr) return false;
      topics[t].name = asked.name;
      topics[t].topic_id = asked.topic_id;
      topics[t].partitions = {rows, asked.partitions.size};
      for (uint32_t p = 0; p < asked.partitions.size; ++p) resolve_row(found, asked.partitions[p], rows[p]);
    }
    return true;
  }

  void resolve_row(const TopicLookup& found, const OffsetCommitRequest::OffsetCommitRequestPartition& asked,
                   AnswerRow& row) {
    row.partition_index = asked.partition_index;
    if (found.topic == nullptr) {
      row.error_code = found.error;
    } else if (found.topic->partition(asked.partition_index) == nullptr) {
      row.error_code = ErrorCode::kUnknownTopicOrPartition;
    } else {
      accepted_.push_back(&row);
      // What is too large is told only of a commit that is taken; until then the row is one of the others.
      if (is_metadata_too_large(asked)) {
        too_large_.push_back(&row);
      } else {
        OffsetChange& change = changes_.emplace_back(found.topic->name, asked.partition_index);
        fill(change.offset.emplace(), *found.topic, asked);
      }
    }
  }

  bool is_metadata_too_large(const OffsetCommitRequest::OffsetCommitRequestPartition& asked) const {
    const auto length_max = static_cast<size_t>(context_.shard().groups().options().metadata_length_max);
    return asked.committed_metadata.size > length_max &&
           coordinator::utf16_length(asked.committed_metadata.view()) > length_max;
  }

  void fill(CommittedOffset& offset, const metadata::TopicImage& topic,
            const OffsetCommitRequest::OffsetCommitRequestPartition& asked) const {
    offset.offset = asked.committed_offset;
    offset.leader_epoch = asked.committed_leader_epoch;
    offset.metadata = asked.committed_metadata.view();
    offset.commit_timestamp_ms = now_ms_;
    if (request_.retention_time_ms != kNoRetention) {
      offset.expire_timestamp_ms = protocol::saturated_sum(now_ms_, request_.retention_time_ms);
    }
    offset.topic_id = topic.id;
  }

  // The error is for every row that was accepted.
  reactor::Task<ErrorCode> store() {
    BrokerShard& home = context_.shard();
    reactor::ShardId owner = metadata::kNoShard;
    {
      const metadata::ImagePtr image = home.image();
      owner = coordinator::GroupCoordinator::owner_shard(*image, request_.group_id.view());
    }
    if (owner == metadata::kNoShard) co_return ErrorCode::kNotCoordinator;
    coordinator::OffsetCommit commit;
    commit.group_id = request_.group_id.view();
    commit.member_id = request_.member_id.view();
    if (!request_.group_instance_id.is_null) commit.instance_id = request_.group_instance_id.view();
    commit.generation = request_.generation_id_or_member_epoch;
    if (commit.generation >= 0) commit.connection = MemberConnection::note(context_, commit.group_id);
    commit.knows_member_epochs = context_.version() >= kMemberEpochVersion;
    commit.changes = std::move(changes_);
    BrokerShard& there = home.peer(owner);
    co_return co_await reactor::on_shard(
        owner, [&there, &commit] { return commit_there(there, commit); }, context_.crossing());
  }

  RequestContext& context_;
  const OffsetCommitRequest& request_;
  const int64_t now_ms_ = context_.shard().reactor().now_ms();
  OffsetCommitResponse answer_;
  std::vector<AnswerRow*> accepted_;
  std::vector<AnswerRow*> too_large_;
  std::vector<OffsetChange> changes_;
};

}  // namespace

reactor::Task<net::Response> handle_offset_commit(RequestContext& context) {
  auto request = context.decode_body<OffsetCommitRequest>();
  if (!request) co_return context.undecodable(request.error());
  Commit commit(context, *request);
  co_return co_await commit.run();
}

}  // namespace klamm::broker
