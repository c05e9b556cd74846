#pragma once

#include <cstddef>
#include <span>

#include "protocol/buffer.h"
#include "protocol/compression/compression_type.h"

// Inside of protocol/compression: what CodecScratch::compress does.
namespace klamm::protocol {

struct CodecContexts;

void compress_to(CompressionType type, int level, std::span<const std::byte> input, Buffer& out,
                 CodecContexts& contexts);

}  // namespace klamm::protocol
