#include "net/frame_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "frame_bytes.h"
#include "net/options.h"

namespace klamm::net {
namespace {

using testing::as_bytes;
using testing::as_text;
using testing::big_endian_32;
using testing::pattern;
using Status = FrameReader::Status;

struct FrameReaderTest : ::testing::Test {
  RequestMemory memory{64u << 20};
  ChunkPool pool{memory, 1u << 20};
  RequestMemory::Waiter waiter;
  FrameReader reader{pool, 10u << 20};

  void feed(std::string_view bytes) { ASSERT_TRUE(reader.feed(as_bytes(bytes), waiter)); }
};

std::string frame_of(std::string_view body) {
  return big_endian_32(static_cast<int64_t>(body.size())) + std::string(body);
}

TEST_F(FrameReaderTest, ByteByByte) {
  const std::string body = pattern(37);
  const std::string frame = frame_of(body);
  for (size_t i = 0; i < frame.size(); ++i) {
    EXPECT_EQ(reader.status(), Status::kNeedMore);
    feed(std::string_view(frame).substr(i, 1));
  }
  ASSERT_EQ(reader.status(), Status::kFrame);
  EXPECT_EQ(as_text(reader.take().bytes), body);
  EXPECT_EQ(reader.status(), Status::kNeedMore);
  EXPECT_EQ(memory.held_bytes(), 0u) << "nothing to parse: no memory";
}

TEST_F(FrameReaderTest, ManyFramesShareOneChunk) {
  std::string stream;
  for (int i = 0; i < 50; ++i) stream += frame_of(pattern(20 + static_cast<size_t>(i), static_cast<uint32_t>(i)));
  feed(stream);
  std::vector<FrameReader::Frame> frames;
  while (reader.status() == Status::kFrame) frames.push_back(reader.take());
  ASSERT_EQ(frames.size(), 50u);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(as_text(frames[static_cast<size_t>(i)].bytes),
              pattern(20 + static_cast<size_t>(i), static_cast<uint32_t>(i)));
    EXPECT_EQ(frames[static_cast<size_t>(i)].chunk.get(), frames[0].chunk.get());
  }
  EXPECT_GT(memory.held_bytes(), 0u);
  frames.clear();
  EXPECT_EQ(memory.held_bytes(), 0u);
}

TEST_F(FrameReaderTest, RefusesSizesBeforeAnyAllocation) {
  for (const int64_t size :
       {int64_t{-1}, int64_t{INT32_MIN}, int64_t{0}, int64_t{7}, int64_t{(10 << 20) + 1}, int64_t{INT32_MAX}}) {
    reader.clear();
    feed(big_endian_32(size) + "abc");
    EXPECT_EQ(reader.status(), Status::kBadSize) << size;
    EXPECT_LE(memory.held_bytes(), 1024u);
  }
  reader.clear();
  feed(big_endian_32(10 << 20) + "abc");
  EXPECT_EQ(reader.status(), Status::kNeedDirect);
  EXPECT_LE(memory.held_bytes(), 1024u) << "a claim costs nothing";
}

TEST_F(FrameReaderTest, TheRestOfALargeFrameIsReceivedInPlace) {
  const std::string body = pattern(3u << 20);
  const std::string frame = frame_of(body);
  feed(std::string_view(frame).substr(0, 1000));
  size_t sent = 1000;
  while (reader.status() != Status::kFrame) {
    ASSERT_TRUE(reader.status() == Status::kNeedDirect || frame.size() - sent < kDirectReceiveBytes);
    const std::span<std::byte> target = reader.direct_target(waiter);
    ASSERT_FALSE(target.empty());
    const size_t piece = std::min<size_t>(target.size(), 300'000);
    std::memcpy(target.data(), frame.data() + sent, piece);
    reader.direct_received(piece);
    sent += piece;
  }
  EXPECT_EQ(sent, frame.size()) << "never beyond the frame's end";
  EXPECT_EQ(as_text(reader.take().bytes), body);
  EXPECT_EQ(memory.held_bytes(), 0u);
}

TEST_F(FrameReaderTest, AHugeFrameThatComesInPiecesIsCopiedOnce) {
  const std::string body = pattern(4u << 20);
  const std::string stream = frame_of(body) + frame_of("small");
  constexpr size_t kPiece = 64u << 10;
  feed(stream.substr(0, kPiece));
  const std::byte* const place = reader.unparsed().data();
  for (size_t at = kPiece; at < stream.size(); at += kPiece) {
    feed(std::string_view(stream).substr(at, kPiece));
    ASSERT_EQ(reader.unparsed().data(), place) << at;
    EXPECT_LE(memory.held_bytes(), std::max(2 * (at + kPiece), size_t{2} << 20)) << "charged as it comes";
  }
  EXPECT_EQ(as_text(reader.take().bytes), body);
  EXPECT_EQ(as_text(reader.take().bytes), "small");
}

TEST_F(FrameReaderTest, WhatFollowsALargeFrameLeavesItsMemory) {
  for (const size_t size : {size_t{300} << 10, size_t{4} << 20}) {
    feed(frame_of(pattern(size)) + frame_of("small").substr(0, 6));
    EXPECT_FALSE(reader.leave_large_chunk(waiter)) << "the large frame is still there";
    reader.take();
    EXPECT_GE(memory.held_bytes(), size);
    EXPECT_TRUE(reader.leave_large_chunk(waiter));
    EXPECT_LE(memory.held_bytes(), ChunkPool::kSmallestBytes);
    EXPECT_FALSE(reader.leave_large_chunk(waiter)) << "once is enough";
    feed(frame_of("small").substr(6));
    EXPECT_EQ(as_text(reader.take().bytes), "small");
    EXPECT_EQ(memory.held_bytes(), 0u);
  }
}

TEST_F(FrameReaderTest, RandomCutsGiveTheSameFrames) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string stream;
    std::vector<std::string> bodies;
    for (int i = 0; i < 12; ++i) {
      const size_t size = random() % 4 == 0 ? 8 + random() % 200'000 : 8 + random() % 400;
      bodies.push_back(pattern(size, random()));
      stream += frame_of(bodies.back());
    }
    size_t at = 0;
    size_t seen = 0;
    std::vector<FrameReader::Frame> kept;
    while (seen < bodies.size()) {
      if (reader.status() == Status::kFrame) {
        kept.push_back(reader.take());
        ++seen;
      } else if (reader.status() == Status::kNeedDirect && random() % 2 == 0) {
        const std::span<std::byte> target = reader.direct_target(waiter);
        const size_t piece = std::min<size_t>(target.size(), 1 + random() % 100'000);
        std::memcpy(target.data(), stream.data() + at, piece);
        reader.direct_received(piece);
        at += piece;
      } else {
        const size_t piece = std::min<size_t>(stream.size() - at, 1 + random() % (random() % 2 == 0 ? 10 : 70'000));
        feed(std::string_view(stream).substr(at, piece));
        at += piece;
      }
    }
    for (size_t i = 0; i < bodies.size(); ++i) ASSERT_EQ(as_text(kept[i].bytes), bodies[i]);
    EXPECT_EQ(reader.unparsed_bytes(), 0u);
  }
  EXPECT_EQ(memory.held_bytes(), 0u);
}

TEST_F(FrameReaderTest, TakesNothingWithoutMemory) {
  RequestMemory tight(ChunkPool::kSmallestBytes);
  ChunkPool tight_pool(tight, 0);
  FrameReader one(tight_pool, 10u << 20);
  FrameReader two(tight_pool, 10u << 20);
  FrameReader three(tight_pool, 10u << 20);
  RequestMemory::Waiter waiters[3];
  int resumed = 0;
  static int* counter = &resumed;
  for (auto& w : waiters) w.resume = [](RequestMemory::Waiter&) noexcept { ++*counter; };
  EXPECT_TRUE(one.feed(as_bytes("abcd"), waiters[0]));
  EXPECT_TRUE(two.feed(as_bytes("abcd"), waiters[1]));
  EXPECT_FALSE(three.feed(as_bytes("abcd"), waiters[2]));
  EXPECT_EQ(three.unparsed_bytes(), 0u);
  two.clear();
  EXPECT_EQ(resumed, 1);
  EXPECT_TRUE(three.feed(as_bytes("abcd"), waiters[2]));
}

}  // namespace
}  // namespace klamm::net
