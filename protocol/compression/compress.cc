#include "protocol/compression/compress.h"

#include <lz4.h>
#include <lz4hc.h>
#include <snappy.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "protocol/assert.h"
#include "protocol/compression/codec_contexts.h"

namespace klamm::protocol {
namespace {

void check_level(CompressionType type, int level) {
  const CompressionLevels levels = compression_levels(type);
  KLAMM_ASSERT((level >= levels.lowest && level <= levels.highest) || level == levels.standard,
               "the codec has no such level");
}

char* chars(std::byte* bytes) {
  return reinterpret_cast<char*>(bytes);
}
const char* chars(const std::byte* bytes) {
  return reinterpret_cast<const char*>(bytes);
}

void put_little_endian_32(std::byte* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}

void put_big_endian_32(std::byte* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (24 - 8 * i));
}

void compress_gzip(int level, std::span<const std::byte> input, Buffer& out) {
  constexpr int kGzipWindowBits = 15 + 16;
  constexpr int kMemoryLevel = 8;
  z_stream deflater{};
  const int made = deflateInit2(&deflater, level, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY);
  KLAMM_ASSERT(made == Z_OK, "zlib cannot make a deflater");
  const size_t bound = deflateBound(&deflater, input.size());
  const size_t start = out.size();
  deflater.next_in = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(input.data()));
  deflater.avail_in = static_cast<unsigned>(input.size());
  deflater.next_out = reinterpret_cast<unsigned char*>(out.extend(bound));
  deflater.avail_out = static_cast<unsigned>(bound);
  const int status = deflate(&deflater, Z_FINISH);
  KLAMM_ASSERT(status == Z_STREAM_END, "zlib's bound is too small");
  out.resize(start + bound - deflater.avail_out);
  deflateEnd(&deflater);
}

void compress_snappy(std::span<const std::byte> input, Buffer& out) {
  constexpr std::array<uint8_t, 16> kHeader = {0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1};
  constexpr size_t kBlockBytes = 32 * 1024;
  out.append(std::as_bytes(std::span(kHeader)));
  while (!input.empty()) {
    const auto block = input.first(std::min(kBlockBytes, input.size()));
    input = input.subspan(block.size());
    const size_t start = out.size();
    std::byte* at = out.extend(4 + snappy::MaxCompressedLength(block.size()));
    size_t size = 0;
    snappy::RawCompress(chars(block.data()), block.size(), chars(at + 4), &size);
    put_big_endian_32(at, static_cast<uint32_t>(size));
    out.resize(start + 4 + size);
  }
}

int compress_lz4_block(int level, std::span<const std::byte> block, std::byte* to) {
  const int size = static_cast<int>(block.size());
  const int bound = LZ4_compressBound(size);
  if (level == compression_levels(CompressionType::kLz4).standard) {
    return LZ4_compress_default(chars(block.data()), chars(to), size, bound);
  }
  return LZ4_compress_HC(chars(block.data()), chars(to), size, bound, level);
}

void compress_lz4(int level, std::span<const std::byte> input, Buffer& out) {
  constexpr size_t kBlockBytes = 64 * 1024;
  constexpr uint32_t kStoredBit = 0x80000000;
  std::array<uint8_t, 7> header = {0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0};
  header[6] = static_cast<uint8_t>(XXH32(header.data() + 4, 2, 0) >> 8);
  out.append(std::as_bytes(std::span(header)));
  while (!input.empty()) {
    const auto block = input.first(std::min(kBlockBytes, input.size()));
    input = input.subspan(block.size());
    const size_t start = out.size();
    std::byte* at = out.extend(4 + static_cast<size_t>(LZ4_compressBound(static_cast<int>(block.size()))));
    auto size = static_cast<size_t>(compress_lz4_block(level, block, at + 4));
    const bool is_stored = size >= block.size();
    if (is_stored) {
      std::memcpy(at + 4, block.data(), block.size());
      size = block.size();
    }
    put_little_endian_32(at, static_cast<uint32_t>(size) | (is_stored ? kStoredBit : 0));
    out.resize(start + 4 + size);
  }
  put_little_endian_32(out.extend(4), 0);
}

void compress_zstd(int level, std::span<const std::byte> input, Buffer& out, ZSTD_CCtx& context) {
  const size_t start = out.size();
  const size_t bound = ZSTD_compressBound(input.size());
  std::byte* at = out.extend(bound);
  const size_t size = ZSTD_compressCCtx(&context, at, bound, input.data(), input.size(), level);
  KLAMM_ASSERT(ZSTD_isError(size) == 0, "zstd's bound is too small");
  out.resize(start + size);
}

}  // namespace

void compress_to(CompressionType type, int level, std::span<const std::byte> input, Buffer& out,
                 CodecContexts& contexts) {
  if (compression_levels(type).highest != 0) check_level(type, level);
  switch (type) {
    case CompressionType::kNone:
      return out.append(input);
    case CompressionType::kGzip:
      return compress_gzip(level, input, out);
    case CompressionType::kSnappy:
      return compress_snappy(input, out);
    case CompressionType::kLz4:
      return compress_lz4(level, input, out);
    case CompressionType::kZstd:
      return compress_zstd(level, input, out, contexts.zstd_compressor());
  }
}

}  // namespace klamm::protocol
