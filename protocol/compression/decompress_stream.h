#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>

namespace klamm::protocol {

class CodecScratch;
class Decompressor;

/// Why a stream ends early.
enum class DecompressFault : uint8_t {
  kCorrupt,      ///< The input is not what the codec writes, or is cut.
  kOutputLimit,  ///< There is more output than allowed.
};

/// The decompressed bytes of one input, piece by piece: memory is bounded by a piece, whatever the output's size (a
/// snappy block, which cannot be decoded in part, is one piece). It accepts what Kafka's broker accepts, and gives what
/// comes before a fault in the same pieces, so that the same records of a damaged batch are seen. Belongs to the
/// CodecScratch that opened it.
/// @core owner
class DecompressStream {
 public:
  DecompressStream(DecompressStream&& other) noexcept;
  DecompressStream& operator=(DecompressStream&&) = delete;
  ~DecompressStream();

  /// The next piece, valid until the next call; empty at the end. After a fault or the end it says the same again.
  std::expected<std::span<const std::byte>, DecompressFault> next();

 private:
  friend class CodecScratch;
  DecompressStream(CodecScratch& scratch, std::unique_ptr<Decompressor> decompressor, uint64_t output_bytes_max);

  CodecScratch* scratch_;
  std::unique_ptr<Decompressor> decompressor_;
  uint64_t output_bytes_left_;
  std::expected<std::span<const std::byte>, DecompressFault> ended_;
  bool is_ended_ = false;
};

}  // namespace klamm::protocol
