#include "storage/batch_validation.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "protocol/record_walk.h"
#include "protocol/saturated.h"

namespace klamm::storage {
namespace {

using protocol::ErrorCode;
using protocol::RecordBatchHeader;
using protocol::RecordFault;
using protocol::saturated_difference;
using protocol::saturated_sum;
using protocol::WalkedRecord;
namespace layout = protocol::record_batch_layout;

/// A size field below this cannot be a batch of any magic; Kafka checks no more before it knows the magic.
constexpr int32_t kAnyBatchLengthMin = 14;
static_assert(layout::kLogOverhead + kAnyBatchLengthMin >= layout::kLastOffsetDelta);
constexpr int16_t kZstdVersionMin = 7;

BatchRejection rejection_of(ErrorCode code, RejectionScope scope, std::string message) {
  BatchRejection rejection;
  rejection.code = code;
  rejection.scope = scope;
  rejection.message = std::move(message);
  // The log names its start with refusals that are not about size or checksum.
  rejection.has_log_start_offset = scope == RejectionScope::kLog && code != ErrorCode::kCorruptMessage &&
                                   code != ErrorCode::kMessageTooLarge && code != ErrorCode::kRecordListTooLarge;
  return rejection;
}

std::unexpected<BatchRejection> refuse(ErrorCode code, RejectionScope scope, std::string message) {
  return std::unexpected(rejection_of(code, scope, std::move(message)));
}

// ---- The form of the request's bytes

enum class Shape : uint8_t { kNone, kBatch, kTooShortLength, kImpossibleLength, kUnknownMagic };

/// What stands at the start of `bytes`, as Kafka's reader of record sets sees it. A batch that is not all there is
/// none.
Shape shape_of(std::span<const std::byte> bytes, size_t& size) {
  if (bytes.size() < layout::kLogOverhead) return Shape::kNone;
  const auto length = protocol::load_big_endian<int32_t>(bytes.data() + layout::kBatchLength);
  if (length < kAnyBatchLengthMin) return Shape::kTooShortLength;
  if (bytes.size() < protocol::kRecordBatchPrefixBytes) return Shape::kNone;
  const auto magic = static_cast<int8_t>(bytes[layout::kMagic]);
  if (magic < 0 || magic > protocol::kRecordBatchMagic) return Shape::kUnknownMagic;
  if (length > std::numeric_limits<int32_t>::max() - static_cast<int32_t>(layout::kLogOverhead)) {
    return Shape::kImpossibleLength;
  }
  size = layout::kLogOverhead + static_cast<size_t>(length);
  return size <= bytes.size() ? Shape::kBatch : Shape::kNone;
}

/// Refuses bytes that cannot be walked over as a record set.
std::optional<BatchRejection> refuse_shape(Shape shape, RejectionScope scope) {
  if (shape == Shape::kNone || shape == Shape::kBatch) return std::nullopt;
  const bool is_impossible = shape == Shape::kImpossibleLength;
  if (is_impossible) scope = RejectionScope::kRequest;
  const ErrorCode code = is_impossible ? ErrorCode::kUnknownServerError : ErrorCode::kCorruptMessage;
  const char* message =
      shape == Shape::kUnknownMagic ? "the batch's magic is unknown" : "the batch's length is invalid";
  BatchRejection rejection = rejection_of(code, scope, message);
  rejection.is_message_sent = scope == RejectionScope::kRequest && !is_impossible;
  return rejection;
}

std::optional<BatchRejection> refuse_codec(int16_t attributes, int16_t produce_version) {
  if (produce_version >= kZstdVersionMin) return std::nullopt;
  const auto codec = protocol::compression_from_id(attributes & protocol::batch_attributes::kCompressionMask);
  if (!codec) {
    return rejection_of(ErrorCode::kUnknownServerError, RejectionScope::kRequest, "the compression codec is unknown");
  }
  if (*codec != protocol::CompressionType::kZstd) return std::nullopt;
  return rejection_of(ErrorCode::kUnsupportedCompressionType, RejectionScope::kPartition,
                      fmt::format("version {} of Produce does not allow zstd", produce_version));
}

// ---- The batch's header

/// What the log checks before it looks at records, in Kafka's order.
std::optional<BatchRejection> check_log_rules(std::span<const std::byte> batch, const BatchRules& rules) {
  const auto log = RejectionScope::kLog;
  const auto base_offset = protocol::load_big_endian<int64_t>(batch.data() + layout::kBaseOffset);
  if (base_offset != 0) {
    return rejection_of(ErrorCode::kInvalidRecord, log,
                        fmt::format("a batch starts at offset 0, not at {}", base_offset));
  }
  if (batch.size() > static_cast<size_t>(std::max(rules.batch_bytes_max, 0))) {
    return rejection_of(
        ErrorCode::kMessageTooLarge, log,
        fmt::format("the batch has {} bytes; at most {} are allowed", batch.size(), rules.batch_bytes_max));
  }
  if (!protocol::verify_crc(batch)) {
    return rejection_of(ErrorCode::kCorruptMessage, log, "the batch's checksum or size is wrong");
  }
  return std::nullopt;
}

/// What the header of a client's batch must say.
std::optional<BatchRejection> check_header(const RecordBatchHeader& header) {
  const auto invalid = [](std::string message) {
    return rejection_of(ErrorCode::kInvalidRecord, RejectionScope::kLog, std::move(message));
  };
  if (header.last_offset_delta < 0) {
    return invalid(fmt::format("the last offset delta is {}", header.last_offset_delta));
  }
  if (header.record_count <= 0) return invalid(fmt::format("the record count is {}", header.record_count));
  if (int64_t{header.last_offset_delta} + 1 != header.record_count) {
    return invalid(
        fmt::format("{} records do not have a last offset delta of {}", header.record_count, header.last_offset_delta));
  }
  if (header.is_control()) return invalid("clients may not write control records");
  if (header.has_producer_id() && header.base_sequence < 0) {
    return invalid(fmt::format("producer {} gave the sequence {}", header.producer_id, header.base_sequence));
  }
  return std::nullopt;
}

// ---- The records

std::unexpected<BatchRejection> refuse_records(RecordFault fault) {
  const bool is_unreadable = fault == RecordFault::kCorruptCompression || fault == RecordFault::kSizeVarintTooLong ||
                             fault == RecordFault::kUnknownCompression;
  return refuse(is_unreadable ? ErrorCode::kUnknownServerError : ErrorCode::kInvalidRecord, RejectionScope::kLog,
                std::string(protocol::describe(fault)));
}

/// Reads all records whole, as whoever writes them anew has to.
template <class Visit>
RecordFault read_whole(const RecordBatchHeader& header, std::span<const std::byte> batch, const BatchRules& rules,
                       protocol::CodecScratch& scratch, Visit&& visit) {
  protocol::RecordReader reader({header, batch}, scratch,
                                {rules.decompressed_record_bytes_max, rules.decompressed_batch_bytes_max});
  while (true) {
    const auto next = reader.next();
    if (!next) return next.error();
    if (!next->has_value()) return RecordFault::kNone;
    const protocol::Record& record = **next;
    visit(WalkedRecord{.timestamp_delta = record.timestamp_delta,
                       .offset_delta = record.offset_delta,
                       .has_key = !record.key.is_null});
  }
}

/// Walks all records, whatever the codec.
template <class Visit>
RecordFault walk(const RecordBatchHeader& header, std::span<const std::byte> records, const BatchRules& rules,
                 protocol::CodecScratch& scratch, Visit&& visit) {
  const auto codec = header.compression();
  if (!codec) return RecordFault::kUnknownCompression;
  if (*codec == protocol::CompressionType::kNone) {
    return protocol::walk_plain_records(records, header.record_count, visit);
  }
  protocol::DecompressStream stream = scratch.open(*codec, records, rules.decompressed_batch_bytes_max);
  return protocol::walk_stream_records(stream, header.record_count, rules.decompressed_record_bytes_max, visit);
}

/// All that one pass over the records finds out; enough to accept a batch, not to say which record is to blame.
struct Summary {
  int64_t timestamp_min = std::numeric_limits<int64_t>::max();
  int64_t timestamp_max = std::numeric_limits<int64_t>::min();
  bool has_offset_mismatch =
      false;  // some offset delta is not the record's place; looked at in compressed batches only
  bool lacks_key = false;

