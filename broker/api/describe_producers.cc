#include <algorithm>
#include <span>
#include <vector>

#include "broker/api/answer_budget.h"
#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "metadata/topic_name.h"
#include "protocol/messages/describe_producers_request.h"
#include "protocol/messages/describe_producers_response.h"

// DescribeProducers: the idempotent and transactional producers that a partition remembers (KIP-664).
namespace klamm::broker {
namespace {

using protocol::DescribeProducersRequest;
using protocol::DescribeProducersResponse;
using protocol::ErrorCode;
using protocol::String;
using PartitionRow = DescribeProducersResponse::PartitionResponse;
using ProducerRow = DescribeProducersResponse::ProducerState;
using TopicRow = DescribeProducersResponse::TopicResponse;

// In one answer; the first partition that has producers is told whole.
constexpr size_t kProducersMax = 100'000;

struct ProducersQuery {
  reactor::ShardId owner_shard = metadata::kNoShard;
  protocol::Uuid topic_id;
  int32_t index = 0;
  ErrorCode error = ErrorCode::kNone;
  std::string_view message;

  // filled in by the owner: how many there are, then those that fit
  size_t count = 0;
  std::vector<storage::ProducerSummary> producers;
};

void refuse(ProducersQuery& query, ErrorCode error, std::string_view message = {}) {
  query.owner_shard = metadata::kNoShard;
  query.error = error;
  query.message = message;
}

reactor::Task<void> count_all(BrokerShard& there, std::span<ProducersQuery* const> queries) {
  for (ProducersQuery* query : queries) {
    const auto found = fetch::find_led_partition(there.logs(), query->topic_id, query->index, storage::kNoLeaderEpoch);
    if (found) {
      query->count = (*found)->log().producers().size();
    } else {
      query->error = found.error();
    }
  }
  co_return;
}

reactor::Task<void> read_all(BrokerShard& there, std::span<ProducersQuery* const> queries) {
  for (ProducersQuery* query : queries) {
    storage::Partition* partition = there.logs().find(query->topic_id, query->index);
    if (partition == nullptr) continue;
    query->producers = partition->log().producers().summaries();
    // Some may have come since they were counted.
    if (query->producers.size() > query->count) query->producers.resize(query->count);
    std::ranges::sort(query->producers, {}, &storage::ProducerSummary::producer_id);
  }
  co_return;
}

class ProducersDescription {
 public:
  ProducersDescription(RequestContext& context, const DescribeProducersRequest& request)
      : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    resolve();
    co_await visit_by_owner(context_, std::span(queries_), count_all);
    leave_out_what_does_not_fit();
    co_await visit_by_owner(context_, std::span(queries_), read_all);
    co_return answer();
  }

 private:
  void resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    for (const auto& topic : request_.topics) {
      const bool is_legal = !metadata::invalid_topic_name_reason(topic.name.view()).has_value();
      const TopicLookup found = find_topic(*image, false, topic.name, {});
      for (const int32_t index : topic.partition_indexes) {
        ProducersQuery& query = queries_.emplace_back();
        query.index = index;
        query.owner_shard = owner_of(found, index);
        if (found.topic != nullptr) query.topic_id = found.topic->id;
        if (!is_legal) {
          refuse(query, ErrorCode::kInvalidTopicException);
        } else if (query.owner_shard == metadata::kNoShard) {
          refuse(query, ErrorCode::kUnknownTopicOrPartition);
        }
      }
    }
  }

  void leave_out_what_does_not_fit() {
    const metadata::ImagePtr image = context_.shard().image();
    std::vector<size_t> counts;
    for (const ProducersQuery& query : queries_) counts.push_back(query.count);
    const std::vector<bool> fits = parts_that_fit(counts, kProducersMax);
    for (size_t i = 0; i < queries_.size(); ++i) {
      ProducersQuery& query = queries_[i];
      if (query.owner_shard == metadata::kNoShard) continue;
      if (query.error != ErrorCode::kNone) {
        refuse(query, lookup_error(*image, query.topic_id, query.index, query.error));
      } else if (!fits[i]) {
        refuse(query, ErrorCode::kUnknownServerError, "Too many producers for one answer; ask for fewer partitions.");
      }
    }
  }

  net::Response answer() {
    auto* topics = context_.make_array<TopicRow>(request_.topics.size);
    auto* rows = context_.make_array<PartitionRow>(queries_.size());
    if (topics == nullptr || rows == nullptr) return RequestContext::too_large();
    size_t next = 0;
    for (size_t t = 0; t < request_.topics.size; ++t) {
      const size_t count = request_.topics[t].partition_indexes.size;
      topics[t].name = request_.topics[t].name;
      topics[t].partitions = {rows + next, count};
      for (size_t p = 0; p < count; ++p, ++next) {
        if (!fill(rows[next], queries_[next])) return RequestContext::too_large();
      }
    }
    DescribeProducersResponse response;
    response.topics = {topics, request_.topics.size};
    return context_.respond(response);
  }

  // False over the arena's bound.
  bool fill(PartitionRow& row, const ProducersQuery& query) const {
    row.partition_index = query.index;
    row.error_code = query.error;
    row.error_message = query.message.empty() ? String::null() : String(query.message);
    auto* producers = context_.make_array<ProducerRow>(query.producers.size());
    if (producers == nullptr) return false;
    for (size_t i = 0; i < query.producers.size(); ++i) {
      const storage::ProducerSummary& summary = query.producers[i];
      producers[i].producer_id = summary.producer_id.value;
      producers[i].producer_epoch = summary.epoch.value;
      producers[i].last_sequence = summary.last_sequence;
      producers[i].last_timestamp = summary.timestamp_ms;
      producers[i].coordinator_epoch = summary.coordinator_epoch;
      producers[i].current_txn_start_offset = summary.current_transaction_first_offset.value;
    }
    row.active_producers = {producers, query.producers.size()};
    return true;
  }

  RequestContext& context_;
  const DescribeProducersRequest& request_;
  std::vector<ProducersQuery> queries_;
};

}  // namespace

reactor::Task<net::Response> handle_describe_producers(RequestContext& context) {
  auto request = context.decode_body<DescribeProducersRequest>();
  if (!request) co_return context.undecodable(request.error());
  ProducersDescription description(context, *request);
  co_return co_await description.run();
}

}  // namespace klamm::broker
