#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "protocol/arena.h"
#include "protocol/descriptor.h"
#include "protocol/reader.h"
#include "protocol/wire_error.h"

// Messages without their records: what is kept of them for a log, and what the bytes of a response are whose records
// are ranges of files.
namespace klamm::protocol {

/// Records of `size_bytes` are missing in front of the byte at `position`.
struct Gap {
  uint64_t position = 0;
  uint64_t size_bytes = 0;
};

/// decode_message() of bytes with gaps, in their order: these records become external ones, of which only the size is
/// known. Positions are the reader's.
std::expected<void, DecodeError> decode_with_gaps(const MessageDescriptor& descriptor, Reader& reader, int16_t version,
                                                  Arena& arena, std::span<const Gap> gaps, void* message);

/// Where the records of a decoded message are in the bytes that it is a view of, in their order.
std::vector<Gap> find_records(const MessageDescriptor& descriptor, const void* message, int16_t version,
                              std::span<const std::byte> bytes);

}  // namespace klamm::protocol