  void include(int64_t timestamp) {
    timestamp_min = std::min(timestamp_min, timestamp);
    timestamp_max = std::max(timestamp_max, timestamp);
  }
};

class BatchValidator {
 public:
  BatchValidator(const RecordBatchHeader& header, std::span<std::byte> batch, const BatchRules& rules, int64_t now_ms,
                 protocol::CodecScratch& scratch)
      : header_(header), batch_(batch), rules_(rules), now_ms_(now_ms), scratch_(scratch) {}

  std::expected<ValidatedBatch, BatchRejection> run() {
    const auto summary = summarise();
    if (!summary) return std::unexpected(summary.error());
    if (may_have_record_errors(*summary)) {
      if (auto rejection = find_record_errors()) return std::unexpected(std::move(*rejection));
    }
    if (is_rewritten()) return rewrite();
    if (summary->has_offset_mismatch) {
      // Kafka would have to write the batch anew, and fails to.
      return refuse(ErrorCode::kUnknownServerError, RejectionScope::kLog,
                    "the offset deltas of compressed records do not count up from 0");
    }
    if (batch_.size() > static_cast<size_t>(std::max(rules_.segment_bytes, 0))) {
      return refuse(ErrorCode::kRecordListTooLarge, RejectionScope::kLog,
                    fmt::format("the batch has {} bytes; a segment has {}", batch_.size(), rules_.segment_bytes));
    }
    return stamp(std::max(summary->timestamp_max, protocol::kNoTimestamp));
  }

