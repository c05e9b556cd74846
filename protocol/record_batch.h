#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/compression/compression_type.h"

// Record batch, magic 2: what producers send, consumers get and the log holds, byte for byte.
// Integers are big-endian. The records that follow the header are one compressed run, or plain (see record.h).
namespace klamm::protocol {

/// Where each field of a batch starts.
namespace record_batch_layout {
inline constexpr size_t kBaseOffset = 0;             // int64
inline constexpr size_t kBatchLength = 8;            // int32, bytes that follow this field
inline constexpr size_t kPartitionLeaderEpoch = 12;  // int32
inline constexpr size_t kMagic = 16;                 // int8
inline constexpr size_t kCrc = 17;                   // uint32, of all that follows this field
inline constexpr size_t kAttributes = 21;            // int16
inline constexpr size_t kLastOffsetDelta = 23;       // int32
inline constexpr size_t kBaseTimestamp = 27;         // int64
inline constexpr size_t kMaxTimestamp = 35;          // int64
inline constexpr size_t kProducerId = 43;            // int64
inline constexpr size_t kProducerEpoch = 51;         // int16
inline constexpr size_t kBaseSequence = 53;          // int32
inline constexpr size_t kRecordCount = 57;           // int32
inline constexpr size_t kRecords = 61;

/// What batch_length does not count.
inline constexpr size_t kLogOverhead = kBatchLength + sizeof(int32_t);
static_assert(kLogOverhead == 12);
static_assert(kPartitionLeaderEpoch == kLogOverhead);
static_assert(kMagic == kPartitionLeaderEpoch + sizeof(int32_t));
static_assert(kCrc == kMagic + sizeof(int8_t));
static_assert(kAttributes == kCrc + sizeof(uint32_t));
static_assert(kLastOffsetDelta == kAttributes + sizeof(int16_t));
static_assert(kBaseTimestamp == kLastOffsetDelta + sizeof(int32_t));
static_assert(kMaxTimestamp == kBaseTimestamp + sizeof(int64_t));
static_assert(kProducerId == kMaxTimestamp + sizeof(int64_t));
static_assert(kProducerEpoch == kProducerId + sizeof(int64_t));
static_assert(kBaseSequence == kProducerEpoch + sizeof(int16_t));
static_assert(kRecordCount == kBaseSequence + sizeof(int32_t));
static_assert(kRecords == kRecordCount + sizeof(int32_t));
}  // namespace record_batch_layout

inline constexpr size_t kRecordBatchHeaderBytes = record_batch_layout::kRecords;
/// Enough of any batch, of this magic or an older one, to know its size and magic.
inline constexpr size_t kRecordBatchPrefixBytes = record_batch_layout::kMagic + 1;
inline constexpr int8_t kRecordBatchMagic = 2;
inline constexpr int64_t kNoTimestamp = -1;
inline constexpr int64_t kNoProducer = -1;
inline constexpr int32_t kNoSequence = -1;

/// What the timestamps of a batch mean. @core any
enum class BatchTimestampType : uint8_t { kCreateTime, kLogAppendTime };

/// The bits of a batch's attributes.
namespace batch_attributes {
inline constexpr int16_t kCompressionMask = 0x07;
inline constexpr int16_t kLogAppendTime = 0x08;
inline constexpr int16_t kTransactional = 0x10;
inline constexpr int16_t kControl = 0x20;
/// base_timestamp is when a tombstone or marker may be dropped (KIP-534).
inline constexpr int16_t kDeleteHorizon = 0x40;
inline constexpr int16_t kKnown = 0x7f;
}  // namespace batch_attributes

/// The sequence number `increment` after `sequence`: after 2^31-1 comes 0.
constexpr int32_t advance_sequence(int32_t sequence, int32_t increment) {
  return static_cast<int32_t>((static_cast<uint32_t>(sequence) + static_cast<uint32_t>(increment)) & 0x7fffffffU);
}

/// The decoded header of one batch. A plain value; nothing in it is checked but by parse_header().
/// @core any
struct RecordBatchHeader {
  int64_t base_offset = 0;
  int32_t batch_length = 0;
  int32_t partition_leader_epoch = -1;
  int8_t magic = kRecordBatchMagic;
  uint32_t crc = 0;
  int16_t attributes = 0;
  int32_t last_offset_delta = 0;
  int64_t base_timestamp = kNoTimestamp;
  int64_t max_timestamp = kNoTimestamp;
  int64_t producer_id = kNoProducer;
  int16_t producer_epoch = -1;
  int32_t base_sequence = kNoSequence;
  int32_t record_count = 0;

  int compression_id() const { return attributes & batch_attributes::kCompressionMask; }
  /// Nothing for a codec that Kafka does not know.
  std::optional<CompressionType> compression() const { return compression_from_id(compression_id()); }
  BatchTimestampType timestamp_type() const {
    return has(batch_attributes::kLogAppendTime) ? BatchTimestampType::kLogAppendTime : BatchTimestampType::kCreateTime;
  }
  bool is_transactional() const { return has(batch_attributes::kTransactional); }
  bool is_control() const { return has(batch_attributes::kControl); }
  bool has_delete_horizon() const { return has(batch_attributes::kDeleteHorizon); }
  bool has_producer_id() const { return producer_id > kNoProducer; }

