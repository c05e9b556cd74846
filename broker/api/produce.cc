#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "broker/api/addresses.h"
#include "broker/api/by_owner.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/partition_lookup.h"
#include "fetch/partition_fetch.h"
#include "metadata/topic_name.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/record_batch.h"
#include "reactor/timer.h"
#include "storage/delay.h"

// Produce 3 to 14 (KIP-98, KIP-467, KIP-516, KIP-951, KIP-1269).
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::ProduceRequest;
using protocol::ProduceResponse;
using PartitionResponse = ProduceResponse::PartitionProduceResponse;

namespace {

// As in Kafka, the one client that may write to internal topics.
constexpr std::string_view kAdminClientId = "__admin_client";
constexpr int16_t kTopicIdVersion = 13;
constexpr int16_t kLeaderVersion = 10;
constexpr int16_t kWindowVersion = 14;
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
  int64_t deadline_ns = reactor::TimerQueue::kNever;
  bool must_wait = false;  // appended, and the high watermark is not there yet

  // It is in the log, and may still become durable.
  bool has_waited_in_vain() const { return must_wait && refusal.code == ErrorCode::kRequestTimedOut; }
};

/// What the request wants of all of them.
struct Terms {
  int16_t version = 0;
  bool wait_all = false;
  int64_t timeout_ns = 0;  // negative: none
};

bool is_transactional(std::span<const std::byte> records) {
  const auto header = protocol::parse_header(records);
  return header && header->is_transactional();
}

// Faults that Kafka meets while it reads the request, before it looks at partitions: they refuse all of it. The rest is
// for the owners of the partitions.

constexpr size_t kLogOverhead = 12;  // base offset and length
constexpr size_t kBytesUpToMagic = 17;
constexpr int32_t kSmallestLength = 14;
constexpr int kHighestCodec = 4;  // zstd
constexpr int16_t kZstdVersion = 7;

// Of the batch at the start of `records`.
ErrorCode framing_fault(std::span<const std::byte> records) {
  if (records.size() < kLogOverhead) return ErrorCode::kNone;
  const int32_t length = *protocol::Reader(records.subspan(8)).read_int32();
  if (length < kSmallestLength) return ErrorCode::kCorruptMessage;
  if (records.size() < kBytesUpToMagic) return ErrorCode::kNone;
  const auto magic = static_cast<int8_t>(records[kBytesUpToMagic - 1]);
  if (magic < 0 || magic > protocol::kRecordBatchMagic) return ErrorCode::kCorruptMessage;
  const bool overflows = length > INT32_MAX - static_cast<int32_t>(kLogOverhead);
  return overflows ? ErrorCode::kUnknownServerError : ErrorCode::kNone;
}

// Of what Kafka finds when it checks that there is one batch of the right kind.
ErrorCode content_fault(std::span<const std::byte> records, int16_t version) {
  const auto header = protocol::parse_header(records);
  if (!header || records[kBytesUpToMagic - 1] != std::byte{protocol::kRecordBatchMagic}) return ErrorCode::kNone;
  if (version < kZstdVersion && header->compression_id() > kHighestCodec) {
    return ErrorCode::kUnknownServerError;
  }
  const size_t batch_bytes = kLogOverhead + static_cast<size_t>(header->batch_length);
  if (batch_bytes >= records.size()) return ErrorCode::kNone;
  // A second batch is refused for its partition alone, unless its length cannot even be reckoned with.
  const ErrorCode second = framing_fault(records.subspan(batch_bytes));
  return second == ErrorCode::kUnknownServerError ? second : ErrorCode::kNone;
}

ErrorCode reading_fault(const ProduceRequest& request) {
  for (const auto& topic : request.topic_data) {
    for (const auto& partition : topic.partition_data) {
      const std::span<const std::byte> records = partition.records.view();
      if (const ErrorCode fault = framing_fault(records); fault != ErrorCode::kNone) return fault;
      if (!is_transactional(records)) continue;
      // Kafka looks no further than the first transactional batch.
      return request.transactional_id.is_null ? ErrorCode::kTransactionalIdAuthorizationFailed : ErrorCode::kNone;
    }
  }
  return ErrorCode::kNone;
}

