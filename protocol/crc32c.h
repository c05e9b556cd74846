#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace klamm::protocol {

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of record batches.
///
/// ISA-L does the work from 256 bytes on: it folds with VPCLMULQDQ where the processor has it (60 GB/s at 16 KiB on a
/// Sapphire Rapids guest), so there is nothing for own code to win. Below that its start-up shows (200 bytes in 38 ns),
/// and the crc32 instruction is used directly. bench/micro/crc32c_bench.cc measures both.
/// @core any
uint32_t crc32c(std::span<const std::byte> bytes);

/// The checksum of what `crc` already covers followed by `bytes`: crc32c(ab) == crc32c_extend(crc32c(a), b).
/// @core any
uint32_t crc32c_extend(uint32_t crc, std::span<const std::byte> bytes);

}  // namespace klamm::protocol
