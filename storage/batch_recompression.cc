#include "storage/batch_recompression.h"

#include <vector>

#include "protocol/record_batch_builder.h"

namespace klamm::storage {
namespace {

protocol::RecordBatchOptions options_of(const protocol::RecordBatchHeader& header, const RecompressionRules& rules) {
  protocol::RecordBatchOptions options;
  options.compression = rules.target.codec;
  options.compression_level = rules.target.level;
  options.producer_id = header.producer_id;
  options.producer_epoch = header.producer_epoch;
  options.base_sequence = header.base_sequence;
  options.is_transactional = header.is_transactional();
  options.log_append_time_ms = rules.log_append_time_ms;
  return options;
}

}  // namespace

std::expected<protocol::Buffer, RecompressionFault> recompress(const protocol::RecordBatchView& batch,
                                                               const RecompressionRules& rules,
                                                               protocol::CodecScratch& scratch) {
  const protocol::RecordBatchHeader& header = batch.header;
  const bool is_plain = rules.target.codec == protocol::CompressionType::kNone;
  const auto exceeds = [&rules](size_t size) { return static_cast<int64_t>(size) > rules.batch_bytes_max; };
  protocol::RecordBatchBuilder builder(options_of(header, rules));
  {
    std::vector<protocol::RecordHeader> headers;
    protocol::RecordReader reader(batch, scratch, rules.limits);
    while (true) {
      auto next = reader.next();
      if (!next) return std::unexpected(RecompressionFault::kUnreadable);
      if (!next->has_value()) break;
      const protocol::Record& record = **next;
      const int64_t timestamp_ms = header.record_timestamp(record.timestamp_delta);
      if (timestamp_ms < protocol::kNoTimestamp) return std::unexpected(RecompressionFault::kNegativeTimestamp);
      // What is too large already is only read on, for the faults that come before that one.
      if (is_plain && exceeds(builder.plain_size_bytes())) continue;
      headers.clear();
      for (const protocol::RecordHeader& each : record.headers) headers.push_back(each);
      builder.append(timestamp_ms, record.key, record.value, headers);
    }
  }
  if (header.has_producer_id() && header.producer_epoch < 0) return std::unexpected(RecompressionFault::kNegativeEpoch);
  if (is_plain && exceeds(builder.plain_size_bytes())) return std::unexpected(RecompressionFault::kTooLarge);
  protocol::Buffer out = builder.build(scratch);
  if (exceeds(out.size())) return std::unexpected(RecompressionFault::kTooLarge);
  if (out.capacity() / 2 <= out.size()) return out;
  // Room was made for the worst case; the batch may wait in a queue that counts its bytes.
  protocol::Buffer exact(out.size());
  exact.append(out.span());
  return exact;
}

}  // namespace klamm::storage
