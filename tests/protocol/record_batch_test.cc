#include "protocol/record_batch.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "protocol/record_batch_builder.h"

namespace klamm::protocol {
namespace {

Buffer batch_of(int records, RecordBatchOptions options = {}) {
  CodecScratch scratch;
  RecordBatchBuilder builder(options);
  for (int i = 0; i < records; ++i)
    builder.append(1000 + i, Bytes(std::string_view("k")), Bytes(std::string_view("value")));
  return builder.build(scratch);
}

RecordBatchHeader full_header() {
  RecordBatchHeader header;
  header.base_offset = 0x0102030405060708;
  header.batch_length = 49;
  header.partition_leader_epoch = 0x11121314;
  header.crc = 0xdeadbeef;
  header.attributes = 0x35;
  header.last_offset_delta = 7;
  header.base_timestamp = -5;
  header.max_timestamp = 1'700'000'000'000;
  header.producer_id = 99;
  header.producer_epoch = 3;
  header.base_sequence = 12;
  header.record_count = 8;
  return header;
}

TEST(RecordBatchHeader, IsWrittenAndReadFieldByField) {
  std::vector<std::byte> bytes(kRecordBatchHeaderBytes);
  write_header(full_header(), bytes);
  EXPECT_EQ(bytes[0], std::byte{1});
  EXPECT_EQ(bytes[7], std::byte{8});
  EXPECT_EQ(bytes[16], std::byte{2});
  EXPECT_EQ(bytes[22], std::byte{0x35});
  EXPECT_EQ(bytes[60], std::byte{8});
  const auto header = parse_header(bytes);
  ASSERT_TRUE(header);
  EXPECT_EQ(*header, full_header());
}

TEST(RecordBatchHeader, ReadsItsAttributes) {
  RecordBatchHeader header = full_header();
  EXPECT_EQ(header.compression_id(), 5);
  EXPECT_FALSE(header.compression());
  EXPECT_TRUE(header.is_transactional());
  EXPECT_TRUE(header.is_control());
  EXPECT_FALSE(header.has_delete_horizon());
  EXPECT_EQ(header.timestamp_type(), BatchTimestampType::kCreateTime);
  header.attributes = 0x4c;
  EXPECT_EQ(header.compression(), CompressionType::kZstd);
  EXPECT_TRUE(header.has_delete_horizon());
  EXPECT_EQ(header.timestamp_type(), BatchTimestampType::kLogAppendTime);
  EXPECT_EQ(header.record_timestamp(3), header.max_timestamp);
}

TEST(RecordBatchHeader, KnowsOffsetsSizesAndTimes) {
  RecordBatchHeader header = full_header();
  header.base_offset = 100;
  EXPECT_EQ(header.last_offset(), 107);
  EXPECT_EQ(header.next_offset(), 108);
  EXPECT_EQ(header.size_bytes(), 61);
  EXPECT_EQ(header.record_timestamp(8), 3);
  header.base_timestamp = INT64_MAX;
  EXPECT_EQ(header.record_timestamp(1), INT64_MIN) << "wraps as in Java";
}

TEST(RecordBatchHeader, SequencesWrapToZero) {
  RecordBatchHeader header;
  EXPECT_EQ(header.last_sequence(), kNoSequence);
  header.base_sequence = INT32_MAX;
  header.last_offset_delta = 2;
  EXPECT_EQ(header.last_sequence(), 1);
  EXPECT_EQ(advance_sequence(INT32_MAX, 0), INT32_MAX);
  EXPECT_EQ(advance_sequence(INT32_MAX, 1), 0);
  EXPECT_EQ(advance_sequence(INT32_MAX, INT32_MAX), INT32_MAX - 1);
}

TEST(ParseHeader, RefusesOtherMagicsAndShortLengths) {
  std::vector<std::byte> bytes(kRecordBatchHeaderBytes);
  for (const int magic : {-1, 0, 1, 3}) {
    auto header = full_header();
    header.magic = static_cast<int8_t>(magic);
    write_header(header, bytes);
    EXPECT_EQ(parse_header(bytes).error(), RecordBatchFault::kUnsupportedMagic) << magic;
  }
  for (const int length : {INT32_MIN, -1, 0, 48}) {
    auto header = full_header();
    header.batch_length = length;
    write_header(header, bytes);
    EXPECT_EQ(parse_header(bytes).error(), RecordBatchFault::kInvalidLength) << length;
  }
}

TEST(ParseBatch, NeedsAllBytes) {
  const Buffer batch = batch_of(3);
  ASSERT_TRUE(parse_batch(batch.span()));
  EXPECT_EQ(parse_batch(batch.span())->bytes.size(), batch.size());
  for (size_t size = 0; size < batch.size(); ++size) {
    EXPECT_EQ(parse_batch(batch.span().first(size)).error(), RecordBatchFault::kTruncated) << size;
  }
}

TEST(RecordBatchCrc, CoversAllButOffsetLengthEpochAndMagic) {
  Buffer batch = batch_of(2);
  EXPECT_TRUE(verify_crc(batch.span()));
  set_base_offset(batch.span(), 77);
  set_partition_leader_epoch(batch.span(), 5);
  EXPECT_TRUE(verify_crc(batch.span()));
  EXPECT_EQ(parse_header(batch.span())->base_offset, 77);
  EXPECT_EQ(parse_header(batch.span())->partition_leader_epoch, 5);
  for (const size_t at : {size_t{21}, size_t{60}, batch.size() - 1}) {
    batch.span()[at] ^= std::byte{1};
    EXPECT_FALSE(verify_crc(batch.span())) << at;
    batch.span()[at] ^= std::byte{1};
  }
  EXPECT_FALSE(verify_crc(batch.span().first(20)));
}

TEST(RecordBatchCrc, IsTheSameInPieces) {
  const Buffer batch = batch_of(50);
  for (const size_t piece_size : {1UL, 2UL, 20UL, 21UL, 22UL, 100UL, 5000UL}) {
    PiecewiseBatchCrc crc;
    for (size_t at = 0; at < batch.size(); at += piece_size) {
      crc.add(batch.span().subspan(at, std::min(piece_size, batch.size() - at)));
    }
    EXPECT_EQ(crc.value(), compute_crc(batch.span())) << piece_size;
  }
}

TEST(SetMaxTimestamp, StampsAndKeepsTheChecksumRight) {
  Buffer batch = batch_of(2);
  EXPECT_FALSE(set_max_timestamp(batch.span(), BatchTimestampType::kCreateTime, 1001)) << "it has that already";
  EXPECT_TRUE(set_max_timestamp(batch.span(), BatchTimestampType::kLogAppendTime, 5000));
  EXPECT_TRUE(verify_crc(batch.span()));
  const auto header = *parse_header(batch.span());
  EXPECT_EQ(header.timestamp_type(), BatchTimestampType::kLogAppendTime);
  EXPECT_EQ(header.max_timestamp, 5000);
  EXPECT_EQ(header.base_timestamp, 1000);
  EXPECT_TRUE(set_max_timestamp(batch.span(), BatchTimestampType::kCreateTime, 5000)) << "only the type changes";
}

TEST(SetMaxTimestamp, DropsUnknownAttributeBitsWhenItChangesSomething) {
  Buffer batch = batch_of(2, {.is_transactional = true});
  auto header = *parse_header(batch.span());
  header.attributes = static_cast<int16_t>(header.attributes | 0x7fc0);
  write_header(header, batch.span());
  EXPECT_FALSE(set_max_timestamp(batch.span(), BatchTimestampType::kCreateTime, header.max_timestamp));
  EXPECT_EQ(parse_header(batch.span())->attributes, header.attributes);
  EXPECT_TRUE(set_max_timestamp(batch.span(), BatchTimestampType::kLogAppendTime, 1));
  EXPECT_EQ(parse_header(batch.span())->attributes, 0x58) << "transactional, append time, delete horizon";
}

TEST(BatchIterator, WalksALogAndStopsAtAFragment) {
  Buffer log;
  for (int i = 1; i <= 3; ++i) log.append(batch_of(i, {.base_offset = i}).span());
  const size_t whole = log.size();
  log.append(batch_of(4).span().first(40));
  BatchIterator batches(log.span());
  for (int i = 1; i <= 3; ++i) {
    const auto batch = batches.next();
    ASSERT_TRUE(batch && *batch);
    EXPECT_EQ((*batch)->header.base_offset, i);
    EXPECT_EQ((*batch)->header.record_count, i);
    EXPECT_TRUE(verify_crc((*batch)->bytes));
  }
  const auto end = batches.next();
  ASSERT_TRUE(end);
  EXPECT_FALSE(*end);
  EXPECT_EQ(batches.rest().size(), log.size() - whole);
}

TEST(BatchIterator, EndsAtNothingAndAtAFault) {
  BatchIterator nothing({});
  EXPECT_TRUE(nothing.next());
  EXPECT_FALSE(*nothing.next());
  Buffer log;
  log.append(batch_of(1).span());
  log.append(std::vector<std::byte>(100));
  BatchIterator batches(log.span());
  EXPECT_TRUE(batches.next());
  EXPECT_EQ(batches.next().error(), RecordBatchFault::kUnsupportedMagic);
  EXPECT_EQ(batches.rest().size(), 100U);
}

}  // namespace
}  // namespace klamm::protocol
