#include <snappy.h>

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "protocol/compression/decompressor.h"

// Snappy as Kafka reads it: the framing of snappy-java (a 16-byte header, then blocks that follow their big-endian
// size), or, without that header, one raw block.
namespace klamm::protocol {
namespace {

constexpr std::array<uint8_t, 8> kMagic = {0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr size_t kHeaderBytes =
    16;  // the magic, a version and the lowest compatible version, neither of which is checked
// A copy of 3 bytes makes 64 at the most, so a block that claims more than this lies.
constexpr uint64_t kExpansionMax = 64;

bool has_magic(std::span<const std::byte> bytes) {
  return bytes.size() >= kHeaderBytes && std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) == 0;
}

uint32_t big_endian_32(const std::byte* at) {
  uint32_t value;
  std::memcpy(&value, at, sizeof(value));
  return std::byteswap(value);
}

/// Blocks are given out in multiples of what Java's broker reads at once, the rest with the next block: if that cannot
/// be read, the rest is not seen there either.
class Snappy final : public Decompressor {
 public:
  Snappy(Buffer& output, std::span<const std::byte> input)
      : output_(output), input_(input), is_framed_(has_magic(input)) {
    if (is_framed_) input_ = input_.subspan(kHeaderBytes);
  }

  Piece next(uint64_t output_bytes_left) override {
    for (;;) {
      const auto block = next_block();
      if (!block) return std::unexpected(block.error());
      if (block->empty()) return std::span<const std::byte>(held_.data(), std::exchange(held_bytes_, 0));
      const Piece piece = decompress(*block, output_bytes_left);
      if (!piece || !piece->empty()) return piece;
    }
  }

 private:
  static constexpr size_t kPieceBytes = 2048;

  /// The next compressed block; empty at the end.
  Piece next_block() {
    if (!is_framed_) {
      if (std::exchange(is_raw_done_, true)) return std::span<const std::byte>();
      if (input_.empty()) return std::unexpected(DecompressFault::kCorrupt);
      return input_;
    }
    while (input_.size() >= 4 && std::memcmp(input_.data(), kMagic.data(), 4) == 0) {
      if (input_.size() < kHeaderBytes) return std::unexpected(DecompressFault::kCorrupt);
      if (!has_magic(input_)) return std::span<const std::byte>();
      input_ = input_.subspan(kHeaderBytes);
    }
    if (input_.size() < 4) return std::span<const std::byte>();
    const size_t size = big_endian_32(input_.data());
    input_ = input_.subspan(4);
    if (size == 0 || size > input_.size()) return std::unexpected(DecompressFault::kCorrupt);
    const auto block = input_.first(size);
    input_ = input_.subspan(size);
    return block;
  }

  Piece decompress(std::span<const std::byte> block, uint64_t output_bytes_left) {
    const char* data = reinterpret_cast<const char*>(block.data());
    size_t size = 0;
    if (!snappy::GetUncompressedLength(data, block.size(), &size) || size > block.size() * kExpansionMax) {
      return std::unexpected(DecompressFault::kCorrupt);
    }
    if (size > output_bytes_left) return std::unexpected(DecompressFault::kOutputLimit);
    output_.resize(kPieceBytes + size + 1);
    std::byte* const start = output_.data() + kPieceBytes;
    if (!snappy::RawUncompress(data, block.size(), reinterpret_cast<char*>(start))) {
      return std::unexpected(DecompressFault::kCorrupt);
    }
    return hold_back({start, size});
  }

  /// What is to be given out of the held bytes and `block`; there is room for the former before the latter.
  std::span<const std::byte> hold_back(std::span<std::byte> block) {
    std::byte* const start = block.data() - held_bytes_;
    std::memcpy(start, held_.data(), held_bytes_);
    const size_t size = held_bytes_ + block.size();
    held_bytes_ = is_framed_ ? size % kPieceBytes : 0;
    std::memcpy(held_.data(), start + size - held_bytes_, held_bytes_);
    return {start, size - held_bytes_};
  }

  Buffer& output_;
  std::span<const std::byte> input_;
  std::array<std::byte, kPieceBytes> held_;
  size_t held_bytes_ = 0;
  bool is_framed_;
  bool is_raw_done_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> open_snappy(Buffer& output, std::span<const std::byte> input) {
  return std::make_unique<Snappy>(output, input);
}

}  // namespace klamm::protocol
