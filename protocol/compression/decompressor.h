#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "protocol/buffer.h"
#include "protocol/compression/decompress_stream.h"

// Inside of protocol/compression: one decompressor per codec, behind DecompressStream.
namespace klamm::protocol {

struct CodecContexts;

/// One codec's way through one input.
/// @core owner
class Decompressor {
 public:
  using Piece = std::expected<std::span<const std::byte>, DecompressFault>;

  virtual ~Decompressor() = default;
  /// The next piece that is not empty, or an empty one at the end. A codec that must make room for a whole block at
  /// once refuses one above `output_bytes_left`; the others leave that limit to DecompressStream. Not called again
  /// after the end or a fault.
  virtual Piece next(uint64_t output_bytes_left) = 0;
};

/// `output` is where pieces are made; it and the contexts outlive the decompressor.
std::unique_ptr<Decompressor> open_gzip(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input);
std::unique_ptr<Decompressor> open_snappy(Buffer& output, std::span<const std::byte> input);
std::unique_ptr<Decompressor> open_lz4(Buffer& output, std::span<const std::byte> input);
std::unique_ptr<Decompressor> open_zstd(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input);

}  // namespace klamm::protocol
