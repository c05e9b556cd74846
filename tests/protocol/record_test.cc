#include "protocol/record.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "protocol/record_batch_builder.h"
#include "protocol/record_varint.h"

namespace klamm::protocol {
namespace {

Bytes text(std::string_view value) {
  return Bytes(value);
}

/// A record's body from its fields: a byte for the attributes, then varints and texts.
class Body {
 public:
  Body& number(int64_t value) {
    for (uint64_t raw = zigzag(value);; raw >>= 7) {
      bytes_.push_back(static_cast<std::byte>(raw < 0x80 ? raw : (raw & 0x7f) | 0x80));
      if (raw < 0x80) return *this;
    }
  }
  Body& raw(std::string_view value) {
    for (const char c : value) bytes_.push_back(static_cast<std::byte>(c));
    return *this;
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_ = {std::byte{0}};
};

Body simple() {
  return Body().number(5).number(2).number(1).raw("k").number(3).raw("val");
}

TEST(ParseRecord, ReadsAllFields) {
  const Body body = simple().number(2).number(1).raw("a").number(2).raw("xy").number(1).raw("b").number(-1);
  const auto record = parse_record(body.bytes());
  ASSERT_TRUE(record);
  EXPECT_EQ(record->timestamp_delta, 5);
  EXPECT_EQ(record->offset_delta, 2);
  EXPECT_EQ(record->key.text(), "k");
  EXPECT_EQ(record->value.text(), "val");
  ASSERT_EQ(record->headers.size(), 2U);
  std::vector<RecordHeader> headers;
  for (const RecordHeader& header : record->headers) headers.push_back(header);
  EXPECT_EQ(headers[0].key, "a");
  EXPECT_EQ(headers[0].value.text(), "xy");
  EXPECT_EQ(headers[1].key, "b");
  EXPECT_TRUE(headers[1].value.is_null);
}

TEST(ParseRecord, TakesAnyNegativeLengthForNull) {
  const Body body = Body().number(0).number(0).number(-7).number(-1).number(0);
  const auto record = parse_record(body.bytes());
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->key.is_null);
  EXPECT_TRUE(record->value.is_null);
}

TEST(ParseRecord, NamesTheFault) {
  const auto fault = [](const Body& body) { return parse_record(body.bytes()).error(); };
  EXPECT_EQ(parse_record({}).error(), RecordFault::kTruncated);
  EXPECT_EQ(fault(Body()), RecordFault::kTruncated);
  EXPECT_EQ(fault(simple()), RecordFault::kTruncated) << "no header count";
  EXPECT_EQ(fault(simple().number(0).raw("x")), RecordFault::kInvalidSize) << "a byte is left";
  EXPECT_EQ(fault(simple().number(-1)), RecordFault::kInvalidHeaders);
  EXPECT_EQ(fault(simple().number(1)), RecordFault::kInvalidHeaders) << "more headers than bytes";
  EXPECT_EQ(fault(simple().number(1).number(-1).number(-1)), RecordFault::kInvalidHeaders) << "a null header key";
  EXPECT_EQ(fault(simple().number(1).number(9).raw("abc")), RecordFault::kTruncated);
  EXPECT_EQ(fault(Body().number(0).number(0).number(100).raw("k")), RecordFault::kTruncated);
  EXPECT_EQ(fault(Body().number(0).raw("\xff\xff\xff\xff\xff\x01")), RecordFault::kVarintTooLong);
  EXPECT_EQ(fault(Body().raw("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")), RecordFault::kVarintTooLong);
}

Buffer batch_of(int count, CompressionType codec, size_t value_size = 10) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.compression = codec});
  for (int i = 0; i < count; ++i) {
    std::string value(value_size, 'a');
    for (size_t at = 0; at < value.size(); at += 7)
      value[at] = static_cast<char>('a' + (at * 31 + static_cast<size_t>(i)) % 26);
    builder.append(1000 + i, text("key"), text(value));
  }
  return builder.build(scratch);
}

