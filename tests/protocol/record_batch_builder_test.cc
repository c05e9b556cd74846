#include "protocol/record_batch_builder.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace klamm::protocol {
namespace {

Bytes text(std::string_view value) {
  return Bytes(value);
}

TEST(RecordBatchBuilder, WritesTheHeaderThatTheRecordsAskFor) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.base_offset = 40,
                              .partition_leader_epoch = 3,
                              .compression = CompressionType::kLz4,
                              .producer_id = 9,
                              .producer_epoch = 1,
                              .base_sequence = 17,
                              .is_transactional = true,
                              .is_control = true});
  EXPECT_TRUE(builder.empty());
  builder.append(500, text("k"), text("v"));
  builder.append(900, Bytes::null(), text("v"));
  builder.append(100, text("k"), Bytes::null());
  const Buffer batch = builder.build(scratch);
  ASSERT_TRUE(verify_crc(batch.span()));
  const auto header = parse_batch(batch.span())->header;
  EXPECT_EQ(header.base_offset, 40);
  EXPECT_EQ(header.last_offset(), 42);
  EXPECT_EQ(header.partition_leader_epoch, 3);
  EXPECT_EQ(header.attributes, 0x33);
  EXPECT_EQ(header.base_timestamp, 500);
  EXPECT_EQ(header.max_timestamp, 900);
  EXPECT_EQ(header.producer_id, 9);
  EXPECT_EQ(header.producer_epoch, 1);
  EXPECT_EQ(header.base_sequence, 17);
  EXPECT_EQ(header.last_sequence(), 19);
  EXPECT_EQ(header.record_count, 3);
}

TEST(RecordBatchBuilder, WritesTheBytesThatKafkaWrites) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.partition_leader_epoch = 0});
  const std::vector<RecordHeader> headers = {{"h", text("w")}, {"n", Bytes::null()}};
  builder.append(1000, text("key"), text("value"), headers);
  const Buffer batch = builder.build(scratch);
  const std::vector<uint8_t> expected = {42,  0,   0,   0, 6, 'k', 'e', 'y', 10, 'v', 'a',
                                         'l', 'u', 'e', 4, 2, 'h', 2,   'w', 2,  'n', 1};
  const auto records = parse_batch(batch.span())->records();
  ASSERT_EQ(records.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(static_cast<uint8_t>(records[i]), expected[i]) << i;
  EXPECT_EQ(builder.plain_size_bytes(), batch.size());
}

TEST(RecordBatchBuilder, KeepsGapsOfCompaction) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.base_offset = 10});
  builder.append_at(2, 1, text("a"), text("b"));
  builder.append_at(5, 1, text("a"), text("b"));
  builder.set_last_offset_delta(9);
  const Buffer batch = builder.build(scratch);
  EXPECT_EQ(parse_batch(batch.span())->header.last_offset(), 19);
  EXPECT_EQ(parse_batch(batch.span())->header.record_count, 2);
  RecordReader reader(*parse_batch(batch.span()), scratch);
  EXPECT_EQ((*reader.next())->offset_delta, 2);
  EXPECT_EQ((*reader.next())->offset_delta, 5);
}

TEST(RecordBatchBuilder, HasAppendTimeAndDeleteHorizon) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.log_append_time_ms = 7000, .delete_horizon_ms = 5000});
  builder.append(1000, text("k"), Bytes::null());
  const Buffer batch = builder.build(scratch);
  const auto header = parse_batch(batch.span())->header;
  EXPECT_EQ(header.attributes, 0x48);
  EXPECT_EQ(header.base_timestamp, 5000);
  EXPECT_EQ(header.max_timestamp, 7000);
  RecordReader reader(*parse_batch(batch.span()), scratch);
  EXPECT_EQ((*reader.next())->timestamp_delta, -4000);
}

TEST(RecordBatchBuilder, StartsAnew) {
  CodecScratch scratch;
  RecordBatchBuilder builder;
  builder.append(5, text("k"), text("v"));
  builder.reset(8);
  builder.append(6, text("k"), text("v"));
  const Buffer batch = builder.build(scratch);
  EXPECT_EQ(parse_batch(batch.span())->header.base_offset, 8);
  EXPECT_EQ(parse_batch(batch.span())->header.record_count, 1);
  EXPECT_EQ(parse_batch(batch.span())->header.base_timestamp, 6);
}

}  // namespace
}  // namespace klamm::protocol
