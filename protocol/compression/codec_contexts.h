#pragma once

#include <zlib.h>
#include <zstd.h>

#include <cstddef>
#include <memory>

// Inside of protocol/compression: the libraries' contexts that a CodecScratch keeps.
namespace klamm::protocol {

struct FreeZstd {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

/// Each is made when first asked for. @core owner
struct CodecContexts {
  CodecContexts() = default;
  CodecContexts(const CodecContexts&) = delete;
  CodecContexts& operator=(const CodecContexts&) = delete;
  ~CodecContexts();

  /// Ready for a raw deflate stream.
  z_stream& fresh_inflater();
  ZSTD_DCtx& fresh_zstd_decompressor();
  ZSTD_CCtx& zstd_compressor();
  /// Frees what holds more than `bytes`.
  void give_back_above(size_t bytes);

 private:
  z_stream inflater_{};
  bool has_inflater_ = false;
  std::unique_ptr<ZSTD_DCtx, FreeZstd> zstd_decompressor_;
  std::unique_ptr<ZSTD_CCtx, FreeZstd> zstd_compressor_;
};

}  // namespace klamm::protocol