class RecordReaderTest : public ::testing::TestWithParam<CompressionType> {};
INSTANTIATE_TEST_SUITE_P(Codecs, RecordReaderTest,
                         ::testing::Values(CompressionType::kNone, CompressionType::kGzip, CompressionType::kSnappy,
                                           CompressionType::kLz4, CompressionType::kZstd),
                         [](const auto& test) { return std::string(compression_name(test.param)); });

TEST_P(RecordReaderTest, ReadsEveryRecordAndThenNothing) {
  const Buffer batch = batch_of(100, GetParam());
  CodecScratch scratch;
  RecordReader reader(*parse_batch(batch.span()), scratch);
  for (int i = 0; i < 100; ++i) {
    const auto record = reader.next();
    ASSERT_TRUE(record && *record) << i;
    EXPECT_EQ((*record)->offset_delta, i);
    EXPECT_EQ((*record)->timestamp_delta, i);
    EXPECT_EQ((*record)->key.text(), "key");
    EXPECT_EQ((*record)->value.size, 10U);
  }
  const auto end = reader.next();
  ASSERT_TRUE(end);
  EXPECT_FALSE(*end);
}

TEST_P(RecordReaderTest, GathersRecordsLargerThanAPiece) {
  const Buffer batch = batch_of(3, GetParam(), 300'000);
  CodecScratch scratch;
  RecordReader reader(*parse_batch(batch.span()), scratch);
  for (int i = 0; i < 3; ++i) {
    const auto record = reader.next();
    ASSERT_TRUE(record && *record) << i;
    EXPECT_EQ((*record)->value.size, 300'000U);
    EXPECT_EQ((*record)->size_bytes, 3 + 3 + 4 + 3 + 300'000 + 1) << "length, small fields, key, value, no headers";
  }
  EXPECT_FALSE(*reader.next());
}

TEST_P(RecordReaderTest, FindsACountThatLies) {
  for (const int count : {9, 11}) {
    Buffer batch = batch_of(10, GetParam());
    auto header = *parse_header(batch.span());
    header.record_count = count;
    CodecScratch scratch;
    RecordReader reader({header, batch.span()}, scratch);
    for (int i = 0; i < std::min(count, 10); ++i) ASSERT_TRUE(reader.next());
    const auto fault = reader.next();
    ASSERT_FALSE(fault);
    EXPECT_EQ(fault.error(), count == 9 ? RecordFault::kRecordsRemaining : RecordFault::kTruncated);
    EXPECT_EQ(reader.next().error(), fault.error()) << "it stays";
  }
}

TEST_P(RecordReaderTest, HoldsTheLimits) {
  const Buffer batch = batch_of(10, GetParam(), 1000);
  CodecScratch scratch;
  {
    RecordReader reader(*parse_batch(batch.span()), scratch, {.record_bytes_max = 1000});
    EXPECT_EQ(reader.next().error(), RecordFault::kTooLarge);
  }
  if (GetParam() == CompressionType::kNone) return;
  RecordReader reader(*parse_batch(batch.span()), scratch, {.output_bytes_max = 3000});
  RecordFault fault = RecordFault::kNone;
  for (int i = 0; i < 10 && fault == RecordFault::kNone; ++i) {
    const auto record = reader.next();
    if (!record) fault = record.error();
  }
  EXPECT_EQ(fault, RecordFault::kOutputLimit);
}

TEST(RecordReader, RefusesAnUnknownCodec) {
  const Buffer batch = batch_of(1, CompressionType::kNone);
  auto header = *parse_header(batch.span());
  header.attributes = 6;
  CodecScratch scratch;
  RecordReader reader({header, batch.span()}, scratch);
  EXPECT_EQ(reader.next().error(), RecordFault::kUnknownCompression);
}

}  // namespace
}  // namespace klamm::protocol
