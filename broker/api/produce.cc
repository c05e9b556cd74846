#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/record_batch.h"

// Produce 3 to 13 (KIP-98, KIP-467, KIP-516, KIP-951).
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::ProduceRequest;
using protocol::ProduceResponse;
using PartitionResponse = ProduceResponse::PartitionProduceResponse;

namespace {

constexpr int16_t kTopicIdVersion = 13;
constexpr int16_t kAcksAll = -1;

/// One partition of the request, on its way to its owner and back.
struct PartitionAppend {
  reactor::ShardId owner_shard = metadata::kNoShard;
  protocol::Uuid topic_id;
  int32_t index = 0;
  std::span<std::byte> records;
  PartitionResponse* response = nullptr;

  // filled in by the owner
  storage::AppendResult result;
  storage::AppendError refusal{.code = ErrorCode::kNone};
  bool must_wait = false;  // appended, and the high watermark is not there yet
};

bool is_transactional(std::span<const std::byte> records) {
  const auto header = protocol::parse_header(records);
  return header && header->is_transactional();
}

storage::AppendError refusal_of(ErrorCode error, std::string message = {}) {
  storage::AppendError refusal;
  refusal.code = error;
  refusal.is_message_sent = !message.empty();
  refusal.message = std::move(message);
  return refusal;
}

void refuse(PartitionAppend& append, ErrorCode error, std::string message) {
  append.owner_shard = metadata::kNoShard;
  append.refusal = refusal_of(error, std::move(message));
}

reactor::Task<void> append_one(storage::LogManager& logs, PartitionAppend& append, int16_t version, bool wait_all) {
  auto found = fetch::find_led_partition(logs, append.topic_id, append.index, storage::kNoLeaderEpoch);
  if (!found) {
    append.refusal = refusal_of(found.error());
    co_return;
  }
  storage::Partition& partition = **found;
  auto appended = co_await partition.append_as_leader(append.records, {.origin = storage::AppendOrigin::kClient,
                                                                       .leader_epoch = partition.state().leader_epoch,
                                                                       .request_api_version = version});
  if (!appended) {
    append.refusal = std::move(appended.error());
    co_return;
  }
  append.result = *appended;
  append.must_wait = wait_all && partition.high_watermark() <= append.result.last_offset;
}

reactor::Task<void> append_all(BrokerShard& there, std::span<PartitionAppend* const> appends, int16_t version,
                               bool wait_all) {
  if (appends.size() == 1) {
    co_await append_one(there.logs(), *appends.front(), version, wait_all);
    co_return;
  }
  std::vector<reactor::Task<void>> tasks;
  tasks.reserve(appends.size());
  for (PartitionAppend* append : appends) tasks.push_back(append_one(there.logs(), *append, version, wait_all));
  co_await reactor::when_all(std::move(tasks));
}

reactor::Task<void> wait_one(storage::LogManager& logs, PartitionAppend& append) {
  storage::Partition* partition = logs.find(append.topic_id, append.index);
  if (partition == nullptr) {
    append.refusal = refusal_of(ErrorCode::kNotLeaderOrFollower);
    co_return;
  }
  auto reached = co_await partition->wait_for_high_watermark(append.result.last_offset + 1);
  if (!reached) append.refusal = refusal_of(ErrorCode::kNotLeaderOrFollower);
}

reactor::Task<void> wait_all_of(BrokerShard& there, std::span<PartitionAppend* const> appends) {
  std::vector<reactor::Task<void>> tasks;
  for (PartitionAppend* append : appends) {
    if (append->must_wait) tasks.push_back(wait_one(there.logs(), *append));
  }
  co_await reactor::when_all(std::move(tasks));
}

/// The whole request: decoded, resolved, and its answer as it grows.
class Produce {
 public:
  Produce(RequestContext& context, const ProduceRequest& request) : context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    resolve();
    const int16_t version = context_.version();
    const bool wait_all = request_.acks == kAcksAll;
    co_await visit_by_owner(context_.shard(), std::span(appends_),
                            [version, wait_all](BrokerShard& there, std::span<PartitionAppend* const> appends) {
                              return append_all(there, appends, version, wait_all);
                            });
    if (request_.acks == 0) co_return answer_nothing();
    if (std::ranges::any_of(appends_, &PartitionAppend::must_wait)) {
      context_.request().append_ended();
      co_await visit_by_owner(context_.shard(), std::span(appends_),
                              [](BrokerShard& there, std::span<PartitionAppend* const> appends) {
                                return wait_all_of(there, appends);
                              });
    }
    co_return answer();
  }

