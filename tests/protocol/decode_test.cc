// What the decoder accepts, refuses and skips. That it reads what Kafka writes is the business of java_corpus_check.cc.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/consumer_group_heartbeat_response.h"
#include "protocol/messages/consumer_group_member_metadata_value.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/init_producer_id_request.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/request_header.h"
#include "tests/protocol/hex.h"

namespace klamm::protocol {
namespace {

/// Decodes `bytes`, which must live as long as what comes out is looked at.
template <class Message>
std::expected<Message, DecodeError> decode_from(const std::vector<std::byte>& bytes, int16_t version, Arena& arena) {
  Reader reader(bytes);
  return decode<Message>(reader, version, arena);
}

template <class Message>
DecodeError refusal(std::string_view hex, int16_t version) {
  Arena arena;
  const auto bytes = from_hex(hex);
  auto message = decode_from<Message>(bytes, version, arena);
  if (message) {
    ADD_FAILURE() << "decoded";
    return {DecodeFault::kUnsupportedVersion};
  }
  return message.error();
}

TEST(DecodeTest, StringsAndRecordsAreViewsOverTheFrame) {
  const auto bytes = from_hex("ffff 0001 00000064 00000001 0001 61 00000001 00000007 00000003 010203");
  Arena arena;
  const auto request = decode_from<ProduceRequest>(bytes, 3, arena);
  ASSERT_TRUE(request.has_value());
  EXPECT_TRUE(request->transactional_id.is_null);
  EXPECT_EQ(request->acks, 1);
  EXPECT_EQ(request->timeout_ms, 100);
  ASSERT_EQ(request->topic_data.size, 1U);
  const auto& topic = request->topic_data[0];
  EXPECT_EQ(topic.name.view(), "a");
  ASSERT_EQ(topic.partition_data.size, 1U);
  EXPECT_EQ(topic.partition_data[0].index, 7);
  EXPECT_EQ(topic.partition_data[0].records.data, bytes.data() + bytes.size() - 3);
  EXPECT_EQ(topic.partition_data[0].records.size, 3U);
}

TEST(DecodeTest, FieldsThatTheVersionLacksGetTheirDefaults) {
  const auto bytes = from_hex("00000000");
  Arena arena;
  const auto request = decode_from<MetadataRequest>(bytes, 0, arena);
  ASSERT_TRUE(request.has_value());
  EXPECT_TRUE(request->topics.empty());
  EXPECT_TRUE(request->allow_auto_topic_creation);
  // The default of InitProducerId's transactional id is empty, not null.
  const auto init = from_hex("ffff 00000001");
  const auto init_request = decode_from<InitProducerIdRequest>(init, 0, arena);
  ASSERT_TRUE(init_request.has_value());
  EXPECT_TRUE(init_request->transactional_id.is_null);
  EXPECT_EQ(init_request->producer_id, -1);
}

TEST(DecodeTest, BytesBehindTheMessageStayUnread) {
  const auto bytes = from_hex("00000000 0102");
  Arena arena;
  Reader reader(bytes);
  ASSERT_TRUE(decode<MetadataRequest>(reader, 0, arena).has_value());
  EXPECT_EQ(reader.remaining(), 2U);
}

TEST(DecodeTest, RefusesVersionsThatDoNotExist) {
  EXPECT_EQ(refusal<MetadataRequest>("00000000", -1).fault, DecodeFault::kUnsupportedVersion);
  EXPECT_EQ(refusal<MetadataRequest>("00000000", 99).fault, DecodeFault::kUnsupportedVersion);
}

TEST(DecodeTest, EveryTruncationIsAnError) {
  const auto whole = from_hex("00 0002 00000064 02 02 61 02 00000007 04 010203 00 00 01 ff 02 0102");
  Arena arena;
  ASSERT_TRUE(decode_from<ProduceRequest>(whole, 9, arena).has_value());
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    const auto message = decode_from<ProduceRequest>(part, 9, arena);
    ASSERT_FALSE(message.has_value()) << size;
  }
}

TEST(DecodeTest, NegativeLengthsAreNullWhereNullIsAllowed) {
  Arena arena;
  for (const char* count : {"ffffffff", "80000000", "fffffffe"}) {
    const auto bytes = from_hex(count);
    const auto request = decode_from<MetadataRequest>(bytes, 1, arena);
    ASSERT_TRUE(request.has_value());
    EXPECT_TRUE(request->topics.is_null);
  }
}

TEST(DecodeTest, NullNamesTheFieldWhereItIsNotAllowed) {
  const DecodeError array = refusal<MetadataRequest>("ffffffff", 0);
  EXPECT_EQ(array.fault, DecodeFault::kNullNotAllowed);
  EXPECT_STREQ(array.field, "Topics");
  const DecodeError name = refusal<CreateTopicsRequest>("00000001 ffff 00000001 0001 00000000 00000000", 2);
  EXPECT_EQ(name.fault, DecodeFault::kNullNotAllowed);
  EXPECT_STREQ(name.field, "Name");
  EXPECT_EQ(refusal<ApiVersionsRequest>("00 02 61 00", 3).fault, DecodeFault::kNullNotAllowed);
}

TEST(DecodeTest, CountsAreHeldAgainstTheRestOfTheFrame) {
  // A topic in CreateTopics v2 takes at least 2 + 4 + 2 + 4 + 4 bytes.
  const DecodeError lie = refusal<CreateTopicsRequest>("00000002 0000 00000001 0001 00000000 00000000 00000000 00", 2);
  EXPECT_EQ(lie.fault, DecodeFault::kCountTooLarge);
  EXPECT_STREQ(lie.field, "Topics");
  EXPECT_EQ(refusal<CreateTopicsRequest>("7fffffff", 2).fault, DecodeFault::kCountTooLarge);
  EXPECT_EQ(refusal<CreateTopicsRequest>("ffffffff07", 5).fault, DecodeFault::kCountTooLarge);
}

TEST(DecodeTest, ALyingCountAllocatesNothing) {
  const auto bytes = from_hex("7fffffff 0000");
  Arena arena;
  EXPECT_FALSE(decode_from<MetadataRequest>(bytes, 1, arena).has_value());
  EXPECT_EQ(arena.reserved_bytes(), 0U);
}

TEST(DecodeTest, TheArenasLimitIsAnError) {
  Writer writer;
  writer.write_int32(10'000);
  for (int i = 0; i < 10'000; ++i) writer.write_string("");
  Reader reader(writer.written());
  Arena arena(64 << 10);
  const auto message = decode<MetadataRequest>(reader, 1, arena);
  ASSERT_FALSE(message.has_value());
  EXPECT_EQ(message.error().fault, DecodeFault::kArenaFull);
}

TEST(DecodeTest, StringsAreBounded) {
  Writer writer;
  writer.write_unsigned_varint(2);
  writer.write_uuid({});
  writer.write_compact_string(std::string(kStringBytesMax + 1, 'x'));
  for (int i = 0; i < 10; ++i) writer.write_int8(0);
  Reader reader(writer.written());
  Arena arena;
  const auto message = decode<MetadataRequest>(reader, 12, arena);
  ASSERT_FALSE(message.has_value());
  EXPECT_EQ(message.error().fault, DecodeFault::kInvalidLength);
  EXPECT_EQ(refusal<ApiVersionsRequest>("05 6161", 3).fault, DecodeFault::kTruncated);
}

std::vector<std::byte> api_versions_with_tags(uint32_t count) {
  Writer writer;
  writer.write_compact_string("a");
  writer.write_compact_string("b");
  writer.write_unsigned_varint(count);
  for (uint32_t i = 0; i < count; ++i) {
    writer.write_unsigned_varint(count - i + 100);
    writer.write_unsigned_varint(1);
    writer.write_int8(5);
  }
  return {writer.written().begin(), writer.written().end()};
}

TEST(DecodeTest, UnknownTaggedFieldsAreSkippedInAnyOrder) {
  const auto bytes = api_versions_with_tags(10);
  Arena arena;
  Reader reader(bytes);
  const auto request = decode<ApiVersionsRequest>(reader, 3, arena);
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->client_software_version.view(), "b");
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(DecodeTest, TenThousandTaggedFieldsAreReadAndNoMore) {
  Arena arena;
  EXPECT_TRUE(decode_from<ApiVersionsRequest>(api_versions_with_tags(10'000), 3, arena).has_value());
  const auto one_more = decode_from<ApiVersionsRequest>(api_versions_with_tags(10'001), 3, arena);
  ASSERT_FALSE(one_more.has_value());
  EXPECT_EQ(one_more.error().fault, DecodeFault::kTooManyTaggedFields);
  EXPECT_EQ(refusal<ApiVersionsRequest>("02 61 02 61 ffffffff0f", 3).fault, DecodeFault::kTooManyTaggedFields);
}

TEST(DecodeTest, AnUnknownTaggedFieldMustFit) {
  EXPECT_EQ(refusal<ApiVersionsRequest>("02 61 02 61 01 09 05 00", 3).fault, DecodeFault::kTruncated);
}

TEST(DecodeTest, AKnownTaggedFieldIsReadWhateverItsSizeSays) {
  // Tag 0 holds a nullable struct; Kafka looks at the value only.
  const auto bytes = from_hex("01 01 01 01 01 01 ffffffff 01 01 00 63 01 00000007 01 00");
  Arena arena;
  const auto value = decode_from<ConsumerGroupMemberMetadataValue>(bytes, 0, arena);
  ASSERT_TRUE(value.has_value());
  ASSERT_FALSE(value->classic_member_metadata.is_null());
  EXPECT_EQ(value->classic_member_metadata->session_timeout_ms, 7);
}

TEST(DecodeTest, NullableStructs) {
  Arena arena;
  const auto absent = from_hex("01 01 01 01 01 01 ffffffff 01 00");
  const auto null = from_hex("01 01 01 01 01 01 ffffffff 01 01 00 01 00");
  EXPECT_FALSE(decode_from<ConsumerGroupMemberMetadataValue>(absent, 0, arena)->classic_member_metadata.is_null());
  EXPECT_TRUE(decode_from<ConsumerGroupMemberMetadataValue>(null, 0, arena)->classic_member_metadata.is_null());
  const auto response = from_hex("00000000 0000 00 00 00000001 00000002 ff 00");
  const auto heartbeat = decode_from<ConsumerGroupHeartbeatResponse>(response, 0, arena);
  ASSERT_TRUE(heartbeat.has_value());
  EXPECT_TRUE(heartbeat->assignment.is_null());
  const auto with_assignment = from_hex("00000000 0000 00 00 00000001 00000002 01 01 00 00");
  EXPECT_FALSE(decode_from<ConsumerGroupHeartbeatResponse>(with_assignment, 0, arena)->assignment.is_null());
}

TEST(DecodeTest, TheClientIdOfAFlexibleHeaderIsNotCompact) {
  const auto bytes = from_hex("0012 0003 0000002a 0001 61 00");
  Arena arena;
  Reader reader(bytes);
  const auto header = decode<RequestHeader>(reader, 2, arena);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->request_api_key, 18);
  EXPECT_EQ(header->correlation_id, 42);
  EXPECT_EQ(header->client_id.view(), "a");
  EXPECT_EQ(reader.remaining(), 0U);
}

}  // namespace
}  // namespace klamm::protocol
