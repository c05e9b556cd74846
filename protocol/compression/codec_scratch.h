#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "protocol/buffer.h"
#include "protocol/compression/compression_type.h"
#include "protocol/compression/decompress_stream.h"

namespace klamm::protocol {

struct CodecContexts;

/// What codecs need between two uses: their contexts and buffers, made when first used and kept. One per shard; one
/// stream of it may be open at a time. What it keeps is bounded: after each use a buffer or context that has grown
/// beyond kRetainedBytesMax is given back, so an unusual batch costs memory only while it is read.
/// @core owner
class CodecScratch {
 public:
  CodecScratch();
  ~CodecScratch();
  CodecScratch(const CodecScratch&) = delete;
  CodecScratch& operator=(const CodecScratch&) = delete;

  /// The most bytes that each of the buffers and contexts keeps between uses.
  static constexpr size_t kRetainedBytesMax = size_t{4} << 20;

  /// Starts to decompress `input`, which must stay until the stream is gone. Gives at most `output_bytes_max` bytes.
  DecompressStream open(CompressionType type, std::span<const std::byte> input, uint64_t output_bytes_max);

  /// Appends `input`, compressed as Kafka's Java client frames it, to `out`. A level outside of the codec's range is
  /// the caller's mistake; codecs without levels ignore it.
  void compress(CompressionType type, int level, std::span<const std::byte> input, Buffer& out);

  /// A buffer for a record that straddles two pieces of a stream. Emptied by whoever uses it.
  Buffer& record_buffer() { return record_buffer_; }

 private:
  friend class DecompressStream;
  void close();

  std::unique_ptr<CodecContexts> contexts_;
  Buffer output_;
  Buffer record_buffer_;
  bool is_open_ = false;
};

}  // namespace klamm::protocol
