#define ZSTD_STATIC_LINKING_ONLY  // for ZSTD_decompressBound
#include <zstd.h>

#include <algorithm>

#include "protocol/compression/codec_contexts.h"
#include "protocol/compression/decompressor.h"

// Zstandard (RFC 8878), any number of frames. Input whose output is surely small is decompressed at once, which spares
// the copy out of the window; the rest, and input with a fault, goes through the streaming interface piece by piece.
namespace klamm::protocol {
namespace {

constexpr size_t kAtOnceBytesMax = size_t{1} << 20;
// What Java's broker decompresses at once, and hands to the codec at once: with them, output before a fault is the
// same.
constexpr size_t kPieceBytes = 16 * 1024;
constexpr size_t kInputSliceBytes = 128 * 1024 + 3;
// Kafka refuses frames that need a window of more than 128 MiB.
constexpr int kWindowLogMax = 27;

/// Whether the first frame declares a window above the limit; decompressing at once would not notice.
bool has_large_window(std::span<const std::byte> input) {
  if (input.size() < 6) return false;
  const auto descriptor = static_cast<uint8_t>(input[4]);
  const bool is_single_segment = (descriptor & 0x20) != 0;
  const int window_log = 10 + (static_cast<uint8_t>(input[5]) >> 3);
  return !is_single_segment && window_log >= kWindowLogMax;
}

class Zstd final : public Decompressor {
 public:
  Zstd(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input)
      : context_(&contexts.fresh_zstd_decompressor()), output_(output), input_(input) {}

  Piece next(uint64_t) override {
    if (state_ == State::kDone) return std::span<const std::byte>();
    if (state_ == State::kNew) {
      if (decompress_at_once()) {
        state_ = State::kDone;
        return std::span<const std::byte>(output_.span());
      }
      state_ = State::kStreaming;
      ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
      output_.resize(kPieceBytes);
    }
    return next_piece();
  }

 private:
  enum class State : uint8_t { kNew, kStreaming, kDone };

  bool decompress_at_once() {
    const bool is_one_frame = ZSTD_findFrameCompressedSize(input_.data(), input_.size()) == input_.size();
    if (!is_one_frame || has_large_window(input_)) return false;
    const uint64_t bound = ZSTD_decompressBound(input_.data(), input_.size());
    if (bound > kAtOnceBytesMax) return false;  // the errors are huge numbers, too
    output_.resize(std::max<size_t>(static_cast<size_t>(bound), 1));
    const size_t size = ZSTD_decompressDCtx(context_, output_.data(), output_.size(), input_.data(), input_.size());
    if (ZSTD_isError(size) != 0) return false;
    output_.resize(size);
    return true;
  }

  Piece next_piece() {
    ZSTD_outBuffer out{output_.data(), kPieceBytes, 0};
    for (;;) {
      if (needs_input_) {
        if (input_.empty()) {
          if (out.pos > 0) break;
          // Input that ends within a later frame, not far from the end of an earlier one, counts as whole.
          if (!is_frame_done_) return std::unexpected(DecompressFault::kCorrupt);
          return std::span<const std::byte>();
        }
        const size_t size = std::min(kInputSliceBytes, input_.size());
        slice_ = {input_.data(), size, 0};
        input_ = input_.subspan(size);
        is_frame_done_ = false;
      }
      const size_t position_before = out.pos;
      const size_t status = ZSTD_decompressStream(context_, &out, &slice_);
      if (ZSTD_isError(status) != 0) return std::unexpected(DecompressFault::kCorrupt);
      if (status == 0) {
        is_frame_done_ = true;
        needs_input_ = slice_.pos == slice_.size;
      } else {
        needs_input_ = out.pos < kPieceBytes;
      }
      const bool ends_piece = status == 0 || out.pos == kPieceBytes || out.pos == position_before;
      if (out.pos > 0 && ends_piece) break;
    }
    return std::span<const std::byte>(output_.data(), out.pos);
  }

  ZSTD_DCtx* context_;
  Buffer& output_;
  std::span<const std::byte> input_;
  ZSTD_inBuffer slice_{nullptr, 0, 0};
  State state_ = State::kNew;
  bool needs_input_ = true;
  bool is_frame_done_ = true;
};

}  // namespace

std::unique_ptr<Decompressor> open_zstd(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input) {
  return std::make_unique<Zstd>(contexts, output, input);
}

}  // namespace klamm::protocol
