#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "protocol/compression/codec_scratch.h"
#include "protocol/record_batch.h"
#include "protocol/wire_types.h"

// The records inside of a batch of magic 2:
// length varint, attributes int8, timestamp delta varlong, offset delta varint, key, value (a varint length, negative
// for null, then bytes), header count varint, then per header a key (not null) and a value.
namespace klamm::protocol {

/// Why the records of a batch cannot be read.
enum class RecordFault : uint8_t {
  kNone,
  kTruncated,           ///< The records end before one does.
  kVarintTooLong,       ///< A varint of more than 5 bytes (varlong: 10) inside of a record.
  kSizeVarintTooLong,   ///< The same where a record's length stands.
  kInvalidSize,         ///< A record's length is negative, or its fields do not fill it exactly.
  kTooLarge,            ///< A record's length is above the limit.
  kInvalidHeaders,      ///< A negative or impossible header count, or a null header key.
  kRecordsRemaining,    ///< There are more bytes than the batch's record count says.
  kCorruptCompression,  ///< The compressed data cannot be read.
  kOutputLimit,         ///< There is more decompressed data than allowed.
  kUnknownCompression,  ///< A codec that Kafka does not know.
};
/// A short phrase for logs.
std::string_view describe(RecordFault fault);

/// One header of a record. @core any
struct RecordHeader {
  std::string_view key;
  Bytes value;
};

/// The headers of a record, read as one walks them. RecordReader has checked them.
/// @core any
class RecordHeaders {
 public:
  class Iterator {
   public:
    using difference_type = ptrdiff_t;
    using value_type = RecordHeader;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    Iterator(const std::byte* at, uint32_t left) : at_(at), left_(left) { read(); }
    const RecordHeader& operator*() const { return header_; }
    const RecordHeader* operator->() const { return &header_; }
    Iterator& operator++() {
      --left_;
      read();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& a, std::default_sentinel_t) { return a.left_ == 0; }

   private:
    void read();

    const std::byte* at_ = nullptr;
    uint32_t left_ = 0;
    RecordHeader header_;
  };

  RecordHeaders() = default;
  /// `bytes` are `count` headers, checked.
  RecordHeaders(std::span<const std::byte> bytes, uint32_t count) : bytes_(bytes), count_(count) {}

  uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Iterator begin() const { return {bytes_.data(), count_}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::span<const std::byte> bytes_;
  uint32_t count_ = 0;
};

/// A view of one record; where it points to is said by who made it.
/// @core any
struct Record {
  int8_t attributes = 0;
  int64_t timestamp_delta = 0;
  int32_t offset_delta = 0;
  Bytes key = Bytes::null();
  Bytes value = Bytes::null();
  RecordHeaders headers;
  /// With the length before it.
  int32_t size_bytes = 0;
};

/// The record whose body (all but its length) is `body`, exactly.
std::expected<Record, RecordFault> parse_record(std::span<const std::byte> body);

/// Limits for what a batch may make a reader hold.
struct RecordLimits {
  /// One record's length, decompressed.
  int32_t record_bytes_max = INT32_MAX - 8;
  /// All decompressed records of a batch.
  uint64_t output_bytes_max = INT32_MAX - 8;
};

/// All records of one batch in order, decompressed as a stream, each checked whole. Memory is bounded by the largest
/// record. Faults are final. The scratch is in use while the reader lives.
/// @core owner
class RecordReader {
 public:
  /// `batch.bytes` must stay. The checksum is the caller's to verify.
  RecordReader(const RecordBatchView& batch, CodecScratch& scratch, RecordLimits limits = {});

  /// The next record, valid until the next call; nothing after the last one, when nothing else may be left.
  std::expected<std::optional<Record>, RecordFault> next();

 private:
  std::expected<std::span<const std::byte>, RecordFault> next_body();
  std::expected<std::span<const std::byte>, RecordFault> gather(size_t size);
  std::expected<int32_t, RecordFault> read_size();
  /// Whether there are bytes in piece_; the next piece is fetched when there are none.
  std::expected<bool, RecordFault> fill();

  CodecScratch& scratch_;
  RecordLimits limits_;
  std::optional<DecompressStream> stream_;  // absent: plain records, or an unknown codec
  std::span<const std::byte> piece_;
  int32_t records_left_;
  int32_t size_field_bytes_ = 0;
  RecordFault fault_ = RecordFault::kNone;
};

}  // namespace klamm::protocol
