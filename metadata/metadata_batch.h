#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/writer.h"

// Record batches (magic 2) as the metadata log and its snapshots have them: uncompressed, without producer.
namespace klamm::metadata {

/// Control record types of the metadata log (Kafka's ControlRecordType).
enum class ControlType : int16_t {
  kLeaderChange = 2,
  kSnapshotHeader = 3,
  kSnapshotFooter = 4,
  kKRaftVersion = 5,
  kKRaftVoters = 6,
};

/// A batch that has been checked; `records` points into the bytes it was read from.
struct MetadataBatch {
  int64_t base_offset = 0;
  int64_t last_offset = 0;
  int32_t leader_epoch = 0;
  int64_t max_timestamp_ms = 0;
  int32_t record_count = 0;
  bool is_control = false;
  size_t size_bytes = 0;
  std::span<const std::byte> records;
};

/// Bytes in front of a batch's records.
inline constexpr size_t kBatchHeaderBytes = 61;
/// Bytes that tell how long a batch is: base offset and length.
inline constexpr size_t kBatchPrefixBytes = 12;

enum class BatchFault : uint8_t {
  kIncomplete,   // the bytes end inside the batch
  kInvalid,      // damaged: length, magic, checksum, counts
  kUnsupported,  // intact, but compressed
};

/// The size of the batch at the start of `bytes` as its length says; nothing when there are fewer than 12 bytes.
std::optional<int64_t> batch_size_bytes(std::span<const std::byte> bytes);

/// Reads and checks the batch at the start of `bytes`.
std::expected<MetadataBatch, BatchFault> parse_batch(std::span<const std::byte> bytes);

struct MetadataRecordView {
  int64_t offset = 0;
  std::span<const std::byte> key;  // of a control record
  std::span<const std::byte> value;
};

/// The control type of a control record's key; nothing for one that Kafka 4.4's metadata log does not have.
std::optional<ControlType> control_type(std::span<const std::byte> key);

/// Calls `visit` for each record; its error, or a sentence about records that cannot be read, ends the walk.
std::expected<void, std::string> for_each_record(
    const MetadataBatch& batch,
    const std::function<std::expected<void, std::string>(const MetadataRecordView&)>& visit);

struct BatchHeader {
  int64_t base_offset = 0;
  int32_t leader_epoch = 0;
  int64_t timestamp_ms = 0;
};

/// Appends one batch of data records.
void write_batch(protocol::Writer& writer, const BatchHeader& header, std::span<const std::string> values);
/// Appends one batch of control records.
void write_control_batch(protocol::Writer& writer, const BatchHeader& header,
                         std::span<const std::pair<ControlType, std::string>> records);

}  // namespace klamm::metadata
