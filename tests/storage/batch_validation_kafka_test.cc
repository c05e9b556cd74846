#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "storage/batch_validation.h"
#include "tests/storage/batch_fixture.h"

// Every batch of kafka_verdicts.txt gets the answer that Apache Kafka gave, and the bytes that it stored.
namespace klamm::storage {
namespace {

struct Verdict {
  std::string settings;
  int16_t version = 0;
  int64_t now_ms = 0;
  std::vector<std::byte> batch;
  int code = 0;
  std::vector<int32_t> wrong_records;
  bool has_message = false;
  bool has_log_start_offset = false;
  std::vector<std::byte> stored;
  std::string line;
};

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

Verdict parse(const std::string& line) {
  auto fields = split(line, ';');
  fields.resize(9);
  Verdict verdict;
  verdict.settings = fields[0];
  verdict.version = static_cast<int16_t>(std::stoi(fields[1]));
  verdict.now_ms = std::stoll(fields[2]);
  verdict.batch = from_hex(fields[3]);
  verdict.code = std::stoi(fields[4]);
  for (const auto& place : split(fields[5], ',')) verdict.wrong_records.push_back(std::stoi(place));
  verdict.has_message = fields[6] == "1";
  verdict.has_log_start_offset = fields[7] == "1";
  verdict.stored = from_hex(fields[8]);
  verdict.line = line;
  return verdict;
}

std::vector<Verdict> read_verdicts(const char* name) {
  std::vector<Verdict> verdicts;
  std::ifstream file(std::string(KLAMM_TESTS_STORAGE_DIR "/") + name);
  for (std::string line; std::getline(file, line);) verdicts.push_back(parse(line));
  return verdicts;
}

std::optional<TargetCompression> compression_of(const std::string& name) {
  if (name == "producer") return std::nullopt;
  if (name == "uncompressed") return TargetCompression{};
  return TargetCompression{*protocol::compression_from_name(name), {}};
}

/// The batch with its records as they are without their codec, and without what follows from the codec's output.
std::vector<std::byte> without_codec(std::span<const std::byte> batch) {
  auto header = *protocol::parse_header(batch);
  std::vector<std::byte> plain(protocol::kRecordBatchHeaderBytes);
  protocol::CodecScratch scratch;
  auto stream = scratch.open(*header.compression(), batch.subspan(plain.size()), UINT64_MAX);
  for (auto piece = stream.next(); piece && !piece->empty(); piece = stream.next())
    plain.insert(plain.end(), piece->begin(), piece->end());
  header.batch_length = 0;
  header.crc = 0;
  protocol::write_header(header, plain);
  return plain;
}

BatchRules rules_of(const Verdict& verdict) {
  BatchRules rules;
  rules.produce_version = verdict.version;
  for (const auto& setting : split(verdict.settings, ',')) {
    const auto equals = setting.find('=');
    const auto key = setting.substr(0, equals);
    const auto value = setting.substr(equals + 1);
    if (key == "cleanup_policy") rules.is_compacted = value.find("compact") != std::string::npos;
    if (key == "max_message_bytes") rules.batch_bytes_max = std::stoi(value);
    if (key == "max_decompressed_message_bytes") rules.decompressed_record_bytes_max = std::stoi(value);
    if (key == "compression_type") rules.compression = compression_of(value);
    if (key == "segment_bytes") rules.segment_bytes = std::stoi(value);
    if (key == "message_timestamp_before_max_ms") rules.timestamp_before_max_ms = std::stoll(value);
    if (key == "message_timestamp_after_max_ms") rules.timestamp_after_max_ms = std::stoll(value);
    if (key == "message_timestamp_type" && value == "LogAppendTime")
      rules.timestamp_type = TimestampType::kLogAppendTime;
  }
  return rules;
}

/// Refused as Kafka refuses it; gives the stored bytes of one that passed on both sides.
std::vector<std::byte> check_verdict(const Verdict& verdict) {
  protocol::CodecScratch scratch;
  auto batch = verdict.batch;
  const auto result = validate_and_stamp(batch, rules_of(verdict), verdict.now_ms, scratch);
  if (!result) {
    EXPECT_EQ(verdict.code, static_cast<int>(result.error().code)) << result.error().message;
    EXPECT_EQ(verdict.batch, batch) << "refused bytes were changed";
    std::vector<int32_t> wrong;
    for (const auto& error : result.error().record_errors) wrong.push_back(error.batch_index);
    EXPECT_EQ(verdict.wrong_records, wrong);
    EXPECT_EQ(verdict.has_message, result.error().is_message_sent);
    EXPECT_EQ(verdict.has_log_start_offset, result.error().has_log_start_offset);
    return {};
  }
  EXPECT_EQ(verdict.code, 0) << "was accepted";
  if (verdict.code != 0) return {};
  EXPECT_TRUE(protocol::verify_crc(result->bytes));
  protocol::set_partition_leader_epoch(result->bytes, 0);
  return {result->bytes.begin(), result->bytes.end()};
}

TEST(BatchValidationKafka, GivesKafkasAnswerToEveryRecordedBatch) {
  const auto verdicts = read_verdicts("kafka_verdicts.txt");
  ASSERT_GT(verdicts.size(), 500U);
  for (const Verdict& verdict : verdicts) {
    SCOPED_TRACE(verdict.line.substr(0, 2000));
    const auto stored = check_verdict(verdict);
    if (!stored.empty()) EXPECT_EQ(verdict.stored, stored);
  }
}

// Two libraries of one codec need not write the same bytes; what they hold is the same.
TEST(BatchValidationKafka, WritesABatchOfAnotherCodecAnewAsKafkaDoes) {
  const auto verdicts = read_verdicts("kafka_recompression_verdicts.txt");
  ASSERT_GT(verdicts.size(), 200U);
  for (const Verdict& verdict : verdicts) {
    SCOPED_TRACE(verdict.line.substr(0, 2000));
    const auto stored = check_verdict(verdict);
    if (!stored.empty()) EXPECT_EQ(without_codec(verdict.stored), without_codec(stored));
  }
}

}  // namespace
}  // namespace klamm::storage
