#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "broker/api/addresses.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/fetch_operation.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"

// Fetch 4 to 18 (KIP-74, KIP-98, KIP-227, KIP-516, KIP-595, KIP-951). Every fetch is answered without a session: a
// request for a new session gets session id 0, which tells the client to go on with full requests, as a broker with a
// full cache does.
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;
using PartitionData = FetchResponse::PartitionData;

namespace {

constexpr int16_t kTopicIdVersion = 13;
constexpr int16_t kLeaderVersion = 16;
constexpr int8_t kReadUncommitted = 0;
constexpr int8_t kReadCommitted = 1;
constexpr int32_t kFullFetchEpoch = 0;
constexpr int32_t kFinalEpoch = -1;

class Fetch final : public WaitingRequest {
 public:
  Fetch(RequestContext& context, const FetchRequest& request)
      : WaitingRequest(context.shard().waiting_requests(), context.connection()),
        context_(context),
        request_(request) {}

  reactor::Task<net::Response> run() {
    if (request_.session_epoch != kFullFetchEpoch && request_.session_epoch != kFinalEpoch) {
      response_.error_code = ErrorCode::kFetchSessionIdNotFound;
      co_return context_.respond(response_);
    }
    if (request_.isolation_level != kReadUncommitted && request_.isolation_level != kReadCommitted) {
      co_return refuse(ErrorCode::kUnknownServerError);
    }
    if (!resolve()) co_return RequestContext::too_large();
    const int64_t max_bytes = std::min<int64_t>(request_.max_bytes, context_.shard().options().fetch_max_bytes);
    BrokerShard& home = context_.shard();
    fetch::FetchOperation operation(
        [&home](reactor::ShardId shard) -> storage::LogManager& { return home.peer(shard).logs(); }, fetches_,
        {.max_bytes = max_bytes, .end = read_end()});
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

  // One partition of the request, each once: of one that is named twice the last row counts, in the first one's place.
  struct Wanted {
    const FetchRequest::FetchTopic* topic = nullptr;
    const FetchRequest::FetchPartition* partition = nullptr;
    TopicLookup found;
    reactor::ShardId owner_shard = metadata::kNoShard;
  };

  std::vector<Wanted> wanted(const metadata::MetadataImage& image) const {
    std::vector<Wanted> all;
    std::unordered_map<AskedPartition, size_t, AskedPartitionHash> places;
    const bool by_id = context_.version() >= kTopicIdVersion;
    for (const auto& topic : request_.topics) {
      const TopicLookup found = find_topic(image, by_id, topic.topic, topic.topic_id);
      for (const auto& partition : topic.partitions) {
        const AskedPartition key{topic.topic.view(), topic.topic_id, partition.partition};
        const auto [place, is_new] = places.try_emplace(key, all.size());
        if (is_new) {
          all.push_back({&topic, &partition, found, owner_of(found, partition.partition)});
        } else {
          all[place->second].partition = &partition;
        }
      }
    }
    return all;
  }

  // Kafka's order: partitions that are there, then unknown topic ids, then the other unknown ones.
  static int rank(const Wanted& wanted) {
    if (wanted.owner_shard != metadata::kNoShard) return 0;
    return wanted.found.error == ErrorCode::kUnknownTopicId ? 1 : 2;
  }

  // One answer row per partition; those that are there have a PartitionFetch too. Neighbours of one topic share a topic
  // row. False over the arena's bound.
  bool resolve() {
    const metadata::ImagePtr image = context_.shard().image();
    const std::vector<Wanted> all = wanted(*image);
    fetches_.reserve(all.size());
    rows_ = context_.make_array<PartitionData>(all.size());
    auto* topics = context_.make_array<FetchResponse::FetchableTopicResponse>(all.size());
    if (rows_ == nullptr || topics == nullptr) return false;
    size_t row_count = 0;
    uint32_t topic_count = 0;
    for (int which = 0; which < 3; ++which) {
      for (const Wanted& one : all) {
        if (rank(one) != which) continue;
        if (topic_count == 0 || topics[topic_count - 1].topic != one.topic->topic ||
            topics[topic_count - 1].topic_id != one.topic->topic_id) {
          topics[topic_count].topic = one.topic->topic;
          topics[topic_count].topic_id = one.topic->topic_id;
          topics[topic_count++].partitions = {rows_ + row_count, 0};
        }
        ++topics[topic_count - 1].partitions.size;
        add(one, rows_[row_count++]);
      }
    }
    response_.responses = {topics, topic_count};
    return true;
  }

  void add(const Wanted& wanted, PartitionData& row) {
    const FetchRequest::FetchPartition& asked = *wanted.partition;
    row.partition_index = asked.partition;
    row.high_watermark = -1;
    if (wanted.owner_shard == metadata::kNoShard) {
      row.error_code = wanted.found.topic == nullptr ? wanted.found.error : ErrorCode::kUnknownTopicOrPartition;
      return;
    }
    row.aborted_transactions = protocol::Array<FetchResponse::AbortedTransaction>::null();
    fetch::PartitionFetch fetch;
    fetch.topic_id = wanted.found.topic->id;
    fetch.index = asked.partition;
    fetch.owner_shard = wanted.owner_shard;
    fetch.fetch_offset = storage::Offset(asked.fetch_offset);
    fetch.max_bytes = asked.partition_max_bytes;
    fetch.current_leader_epoch = storage::LeaderEpoch(asked.current_leader_epoch);
    fetch.last_fetched_epoch = storage::LeaderEpoch(asked.last_fetched_epoch);
    fetches_.push_back(std::move(fetch));
  }

  // The whole request is refused: every partition says so where clients expect that (before version 13).
  net::Response refuse(ErrorCode error) {
    response_.error_code = error;
    if (context_.version() >= kTopicIdVersion) return context_.respond(response_);
    auto* topics = context_.make_array<FetchResponse::FetchableTopicResponse>(request_.topics.size);
    if (topics == nullptr) return RequestContext::too_large();
    for (uint32_t t = 0; t < request_.topics.size; ++t) {
      const auto& asked = request_.topics[t].partitions;
      auto* rows = context_.make_array<PartitionData>(asked.size);
      if (rows == nullptr) return RequestContext::too_large();
      for (uint32_t p = 0; p < asked.size; ++p) {
        rows[p].partition_index = asked[p].partition;
        rows[p].error_code = error;
        rows[p].high_watermark = -1;
      }
      topics[t].topic = request_.topics[t].topic;
      topics[t].partitions = {rows, asked.size};
    }
    response_.responses = {topics, request_.topics.size};
    return context_.respond(response_);
  }

  net::Response answer() {
    std::vector<reactor::FileRange> ranges;
    const metadata::ImagePtr image = context_.shard().image();
    for (size_t i = 0; i < fetches_.size(); ++i) {
      fetches_[i].error = lookup_error(*image, fetches_[i].topic_id, fetches_[i].index, fetches_[i].error);
      if (!fill(fetches_[i], rows_[i])) return RequestContext::too_large();
      if (fetches_[i].size_bytes() > 0) {
        rows_[i].records = protocol::Records::external(static_cast<uint32_t>(fetches_[i].size_bytes()), ranges.size());
        ranges.push_back(std::move(fetches_[i].range));
      }
      if (tells_leader(fetches_[i].error)) tell_leader(*image, fetches_[i], rows_[i]);
    }
    return context_.respond(response_, std::move(ranges));
  }

  // False over the arena's bound.
  bool fill(const fetch::PartitionFetch& fetch, PartitionData& row) const {
    row.error_code = fetch.error;
    if (fetch.failed()) return true;
    row.high_watermark = fetch.ends.high_watermark.value;
    row.last_stable_offset = fetch.ends.last_stable.value;
    row.log_start_offset = fetch.ends.log_start.value;
    if (fetch.diverging) row.diverging_epoch = {fetch.diverging->epoch.value, fetch.diverging->end_offset.value};
    if (request_.isolation_level != kReadCommitted) return true;
    auto* aborted = context_.make_array<FetchResponse::AbortedTransaction>(fetch.aborted.size());
    if (aborted == nullptr) return false;
    for (size_t i = 0; i < fetch.aborted.size(); ++i) {
      aborted[i] = {fetch.aborted[i].producer_id.value, fetch.aborted[i].first_offset.value};
    }
    row.aborted_transactions = {aborted, fetch.aborted.size()};
    return true;
  }

  void tell_leader(const metadata::MetadataImage& image, const fetch::PartitionFetch& fetch, PartitionData& row) {
    const metadata::TopicImage* topic = image.topic(fetch.topic_id);
    const metadata::PartitionImage* partition = topic == nullptr ? nullptr : topic->partition(fetch.index);
    if (context_.version() < kLeaderVersion || partition == nullptr) return;
    row.current_leader = {partition->leader, partition->leader_epoch};
    const BrokerAddress address = own_address(context_);
    node_.node_id = image.node_id();
    node_.host = address.host;
    node_.port = address.port;
    response_.node_endpoints = {&node_, 1};
  }

  RequestContext& context_;
  const FetchRequest& request_;
  FetchResponse response_;
  FetchResponse::NodeEndpoint node_;
  std::vector<fetch::PartitionFetch> fetches_;
  PartitionData* rows_ = nullptr;  // the first ones belong to fetches_, in the same order
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