 private:
  // One PartitionAppend per row. A partition that is named twice is appended once, with the last row's records (Kafka).
  void resolve() {
    size_t row_count = 0;
    for (const auto& topic : request_.topic_data) row_count += topic.partition_data.size;
    appends_.reserve(row_count);
    auto& arena = context_.arena();
    auto* topics = arena.allocate_array<ProduceResponse::TopicProduceResponse>(request_.topic_data.size);
    const metadata::ImagePtr image = context_.shard().metadata().current();
    for (size_t t = 0; t < request_.topic_data.size; ++t) {
      const auto& asked = request_.topic_data[t];
      const bool by_id = context_.version() >= kTopicIdVersion;
      const TopicLookup found = find_topic(*image, by_id, asked.name, asked.topic_id);
      topics[t].name = asked.name;
      topics[t].topic_id = asked.topic_id;
      auto* rows = arena.allocate_array<PartitionResponse>(asked.partition_data.size);
      uint32_t row = 0;
      for (const auto& partition : asked.partition_data) {
        if (PartitionAppend* twin = find_twin(asked.topic_id, asked.name, partition.index, rows, row)) {
          twin->records = mutable_bytes(partition.records);
          continue;
        }
        rows[row].index = partition.index;
        appends_.push_back({.owner_shard = owner_of(found, partition.index),
                            .topic_id = found.topic == nullptr ? protocol::Uuid{} : found.topic->id,
                            .index = partition.index,
                            .records = mutable_bytes(partition.records),
                            .response = &rows[row],
                            .result = {},
                            .refusal = {.code = ErrorCode::kNone}});
        check(appends_.back(), found);
        ++row;
      }
      topics[t].partition_responses = {rows, row};
    }
    response_.responses = {topics, request_.topic_data.size};
  }

  PartitionAppend* find_twin(const protocol::Uuid&, const protocol::String&, int32_t index,
                             const PartitionResponse* rows, uint32_t row_count) {
    // Rows of one topic are the last `row_count` appends.
    for (uint32_t i = 0; i < row_count; ++i) {
      if (rows[i].index == index) return &appends_[appends_.size() - row_count + i];
    }
    return nullptr;
  }

  void check(PartitionAppend& append, const TopicLookup& found) const {
    if (found.topic == nullptr) return refuse(append, found.error, {});
    if (append.owner_shard == metadata::kNoShard) return refuse(append, ErrorCode::kUnknownTopicOrPartition, {});
    if (request_.acks < -1 || request_.acks > 1) return refuse(append, ErrorCode::kInvalidRequiredAcks, {});
    if (!request_.transactional_id.is_null || is_transactional(append.records)) {
      refuse(append, ErrorCode::kInvalidTxnState, "Transactions are not served by this broker.");
    }
  }

  // The body belongs to this request and may be stamped in place (net::Request::body).
  std::span<std::byte> mutable_bytes(const protocol::Records& records) const {
    return {const_cast<std::byte*>(records.data), records.size};
  }

  net::Response answer_nothing() const {
    for (const PartitionAppend& append : appends_) {
      if (append.refusal.code == ErrorCode::kNone) continue;
      return RequestContext::close_connection("a Produce with acks=0 failed with " +
                                              std::string(protocol::name(append.refusal.code)));
    }
    return RequestContext::respond_nothing();
  }

  net::Response answer() {
    const metadata::ImagePtr image = context_.shard().metadata().current();
    bool leader_told = false;
    for (PartitionAppend& append : appends_) {
      fill(append);
      if (!tells_leader(append.refusal.code)) continue;
      const metadata::TopicImage* topic = image->topic(append.topic_id);
      const metadata::PartitionImage* partition = topic == nullptr ? nullptr : topic->partition(append.index);
      if (partition == nullptr) continue;
      append.response->current_leader = {partition->leader, partition->leader_epoch};
      leader_told = true;
    }
    ProduceResponse::NodeEndpoint node;
    if (leader_told) {
      if (const auto* endpoint = endpoint_of(*image, image->node_id(), context_.connection())) {
        node.node_id = image->node_id();
        node.host = protocol::String(endpoint->host);
        node.port = endpoint->port;
        response_.node_endpoints = {&node, 1};
      }
    }
    return context_.respond(response_);
  }

  void fill(PartitionAppend& append) const {
    PartitionResponse& response = *append.response;
    response.error_code = append.refusal.code;
    if (append.refusal.code != ErrorCode::kNone) {
      response.base_offset = -1;
      if (append.refusal.is_message_sent) response.error_message = protocol::String(append.refusal.message);
      if (append.refusal.log_start_offset) response.log_start_offset = append.refusal.log_start_offset->value;
      fill_record_errors(append.refusal.record_errors, response);
      return;
    }
    response.base_offset = append.result.base_offset.value;
    response.log_append_time_ms = append.result.log_append_time_ms;
    response.log_start_offset = append.result.log_start_offset.value;
  }

  void fill_record_errors(const std::vector<storage::RecordError>& errors, PartitionResponse& response) const {
    auto* rows = context_.arena().allocate_array<ProduceResponse::BatchIndexAndErrorMessage>(errors.size());
    for (size_t i = 0; i < errors.size(); ++i) {
      rows[i].batch_index = errors[i].batch_index;
      if (!errors[i].message.empty()) rows[i].batch_index_error_message = protocol::String(errors[i].message);
    }
    response.record_errors = {rows, errors.size()};
  }

  RequestContext& context_;
  const ProduceRequest& request_;
  std::vector<PartitionAppend> appends_;
  ProduceResponse response_;
};

}  // namespace

reactor::Task<net::Response> handle_produce(RequestContext& context) {
  auto request = context.decode_body<ProduceRequest>();
  if (!request) co_return context.undecodable(request.error());
  Produce produce(context, *request);
  co_return co_await produce.run();
}

}  // namespace klamm::broker
