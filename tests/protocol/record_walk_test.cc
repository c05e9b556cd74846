#include "protocol/record_walk.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "protocol/record_batch_builder.h"

namespace klamm::protocol {
namespace {

struct Seen {
  RecordFault fault = RecordFault::kNone;
  std::vector<int64_t> timestamps;
  std::vector<int32_t> offsets;
  std::vector<bool> has_key;
};

Seen walk_plain(std::span<const std::byte> records, int32_t count) {
  Seen seen;
  seen.fault = walk_plain_records(records, count, [&](const WalkedRecord& record) {
    seen.timestamps.push_back(record.timestamp_delta);
    seen.offsets.push_back(record.offset_delta);
    seen.has_key.push_back(record.has_key);
  });
  return seen;
}

Buffer batch_of(std::mt19937& random, int count, CompressionType codec = CompressionType::kNone,
                bool may_go_back = true) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.compression = codec});
  const std::vector<size_t> sizes = {0, 1, 50, 63, 64, 127, 128, 5000, 9000};
  const std::vector<RecordHeader> headers(3, RecordHeader{"name", Bytes(std::string_view("value"))});
  int64_t now = 1'000'000;
  for (int i = 0; i < count; ++i) {
    now += static_cast<int64_t>(random() % 20000) - (may_go_back ? 6000 : 0);
    const std::string value(sizes[random() % sizes.size()], 'v');
    const std::string key(random() % 100, 'k');
    const size_t header_count = random() % 5 == 0 ? random() % 4 : 0;
    builder.append(now, random() % 3 == 0 ? Bytes::null() : Bytes(key),
                   random() % 7 == 0 ? Bytes::null() : Bytes(value), std::span(headers).first(header_count));
  }
  return builder.build(scratch);
}

TEST(SummarisePlainRecords, AgreesWithTheCarefulWalk) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const int count = 1 + static_cast<int>(random() % 40);
    const Buffer batch = batch_of(random, count, CompressionType::kNone, round % 2 == 0);
    const auto records = parse_batch(batch.span())->records();
    const Seen seen = walk_plain(records, count);
    ASSERT_EQ(seen.fault, RecordFault::kNone);
    PlainSummary summary;
    ASSERT_EQ(summarise_plain_records(records, count, summary), RecordFault::kNone);
    EXPECT_EQ(summary.timestamp_delta_max, *std::max_element(seen.timestamps.begin(), seen.timestamps.end()));
    EXPECT_LE(summary.timestamp_delta_min, *std::min_element(seen.timestamps.begin(), seen.timestamps.end()));
    EXPECT_EQ(summary.all_have_keys, std::count(seen.has_key.begin(), seen.has_key.end(), false) == 0);
  }
}

TEST(SummarisePlainRecords, FindsWhatTheCarefulWalkFindsInDamagedRecords) {
  std::mt19937 random(11);
  int faults = 0;
  for (int round = 0; round < 20000; ++round) {
    const int count = 1 + static_cast<int>(random() % 6);
    const Buffer batch = batch_of(random, count);
    const auto whole = parse_batch(batch.span())->records();
    std::vector<std::byte> records(whole.begin(), whole.end());
    for (unsigned changes = random() % 4; changes > 0; --changes) {
      // The fields lie at the starts of records; the first bytes are the best target.
      records[random() % std::min<size_t>(records.size(), 40)] = static_cast<std::byte>(random());
    }
    if (random() % 4 == 0) records.resize(random() % records.size());
    const Seen seen = walk_plain(records, count);
    PlainSummary summary;
    ASSERT_EQ(summarise_plain_records(records, count, summary), seen.fault);
    faults += seen.fault != RecordFault::kNone ? 1 : 0;
  }
  EXPECT_GT(faults, 1000);
}

TEST(WalkStreamRecords, SeesWhatThePlainWalkSees) {
  for (const auto codec :
       {CompressionType::kGzip, CompressionType::kSnappy, CompressionType::kLz4, CompressionType::kZstd}) {
    std::mt19937 random(3), same(3);
    const Buffer plain = batch_of(random, 200);
    const Buffer packed = batch_of(same, 200, codec);
    const Seen expected = walk_plain(parse_batch(plain.span())->records(), 200);
    CodecScratch scratch;
    auto stream = scratch.open(codec, parse_batch(packed.span())->records(), INT32_MAX);
    Seen seen;
    seen.fault = walk_stream_records(stream, 200, INT32_MAX, [&](const WalkedRecord& record) {
      seen.timestamps.push_back(record.timestamp_delta);
      seen.offsets.push_back(record.offset_delta);
      seen.has_key.push_back(record.has_key);
    });
    EXPECT_EQ(seen.fault, RecordFault::kNone);
    EXPECT_EQ(seen.timestamps, expected.timestamps);
    EXPECT_EQ(seen.offsets, expected.offsets);
    EXPECT_EQ(seen.has_key, expected.has_key);
  }
}

TEST(WalkStreamRecords, HoldsOneRecordAgainstTheLimit) {
  CodecScratch scratch;
  RecordBatchBuilder builder({.compression = CompressionType::kZstd});
  builder.append(1, Bytes::null(), Bytes(std::string(100, 'v')));
  builder.append(1, Bytes::null(), Bytes(std::string(1000, 'v')));
  const Buffer batch = builder.build(scratch);
  const auto walk = [&](int32_t limit) {
    auto stream = scratch.open(CompressionType::kZstd, parse_batch(batch.span())->records(), INT32_MAX);
    return walk_stream_records(stream, 2, limit, [](const WalkedRecord&) {});
  };
  EXPECT_EQ(walk(1007), RecordFault::kNone);
  EXPECT_EQ(walk(1006), RecordFault::kTooLarge);
}

}  // namespace
}  // namespace klamm::protocol
