#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>

#include "protocol/buffer.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/record.h"
#include "protocol/record_batch.h"

// `compression.type`: a producer's batch whose codec is not its topic's is written anew, as Kafka 4.4 does: every
// record with its timestamp, key, value and headers at the next offset, under a header that says the same of producer
// and transaction.
namespace klamm::storage {

/// The codec that batches have in a log, and its level where the codec has levels.
struct TargetCompression {
  protocol::CompressionType codec = protocol::CompressionType::kNone;
  std::optional<int> level;
};

/// What a batch is written anew with.
struct RecompressionRules {
  TargetCompression target;
  protocol::RecordLimits limits;
  /// The result may not be larger; whether it is shows only when it is made.
  int64_t batch_bytes_max = INT32_MAX;
  /// With it the batch gets log append time.
  std::optional<int64_t> log_append_time_ms;
};

/// Why a batch cannot be written anew.
enum class RecompressionFault : uint8_t {
  kUnreadable,         ///< Its records cannot be read.
  kNegativeTimestamp,  ///< A record's timestamp is below -1.
  kNegativeEpoch,      ///< A producer id without an epoch.
  kTooLarge,           ///< The new batch is above batch_bytes_max.
};

/// The new batch, at offset 0. Memory: the records in plain, bounded by `rules.limits` and, where the target is no
/// codec, by batch_bytes_max.
/// @core owner
std::expected<protocol::Buffer, RecompressionFault> recompress(const protocol::RecordBatchView& batch,
                                                               const RecompressionRules& rules,
                                                               protocol::CodecScratch& scratch);

}  // namespace klamm::storage