  int64_t last_offset() const { return base_offset + last_offset_delta; }
  int64_t next_offset() const { return last_offset() + 1; }
  /// kNoSequence when the batch has none.
  int32_t last_sequence() const {
    return base_sequence == kNoSequence ? kNoSequence : advance_sequence(base_sequence, last_offset_delta);
  }
  /// Of the whole batch, header included.
  int64_t size_bytes() const { return static_cast<int64_t>(record_batch_layout::kLogOverhead) + batch_length; }
  /// The timestamp of a record of this batch.
  int64_t record_timestamp(int64_t timestamp_delta) const {
    if (timestamp_type() == BatchTimestampType::kLogAppendTime) return max_timestamp;
    return static_cast<int64_t>(static_cast<uint64_t>(base_timestamp) + static_cast<uint64_t>(timestamp_delta));
  }

  friend bool operator==(const RecordBatchHeader&, const RecordBatchHeader&) = default;

 private:
  bool has(int16_t flag) const { return (attributes & flag) != 0; }
};

/// Why bytes are no batch of magic 2.
enum class RecordBatchFault : uint8_t {
  kTruncated,         ///< Fewer bytes than a header, or than the batch's own length says.
  kInvalidLength,     ///< The length is negative or smaller than a header.
  kUnsupportedMagic,  ///< Another magic than 2.
};
/// A short phrase for logs.
std::string_view describe(RecordBatchFault fault);

/// The header at the start of `bytes`, of which kRecordBatchHeaderBytes are enough: checks magic and length, not
/// whether the rest of the batch is there.
std::expected<RecordBatchHeader, RecordBatchFault> parse_header(std::span<const std::byte> bytes);

/// A batch and where it lies.
/// @core any
struct RecordBatchView {
  RecordBatchHeader header;
  /// The whole batch, exactly.
  std::span<const std::byte> bytes;

  /// What follows the header: compressed unless the codec is none.
  std::span<const std::byte> records() const { return bytes.subspan(kRecordBatchHeaderBytes); }
};

/// The batch at the start of `bytes`, which must hold all of it. More bytes may follow.
std::expected<RecordBatchView, RecordBatchFault> parse_batch(std::span<const std::byte> bytes);

/// Writes all fields of `header` to the first kRecordBatchHeaderBytes bytes of `batch`.
void write_header(const RecordBatchHeader& header, std::span<std::byte> batch);

// ---- Stamps, in place. `batch` is a whole batch with a valid header.

/// Not covered by the checksum.
void set_base_offset(std::span<std::byte> batch, int64_t base_offset);
/// Not covered by the checksum.
void set_partition_leader_epoch(std::span<std::byte> batch, int32_t partition_leader_epoch);
/// Sets type and maximum and, if that changes anything, drops attribute bits that have no meaning and computes the
/// checksum anew. Whether anything changed.
bool set_max_timestamp(std::span<std::byte> batch, BatchTimestampType type, int64_t max_timestamp);
/// Computes the checksum of `batch` and stores it.
void update_crc(std::span<std::byte> batch);

// ---- Checksum

/// Of a whole batch: what its crc field should be.
uint32_t compute_crc(std::span<const std::byte> batch);
/// Whether a whole batch has the right checksum.
bool verify_crc(std::span<const std::byte> batch);

/// The checksum of a batch that comes in pieces.
/// @core owner
class PiecewiseBatchCrc {
 public:
  /// The next bytes of the batch, from its first byte on.
  void add(std::span<const std::byte> piece);
  /// compute_crc() of all that was added.
  uint32_t value() const { return crc_; }

 private:
  size_t position_ = 0;
  uint32_t crc_ = 0;
};

/// The batches of a range of log bytes that starts with a batch. A fragment at the end, as a Fetch may send, ends it.
/// @core owner
class BatchIterator {
 public:
  explicit BatchIterator(std::span<const std::byte> bytes) : rest_(bytes) {}

  /// The next whole batch; nothing at the end or when only a fragment is left; a fault when the bytes are no batches.
  /// After a fault it stays where it is.
  std::expected<std::optional<RecordBatchView>, RecordBatchFault> next();
  /// What was not given out: empty, a fragment, or where the fault is.
  std::span<const std::byte> rest() const { return rest_; }

 private:
  std::span<const std::byte> rest_;
};

/// Reads a big-endian integer from unaligned bytes.
template <std::integral T>
T load_big_endian(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return std::byteswap(value);
}

/// Writes a big-endian integer to unaligned bytes.
template <std::integral T>
void store_big_endian(std::byte* at, T value) {
  value = std::byteswap(value);
  std::memcpy(at, &value, sizeof(T));
}

}  // namespace klamm::protocol
