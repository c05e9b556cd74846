// Any bytes in any pieces through the frame reader and the request header: nothing is read outside, the frames do not
// depend on where the stream was cut, and an illegal size allocates nothing large. Input: a seed of the cuts, then the
// stream.

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "net/chunk_pool.h"
#include "net/frame_reader.h"
#include "net/garbage_guess.h"
#include "net/request_header.h"
#include "protocol/assert.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace klamm::net;

constexpr uint32_t kFrameBytesMax = 1u << 20;

struct Outcome {
  std::vector<std::string> frames;
  bool bad_size = false;

  bool operator==(const Outcome&) const = default;
};

void look_at(std::span<const std::byte> frame) {
  for (const int16_t header_version : {int16_t{0}, int16_t{1}, int16_t{2}}) {
    const auto header = parse_request_header(frame, header_version);
    if (header) KLAMM_ASSERT(header->size_bytes <= frame.size() && header->client_id.size() <= frame.size());
  }
}

// Feeds the stream in pieces of at most `piece_max` bytes; a piece of a large frame is received in place.
Outcome read_all(std::span<const std::byte> stream, std::minstd_rand& random, size_t piece_max) {
  RequestMemory memory(uint64_t{64} << 20);
  ChunkPool pool(memory, 1u << 20);
  RequestMemory::Waiter waiter;
  FrameReader reader(pool, kFrameBytesMax);
  Outcome outcome;
  while (true) {
    switch (reader.status()) {
      case FrameReader::Status::kFrame: {
        const FrameReader::Frame frame = reader.take();
        look_at(frame.bytes);
        outcome.frames.emplace_back(reinterpret_cast<const char*>(frame.bytes.data()), frame.bytes.size());
        continue;
      }
      case FrameReader::Status::kBadSize:
        outcome.bad_size = true;
        KLAMM_ASSERT(memory.held_bytes() <= 2 * (stream.size() + kFrameBytesMax));
        return outcome;
      case FrameReader::Status::kNeedDirect:
      case FrameReader::Status::kNeedMore:
        break;
    }
    if (stream.empty()) return outcome;
    const size_t piece = std::min<size_t>(stream.size(), 1 + random() % piece_max);
    if (reader.status() == FrameReader::Status::kNeedDirect && random() % 2 == 0) {
      const std::span<std::byte> target = reader.direct_target(waiter);
      KLAMM_ASSERT(!target.empty());
      const size_t part = std::min(piece, target.size());
      std::memcpy(target.data(), stream.data(), part);
      reader.direct_received(part);
      stream = stream.subspan(part);
    } else {
      KLAMM_ASSERT(reader.feed(stream.first(piece), waiter));
      stream = stream.subspan(piece);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  std::minstd_rand random(data[0] * 256u + data[1] + 1);
  const auto stream = std::as_bytes(std::span(data + 2, size - 2));
  static_cast<void>(garbage_guess(stream, kFrameBytesMax));
  static_cast<void>(looks_foreign(stream));
  const Outcome whole = read_all(stream, random, std::max<size_t>(stream.size(), 1));
  const Outcome cut = read_all(stream, random, 1 + random() % 64);
  const Outcome bytewise = read_all(stream, random, 1);
  KLAMM_ASSERT(whole == cut && whole == bytewise);
  return 0;
}

namespace klamm::fuzz {

std::vector<std::vector<uint8_t>> seeds() {
  const auto frame = [](uint8_t api_key, std::vector<uint8_t> body) {
    std::vector<uint8_t> bytes{0, 0, 0, static_cast<uint8_t>(8 + body.size()), 0, api_key, 0, 3, 0, 0, 0, 1};
    bytes.insert(bytes.end(), body.begin(), body.end());
    return bytes;
  };
  std::vector<uint8_t> two{0, 1};
  for (const auto& one : {frame(18, {0xff, 0xff, 0x00}), frame(3, {0, 2, 'i', 'd', 0x01, 0x00, 0x01, 'x'})}) {
    two.insert(two.end(), one.begin(), one.end());
  }
  std::vector<uint8_t> large{7, 7, 0, 2, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1};
  large.resize(2000, 0x5a);
  const std::vector<uint8_t> negative{3, 3, 0xff, 0xff, 0xff, 0xff, 0, 18};
  const std::vector<uint8_t> http{1, 1, 'G', 'E', 'T', ' ', '/', ' ', 'H', 'T', 'T', 'P'};
  return {two, large, negative, http};
}

}  // namespace klamm::fuzz
