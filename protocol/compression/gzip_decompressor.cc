#include <isa-l/crc.h>

#include <algorithm>
#include <optional>

#include "protocol/compression/codec_contexts.h"
#include "protocol/compression/decompressor.h"

// RFC 1952. The member headers are read here and not by zlib, since Java, whose clients and broker set the rule,
// ignores reserved flags and takes whatever follows a whole member and is no member for the end.
namespace klamm::protocol {
namespace {

// What Java's broker decompresses at once, and hands to the inflater at once: with them, output before a fault is the
// same.
constexpr size_t kPieceBytes = 16 * 1024;
constexpr size_t kInputSliceBytes = 8 * 1024;
constexpr size_t kTrailerBytes = 8;
// Fewer bytes after a member than this cannot be another one.
constexpr size_t kMemberBytesMin = 18;

constexpr uint8_t kHeaderChecksum = 0x02, kExtra = 0x04, kName = 0x08, kComment = 0x10;

uint8_t byte_at(std::span<const std::byte> bytes, size_t at) {
  return static_cast<uint8_t>(bytes[at]);
}

uint32_t little_endian_32(std::span<const std::byte> bytes, size_t at) {
  return static_cast<uint32_t>(byte_at(bytes, at)) | static_cast<uint32_t>(byte_at(bytes, at + 1)) << 8 |
         static_cast<uint32_t>(byte_at(bytes, at + 2)) << 16 | static_cast<uint32_t>(byte_at(bytes, at + 3)) << 24;
}

const unsigned char* chars(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

/// The size of the member header at the start of `bytes`; nothing when there is none.
std::optional<size_t> header_size(std::span<const std::byte> bytes) {
  if (bytes.size() < 10 || byte_at(bytes, 0) != 0x1f || byte_at(bytes, 1) != 0x8b || byte_at(bytes, 2) != 8) {
    return std::nullopt;
  }
  const uint8_t flags = byte_at(bytes, 3);
  size_t size = 10;
  if ((flags & kExtra) != 0) {
    if (bytes.size() < size + 2) return std::nullopt;
    size += 2 + (byte_at(bytes, size) | static_cast<size_t>(byte_at(bytes, size + 1)) << 8);
  }
  for (const uint8_t text : {kName, kComment}) {
    if ((flags & text) == 0) continue;
    while (size < bytes.size() && bytes[size] != std::byte{0}) ++size;
    ++size;
  }
  if ((flags & kHeaderChecksum) != 0) {
    if (bytes.size() < size + 2) return std::nullopt;
    const uint32_t sum = crc32_gzip_refl(0, chars(bytes.data()), size) & 0xffff;
    if (sum != (byte_at(bytes, size) | static_cast<uint32_t>(byte_at(bytes, size + 1)) << 8)) return std::nullopt;
    size += 2;
  }
  if (size > bytes.size()) return std::nullopt;
  return size;
}

class Gzip final : public Decompressor {
 public:
  Gzip(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input)
      : contexts_(contexts), output_(output), input_(input) {}

  Piece next(uint64_t) override {
    if (inflater_ == nullptr && !start_member()) return std::unexpected(DecompressFault::kCorrupt);
    for (;;) {
      if (is_member_done_) {
        const auto more = finish_member();
        if (!more) return std::unexpected(more.error());
        if (!*more) return std::span<const std::byte>();
      }
      const auto produced = inflate_piece();
      if (!produced) return std::unexpected(produced.error());
      if (*produced > 0) return std::span<const std::byte>(output_.data(), *produced);
    }
  }

 private:
  size_t left_in_slice() const { return inflater_->avail_in; }
  size_t position() const { return slice_end_ - left_in_slice(); }

  void set_position(size_t position) {
    if (position > slice_end_) slice_end_ = position;
    inflater_->next_in = const_cast<unsigned char*>(chars(input_.data() + position));
    inflater_->avail_in = static_cast<unsigned>(slice_end_ - position);
  }

  bool start_member() {
    const auto size = header_size(input_);
    if (!size) return false;
    inflater_ = &contexts_.fresh_inflater();
    set_position(*size);
    output_.resize(kPieceBytes);
    return true;
  }

  /// Decompresses once; 0 bytes when the member has ended before.
  std::expected<size_t, DecompressFault> inflate_piece() {
    inflater_->next_out = reinterpret_cast<unsigned char*>(output_.data());
    inflater_->avail_out = kPieceBytes;
    for (;;) {
      if (left_in_slice() == 0 && slice_end_ < input_.size()) {
        const size_t start = slice_end_;
        slice_end_ += std::min(kInputSliceBytes, input_.size() - start);
        set_position(start);
      }
      const size_t left_before = left_in_slice();
      const int status = inflate(inflater_, Z_SYNC_FLUSH);
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        return std::unexpected(DecompressFault::kCorrupt);
      }
      const size_t produced = kPieceBytes - inflater_->avail_out;
      is_member_done_ = status == Z_STREAM_END;
      if (produced > 0 || is_member_done_) {
        checksum_ = crc32_gzip_refl(checksum_, chars(output_.data()), produced);
        member_bytes_ += static_cast<uint32_t>(produced);
        return produced;
      }
      const bool is_stuck = status == Z_BUF_ERROR && left_before == left_in_slice() && left_before > 0;
      if (is_stuck || position() == input_.size()) return std::unexpected(DecompressFault::kCorrupt);
    }
  }

  /// Checks the trailer; whether another member follows.
  std::expected<bool, DecompressFault> finish_member() {
    const size_t buffered = left_in_slice();
    size_t at = position();
    if (input_.size() - at < kTrailerBytes || little_endian_32(input_, at) != checksum_ ||
        little_endian_32(input_, at + 4) != member_bytes_) {
      return std::unexpected(DecompressFault::kCorrupt);
    }
    at += kTrailerBytes;
    const bool may_follow = input_.size() > std::max(slice_end_, at) || buffered > kTrailerBytes + kMemberBytesMin;
    if (!may_follow) return false;
    const auto size = header_size(input_.subspan(at));
    if (!size) return false;
    inflateReset(inflater_);
    set_position(at + *size);
    checksum_ = 0;
    member_bytes_ = 0;
    is_member_done_ = false;
    return true;
  }

  CodecContexts& contexts_;
  Buffer& output_;
  std::span<const std::byte> input_;
  z_stream* inflater_ = nullptr;
  size_t slice_end_ = 0;
  uint32_t checksum_ = 0;
  uint32_t member_bytes_ = 0;
  bool is_member_done_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> open_gzip(CodecContexts& contexts, Buffer& output, std::span<const std::byte> input) {
  return std::make_unique<Gzip>(contexts, output, input);
}

}  // namespace klamm::protocol
