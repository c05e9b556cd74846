#include "protocol/compression/codec_contexts.h"

#include "protocol/assert.h"

namespace klamm::protocol {
namespace {
constexpr int kRawDeflateWindowBits = -15;
}

CodecContexts::~CodecContexts() {
  if (has_inflater_) inflateEnd(&inflater_);
}

z_stream& CodecContexts::fresh_inflater() {
  const int status = has_inflater_ ? inflateReset(&inflater_) : inflateInit2(&inflater_, kRawDeflateWindowBits);
  KLAMM_ASSERT(status == Z_OK, "zlib cannot make an inflater");
  has_inflater_ = true;
  inflater_.next_in = nullptr;
  inflater_.avail_in = 0;
  return inflater_;
}

ZSTD_DCtx& CodecContexts::fresh_zstd_decompressor() {
  if (!zstd_decompressor_) {
    zstd_decompressor_.reset(ZSTD_createDCtx());
    KLAMM_ASSERT(zstd_decompressor_ != nullptr, "zstd cannot make a decompression context");
  } else {
    ZSTD_DCtx_reset(zstd_decompressor_.get(), ZSTD_reset_session_only);
  }
  return *zstd_decompressor_;
}

ZSTD_CCtx& CodecContexts::zstd_compressor() {
  if (!zstd_compressor_) zstd_compressor_.reset(ZSTD_createCCtx());
  KLAMM_ASSERT(zstd_compressor_ != nullptr, "zstd cannot make a compression context");
  return *zstd_compressor_;
}

void CodecContexts::give_back_above(size_t bytes) {
  if (zstd_decompressor_ && ZSTD_sizeof_DCtx(zstd_decompressor_.get()) > bytes) zstd_decompressor_.reset();
  if (zstd_compressor_ && ZSTD_sizeof_CCtx(zstd_compressor_.get()) > bytes) zstd_compressor_.reset();
}

}  // namespace klamm::protocol
