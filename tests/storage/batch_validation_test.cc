#include "storage/batch_validation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/storage/batch_fixture.h"

namespace klamm::storage {
namespace {

using protocol::Buffer;
using protocol::Bytes;
using protocol::CompressionType;
using protocol::ErrorCode;
using protocol::RecordBatchHeader;

constexpr int64_t kDayMs = 86'400'000;

class BatchValidationTest : public ::testing::Test {
 protected:
  std::expected<ValidatedBatch, BatchRejection> validate(Buffer& batch, const BatchRules& rules = {}) {
    return validate_and_stamp(batch.span(), rules, kNowMs, scratch_);
  }

  /// The code of a refusal that left the bytes alone, kNone for none.
  ErrorCode code_of(Buffer batch, const BatchRules& rules = {}) {
    const std::vector<std::byte> before(batch.span().begin(), batch.span().end());
    auto result = validate(batch, rules);
    if (result) return ErrorCode::kNone;
    EXPECT_TRUE(std::equal(before.begin(), before.end(), batch.span().begin())) << "refused bytes were changed";
    EXPECT_FALSE(result.error().message.empty());
    last_ = std::move(result.error());
    return last_.code;
  }

  std::vector<int32_t> wrong_records() const {
    std::vector<int32_t> places;
    for (const auto& error : last_.record_errors) places.push_back(error.batch_index);
    return places;
  }

  protocol::CodecScratch scratch_;
  BatchRejection last_;
};

/// The same for plain batches and those of every codec.
class BatchValidationCodecTest : public BatchValidationTest, public ::testing::WithParamInterface<CompressionType> {
 protected:
  Buffer batch_of(const std::vector<TestRecord>& records) { return make_batch(records, {.compression = GetParam()}); }
};
INSTANTIATE_TEST_SUITE_P(Codecs, BatchValidationCodecTest,
                         ::testing::Values(CompressionType::kNone, CompressionType::kGzip, CompressionType::kSnappy,
                                           CompressionType::kLz4, CompressionType::kZstd),
                         [](const auto& test) { return std::string(protocol::compression_name(test.param)); });

TEST_P(BatchValidationCodecTest, AcceptsAGoodBatchAndLeavesItAlone) {
  Buffer batch = batch_of({{.timestamp_ms = kNowMs - 5}, {.timestamp_ms = kNowMs + 9}, {.timestamp_ms = kNowMs}});
  const std::vector<std::byte> before(batch.span().begin(), batch.span().end());
  const auto result = validate(batch);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->record_count, 3);
  EXPECT_EQ(result->max_timestamp_ms, kNowMs + 9);
  EXPECT_EQ(result->max_timestamp_offset_delta, 2);
  EXPECT_FALSE(result->is_stamped);
  EXPECT_EQ(result->header, *protocol::parse_header(batch.span()));
  EXPECT_TRUE(std::equal(before.begin(), before.end(), result->bytes.begin(), result->bytes.end()));
}

TEST_P(BatchValidationCodecTest, StampsAppendTime) {
  Buffer batch = batch_of({{.timestamp_ms = kNowMs - 10 * kDayMs}, {.timestamp_ms = kNowMs + 10 * kDayMs}});
  const auto result = validate(batch, {.timestamp_type = TimestampType::kLogAppendTime, .timestamp_before_max_ms = 1});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->is_stamped);
  EXPECT_EQ(result->max_timestamp_ms, kNowMs);
  EXPECT_EQ(result->header.timestamp_type(), protocol::BatchTimestampType::kLogAppendTime);
  EXPECT_EQ(result->header.max_timestamp, kNowMs);
  EXPECT_TRUE(protocol::verify_crc(result->bytes));
}

TEST_P(BatchValidationCodecTest, CorrectsAWrongMaximumTimestamp) {
  for (const int64_t claimed : {int64_t{-1}, kNowMs + 5 * kDayMs}) {
    Buffer batch = with_header(batch_of({{}, {}}), [&](RecordBatchHeader& header) { header.max_timestamp = claimed; });
    const auto result = validate(batch);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->is_stamped);
    EXPECT_EQ(result->header.max_timestamp, kNowMs);
    EXPECT_TRUE(protocol::verify_crc(result->bytes));
  }
}

