#include "fetch/fetch_operation.h"

#include <algorithm>
#include <span>
#include <vector>

#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"

// Fetch 4 to 18 (KIP-74, KIP-98, KIP-227, KIP-516, KIP-595, KIP-951). Every fetch is answered without a session: a request
// for a new session gets session id 0, which tells the client to go on with full requests, as a broker with a full cache does.
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;
using PartitionData = FetchResponse::PartitionData;

namespace {

constexpr int16_t kTopicIdVersion = 13;
constexpr int8_t kReadCommitted = 1;
constexpr int32_t kFullFetchEpoch = 0;
constexpr int32_t kFinalEpoch = -1;

class Fetch final : public WaitingRequest {
 public:
  Fetch(RequestContext& context, const FetchRequest& request)
      : WaitingRequest(context.shard().waiting_requests(), context.connection()), context_(context), request_(request) {}

  reactor::Task<net::Response> run() {
    if (request_.session_epoch != kFullFetchEpoch && request_.session_epoch != kFinalEpoch) {
      response_.error_code = ErrorCode::kFetchSessionIdNotFound;
      co_return context_.respond(response_);
    }
    resolve();
    const int64_t max_bytes = std::min<int64_t>(request_.max_bytes, context_.shard().options().fetch_max_bytes);
    BrokerShard& home = context_.shard();
    fetch::FetchOperation operation([&home](reactor::ShardId shard) -> storage::LogManager& { return home.peer(shard).logs(); },
                                    fetches_, {.max_bytes = max_bytes, .end = read_end()});
    operation_ = &operation;
    const int64_t max_wait_ms = home.is_stopping() ? 0 : request_.max_wait_ms;
    co_await operation.run({.min_bytes = std::min<int64_t>(request_.min_bytes, max_bytes), .max_wait_ms = max_wait_ms});
    operation_ = nullptr;
    co_return answer();
  }

  void end_early() noexcept override {
    if (operation_ != nullptr) operation_->interrupt();
  }

 private:
  storage::ReadEnd read_end() const {
    return request_.isolation_level == kReadCommitted ? storage::ReadEnd::kLastStableOffset
                                                      : storage::ReadEnd::kHighWatermark;
  }

  // One answer row per asked partition; those that can be read have a PartitionFetch too.
  void resolve() {
    size_t row_count = 0;
    for (const auto& topic : request_.topics) row_count += topic.partitions.size;
    fetches_.reserve(row_count);
    rows_.reserve(row_count);
    auto& arena = context_.arena();
    auto* topics = arena.allocate_array<FetchResponse::FetchableTopicResponse>(request_.topics.size);
    const metadata::ImagePtr image = context_.shard().metadata().current();
    for (size_t t = 0; t < request_.topics.size; ++t) {
      const auto& asked = request_.topics[t];
      const TopicLookup found = find_topic(*image, context_.version() >= kTopicIdVersion, asked.topic, asked.topic_id);
      topics[t].topic = asked.topic;
      topics[t].topic_id = asked.topic_id;
      auto* partitions = arena.allocate_array<PartitionData>(asked.partitions.size);
      for (size_t p = 0; p < asked.partitions.size; ++p) add(asked.partitions[p], found, partitions[p]);
      topics[t].partitions = {partitions, asked.partitions.size};
    }
    response_.responses = {topics, request_.topics.size};
  }

  void add(const FetchRequest::FetchPartition& asked, const TopicLookup& found, PartitionData& row) {
    row.partition_index = asked.partition;
    row.high_watermark = -1;
    row.aborted_transactions = protocol::Array<FetchResponse::AbortedTransaction>::null();
    const reactor::ShardId owner = owner_of(found, asked.partition);
    if (owner == metadata::kNoShard) {
      row.error_code = found.topic == nullptr ? found.error : ErrorCode::kUnknownTopicOrPartition;
      return;
    }
    rows_.push_back(&row);
    fetch::PartitionFetch fetch;
    fetch.topic_id = found.topic->id;
    fetch.index = asked.partition;
    fetch.owner_shard = owner;
    fetch.fetch_offset = storage::Offset(asked.fetch_offset);
    fetch.max_bytes = asked.partition_max_bytes;
    fetch.current_leader_epoch = storage::LeaderEpoch(asked.current_leader_epoch);
    fetch.last_fetched_epoch = storage::LeaderEpoch(asked.last_fetched_epoch);
    fetches_.push_back(std::move(fetch));
  }

  net::Response answer() {
    std::vector<reactor::FileRange> ranges;
    const metadata::ImagePtr image = context_.shard().metadata().current();
    for (size_t i = 0; i < fetches_.size(); ++i) {
      fill(fetches_[i], *rows_[i]);
      if (fetches_[i].size_bytes() > 0) {
        rows_[i]->records = protocol::Records::external(static_cast<uint32_t>(fetches_[i].size_bytes()), ranges.size());
        ranges.push_back(std::move(fetches_[i].range));
      }
      if (tells_leader(fetches_[i].error)) tell_leader(*image, fetches_[i], *rows_[i]);
    }
    return context_.respond(response_, std::move(ranges));
  }

  void fill(const fetch::PartitionFetch& fetch, PartitionData& row) const {
    row.error_code = fetch.error;
    if (fetch.failed()) return;
    row.high_watermark = fetch.ends.high_watermark.value;
    row.last_stable_offset = fetch.ends.last_stable.value;
    row.log_start_offset = fetch.ends.log_start.value;
    if (fetch.diverging) row.diverging_epoch = {fetch.diverging->epoch.value, fetch.diverging->end_offset.value};
    if (request_.isolation_level != kReadCommitted) return;
    auto* aborted = context_.arena().allocate_array<FetchResponse::AbortedTransaction>(fetch.aborted.size());
    for (size_t i = 0; i < fetch.aborted.size(); ++i) {
      aborted[i] = {fetch.aborted[i].producer_id.value, fetch.aborted[i].first_offset.value};
    }
    row.aborted_transactions = {aborted, fetch.aborted.size()};
  }

  void tell_leader(const metadata::MetadataImage& image, const fetch::PartitionFetch& fetch, PartitionData& row) {
    const metadata::TopicImage* topic = image.topic(fetch.topic_id);
    const metadata::PartitionImage* partition = topic == nullptr ? nullptr : topic->partition(fetch.index);
    const auto* endpoint = endpoint_of(image, image.node_id(), context_.connection());
    if (context_.version() < 16 || partition == nullptr || endpoint == nullptr) return;
    row.current_leader = {partition->leader, partition->leader_epoch};
    node_.node_id = image.node_id();
    const auto host = context_.arena().copy(endpoint->host);
    node_.host = protocol::String(host.value_or(""));
    node_.port = endpoint->port;
    response_.node_endpoints = {&node_, 1};
  }

  RequestContext& context_;
  const FetchRequest& request_;
  FetchResponse response_;
  FetchResponse::NodeEndpoint node_;
  std::vector<fetch::PartitionFetch> fetches_;
  std::vector<PartitionData*> rows_;  // of fetches_, in the same order
  fetch::FetchOperation* operation_ = nullptr;
};

}  // namespace

reactor::Task<net::Response> handle_fetch(RequestContext& context) {
  auto request = context.decode_body<FetchRequest>();
  if (!request) co_return context.undecodable(request.error());
  Fetch fetch(context, *request);
  co_return co_await fetch.run();
}

}  // namespace klamm::broker