 private:
  bool has_log_append_time() const { return rules_.timestamp_type == TimestampType::kLogAppendTime; }
  std::span<const std::byte> records() const { return batch_.subspan(protocol::kRecordBatchHeaderBytes); }
  bool is_rewritten() const { return rules_.compression && rules_.compression->codec != header_.compression(); }

  template <class Visit>
  RecordFault visit_records(Visit&& visit) {
    if (is_rewritten() && header_.compression_id() != 0) return read_whole(header_, batch_, rules_, scratch_, visit);
    return walk(header_, records(), rules_, scratch_, visit);
  }

  std::expected<Summary, BatchRejection> summarise() {
    Summary summary;
    const RecordFault fault = header_.compression_id() == 0 ? summarise_plain(summary) : summarise_compressed(summary);
    if (fault != RecordFault::kNone) return refuse_records(fault);
    return summary;
  }

  RecordFault summarise_plain(Summary& summary) {
    protocol::PlainSummary plain;
    const RecordFault fault = protocol::summarise_plain_records(records(), header_.record_count, plain);
    if (fault != RecordFault::kNone) return fault;
    summary.lacks_key = !plain.all_have_keys;
    if (header_.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime) {
      summary.include(header_.max_timestamp);
      return fault;
    }
    int64_t low = 0;
    int64_t high = 0;
    if (!__builtin_add_overflow(header_.base_timestamp, plain.timestamp_delta_min, &low) &&
        !__builtin_add_overflow(header_.base_timestamp, plain.timestamp_delta_max, &high)) [[likely]] {
      summary.include(low);
      summary.include(high);
      return fault;
    }
    return protocol::walk_plain_records(records(), header_.record_count, [&](const WalkedRecord& record) {
      summary.include(header_.record_timestamp(record.timestamp_delta));
    });
  }

  RecordFault summarise_compressed(Summary& summary) {
    int32_t index = 0;
    return visit_records([&](const WalkedRecord& record) {
      summary.include(header_.record_timestamp(record.timestamp_delta));
      summary.has_offset_mismatch |= record.offset_delta != index++;
      summary.lacks_key |= !record.has_key;
    });
  }

  /// False only if no record can be to blame.
  bool may_have_record_errors(const Summary& summary) const {
    if (rules_.is_compacted && summary.lacks_key) return true;
    const bool claims_append_time = header_.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime;
    if (has_log_append_time()) return claims_append_time;
    return claims_append_time ||
           summary.timestamp_min < saturated_difference(now_ms_, rules_.timestamp_before_max_ms) ||
           summary.timestamp_max > saturated_sum(now_ms_, rules_.timestamp_after_max_ms);
  }

