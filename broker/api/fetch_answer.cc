#include "broker/api/fetch_answer.h"

#include "broker/api/addresses.h"
#include "broker/api/partition_lookup.h"
#include "reactor/on_shard.h"

namespace klamm::broker {

using protocol::ErrorCode;
using protocol::FetchResponse;

namespace {
constexpr int16_t kLeaderVersion = 16;
constexpr int16_t kStorageErrorVersion = 6;
}  // namespace

bool FetchAnswer::reserve(size_t row_count) {
  if (row_count == 0) return true;
  rows_ = context_.make_array<PartitionData>(row_count);
  topics_ = context_.make_array<FetchResponse::FetchableTopicResponse>(row_count);
  fetched_ = context_.make_array<Fetched>(row_count);
  return rows_ != nullptr && topics_ != nullptr && fetched_ != nullptr;
}

FetchAnswer::PartitionData& FetchAnswer::add_row(protocol::String topic, const protocol::Uuid& topic_id,
                                                 int32_t index) {
  if (topic_count_ == 0 || topics_[topic_count_ - 1].topic != topic || topics_[topic_count_ - 1].topic_id != topic_id) {
    topics_[topic_count_].topic = topic;
    topics_[topic_count_].topic_id = topic_id;
    topics_[topic_count_++].partitions = {rows_ + row_count_, 0};
  }
  ++topics_[topic_count_ - 1].partitions.size;
  PartitionData& row = rows_[row_count_++];
  row.partition_index = index;
  row.high_watermark = -1;
  return row;
}

bool FetchAnswer::fill(PartitionData& row, fetch::PartitionFetch& fetch, const metadata::MetadataImage& image) {
  row.error_code = fetch.error;
  fetched_[fetched_count_++] = {fetch.topic_id, fetch.size_bytes(), fetch.failed()};
  // Clients of that age do not know the error, and look for the leader anew.
  if (fetch.error == ErrorCode::kKafkaStorageError && context_.version() < kStorageErrorVersion) {
    row.error_code = ErrorCode::kNotLeaderOrFollower;
  }
  row.aborted_transactions = protocol::Array<FetchResponse::AbortedTransaction>::null();
  if (tells_leader(fetch.error)) tell_leader(image, fetch, row);
  if (fetch.failed()) return true;
  row.high_watermark = fetch.ends.high_watermark.value;
  row.last_stable_offset = fetch.ends.last_stable.value;
  row.log_start_offset = fetch.ends.log_start.value;
  if (fetch.diverging) row.diverging_epoch = {fetch.diverging->epoch.value, fetch.diverging->end_offset.value};
  if (fetch.size_bytes() > 0) {
    row.records = protocol::Records::external(static_cast<uint32_t>(fetch.size_bytes()), ranges_.size());
    ranges_.push_back(std::move(fetch.range));
  }
  return isolation_level_ != kReadCommitted || fill_aborted(row, fetch);
}

bool FetchAnswer::fill_aborted(PartitionData& row, const fetch::PartitionFetch& fetch) const {
  auto* aborted = context_.make_array<FetchResponse::AbortedTransaction>(fetch.aborted.size());
  if (aborted == nullptr) return false;
  for (size_t i = 0; i < fetch.aborted.size(); ++i) {
    aborted[i] = {fetch.aborted[i].producer_id.value, fetch.aborted[i].first_offset.value};
  }
  row.aborted_transactions = {aborted, fetch.aborted.size()};
  return true;
}

void FetchAnswer::tell_leader(const metadata::MetadataImage& image, const fetch::PartitionFetch& fetch,
                              PartitionData& row) {
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

void FetchAnswer::count_sent() {
  for (size_t i = 0; i < fetched_count_; ++i) {
    TopicCounts& counts = context_.shard().traffic_of(fetched_[i].topic_id);
    ++counts.fetch_count;
    counts.failed_fetch_count += fetched_[i].failed ? 1 : 0;
    counts.bytes_out += fetched_[i].bytes;
  }
}

net::Response FetchAnswer::respond(ErrorCode error, int32_t session_id) {
  count_sent();
  response_.error_code = error;
  response_.session_id = session_id;
  response_.responses = {topics_, topic_count_};
  return context_.respond(response_, std::move(ranges_));
}

// As Kafka: a throttled Fetch gets nothing now and has used nothing.
bool FetchAnswer::count_bytes(ErrorCode error) {
  ClientQuotas& quotas = context_.shard().client_quotas();
  if (!quotas.has(QuotaType::kFetch)) return context_.throttle_ms() > 0;
  response_.error_code = error;
  response_.responses = {topics_, topic_count_};
  const auto bytes = static_cast<double>(context_.counted_bytes(response_));
  context_.throttle(QuotaType::kFetch, quotas.record(QuotaType::kFetch, context_.quota_client(), bytes));
  if (context_.throttle_ms() == 0) return false;
  quotas.unrecord(QuotaType::kFetch, context_.quota_client(), bytes);
  return true;
}

net::Response FetchAnswer::respond_empty(ErrorCode error, int32_t session_id) {
  topic_count_ = 0;
  fetched_count_ = 0;
  ranges_.clear();
  response_.node_endpoints = {};
  return respond(error, session_id);
}

reactor::Task<net::Response> FetchAnswer::respond_empty(const fetch::SessionAnswer& rows, int32_t asked_session) {
  fetch::FetchSessions& here = context_.shard().fetch_sessions();
  const auto shard = here.shard_of(asked_session);
  const std::vector<uint32_t> slots = rows.slots();
  if (shard && !slots.empty()) {
    co_await reactor::on_shard(
        *shard, [&here, &slots, asked_session, on = *shard] { here.peer(on).untell(asked_session, slots); });
  }
  co_return respond_empty(rows.error, rows.session_id);
}

bool FetchAnswer::fill(fetch::SessionAnswer& rows) {
  if (!reserve(rows.rows.size())) return false;
  const metadata::ImagePtr image = context_.shard().image();
  for (fetch::SessionAnswer::Row& each : rows.rows) {
    const fetch::SessionAnswer::Topic& topic = rows.topics[each.topic];
    auto& row = add_row(protocol::String(topic.name), topic.id, each.fetch.index);
    if (each.is_unknown) {
      row.error_code = each.fetch.error;
    } else if (!fill(row, each.fetch, *image)) {
      return false;
    }
  }
  return true;
}

net::Response FetchAnswer::refuse(const protocol::FetchRequest& request, ErrorCode error) {
  response_.error_code = error;
  response_.session_id = request.session_id;
  if (context_.version() >= kFetchTopicIdVersion) return context_.respond(response_);
  auto* topics = context_.make_array<FetchResponse::FetchableTopicResponse>(request.topics.size);
  if (topics == nullptr) return RequestContext::too_large();
  for (uint32_t t = 0; t < request.topics.size; ++t) {
    const auto& asked = request.topics[t].partitions;
    auto* rows = context_.make_array<PartitionData>(asked.size);
    if (rows == nullptr) return RequestContext::too_large();
    for (uint32_t p = 0; p < asked.size; ++p) {
      rows[p].partition_index = asked[p].partition;
      rows[p].error_code = error;
      rows[p].high_watermark = -1;
    }
    topics[t].topic = request.topics[t].topic;
    topics[t].partitions = {rows, asked.size};
  }
  response_.responses = {topics, request.topics.size};
  return context_.respond(response_);
}

}  // namespace klamm::broker