TEST_P(BatchValidationCodecTest, NamesRecordsOutsideOfTheTimeLimits) {
  const auto records = std::vector<TestRecord>{{.timestamp_ms = kNowMs - kDayMs - 1},
                                               {.timestamp_ms = kNowMs - kDayMs},
                                               {.timestamp_ms = kNowMs + 3'600'000},
                                               {.timestamp_ms = kNowMs + 3'600'001},
                                               {.timestamp_ms = kNowMs}};
  EXPECT_EQ(code_of(batch_of(records), {.timestamp_before_max_ms = kDayMs}), ErrorCode::kInvalidTimestamp);
  EXPECT_EQ(wrong_records(), (std::vector{0, 3}));
  EXPECT_TRUE(last_.is_message_sent);
  EXPECT_TRUE(last_.has_log_start_offset);
  EXPECT_EQ(code_of(batch_of(records)), ErrorCode::kInvalidTimestamp);
  EXPECT_EQ(wrong_records(), (std::vector{3})) << "by default only the future has a limit";
}

TEST_P(BatchValidationCodecTest, LetsRecordsWithoutTimestampPass) {
  Buffer batch = batch_of({{.timestamp_ms = -1}, {.timestamp_ms = -1}});
  const auto result = validate(batch, {.timestamp_before_max_ms = 1000});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->max_timestamp_ms, -1);
}

TEST_P(BatchValidationCodecTest, NamesNullKeysOnACompactedTopic) {
  const std::vector<TestRecord> records = {
      {}, {.key = Bytes::null()}, {.key = Bytes(std::string_view(""))}, {.key = Bytes::null()}};
  EXPECT_EQ(code_of(batch_of(records)), ErrorCode::kNone);
  EXPECT_EQ(code_of(batch_of(records), {.is_compacted = true}), ErrorCode::kInvalidRecord);
  EXPECT_EQ(wrong_records(), (std::vector{1, 3}));
  EXPECT_TRUE(last_.is_message_sent);
}

TEST_P(BatchValidationCodecTest, AnInvalidTimestampOutweighsANullKey) {
  const std::vector<TestRecord> records = {{.key = Bytes::null()}, {.timestamp_ms = kNowMs + kDayMs}};
  EXPECT_EQ(code_of(batch_of(records), {.is_compacted = true}), ErrorCode::kInvalidTimestamp);
  EXPECT_EQ(wrong_records(), (std::vector{0, 1}));
}

TEST_P(BatchValidationCodecTest, RefusesACountThatLies) {
  const Buffer good = batch_of({{}, {}, {}});
  const auto with_count = [&](int32_t count, int32_t delta) {
    Buffer copy;
    copy.append(good.span());
    return with_header(std::move(copy), [&](RecordBatchHeader& header) {
      header.record_count = count;
      header.last_offset_delta = delta;
    });
  };
  for (const auto& [count, delta] : std::vector<std::pair<int32_t, int32_t>>{{2, 1},
                                                                             {4, 3},
                                                                             {3, 1},
                                                                             {2, 2},
                                                                             {4, 2},
                                                                             {0, -1},
                                                                             {0, 0},
                                                                             {-1, 2},
                                                                             {1, -1},
                                                                             {INT32_MAX, INT32_MAX - 1},
                                                                             {INT32_MIN, INT32_MAX}}) {
    EXPECT_EQ(code_of(with_count(count, delta)), ErrorCode::kInvalidRecord) << count << " " << delta;
    EXPECT_TRUE(wrong_records().empty());
    EXPECT_TRUE(last_.has_log_start_offset);
  }
}

TEST_P(BatchValidationCodecTest, LooksAtOffsetDeltasOfCompressedRecordsOnly) {
  protocol::RecordBatchBuilder builder({.compression = GetParam()});
  builder.append_at(0, kNowMs, Bytes(std::string_view("k")), Bytes(std::string_view("v")));
  builder.append_at(2, kNowMs, Bytes(std::string_view("k")), Bytes(std::string_view("v")));
  builder.set_last_offset_delta(1);
  const bool is_plain = GetParam() == CompressionType::kNone;
  EXPECT_EQ(code_of(builder.build(scratch_)), is_plain ? ErrorCode::kNone : ErrorCode::kUnknownServerError);
}