  /// With Kafka's arithmetic, which wraps.
  bool is_out_of_range(int64_t timestamp) const {
    const uint64_t age = static_cast<uint64_t>(now_ms_) - static_cast<uint64_t>(timestamp);
    return static_cast<int64_t>(age) > rules_.timestamp_before_max_ms ||
           static_cast<int64_t>(0 - age) > rules_.timestamp_after_max_ms;
  }

  /// What is wrong with one record; kNone if nothing.
  ErrorCode judge(const WalkedRecord& record, std::string& message) const {
    if (rules_.is_compacted && !record.has_key) {
      message = "a compacted topic takes no record without a key";
      return ErrorCode::kInvalidRecord;
    }
    const int64_t timestamp = header_.record_timestamp(record.timestamp_delta);
    if (!has_log_append_time() && timestamp != protocol::kNoTimestamp) {
      if (!is_out_of_range(timestamp)) return ErrorCode::kNone;
      message = fmt::format("the timestamp {} is not between {} and {}", timestamp,
                            saturated_difference(now_ms_, rules_.timestamp_before_max_ms),
                            saturated_sum(now_ms_, rules_.timestamp_after_max_ms));
      return ErrorCode::kInvalidTimestamp;
    }
    if (header_.timestamp_type() == protocol::BatchTimestampType::kLogAppendTime) {
      message = "a producer may not set the timestamp type to LogAppendTime";
      return ErrorCode::kInvalidTimestamp;
    }
    return ErrorCode::kNone;
  }

  std::optional<BatchRejection> find_record_errors() {
    std::vector<RecordError> errors;
    size_t error_count = 0;
    bool has_invalid_timestamp = false;
    int32_t index = 0;
    std::string message;
    (void)visit_records([&](const WalkedRecord& record) {
      const int32_t batch_index = index++;
      const ErrorCode code = judge(record, message);
      if (code == ErrorCode::kNone) return;
      has_invalid_timestamp |= code == ErrorCode::kInvalidTimestamp;
      ++error_count;
      if (errors.size() < kRecordErrorsMax) errors.push_back({batch_index, message});
    });
    if (error_count == 0) return std::nullopt;
    const ErrorCode code = has_invalid_timestamp ? ErrorCode::kInvalidTimestamp : ErrorCode::kInvalidRecord;
    BatchRejection rejection = rejection_of(code, RejectionScope::kLog,
                                            fmt::format("{} of {} records are invalid, the first: {}", error_count,
                                                        header_.record_count, errors.front().message));
    rejection.is_message_sent = true;
    rejection.record_errors = std::move(errors);
    return rejection;
  }

  std::expected<ValidatedBatch, BatchRejection> rewrite() {
    RecompressionRules how;
    how.target = *rules_.compression;
    // A plain record has no bound of its own.
    how.limits.record_bytes_max = header_.compression_id() == 0 ? INT32_MAX : rules_.decompressed_record_bytes_max;
    how.limits.output_bytes_max = rules_.decompressed_batch_bytes_max;
    how.batch_bytes_max = rules_.batch_bytes_max;
    if (has_log_append_time()) how.log_append_time_ms = now_ms_;
    auto made = recompress({header_, batch_}, how, scratch_);
    if (!made) return std::unexpected(refuse_rewriting(made.error()));
    if (made->size() > static_cast<size_t>(std::max(rules_.segment_bytes, 0))) {
      return refuse(ErrorCode::kRecordListTooLarge, RejectionScope::kLog,
                    fmt::format("the batch has {} bytes; a segment has {}", made->size(), rules_.segment_bytes));
    }
    ValidatedBatch result;
    result.rewritten = std::move(*made);
    result.bytes = result.rewritten.span();
    result.header = *protocol::parse_header(result.bytes);
    result.max_timestamp_ms = result.header.max_timestamp;
    result.is_stamped = true;
    result.record_count = result.header.record_count;
    result.max_timestamp_offset_delta = result.header.last_offset_delta;
    return result;
  }

