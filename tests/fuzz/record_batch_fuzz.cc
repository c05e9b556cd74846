#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/record.h"
#include "protocol/record_batch.h"
#include "protocol/record_batch_builder.h"
#include "storage/batch_validation.h"
#include "tests/fuzz/fuzz_target.h"

// Any bytes as the records of a Produce: validation must answer, and what it accepts must keep its promises. The first
// two bytes choose the rules and whether the checksum is made right, without which nothing gets far.
namespace {

using namespace klamm;

constexpr int64_t kNowMs = 1'700'000'000'000;

void require(bool condition) {
  if (!condition) std::abort();
}

storage::BatchRules rules_from(uint8_t choice) {
  storage::BatchRules rules;
  rules.produce_version = static_cast<int16_t>((choice & 1) != 0 ? 13 : 3);
  rules.is_compacted = (choice & 2) != 0;
  rules.timestamp_type =
      (choice & 4) != 0 ? storage::TimestampType::kLogAppendTime : storage::TimestampType::kCreateTime;
  if ((choice & 8) != 0) rules.timestamp_before_max_ms = 1000;
  if ((choice & 16) != 0) rules.decompressed_record_bytes_max = 100;
  rules.decompressed_batch_bytes_max = 1 << 22;
  return rules;
}

void make_header_plausible(std::span<std::byte> batch) {
  if (batch.size() < protocol::kRecordBatchHeaderBytes) return;
  protocol::store_big_endian<int64_t>(batch.data(), 0);
  protocol::store_big_endian(batch.data() + protocol::record_batch_layout::kBatchLength,
                             static_cast<int32_t>(batch.size() - protocol::record_batch_layout::kLogOverhead));
  batch[protocol::record_batch_layout::kMagic] = static_cast<std::byte>(protocol::kRecordBatchMagic);
  protocol::update_crc(batch);
}

/// Reads all records; whether that went well.
bool read_all(const protocol::RecordBatchView& batch, protocol::CodecScratch& scratch, protocol::RecordLimits limits) {
  protocol::RecordReader reader(batch, scratch, limits);
  for (;;) {
    const auto record = reader.next();
    if (!record) return false;
    if (!*record) return true;
    size_t header_bytes = 0;
    for (const auto& header : (*record)->headers) header_bytes += header.key.size() + header.value.size;
    require(header_bytes <= static_cast<size_t>((*record)->size_bytes));
  }
}

/// A good batch of the codec, with the two choosing bytes before it.
std::vector<uint8_t> seed(protocol::CompressionType codec, uint8_t choice, uint8_t target) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder({.compression = codec});
  const std::vector<protocol::RecordHeader> headers = {{"header", protocol::Bytes(std::string_view("value"))}};
  for (int i = 0; i < 5; ++i) {
    builder.append(kNowMs - i, protocol::Bytes(std::string_view("key")),
                   protocol::Bytes(std::string(static_cast<size_t>(i) * 20, 'v')),
                   std::span(headers).first(static_cast<size_t>(i % 2)));
  }
  const protocol::Buffer batch = builder.build(scratch);
  std::vector<uint8_t> input = {choice, static_cast<uint8_t>(1 | target << 1)};
  for (const std::byte byte : batch.span()) input.push_back(static_cast<uint8_t>(byte));
  return input;
}

}  // namespace

std::vector<std::vector<uint8_t>> klamm::fuzz::seeds() {
  std::vector<std::vector<uint8_t>> inputs;
  for (int codec = 0; codec < protocol::kCompressionTypeCount; ++codec) {
    for (const int choice : {1, 3, 5, 17, 31})
      inputs.push_back(seed(static_cast<protocol::CompressionType>(codec), static_cast<uint8_t>(choice), 0));
    for (uint8_t target = 8; target < 16; ++target)
      inputs.push_back(seed(static_cast<protocol::CompressionType>(codec), 1, target));
  }
  return inputs;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  static protocol::CodecScratch scratch;
  const auto input = std::as_bytes(std::span(data, size)).subspan(2);
  std::vector<std::byte> batch(input.begin(), input.end());
  if ((data[1] & 1) != 0) make_header_plausible(batch);

  if (const auto whole = protocol::parse_batch(batch)) {
    (void)read_all(*whole, scratch, {.record_bytes_max = 1 << 20, .output_bytes_max = 1 << 22});
  }
  const std::vector<std::byte> before = batch;
  storage::BatchRules rules = rules_from(data[0]);
  // One in two is written anew, with one of the five codecs.
  if (const int target = data[1] >> 1 & 15; target >= 8)
    rules.compression.emplace(*protocol::compression_from_id(target % protocol::kCompressionTypeCount), std::nullopt);
  const auto result = storage::validate_and_stamp(batch, rules, kNowMs, scratch);
  if (!result) {
    require(batch == before);
    return 0;
  }
  require(protocol::verify_crc(result->bytes));
  if (rules.compression) require(result->header.compression() == rules.compression->codec);
  require(result->record_count == result->header.last_offset_delta + 1);
  require(protocol::parse_batch(result->bytes).has_value());
  const bool is_plain = result->header.compression_id() == 0;
  if (is_plain) require(read_all({result->header, result->bytes}, scratch, {}));
  return 0;
}