// The error of the whole request, if there is one.
ErrorCode request_fault(const ProduceRequest& request, int16_t version) {
  if (const ErrorCode fault = reading_fault(request); fault != ErrorCode::kNone) return fault;
  for (const auto& topic : request.topic_data) {
    for (const auto& partition : topic.partition_data) {
      const ErrorCode fault = content_fault(partition.records.view(), version);
      if (fault != ErrorCode::kNone) return fault;
    }
  }
  return ErrorCode::kNone;
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

void count(BrokerShard& there, const PartitionAppend& append) {
  TopicCounts& counts = there.traffic_of(append.topic_id);
  ++counts.produce_count;
  const ErrorCode error = append.refusal.code;
  if (error != ErrorCode::kNone) {
    ++counts.failed_produce_count;
    const bool is_too_large = error == ErrorCode::kMessageTooLarge || error == ErrorCode::kRecordListTooLarge;
    if (is_too_large) counts.bytes_rejected += append.records.size();
  } else if (!append.result.duplicate) {
    counts.records_in += static_cast<uint64_t>(append.result.last_offset.value - append.result.base_offset.value + 1);
    counts.bytes_in += append.records.size();
  }
}

reactor::Task<void> append_one(BrokerShard& there, PartitionAppend& append, Terms terms) {
  if (terms.timeout_ns >= 0) append.deadline_ns = there.reactor().now_ns() + terms.timeout_ns;
  auto found = fetch::find_led_partition(there.logs(), append.topic_id, append.index, storage::kNoLeaderEpoch);
  if (!found) {
    append.refusal = refusal_of(found.error());
    co_return;
  }
  storage::Partition& partition = **found;
  auto appended = co_await partition.append_as_leader(append.records, {.origin = storage::AppendOrigin::kClient,
                                                                       .leader_epoch = partition.state().leader_epoch,
                                                                       .request_api_version = terms.version,
                                                                       .deadline_ns = append.deadline_ns});
  if (!appended) {
    append.refusal = std::move(appended.error());
    count(there, append);
    co_return;
  }
  append.result = *appended;
  count(there, append);
  append.must_wait =
      (terms.wait_all || partition.is_durable_before_acks()) && partition.high_watermark() <= append.result.last_offset;
}

reactor::Task<void> append_all(BrokerShard& there, std::span<PartitionAppend* const> appends, Terms terms) {
  if (appends.size() == 1) {
    co_await append_one(there, *appends.front(), terms);
    co_return;
  }
  std::vector<reactor::Task<void>> tasks;
  tasks.reserve(appends.size());
  for (PartitionAppend* append : appends) tasks.push_back(append_one(there, *append, terms));
  co_await reactor::when_all(std::move(tasks));
}

reactor::Task<void> wait_one(storage::LogManager& logs, PartitionAppend& append) {
  storage::Partition* partition = logs.find(append.topic_id, append.index);
  if (partition == nullptr) {
    append.refusal = refusal_of(ErrorCode::kNotLeaderOrFollower);
    co_return;
  }
  const auto reached =
      co_await partition->wait_for_high_watermark_until(append.result.last_offset + 1, append.deadline_ns);
  if (reached) {
    if (!*reached) append.refusal = refusal_of(ErrorCode::kRequestTimedOut);
    co_return;
  }
  const bool has_failed = reached.error() == storage::PartitionGone::kStorageFailed;
  append.refusal = refusal_of(has_failed ? ErrorCode::kKafkaStorageError : ErrorCode::kNotLeaderOrFollower);
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
    if (!resolve()) co_return RequestContext::too_large();
    const int16_t version = context_.version();
    if (const ErrorCode fault = request_fault(request_, version); fault != ErrorCode::kNone) {
      const std::string message =
          fault == ErrorCode::kCorruptMessage ? "A record batch of the request is malformed." : "";
      for (PartitionAppend& append : appends_) refuse(append, fault, message);
    }
    // With acks=0 nobody waits for an answer.
    const Terms terms{.version = version,
                      .wait_all = request_.acks == kAcksAll,
                      .timeout_ns = request_.acks == 0 ? -1 : storage::delay_ns(request_.timeout_ms)};
    co_await visit_by_owner(context_, std::span(appends_),
                            [terms](BrokerShard& there, std::span<PartitionAppend* const> appends) {
                              return append_all(there, appends, terms);
                            });
    if (request_.acks == 0) co_return answer_nothing();
    if (std::ranges::any_of(appends_, &PartitionAppend::must_wait)) {
      context_.request().append_ended();
      co_await visit_by_owner(
          context_, std::span(appends_),
          [](BrokerShard& there, std::span<PartitionAppend* const> appends) { return wait_all_of(there, appends); });
    }
    co_return answer();
  }

 private:
  // One PartitionAppend per row. A partition that is named twice is appended once, with the last row's records (Kafka).
  // False over the arena's bound.
  bool resolve() {
    size_t row_count = 0;
    for (const auto& topic : request_.topic_data) row_count += topic.partition_data.size;
    appends_.reserve(row_count);
    auto* topics = context_.make_array<ProduceResponse::TopicProduceResponse>(request_.topic_data.size);
    auto* rows = context_.make_array<PartitionResponse>(row_count);
    if (topics == nullptr || rows == nullptr) return false;
    std::unordered_map<AskedPartition, size_t, AskedPartitionHash> places;
    if (row_count > 1) places.reserve(row_count);
    const metadata::ImagePtr image = context_.shard().image();
    const bool by_id = context_.version() >= kTopicIdVersion;
    for (size_t t = 0; t < request_.topic_data.size; ++t) {
      const auto& asked = request_.topic_data[t];
      const TopicLookup found = find_topic(*image, by_id, asked.name, asked.topic_id);
      PartitionResponse* const first_row = rows;
      for (const auto& partition : asked.partition_data) {
        if (row_count > 1) {
          const AskedPartition key{asked.name.view(), asked.topic_id, partition.index};
          const auto [place, is_new] = places.try_emplace(key, appends_.size());
          if (!is_new) {
            appends_[place->second].records = mutable_bytes(partition.records);
            continue;
          }
        }
        add(*rows++, partition, found);
      }
      topics[t].name = asked.name;
      topics[t].topic_id = asked.topic_id;
      topics[t].partition_responses = {first_row, static_cast<size_t>(rows - first_row)};
    }
    response_.responses = {topics, request_.topic_data.size};
    return true;
  }

  void add(PartitionResponse& row, const ProduceRequest::PartitionProduceData& partition, const TopicLookup& found) {
    row.index = partition.index;
    appends_.push_back({.owner_shard = owner_of(found, partition.index),
                        .topic_id = found.topic == nullptr ? protocol::Uuid{} : found.topic->id,
                        .index = partition.index,
                        .records = mutable_bytes(partition.records),
                        .response = &row,
                        .result = {},
                        .refusal = {.code = ErrorCode::kNone}});
    check(appends_.back(), found);
  }

  void check(PartitionAppend& append, const TopicLookup& found) const {
    if (found.topic == nullptr) return refuse(append, found.error, {});
    if (append.owner_shard == metadata::kNoShard) return refuse(append, ErrorCode::kUnknownTopicOrPartition, {});
    if (request_.acks < -1 || request_.acks > 1) return refuse(append, ErrorCode::kInvalidRequiredAcks, {});
    if (is_transactional(append.records)) return refuse(append, ErrorCode::kInvalidProducerIdMapping, {});
    // What coordinators hold in memory must be what is in their logs.
    if (metadata::is_internal_topic(found.topic->name) && context_.request().client_id != kAdminClientId) {
      refuse(append, ErrorCode::kInvalidTopicException, {});
    }
  }

  // The body belongs to this request and may be stamped in place (net::Request::body).
  std::span<std::byte> mutable_bytes(const protocol::Records& records) const {
    return {const_cast<std::byte*>(records.data), records.size};
  }

  // The whole request counts, with its header.
  void count_bytes() {
    ClientQuotas& quotas = context_.shard().client_quotas();
    if (!quotas.has(QuotaType::kProduce)) return;
    const net::Request& request = context_.request();
    const auto bytes = static_cast<double>(request.header.size() + request.body.size());
    context_.throttle(QuotaType::kProduce, quotas.record(QuotaType::kProduce, context_.quota_client(), bytes));
  }

  net::Response answer_nothing() {
    count_bytes();
    for (const PartitionAppend& append : appends_) {
      if (append.refusal.code == ErrorCode::kNone) continue;
      return RequestContext::close_connection("a Produce with acks=0 failed with " +
                                              std::string(protocol::name(append.refusal.code)));
    }
    return context_.respond_nothing();
  }

  net::Response answer() {
    count_bytes();
    const metadata::ImagePtr image = context_.shard().image();
    bool leader_told = false;
    for (PartitionAppend& append : appends_) {
      append.refusal.code = lookup_error(*image, append.topic_id, append.index, append.refusal.code);
      if (!fill(append)) return RequestContext::too_large();
      if (context_.version() < kLeaderVersion || !tells_leader(append.refusal.code)) continue;
      const metadata::TopicImage* topic = image->topic(append.topic_id);
      const metadata::PartitionImage* partition = topic == nullptr ? nullptr : topic->partition(append.index);
      if (partition == nullptr) continue;
      append.response->current_leader = {partition->leader, partition->leader_epoch};
      leader_told = true;
    }
    ProduceResponse::NodeEndpoint node;
    if (leader_told) {
      const BrokerAddress address = own_address(context_);
      node.node_id = image->node_id();
      node.host = address.host;
      node.port = address.port;
      response_.node_endpoints = {&node, 1};
    }
    if (context_.version() >= kWindowVersion) {
      response_.max_idempotence_batches_to_retain = context_.shard().least_batches_to_retain();
    }
    return context_.respond(response_);
  }

  // False over the arena's bound.
  bool fill(PartitionAppend& append) const {
    PartitionResponse& response = *append.response;
    response.error_code = append.refusal.code;
    if (append.refusal.code != ErrorCode::kNone && !append.has_waited_in_vain()) {
      response.base_offset = -1;
      if (append.refusal.is_message_sent) response.error_message = protocol::String(append.refusal.message);
      if (append.refusal.log_start_offset) response.log_start_offset = append.refusal.log_start_offset->value;
      return fill_record_errors(append.refusal.record_errors, response);
    }
    response.base_offset = append.result.base_offset.value;
    response.log_append_time_ms = append.result.log_append_time_ms;
    response.log_start_offset = append.result.log_start_offset.value;
    return true;
  }

  bool fill_record_errors(const std::vector<storage::RecordError>& errors, PartitionResponse& response) const {
    auto* rows = context_.make_array<ProduceResponse::BatchIndexAndErrorMessage>(errors.size());
    if (rows == nullptr) return false;
    for (size_t i = 0; i < errors.size(); ++i) {
      rows[i].batch_index = errors[i].batch_index;
      if (!errors[i].message.empty()) rows[i].batch_index_error_message = protocol::String(errors[i].message);
    }
    response.record_errors = {rows, errors.size()};
    return true;
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