TEST_P(BatchValidationCodecTest, HoldsOneDecompressedRecordAgainstItsLimit) {
  const std::string value(990, 'v');
  const auto record = TestRecord{.key = Bytes(std::string_view("k")), .value = Bytes(value)};
  const Buffer batch = batch_of(std::vector(20, record));
  const auto with_limit = [&](int32_t limit) {
    Buffer copy;
    copy.append(batch.span());
    return code_of(std::move(copy), {.decompressed_record_bytes_max = limit});
  };
  EXPECT_EQ(with_limit(998), ErrorCode::kNone) << "the batch may be larger";
  EXPECT_EQ(with_limit(997), GetParam() == CompressionType::kNone ? ErrorCode::kNone : ErrorCode::kInvalidRecord);
}

TEST_P(BatchValidationCodecTest, EndsADecompressionBomb) {
  if (GetParam() == CompressionType::kNone) return;
  const std::string zeros(20'000'000, '\0');
  Buffer bomb = batch_of({{.value = Bytes(zeros)}});
  EXPECT_EQ(code_of(std::move(bomb), {.batch_bytes_max = 1 << 30, .decompressed_batch_bytes_max = 1'000'000}),
            ErrorCode::kInvalidRecord);
}

TEST_P(BatchValidationCodecTest, RefusesUnreadableCompressedData) {
  if (GetParam() == CompressionType::kNone) return;
  const Buffer batch = batch_of({{}});
  const std::vector<std::byte> noise(50, std::byte{0x5a});
  EXPECT_EQ(code_of(with_records(batch, noise)), ErrorCode::kUnknownServerError);
  EXPECT_TRUE(last_.has_log_start_offset);
  const auto whole = batch.span().subspan(protocol::kRecordBatchHeaderBytes);
  EXPECT_EQ(code_of(with_records(batch, whole.first(whole.size() - 1))), ErrorCode::kUnknownServerError);
}

TEST_F(BatchValidationTest, HasKafkasLimitOfOneBatch) {
  const Buffer good = make_batch({{}});
  const auto size = static_cast<int32_t>(good.size());
  EXPECT_EQ(code_of(make_batch({{}}), {.batch_bytes_max = size}), ErrorCode::kNone);
  EXPECT_EQ(code_of(make_batch({{}}), {.batch_bytes_max = size - 1}), ErrorCode::kMessageTooLarge);
  EXPECT_FALSE(last_.has_log_start_offset);
  EXPECT_EQ(code_of(make_batch({{}}), {.segment_bytes = size - 1}), ErrorCode::kRecordListTooLarge);
}

TEST_F(BatchValidationTest, ChecksTheChecksum) {
  Buffer batch = make_batch({{}});
  batch.span()[batch.size() - 2] ^= std::byte{1};
  EXPECT_EQ(code_of(std::move(batch)), ErrorCode::kCorruptMessage);
  EXPECT_FALSE(last_.has_log_start_offset);
}

TEST_F(BatchValidationTest, ChecksTheHeader) {
  const auto code_with = [&](auto change) { return code_of(with_header(make_batch({{}}), change)); };
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.base_offset = 1; }), ErrorCode::kInvalidRecord);
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.attributes |= 0x20; }), ErrorCode::kInvalidRecord) << "control";
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.producer_id = 5; }), ErrorCode::kInvalidRecord) << "no sequence";
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.base_sequence = 5; }), ErrorCode::kNone);
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.producer_id = -2; }), ErrorCode::kNone);
  EXPECT_EQ(code_with([](RecordBatchHeader& h) { h.attributes |= 5; }), ErrorCode::kUnknownServerError) << "codec 5";
  EXPECT_EQ(last_.scope, RejectionScope::kLog);
}

