#include <lz4.h>
#include <xxhash.h>

#include <cstring>

#include "protocol/compression/decompressor.h"

// The LZ4 frame format as far as Kafka reads it: version 1, independent blocks, one frame. The content size and the
// content's checksum are skipped, what follows the frame is ignored, and a block of nothing ends it, too.
namespace klamm::protocol {
namespace {

constexpr uint32_t kMagic = 0x184d2204;
constexpr uint32_t kStoredBit = 0x80000000;

uint32_t little_endian_32(const std::byte* at) {
  const auto byte = [at](size_t i) { return static_cast<uint32_t>(at[i]); };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

class Lz4 final : public Decompressor {
 public:
  Lz4(Buffer& output, std::span<const std::byte> input) : output_(output), input_(input) {}

  Piece next(uint64_t) override {
    if (block_bytes_max_ == 0 && !read_descriptor()) return corrupt();
    if (input_.size() < 4) return corrupt();
    const uint32_t word = little_endian_32(input_.data());
    const size_t size = word & ~kStoredBit;
    input_ = input_.subspan(4);
    if (size == 0) return finish();
    if (size > block_bytes_max_ || size > input_.size()) return corrupt();
    const auto block = input_.first(size);
    input_ = input_.subspan(size);
    if (has_block_checksums_ && !check_block(block)) return corrupt();
    if ((word & kStoredBit) != 0) return block;
    const int decompressed =
        LZ4_decompress_safe(reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(output_.data()),
                            static_cast<int>(block.size()), static_cast<int>(block_bytes_max_));
    if (decompressed < 0) return corrupt();
    return std::span<const std::byte>(output_.data(), static_cast<size_t>(decompressed));
  }

 private:
  static Piece corrupt() { return std::unexpected(DecompressFault::kCorrupt); }

  bool read_descriptor() {
    if (input_.size() < 7 || little_endian_32(input_.data()) != kMagic) return false;
    const auto flags = static_cast<uint8_t>(input_[4]);
    const auto block_size = static_cast<uint8_t>(input_[5]);
    const bool is_version_1 = flags >> 6 == 1;
    const bool has_independent_blocks = (flags & 0x20) != 0;
    has_block_checksums_ = (flags & 0x10) != 0;
    const bool has_content_size = (flags & 0x08) != 0;
    has_content_checksum_ = (flags & 0x04) != 0;
    const bool has_reserved = (flags & 0x03) != 0 || (block_size & 0x8f) != 0;
    const int size_code = block_size >> 4 & 7;
    if (!is_version_1 || !has_independent_blocks || has_reserved || size_code < 4) return false;
    const size_t descriptor_size = has_content_size ? 10 : 2;
    if (input_.size() < 4 + descriptor_size + 1) return false;
    const auto checksum = static_cast<uint8_t>(XXH32(input_.data() + 4, descriptor_size, 0) >> 8);
    if (static_cast<uint8_t>(input_[4 + descriptor_size]) != checksum) return false;
    input_ = input_.subspan(4 + descriptor_size + 1);
    block_bytes_max_ = size_t{1} << (8 + 2 * size_code);
    output_.resize(block_bytes_max_);
    return true;
  }

  bool check_block(std::span<const std::byte> block) {
    if (input_.size() < 4 || little_endian_32(input_.data()) != XXH32(block.data(), block.size(), 0)) return false;
    input_ = input_.subspan(4);
    return true;
  }

  Piece finish() const {
    if (has_content_checksum_ && input_.size() < 4) return corrupt();
    return std::span<const std::byte>();
  }

  Buffer& output_;
  std::span<const std::byte> input_;
  size_t block_bytes_max_ = 0;
  bool has_block_checksums_ = false;
  bool has_content_checksum_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> open_lz4(Buffer& output, std::span<const std::byte> input) {
  return std::make_unique<Lz4>(output, input);
}

}  // namespace klamm::protocol
