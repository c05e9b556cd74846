#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "protocol/record.h"
#include "protocol/record_batch_builder.h"

// Segment files of Apache Kafka 4.4.0 with batches that the Java client and librdkafka made.
namespace klamm::protocol {
namespace {

std::vector<std::byte> segment(const std::string& client, CompressionType codec) {
  std::ifstream file(
      KLAMM_TESTS_PROTOCOL_DIR "/segments/" + client + "_" + std::string(compression_name(codec)) + ".log",
      std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  const auto bytes = std::as_bytes(std::span(content));
  return {bytes.begin(), bytes.end()};
}

std::string repeat(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

/// Nothing for null.
std::optional<std::string> text_of(const Bytes& bytes) {
  if (bytes.is_null) return std::nullopt;
  return std::string(bytes.text());
}

void expect_java_record(int i, const RecordBatchHeader& header, const Record& record) {
  const std::string n = std::to_string(i);
  EXPECT_EQ(header.record_timestamp(record.timestamp_delta), 1'700'000'000'000 + i * (i % 2 == 0 ? 1 : 100));
  EXPECT_EQ(header.base_offset + record.offset_delta, i);
  EXPECT_EQ(text_of(record.key), i % 4 == 3 ? std::nullopt : std::optional(std::string("key-") + n));
  EXPECT_EQ(text_of(record.value),
            i % 5 == 4 ? std::nullopt : std::optional(repeat(std::string("value ") + n + " ", 1 + i % 7)));
  ASSERT_EQ(record.headers.size(), static_cast<uint32_t>(i % 3));
  int at = 0;
  for (const RecordHeader& one : record.headers) {
    EXPECT_EQ(one.key, std::string("h") + std::to_string(at));
    EXPECT_EQ(text_of(one.value), at == 1 ? std::nullopt : std::optional(std::string("w") + n));
    ++at;
  }
}

void expect_java_line(int i, const RecordBatchHeader& header, const Record& record) {
  EXPECT_EQ(header.record_timestamp(record.timestamp_delta), 1'700'000'100'000 + i);
  EXPECT_EQ(text_of(record.key), std::string("k") + std::to_string(i % 10));
  EXPECT_EQ(text_of(record.value), std::string("line ") + std::to_string(i % 50) + " of a long run of lines");
}

void expect_librdkafka_record(int i, const Record& record) {
  const std::string n = std::to_string(i);
  EXPECT_EQ(text_of(record.key), std::string("key-") + n);
  EXPECT_EQ(text_of(record.value), std::string("value ") + n + " " + repeat("x", std::max(i * 3, 1)));
  ASSERT_EQ(record.headers.size(), 1U);
  EXPECT_EQ(record.headers.begin()->key, "h");
}

/// Calls check(place in the log, header, record) for every record.
template <class Check>
int read_all(std::span<const std::byte> log, CompressionType codec, Check&& check) {
  CodecScratch scratch;
  BatchIterator batches(log);
  int count = 0;
  for (auto batch = batches.next(); batch && *batch; batch = batches.next()) {
    EXPECT_TRUE(verify_crc((*batch)->bytes));
    EXPECT_EQ((*batch)->header.compression(), codec);
    RecordReader reader(**batch, scratch);
    auto record = reader.next();
    for (; record && *record; record = reader.next()) check(count++, (*batch)->header, **record);
    EXPECT_TRUE(record) << describe(record.error());
  }
  EXPECT_TRUE(batches.rest().empty());
  return count;
}

class InteropTest : public ::testing::TestWithParam<CompressionType> {};
INSTANTIATE_TEST_SUITE_P(Codecs, InteropTest,
                         ::testing::Values(CompressionType::kNone, CompressionType::kGzip, CompressionType::kSnappy,
                                           CompressionType::kLz4, CompressionType::kZstd),
                         [](const auto& test) { return std::string(compression_name(test.param)); });

TEST_P(InteropTest, ReadsWhatJavaWrote) {
  const auto log = segment("java", GetParam());
  const int count = read_all(log, GetParam(), [](int i, const RecordBatchHeader& header, const Record& record) {
    i < 60 ? expect_java_record(i, header, record) : expect_java_line(i - 60, header, record);
  });
  EXPECT_EQ(count, GetParam() == CompressionType::kNone ? 60 : 4060);
}

TEST_P(InteropTest, ReadsWhatLibrdkafkaWrote) {
  const auto log = segment("librdkafka", GetParam());
  const int count = read_all(log, GetParam(), [](int i, const RecordBatchHeader&, const Record& record) {
    expect_librdkafka_record(i, record);
  });
  EXPECT_EQ(count, 40);
}

TEST(Interop, WritesPlainBatchesAsJavaDoes) {
  const auto log = segment("java", CompressionType::kNone);
  CodecScratch scratch;
  BatchIterator batches(log);
  const auto batch = **batches.next();
  RecordBatchBuilder builder({.base_offset = batch.header.base_offset,
                              .partition_leader_epoch = batch.header.partition_leader_epoch,
                              .producer_id = batch.header.producer_id,
                              .producer_epoch = batch.header.producer_epoch,
                              .base_sequence = batch.header.base_sequence});
  RecordReader reader(batch, scratch);
  for (auto record = reader.next(); record && *record; record = reader.next()) {
    std::vector<RecordHeader> headers;
    for (const RecordHeader& header : (*record)->headers) headers.push_back(header);
    builder.append(batch.header.record_timestamp((*record)->timestamp_delta), (*record)->key, (*record)->value,
                   headers);
  }
  const Buffer built = builder.build(scratch);
  EXPECT_TRUE(std::equal(built.span().begin(), built.span().end(), batch.bytes.begin(), batch.bytes.end()));
}

}  // namespace
}  // namespace klamm::protocol
