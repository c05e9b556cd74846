#include "protocol/wire_error.h"

namespace klamm::protocol {

std::string_view describe(DecodeFault fault) {
  switch (fault) {
    case DecodeFault::kTruncated:
      return "ends too early";
    case DecodeFault::kVarintTooLong:
      return "varint is too long";
    case DecodeFault::kNullNotAllowed:
      return "null where it is not allowed";
    case DecodeFault::kInvalidLength:
      return "length is too large for its type";
    case DecodeFault::kCountTooLarge:
      return "array count is larger than the frame can hold";
    case DecodeFault::kTooManyTaggedFields:
      return "too many tagged fields";
    case DecodeFault::kUnsupportedVersion:
      return "version does not exist";
    case DecodeFault::kArenaFull:
      return "needs more memory than allowed";
  }
  return "unknown";
}

std::string_view describe(EncodeFault fault) {
  switch (fault) {
    case EncodeFault::kUnsupportedVersion:
      return "version does not exist";
    case EncodeFault::kUnsupportedField:
      return "version lacks a field that is set";
    case EncodeFault::kNullNotAllowed:
      return "null where the version does not allow it";
    case EncodeFault::kStringTooLong:
      return "string is too long";
    case EncodeFault::kTooLarge:
      return "message is too large";
  }
  return "unknown";
}

}  // namespace klamm::protocol
