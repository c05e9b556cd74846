#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/buffer.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/error_code.h"
#include "protocol/record_batch.h"
#include "storage/batch_recompression.h"
#include "storage/log_config.h"
#include "storage/log_types.h"

// What a producer's batch must be before it may enter a log: the rules of Kafka 4.4 for Produce, with its error codes.
// Where Kafka does not look (offset deltas of plain records, the length of a compressed record against its fields)
// nothing is looked at here either: a client must not be able to tell the two apart.
namespace klamm::storage {

/// The newest version of Produce; zstd is allowed from version 7 on (KIP-110).
inline constexpr int16_t kProduceVersionLatest = 13;

/// The settings that a batch is held against. The defaults are Kafka's.
struct BatchRules {
  int16_t produce_version = kProduceVersionLatest;
  /// `max.message.bytes`: one batch as it came, and as it is stored.
  int32_t batch_bytes_max = 1024 * 1024 + 12;
  /// `segment.bytes`: a batch must fit into one segment.
  int32_t segment_bytes = 1024 * 1024 * 1024;
  /// `max.decompressed.message.bytes`: one record of a compressed batch.
  int32_t decompressed_record_bytes_max = INT32_MAX - 8;
  /// All records of a compressed batch together. Kafka has no such bound; it ends a decompression bomb.
  uint64_t decompressed_batch_bytes_max = INT32_MAX - 8;
  /// `cleanup.policy` contains "compact": every record needs a key.
  bool is_compacted = false;
  TimestampType timestamp_type = TimestampType::kCreateTime;
  int64_t timestamp_before_max_ms = INT64_MAX;
  int64_t timestamp_after_max_ms = 60LL * 60 * 1000;
  /// `compression.type`: a batch of another codec is written anew with this one. Nothing: "producer".
  std::optional<TargetCompression> compression;
};

/// A batch that passed: what the log needs to know of it.
struct ValidatedBatch {
  /// As stamped. base_offset and partition_leader_epoch are the client's still: the log sets them.
  protocol::RecordBatchHeader header;
  /// The batch: the bytes that came without what trails them, or `rewritten`.
  std::span<std::byte> bytes;
  /// The batch where it had to be written anew for its codec.
  protocol::Buffer rewritten;
  int32_t record_count = 0;
  /// The largest timestamp, now_ms with LogAppendTime, -1 when no record has one.
  int64_t max_timestamp_ms = -1;
  /// Where the time index says that max_timestamp_ms is, from the base offset on: the batch's last offset, as in Kafka,
  /// which does not look inside.
  int32_t max_timestamp_offset_delta = 0;
  /// Whether timestamps were stamped, and with them the checksum.
  bool is_stamped = false;
};

/// What a refusal reaches. Kafka finds some faults while it reads the request.
enum class RejectionScope : uint8_t {
  kRequest,    ///< Every partition of the request gets the code, and nothing of it is appended.
  kPartition,  ///< Found before the log is asked: the answer has no log start offset.
  kLog,        ///< Found by the log: the answer has its log start offset.
};

/// Why a batch was refused; nothing of it may be stored.
struct BatchRejection {
  protocol::ErrorCode code = protocol::ErrorCode::kUnknownServerError;
  RejectionScope scope = RejectionScope::kLog;
  /// Whether the answer has the log start offset (with kLog: Kafka leaves it out of some).
  bool has_log_start_offset = false;
  /// Whether the answer has `message`; it is there for the broker's own log in any case.
  bool is_message_sent = false;
  std::string message;
  /// The records to blame, when single ones are; at most kRecordErrorsMax.
  std::vector<RecordError> record_errors;
};

/// The most records of one batch that are named in an answer.
inline constexpr size_t kRecordErrorsMax = 16 * 1024;

/// The part of the rules that concerns the form of `records` alone, the "records" of one partition in a request: one
/// batch, of magic 2, of a codec that the version allows. Looks at headers only. A Produce handler asks it for every
/// partition before it appends to any, because of RejectionScope::kRequest; validate_and_stamp() asks it again.
/// @core any
std::expected<void, BatchRejection> check_produce_records(std::span<const std::byte> records, int16_t produce_version);

/// Checks the one batch in `records`, record by record, and stamps append time and largest timestamp in place, or
/// writes the batch anew where the topic has another codec. `now_ms` is the time of the append. Refused bytes are not
/// changed. Memory: see CodecScratch and recompress(); time: linear in the batch and, with a codec, in what it
/// decompresses to.
/// @core owner
std::expected<ValidatedBatch, BatchRejection> validate_and_stamp(std::span<std::byte> records, const BatchRules& rules,
                                                                 int64_t now_ms, protocol::CodecScratch& scratch);

}  // namespace klamm::storage
