#include "protocol/compression/compression_type.h"

#include <array>
#include <cstddef>

namespace klamm::protocol {
namespace {
constexpr std::array<std::string_view, kCompressionTypeCount> kNames = {"none", "gzip", "snappy", "lz4", "zstd"};
}

std::string_view compression_name(CompressionType type) {
  return kNames[static_cast<size_t>(type)];
}

std::optional<CompressionType> compression_from_name(std::string_view name) {
  for (int id = 0; id < kCompressionTypeCount; ++id) {
    if (kNames[static_cast<size_t>(id)] == name) return static_cast<CompressionType>(id);
  }
  return std::nullopt;
}

CompressionLevels compression_levels(CompressionType type) {
  switch (type) {
    case CompressionType::kGzip:
      return {.lowest = 1, .highest = 9, .standard = -1};
    case CompressionType::kLz4:
      return {.lowest = 1, .highest = 17, .standard = 9};
    case CompressionType::kZstd:
      return {.lowest = -131072, .highest = 22, .standard = 3};
    case CompressionType::kNone:
    case CompressionType::kSnappy:
      break;
  }
  return {};
}

}  // namespace klamm::protocol
