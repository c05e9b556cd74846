#include "bench/load/requests.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/request_header.h"
#include "protocol/record_batch_builder.h"

namespace klamm::load {
namespace {

using namespace protocol;

// The last versions that name topics by name.
constexpr int16_t kProduceVersion = 12;
constexpr int16_t kFetchVersion = 12;
constexpr int16_t kCreateTopicsVersion = 5;
constexpr int16_t kApiVersionsVersion = 3;
constexpr int16_t kFlexibleHeader = 2;

template <class Message>
Buffer make_frame(const Message& message, int16_t version, const Options& options) {
  Writer writer;
  writer.write_int32(0);
  RequestHeader header;
  header.request_api_key = Message::kApiKey;
  header.request_api_version = version;
  header.client_id = options.client_id;
  if (!encode(header, kFlexibleHeader, writer) || !encode(message, version, writer)) {
    std::fprintf(stderr, "cannot encode the request\n");
    std::exit(1);
  }
  writer.patch_int32(0, static_cast<int32_t>(writer.position() - 4));
  return writer.take();
}

Buffer make_batch(const Options& options) {
  const int64_t now_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  std::string value(options.record_bytes, '\0');
  uint32_t state = 1;
  RecordBatchBuilder builder;
  for (uint32_t i = 0; i < options.record_count; ++i) {
    for (char& byte : value) {
      state = state * 1664525u + 1013904223u;
      byte = static_cast<char>('a' + (state >> 24) % 26);
    }
    builder.append(now_ms, Bytes::null(), Bytes(value));
  }
  CodecScratch scratch;
  return builder.build(scratch);
}

Buffer make_produce(const Options& options, int32_t partition, const Buffer& batch) {
  ProduceRequest::PartitionProduceData data;
  data.index = partition;
  data.records = Records(batch.span());
  ProduceRequest::TopicProduceData topic;
  topic.name = options.topic;
  topic.partition_data = Array<ProduceRequest::PartitionProduceData>(&data, 1);
  ProduceRequest request;
  request.acks = options.acks;
  request.timeout_ms = 30'000;
  request.topic_data = Array<ProduceRequest::TopicProduceData>(&topic, 1);
  return make_frame(request, kProduceVersion, options);
}

Buffer make_fetch(const Options& options, int32_t partition) {
  FetchRequest::FetchPartition wanted;
  wanted.partition = partition;
  wanted.fetch_offset = options.fetch_offset;
  wanted.partition_max_bytes = static_cast<int32_t>(options.fetch_bytes_max);
  FetchRequest::FetchTopic topic;
  topic.topic = options.topic;
  topic.partitions = Array<FetchRequest::FetchPartition>(&wanted, 1);
  FetchRequest request;
  request.max_wait_ms = static_cast<int32_t>(options.fetch_wait_ms_max);
  request.min_bytes = 1;
  request.max_bytes = static_cast<int32_t>(options.fetch_bytes_max);
  request.topics = Array<FetchRequest::FetchTopic>(&topic, 1);
  return make_frame(request, kFetchVersion, options);
}

std::optional<int16_t> int16_at(std::span<const std::byte> bytes, size_t at) {
  if (bytes.size() < at + 2) return std::nullopt;
  return static_cast<int16_t>((static_cast<unsigned>(bytes[at]) << 8) | static_cast<unsigned>(bytes[at + 1]));
}

}  // namespace

std::vector<Buffer> make_requests(const Options& options) {
  std::vector<Buffer> frames;
  const Buffer batch = make_batch(options);
  for (int32_t partition = 0; partition < options.partition_count; ++partition) {
    switch (options.api) {
      case Api::kProduce:
        frames.push_back(make_produce(options, partition, batch));
        break;
      case Api::kFetch:
        frames.push_back(make_fetch(options, partition));
        break;
      case Api::kApiVersions: {
        ApiVersionsRequest request;
        request.client_software_name = "klamm-load";
        request.client_software_version = "1";
        frames.push_back(make_frame(request, kApiVersionsVersion, options));
        break;
      }
      case Api::kPrepared:
        break;
    }
  }
  return frames;
}

std::expected<std::vector<Buffer>, std::string> read_frames(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return std::unexpected("cannot read " + path);
  std::vector<Buffer> frames;
  for (size_t at = 0; at < bytes.size();) {
    size_t size = 4;
    for (size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
      size += static_cast<size_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * (3 - i));
    }
    if (size > bytes.size() - at || size < kCorrelationIdAt + 4) return std::unexpected(path + " has no whole frames");
    frames.emplace_back().append(std::as_bytes(std::span(bytes.data() + at, size)));
    at += size;
  }
  if (frames.empty()) return std::unexpected(path + " is empty");
  return frames;
}

Buffer make_create_topic(const Options& options) {
  CreateTopicsRequest::CreatableTopic topic;
  topic.name = options.topic;
  topic.num_partitions = options.partition_count;
  topic.replication_factor = 1;
  CreateTopicsRequest request;
  request.topics = Array<CreateTopicsRequest::CreatableTopic>(&topic, 1);
  request.timeout_ms = 30'000;
  return make_frame(request, kCreateTopicsVersion, options);
}

std::optional<int16_t> response_error(const Options& options, std::span<const std::byte> start) {
  switch (options.api) {
    case Api::kProduce: {
      // correlation id, header tags, topic count, topic name with its length, partition count, index
      const size_t name_length_bytes = options.topic.size() + 1 < 128 ? 1 : 2;
      return int16_at(start, 4 + 1 + 1 + name_length_bytes + options.topic.size() + 1 + 4);
    }
    case Api::kFetch:
      return int16_at(start, 4 + 1 + 4);  // correlation id, header tags, throttle time
    case Api::kApiVersions:
      return int16_at(start, 4);
    case Api::kPrepared:
      return int16_at(start, options.error_at);
  }
  return std::nullopt;
}

}  // namespace klamm::load
