#include "protocol/compression/codec_scratch.h"

#include <utility>

#include "protocol/assert.h"
#include "protocol/compression/codec_contexts.h"
#include "protocol/compression/compress.h"
#include "protocol/compression/decompressor.h"

namespace klamm::protocol {
namespace {

/// CompressionType::kNone: the input is the output.
class Plain final : public Decompressor {
 public:
  explicit Plain(std::span<const std::byte> input) : input_(input) {}
  Piece next(uint64_t) override { return std::exchange(input_, {}); }

 private:
  std::span<const std::byte> input_;
};

std::unique_ptr<Decompressor> open_codec(CompressionType type, CodecContexts& contexts, Buffer& output,
                                         std::span<const std::byte> input) {
  switch (type) {
    case CompressionType::kGzip:
      return open_gzip(contexts, output, input);
    case CompressionType::kSnappy:
      return open_snappy(output, input);
    case CompressionType::kLz4:
      return open_lz4(output, input);
    case CompressionType::kZstd:
      return open_zstd(contexts, output, input);
    case CompressionType::kNone:
      break;
  }
  return std::make_unique<Plain>(input);
}

}  // namespace

CodecScratch::CodecScratch() : contexts_(std::make_unique<CodecContexts>()) {}
CodecScratch::~CodecScratch() {
  KLAMM_ASSERT(!is_open_, "a stream outlives its scratch");
}

DecompressStream CodecScratch::open(CompressionType type, std::span<const std::byte> input, uint64_t output_bytes_max) {
  KLAMM_ASSERT(!is_open_, "one stream at a time");
  is_open_ = true;
  return {*this, open_codec(type, *contexts_, output_, input), output_bytes_max};
}

void CodecScratch::compress(CompressionType type, int level, std::span<const std::byte> input, Buffer& out) {
  compress_to(type, level, input, out, *contexts_);
  contexts_->give_back_above(kRetainedBytesMax);
}

void CodecScratch::close() {
  is_open_ = false;
  if (output_.capacity() > kRetainedBytesMax) output_ = Buffer();
  if (record_buffer_.capacity() > kRetainedBytesMax) record_buffer_ = Buffer();
  contexts_->give_back_above(kRetainedBytesMax);
}

DecompressStream::DecompressStream(CodecScratch& scratch, std::unique_ptr<Decompressor> decompressor,
                                   uint64_t output_bytes_max)
    : scratch_(&scratch), decompressor_(std::move(decompressor)), output_bytes_left_(output_bytes_max) {}

DecompressStream::DecompressStream(DecompressStream&& other) noexcept
    : scratch_(std::exchange(other.scratch_, nullptr)),
      decompressor_(std::move(other.decompressor_)),
      output_bytes_left_(other.output_bytes_left_),
      ended_(other.ended_),
      is_ended_(other.is_ended_) {}

DecompressStream::~DecompressStream() {
  decompressor_.reset();
  if (scratch_ != nullptr) scratch_->close();
}

std::expected<std::span<const std::byte>, DecompressFault> DecompressStream::next() {
  if (is_ended_) return ended_;
  Decompressor::Piece piece = decompressor_->next(output_bytes_left_);
  if (piece && piece->size() > output_bytes_left_) piece = std::unexpected(DecompressFault::kOutputLimit);
  if (!piece || piece->empty()) {
    ended_ = piece;
    is_ended_ = true;
    return ended_;
  }
  output_bytes_left_ -= piece->size();
  return piece;
}

}  // namespace klamm::protocol
