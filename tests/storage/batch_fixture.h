#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/compression/codec_scratch.h"
#include "protocol/record_batch.h"
#include "protocol/record_batch_builder.h"

// What tests of batches share.
namespace klamm::storage {

inline std::vector<std::byte> from_hex(std::string_view digits) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::vector<std::byte> bytes;
  bytes.reserve(digits.size() / 2);
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(digits[i]) << 4 | digit(digits[i + 1])));
  }
  return bytes;
}

/// A time in the range of all defaults.
inline constexpr int64_t kNowMs = 1'700'000'000'000;

/// A record to build batches from.
struct TestRecord {
  int64_t timestamp_ms = kNowMs;
  protocol::Bytes key = protocol::Bytes(std::string_view("key"));
  protocol::Bytes value = protocol::Bytes(std::string_view("value"));
};

inline protocol::Buffer make_batch(const std::vector<TestRecord>& records, protocol::RecordBatchOptions options = {}) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder(std::move(options));
  for (const auto& record : records) builder.append(record.timestamp_ms, record.key, record.value);
  return builder.build(scratch);
}

/// A batch with some of its header's fields changed and the checksum made right again.
template <class Change>
protocol::Buffer with_header(protocol::Buffer batch, Change&& change) {
  auto header = *protocol::parse_header(batch.span());
  change(header);
  protocol::write_header(header, batch.span());
  protocol::update_crc(batch.span());
  return batch;
}

/// The batch's header followed by other records, plain or as a codec's output, with the right length and checksum.
inline protocol::Buffer with_records(const protocol::Buffer& batch, std::span<const std::byte> records) {
  protocol::Buffer changed;
  changed.append(batch.span().first(protocol::kRecordBatchHeaderBytes));
  changed.append(records);
  const auto length = static_cast<int32_t>(changed.size() - protocol::record_batch_layout::kLogOverhead);
  return with_header(std::move(changed),
                     [length](protocol::RecordBatchHeader& header) { header.batch_length = length; });
}

}  // namespace klamm::storage