TEST_F(BatchValidationTest, RefusesATimestampTypeThatIsTheBrokersToSet) {
  const auto claiming = [](int64_t timestamp_ms) {
    return make_batch({{.timestamp_ms = timestamp_ms}}, {.log_append_time_ms = timestamp_ms});
  };
  EXPECT_EQ(code_of(claiming(kNowMs), {.timestamp_type = TimestampType::kLogAppendTime}), ErrorCode::kInvalidTimestamp);
  EXPECT_EQ(code_of(claiming(-1)), ErrorCode::kInvalidTimestamp);
  Buffer taken = claiming(kNowMs);
  const auto result = validate(taken);
  ASSERT_TRUE(result) << "with create time Kafka takes the batch and sets the type right";
  EXPECT_EQ(result->header.timestamp_type(), protocol::BatchTimestampType::kCreateTime);
}

TEST_F(BatchValidationTest, TakesExactlyOneBatch) {
  const auto repeated = [](int times, size_t trailing) {
    Buffer bytes;
    for (int i = 0; i < times; ++i) bytes.append(make_batch({{}}).span());
    bytes.append(std::vector<std::byte>(trailing));
    return bytes;
  };
  EXPECT_EQ(code_of(repeated(0, 0)), ErrorCode::kInvalidRecord);
  EXPECT_EQ(last_.scope, RejectionScope::kPartition);
  EXPECT_EQ(code_of(repeated(2, 0)), ErrorCode::kInvalidRecord);
  EXPECT_EQ(code_of(repeated(1, 12)), ErrorCode::kCorruptMessage) << "a batch of length 0 follows";
  Buffer trailed = repeated(1, 11);
  const auto result = validate(trailed);
  ASSERT_TRUE(result) << "what is no batch is dropped";
  EXPECT_EQ(result->bytes.size(), trailed.size() - 11);
}

TEST_F(BatchValidationTest, TellsWhatRefusesTheWholeRequest) {
  const auto scope_of = [&](auto change) {
    Buffer batch = make_batch({{}});
    auto header = *protocol::parse_header(batch.span());
    change(header);
    protocol::write_header(header, batch.span());
    const auto result = check_produce_records(batch.span(), kProduceVersionLatest);
    EXPECT_FALSE(result);
    return result.error().scope;
  };
  EXPECT_EQ(scope_of([](RecordBatchHeader& h) { h.magic = 3; }), RejectionScope::kRequest);
  EXPECT_EQ(scope_of([](RecordBatchHeader& h) { h.magic = 1; }), RejectionScope::kPartition);
  EXPECT_EQ(scope_of([](RecordBatchHeader& h) { h.batch_length = 13; }), RejectionScope::kRequest);
  EXPECT_EQ(scope_of([](RecordBatchHeader& h) { h.batch_length = INT32_MAX; }), RejectionScope::kRequest);
  EXPECT_EQ(scope_of([](RecordBatchHeader& h) { h.batch_length += 1; }), RejectionScope::kPartition);
}

TEST_F(BatchValidationTest, AllowsZstdFromVersion7On) {
  const auto zstd = [] { return make_batch({{}}, {.compression = CompressionType::kZstd}); };
  EXPECT_EQ(code_of(zstd(), {.produce_version = 6}), ErrorCode::kUnsupportedCompressionType);
  EXPECT_EQ(last_.scope, RejectionScope::kPartition);
  EXPECT_EQ(code_of(zstd(), {.produce_version = 7}), ErrorCode::kNone);
  const auto unknown = with_header(make_batch({{}}), [](RecordBatchHeader& header) { header.attributes = 6; });
  EXPECT_EQ(check_produce_records(unknown.span(), 3).error().scope, RejectionScope::kRequest);
}

TEST_F(BatchValidationTest, BoundsTheRecordErrors) {
  std::vector<TestRecord> records(kRecordErrorsMax + 10, {.key = Bytes::null()});
  EXPECT_EQ(code_of(make_batch(records), {.batch_bytes_max = 1 << 30, .is_compacted = true}),
            ErrorCode::kInvalidRecord);
  EXPECT_EQ(last_.record_errors.size(), kRecordErrorsMax);
}

}  // namespace
}  // namespace klamm::storage
