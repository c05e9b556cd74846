#pragma once

#include <sys/uio.h>

#include <vector>

#include "protocol/compression/codec_scratch.h"

namespace klamm::storage {

// Working memory of one shard's appends and look-ups; empty between two uses.
// @core owner
struct AppendScratch {
  protocol::CodecScratch codec;
  std::vector<iovec> pieces;
};

}  // namespace klamm::storage
