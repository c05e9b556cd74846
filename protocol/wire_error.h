#pragma once

#include <cstdint>
#include <string_view>

namespace klamm::protocol {

/// Why bytes are not the message that they should be.
enum class DecodeFault : uint8_t {
  kTruncated,            ///< The frame ends inside a value.
  kVarintTooLong,        ///< A varint of more than 5 (varlong: 10) bytes.
  kNullNotAllowed,       ///< A negative length where null is not allowed.
  kInvalidLength,        ///< A length above what the type allows.
  kCountTooLarge,        ///< An array cannot have so many elements in what is left of the frame.
  kTooManyTaggedFields,  ///< More than kTaggedFieldsMax in one place.
  kUnsupportedVersion,   ///< The message has no such version.
  kArenaFull,            ///< The arena's limit is reached.
};

/// @core any
struct DecodeError {
  DecodeFault fault;
  /// Kafka's name of the field, or null where no field is known. Points to static storage.
  const char* field = nullptr;

  friend bool operator==(const DecodeError& a, const DecodeError& b) { return a.fault == b.fault; }
};

/// Why a message cannot be written in a version: all are the sender's mistakes.
enum class EncodeFault : uint8_t {
  kUnsupportedVersion,  ///< The message has no such version.
  kUnsupportedField,    ///< A field that the version lacks, and that may not be dropped, has a value other than its
                        ///< default.
  kNullNotAllowed,      ///< Null in a version where the field is not nullable.
  kStringTooLong,       ///< More than 32767 bytes.
  kTooLarge,            ///< More than 2 GiB.
};

/// @core any
struct EncodeError {
  EncodeFault fault;
  /// Kafka's name of the field, or null where no field is known. Points to static storage.
  const char* field = nullptr;

  friend bool operator==(const EncodeError& a, const EncodeError& b) { return a.fault == b.fault; }
};

/// A short phrase for logs.
std::string_view describe(DecodeFault fault);
std::string_view describe(EncodeFault fault);

/// The most tagged fields that one struct of a message may carry, known and unknown ones together.
inline constexpr uint32_t kTaggedFieldsMax = 10'000;
/// The most bytes that a string may have, in every encoding.
inline constexpr uint32_t kStringBytesMax = 32'767;

}  // namespace klamm::protocol
