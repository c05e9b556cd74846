// What the encoder refuses and drops. That it writes what Kafka writes is the business of java_corpus_check.cc.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/messages/response_header.h"
#include "tests/protocol/hex.h"

namespace klamm::protocol {
namespace {

template <class Message>
EncodeError refusal(const Message& message, int16_t version) {
  Writer writer;
  writer.write_int16(7);
  const auto done = encode(message, version, writer);
  EXPECT_EQ(to_hex(writer.written()), "0007") << "a failed encode leaves bytes behind";
  if (done) {
    ADD_FAILURE() << "encoded";
    return {EncodeFault::kTooLarge};
  }
  return done.error();
}

TEST(EncodeTest, AppendsToWhatIsThere) {
  Writer writer;
  writer.write_int32(0);
  ResponseHeader header;
  header.correlation_id = 5;
  ASSERT_TRUE(encode(header, 1, writer).has_value());
  EXPECT_EQ(to_hex(writer.written()), "000000000000000500");
}

TEST(EncodeTest, RefusesVersionsThatDoNotExist) {
  EXPECT_EQ(refusal(MetadataRequest(), 99).fault, EncodeFault::kUnsupportedVersion);
  EXPECT_EQ(refusal(MetadataRequest(), -1).fault, EncodeFault::kUnsupportedVersion);
}

TEST(EncodeTest, AFieldThatTheVersionLacksMustHaveItsDefault) {
  CreateTopicsRequest request;
  Writer writer;
  ASSERT_TRUE(encode(request, 2, writer).has_value());
  MetadataRequest metadata;
  metadata.allow_auto_topic_creation = false;
  const EncodeError error = refusal(metadata, 3);
  EXPECT_EQ(error.fault, EncodeFault::kUnsupportedField);
  EXPECT_STREQ(error.field, "AllowAutoTopicCreation");
}

TEST(EncodeTest, AFieldInAStructInATaggedFieldThatTheVersionLacksMustHaveItsDefault) {
  FetchRequest request;
  request.replica_state.replica_epoch = 3;
  EXPECT_EQ(refusal(request, 12).fault, EncodeFault::kUnsupportedField);
}

TEST(EncodeTest, IgnorableFieldsAreDropped) {
  ProduceResponse response;
  response.throttle_time_ms = 5;
  std::array<ProduceResponse::PartitionProduceResponse, 1> partitions;
  partitions[0].log_start_offset = 77;
  std::array<ProduceResponse::TopicProduceResponse, 1> topics;
  topics[0].partition_responses = std::span(partitions);
  response.responses = std::span(topics);
  Writer writer;
  ASSERT_TRUE(encode(response, 3, writer).has_value());
  EXPECT_EQ(to_hex(writer.written()),
            "00000001"
            "0000"
            "00000001"
            "00000000"
            "0000"
            "0000000000000000"
            "ffffffffffffffff"
            "00000005");
}

TEST(EncodeTest, NullNamesTheFieldWhereTheVersionDoesNotAllowIt) {
  MetadataRequest request;
  request.topics = Array<MetadataRequest::MetadataRequestTopic>::null();
  const EncodeError error = refusal(request, 0);
  EXPECT_EQ(error.fault, EncodeFault::kNullNotAllowed);
  EXPECT_STREQ(error.field, "Topics");
  Writer writer;
  EXPECT_TRUE(encode(request, 1, writer).has_value());
}

TEST(EncodeTest, StringsHaveAtMost32767Bytes) {
  const std::string longest(kStringBytesMax, 'x');
  std::array<MetadataRequest::MetadataRequestTopic, 1> topics;
  topics[0].name = longest;
  MetadataRequest request;
  request.topics = std::span(topics);
  Writer writer;
  EXPECT_TRUE(encode(request, 0, writer).has_value());
  const std::string too_long(kStringBytesMax + 1, 'x');
  topics[0].name = too_long;
  EXPECT_EQ(refusal(request, 0).fault, EncodeFault::kStringTooLong);
  EXPECT_EQ(refusal(request, 9).fault, EncodeFault::kStringTooLong);
}

TEST(EncodeTest, ATaggedFieldMayNeedALongSize) {
  ProduceResponse response;
  const std::string host(300, 'h');
  std::array<ProduceResponse::NodeEndpoint, 1> endpoints;
  endpoints[0].host = host;
  response.node_endpoints = std::span(endpoints);
  Writer writer;
  ASSERT_TRUE(encode(response, 10, writer).has_value());
  // count of tags, tag 0, size 313 in two bytes, then the array
  EXPECT_EQ(to_hex(writer.written().subspan(0, 9)),
            "01"
            "00000000"
            "01"
            "00"
            "b902");
  Reader reader(writer.written());
  Arena arena;
  const auto again = decode<ProduceResponse>(reader, 10, arena);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->node_endpoints[0].host.view(), host);
  EXPECT_EQ(reader.remaining(), 0U);
}

FetchResponse fetch_response(std::vector<FetchResponse::FetchableTopicResponse>& topics,
                             std::vector<FetchResponse::PartitionData>& partitions) {
  topics.resize(1);
  topics[0].partitions = partitions;
  FetchResponse response;
  response.responses = topics;
  return response;
}

TEST(EncodeTest, ExternalRecordsAreNotedAndNotWritten) {
  std::vector<FetchResponse::PartitionData> partitions(2);
  partitions[0].records = Records::external(1000, 11);
  partitions[1].records = Records::external(300, 12);
  std::vector<FetchResponse::FetchableTopicResponse> topics;
  Writer writer;
  ASSERT_TRUE(encode(fetch_response(topics, partitions), 12, writer).has_value());
  EXPECT_EQ(writer.external_bytes(), 1300U);
  ASSERT_EQ(writer.external_ranges().size(), 2U);

  // Put where they belong, the bytes are those of the same records in memory.
  const std::string content(1300, 'r');
  std::vector<std::byte> spliced;
  size_t done = 0;
  for (const ExternalRange& range : writer.external_ranges()) {
    const auto before = writer.written().subspan(done, range.position - done);
    spliced.insert(spliced.end(), before.begin(), before.end());
    spliced.insert(spliced.end(), range.size, std::byte{'r'});
    done = range.position;
  }
  const auto rest = writer.written().subspan(done);
  spliced.insert(spliced.end(), rest.begin(), rest.end());
  const auto bytes = std::as_bytes(std::span(content));
  partitions[0].records = bytes.first(1000);
  partitions[1].records = bytes.first(300);
  Writer plain;
  ASSERT_TRUE(encode(fetch_response(topics, partitions), 12, plain).has_value());
  EXPECT_EQ(to_hex(spliced), to_hex(plain.written()));
}

TEST(EncodeTest, AMessageHasAtMostTwoGigabytes) {
  std::vector<FetchResponse::PartitionData> partitions(3);
  for (auto& partition : partitions) partition.records = Records::external(1U << 30, 1);
  std::vector<FetchResponse::FetchableTopicResponse> topics;
  const FetchResponse response = fetch_response(topics, partitions);
  EXPECT_EQ(refusal(response, 12).fault, EncodeFault::kTooLarge);
  partitions[0].records = Records::external(1U << 31, 1);
  EXPECT_EQ(refusal(response, 12).fault, EncodeFault::kTooLarge);
}

TEST(EncodeTest, EmptyAndNullRecordsDiffer) {
  std::vector<FetchResponse::PartitionData> partitions(1);
  std::vector<FetchResponse::FetchableTopicResponse> topics;
  Writer writer;
  ASSERT_TRUE(encode(fetch_response(topics, partitions), 4, writer).has_value());
  EXPECT_TRUE(to_hex(writer.written()).ends_with("00000000"));
  partitions[0].records = Records::null();
  Writer null_writer;
  ASSERT_TRUE(encode(fetch_response(topics, partitions), 4, null_writer).has_value());
  EXPECT_TRUE(to_hex(null_writer.written()).ends_with("ffffffff"));
}

}  // namespace
}  // namespace klamm::protocol
