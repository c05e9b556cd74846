#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace klamm::protocol {

/// The codec of a batch's records: bits 0 to 2 of its attributes, with Kafka's numbers.
/// @core any
enum class CompressionType : int8_t { kNone = 0, kGzip = 1, kSnappy = 2, kLz4 = 3, kZstd = 4 };

inline constexpr int kCompressionTypeCount = 5;

/// Kafka's name: "none", "gzip", "snappy", "lz4", "zstd".
std::string_view compression_name(CompressionType type);
std::optional<CompressionType> compression_from_name(std::string_view name);
/// Nothing for a number that Kafka does not know.
constexpr std::optional<CompressionType> compression_from_id(int id) {
  if (id < 0 || id >= kCompressionTypeCount) return std::nullopt;
  return static_cast<CompressionType>(id);
}

/// The levels that a codec takes (compression.gzip.level and so on). All zero for codecs without levels.
struct CompressionLevels {
  int lowest = 0;
  int highest = 0;
  /// Kafka's default; gzip's -1 is zlib's own choice and lies outside of the range.
  int standard = 0;
};
CompressionLevels compression_levels(CompressionType type);

}  // namespace klamm::protocol
