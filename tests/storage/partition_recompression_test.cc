#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/storage/log_fixture.h"

// `compression.type` of a topic: what stands in its log.
namespace klamm::storage::test {
namespace {

using protocol::CompressionType;

class RecompressionTest : public LogTest {
 protected:
  // What the log holds from the first offset on, batch by batch.
  std::vector<protocol::RecordBatchHeader> headers(Partition& partition) {
    std::vector<protocol::RecordBatchHeader> found;
    auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kLogEnd));
    EXPECT_TRUE(read.has_value());
    const auto bytes = bytes_of(read->range);
    protocol::BatchIterator batches(bytes);
    for (auto batch = batches.next(); batch && batch->has_value(); batch = batches.next())
      found.push_back((*batch)->header);
    return found;
  }
  std::vector<CompressionType> codecs(Partition& partition) {
    std::vector<CompressionType> found;
    for (const auto& header : headers(partition)) found.push_back(*header.compression());
    return found;
  }
  protocol::Buffer batch_with(CompressionType codec, size_t value_bytes = 500) {
    return batch_of({std::string(value_bytes, 'x'), "second"}, kNowMs, {.compression = codec});
  }
};

TEST_F(RecompressionTest, EveryCodecBecomesThatOfTheTopic) {
  const std::vector<std::pair<CompressionSetting, CompressionType>> settings = {
      {CompressionSetting::kUncompressed, CompressionType::kNone},
      {CompressionSetting::kGzip, CompressionType::kGzip},
      {CompressionSetting::kSnappy, CompressionType::kSnappy},
      {CompressionSetting::kLz4, CompressionType::kLz4},
      {CompressionSetting::kZstd, CompressionType::kZstd}};
  Partition& partition = create();
  std::vector<CompressionType> expected;
  size_t records = 0;
  // The setting changes while the log is open.
  for (const auto& [setting, wanted] : settings) {
    config_.compression_type = setting;
    partition.set_config(config_);
    for (int source = 0; source < protocol::kCompressionTypeCount; ++source) {
      ASSERT_TRUE(append(partition, batch_with(static_cast<CompressionType>(source))).has_value());
      expected.push_back(wanted);
      records += 2;
    }
  }
  config_.compression_type = CompressionSetting::kProducer;
  partition.set_config(config_);
  ASSERT_TRUE(append(partition, batch_with(CompressionType::kSnappy)).has_value());
  expected.push_back(CompressionType::kSnappy);
  EXPECT_EQ(codecs(partition), expected);
  const auto seen = consume(partition, Offset(0));
  ASSERT_EQ(seen.size(), records + 2);
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], (SeenRecord{static_cast<int64_t>(i), kNowMs, i % 2 == 0 ? std::string(500, 'x') : "second"}));
  }
}

TEST_F(RecompressionTest, TheLevelIsTheTopics) {
  config_.compression_type = CompressionSetting::kZstd;
  Partition& partition = create();
  std::string text;
  for (int i = 0; i < 4000; ++i) text += std::to_string(i * i % 977);
  std::vector<int32_t> sizes;
  for (const int level : {-50, 19}) {
    config_.compression_zstd_level = level;
    partition.set_config(config_);
    ASSERT_TRUE(append(partition, batch_of({text})).has_value());
    sizes.push_back(headers(partition).back().batch_length);
  }
  EXPECT_GT(sizes[0], sizes[1]);
}

TEST_F(RecompressionTest, TheBatchIsHeldAgainstTheLimitOnceItIsOfTheTopicsCodec) {
  config_.compression_type = CompressionSetting::kUncompressed;
  config_.max_message_bytes = 1000;
  Partition& partition = create();
  auto refused = append(partition, batch_with(CompressionType::kGzip, 2000));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, protocol::ErrorCode::kMessageTooLarge);
  EXPECT_TRUE(append(partition, batch_with(CompressionType::kGzip, 700)).has_value());
  // What is too large as it comes is refused before.
  config_.compression_type = CompressionSetting::kZstd;
  partition.set_config(config_);
  EXPECT_FALSE(append(partition, batch_with(CompressionType::kNone, 2000)).has_value());
  EXPECT_EQ(partition.log_end_offset(), Offset(2));
}

TEST_F(RecompressionTest, ProducerAndTimesStayAndARepetitionIsKnown) {
  config_.compression_type = CompressionSetting::kLz4;
  config_.message_timestamp_type = TimestampType::kLogAppendTime;
  Partition& partition = create();
  const protocol::RecordBatchOptions options{.producer_id = 7, .producer_epoch = 3, .base_sequence = 0};
  ASSERT_TRUE(append(partition, batch_of({"a", "b"}, kNowMs, options)).has_value());
  auto again = append(partition, batch_of({"a", "b"}, kNowMs, options));
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(again->duplicate);
  const auto found = headers(partition);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].producer_id, 7);
  EXPECT_EQ(found[0].producer_epoch, 3);
  EXPECT_EQ(found[0].base_sequence, 0);
  EXPECT_EQ(found[0].base_timestamp, kNowMs);
  EXPECT_EQ(found[0].max_timestamp, again->log_append_time_ms);
  EXPECT_EQ(found[0].timestamp_type(), protocol::BatchTimestampType::kLogAppendTime);
}

// Kafka puts U+FFFD in its place (docs/differences.md).
TEST_F(RecompressionTest, AHeaderKeyThatIsNoTextStaysAsItIs) {
  config_.compression_type = CompressionSetting::kGzip;
  Partition& partition = create();
  protocol::RecordBatchBuilder builder;
  const protocol::RecordHeader header{std::string_view("\xff\xfe"), protocol::Bytes::null()};
  builder.append(kNowMs, protocol::Bytes::null(), protocol::Bytes::null(), {&header, 1});
  ASSERT_TRUE(append(partition, builder.build(codec_)).has_value());
  auto read = wait(partition.read(Offset(0), 1 << 20, true, ReadEnd::kLogEnd));
  ASSERT_TRUE(read.has_value());
  const auto bytes = bytes_of(read->range);
  protocol::RecordReader reader(*protocol::parse_batch(bytes), codec_);
  const auto record = reader.next();
  ASSERT_TRUE(record.has_value() && record->has_value());
  ASSERT_EQ((*record)->headers.size(), 1U);
  EXPECT_EQ((*(*record)->headers.begin()).key, "\xff\xfe");
}

TEST_F(RecompressionTest, RecordsBeyondTheBoundsAreRefused) {
  config_.compression_type = CompressionSetting::kZstd;
  config_.max_decompressed_message_bytes = 400;
  Partition& partition = create();
  auto refused = append(partition, batch_with(CompressionType::kGzip));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, protocol::ErrorCode::kInvalidRecord);
  // Plain records have no such bound, as in Kafka.
  EXPECT_TRUE(append(partition, batch_with(CompressionType::kNone)).has_value());
}

}  // namespace
}  // namespace klamm::storage::test