  BatchRejection refuse_rewriting(RecompressionFault fault) const {
    const auto log = RejectionScope::kLog;
    switch (fault) {
      case RecompressionFault::kTooLarge:
        return rejection_of(
            ErrorCode::kMessageTooLarge, log,
            fmt::format("the batch has more than {} bytes once it is of the topic's codec", rules_.batch_bytes_max));
      case RecompressionFault::kNegativeTimestamp:
        return rejection_of(ErrorCode::kUnknownServerError, log, "a record's timestamp is negative");
      case RecompressionFault::kNegativeEpoch:
        return rejection_of(ErrorCode::kUnknownServerError, log, "the batch has a producer id and no epoch");
      case RecompressionFault::kUnreadable:
        break;
    }
    return rejection_of(ErrorCode::kUnknownServerError, log, "the batch cannot be written anew");
  }

  ValidatedBatch stamp(int64_t timestamp_max) {
    const auto type = has_log_append_time() ? protocol::BatchTimestampType::kLogAppendTime
                                            : protocol::BatchTimestampType::kCreateTime;
    ValidatedBatch result;
    result.max_timestamp_ms = has_log_append_time() ? now_ms_ : timestamp_max;
    result.is_stamped = protocol::set_max_timestamp(batch_, type, result.max_timestamp_ms);
    result.header = result.is_stamped ? *protocol::parse_header(batch_) : header_;
    result.bytes = batch_;
    result.record_count = header_.record_count;
    result.max_timestamp_offset_delta = header_.last_offset_delta;
    return result;
  }

  const RecordBatchHeader& header_;
  std::span<std::byte> batch_;
  const BatchRules& rules_;
  int64_t now_ms_;
  protocol::CodecScratch& scratch_;
};

}  // namespace

std::expected<void, BatchRejection> check_produce_records(std::span<const std::byte> records, int16_t produce_version) {
  size_t size = 0;
  const Shape first = shape_of(records, size);
  if (auto rejection = refuse_shape(first, RejectionScope::kRequest)) return std::unexpected(std::move(*rejection));
  if (first == Shape::kNone) {
    return refuse(ErrorCode::kInvalidRecord, RejectionScope::kPartition, "there is no whole record batch");
  }
  if (static_cast<int8_t>(records[layout::kMagic]) != protocol::kRecordBatchMagic) {
    return refuse(ErrorCode::kInvalidRecord, RejectionScope::kPartition, "only batches of magic 2 are taken");
  }
  // kAnyBatchLengthMin leaves room for the attributes.
  const auto attributes = protocol::load_big_endian<int16_t>(records.data() + layout::kAttributes);
  if (auto rejection = refuse_codec(attributes, produce_version)) return std::unexpected(std::move(*rejection));
  size_t next_size = 0;
  const Shape next = shape_of(records.subspan(size), next_size);
  if (auto rejection = refuse_shape(next, RejectionScope::kPartition)) return std::unexpected(std::move(*rejection));
  if (next == Shape::kBatch) {
    return refuse(ErrorCode::kInvalidRecord, RejectionScope::kPartition, "there is more than one record batch");
  }
  return {};
}

std::expected<ValidatedBatch, BatchRejection> validate_and_stamp(std::span<std::byte> records, const BatchRules& rules,
                                                                 int64_t now_ms, protocol::CodecScratch& scratch) {
  if (auto form = check_produce_records(records, rules.produce_version); !form) {
    return std::unexpected(std::move(form.error()));
  }
  // What trails a batch and is no batch is dropped.
  const auto length = protocol::load_big_endian<int32_t>(records.data() + layout::kBatchLength);
  const auto batch = records.first(layout::kLogOverhead + static_cast<size_t>(length));
  if (auto rejection = check_log_rules(batch, rules)) return std::unexpected(std::move(*rejection));
  const auto header = protocol::parse_header(batch);
  if (!header) return refuse(ErrorCode::kCorruptMessage, RejectionScope::kLog, "the batch has no whole header");
  if (!header->compression()) return refuse_records(RecordFault::kUnknownCompression);
  if (auto rejection = check_header(*header)) return std::unexpected(std::move(*rejection));
  return BatchValidator(*header, batch, rules, now_ms, scratch).run();
}

}  // namespace klamm::storage
