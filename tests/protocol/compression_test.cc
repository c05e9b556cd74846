#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "protocol/compression/codec_scratch.h"

namespace klamm::protocol {
namespace {

std::vector<std::byte> sample(size_t size, unsigned variety, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::byte>(random() % variety);
  return bytes;
}

struct Unpacked {
  std::vector<std::byte> bytes;
  std::optional<DecompressFault> fault;
  size_t largest_piece = 0;
};

Unpacked unpack(CodecScratch& scratch, CompressionType codec, std::span<const std::byte> input,
                uint64_t limit = UINT64_MAX) {
  Unpacked result;
  auto stream = scratch.open(codec, input, limit);
  for (;;) {
    const auto piece = stream.next();
    if (!piece) {
      result.fault = piece.error();
      EXPECT_EQ(stream.next().error(), piece.error()) << "a fault stays";
      return result;
    }
    if (piece->empty()) {
      EXPECT_TRUE(stream.next()->empty()) << "the end stays";
      return result;
    }
    result.largest_piece = std::max(result.largest_piece, piece->size());
    result.bytes.insert(result.bytes.end(), piece->begin(), piece->end());
  }
}

class CodecTest : public ::testing::TestWithParam<CompressionType> {
 protected:
  Buffer pack(std::span<const std::byte> input, int level) {
    Buffer out;
    scratch_.compress(GetParam(), level, input, out);
    return out;
  }
  Buffer pack(std::span<const std::byte> input) { return pack(input, compression_levels(GetParam()).standard); }

  CodecScratch scratch_;
};
INSTANTIATE_TEST_SUITE_P(Codecs, CodecTest,
                         ::testing::Values(CompressionType::kNone, CompressionType::kGzip, CompressionType::kSnappy,
                                           CompressionType::kLz4, CompressionType::kZstd),
                         [](const auto& test) { return std::string(compression_name(test.param)); });

TEST_P(CodecTest, GivesBackWhatItWasGiven) {
  for (const size_t size : {0UL, 1UL, 100UL, 16384UL, 65536UL, 65537UL, 300'000UL, 3'000'000UL}) {
    for (const unsigned variety : {1U, 4U, 256U}) {
      const auto input = sample(size, variety);
      const Buffer packed = pack(input);
      const Unpacked unpacked = unpack(scratch_, GetParam(), packed.span());
      ASSERT_FALSE(unpacked.fault) << size << " " << variety;
      ASSERT_EQ(unpacked.bytes, input) << size << " " << variety;
    }
  }
}

TEST_P(CodecTest, TakesEveryLevel) {
  const auto levels = compression_levels(GetParam());
  const auto input = sample(20000, 3);
  for (int level = std::max(levels.lowest, -5); level <= levels.highest; ++level) {
    const Buffer packed = pack(input, level);
    EXPECT_EQ(unpack(scratch_, GetParam(), packed.span()).bytes, input) << level;
  }
}

TEST_P(CodecTest, GivesPiecesOfBoundedSize) {
  if (GetParam() == CompressionType::kNone) return;
  const auto input = sample(8'000'000, 2);
  const Buffer packed = pack(input);
  const Unpacked unpacked = unpack(scratch_, GetParam(), packed.span());
  EXPECT_EQ(unpacked.bytes.size(), input.size());
  EXPECT_LE(unpacked.largest_piece, 65536U);
}

TEST_P(CodecTest, EndsABomb) {
  const std::vector<std::byte> zeros(50'000'000);
  const Buffer packed = pack(zeros);
  const Unpacked unpacked = unpack(scratch_, GetParam(), packed.span(), 1'000'000);
  EXPECT_EQ(unpacked.fault, DecompressFault::kOutputLimit);
  EXPECT_LE(unpacked.bytes.size(), 1'000'000U);
}

TEST_P(CodecTest, StopsExactlyAtTheLimit) {
  const auto input = sample(10000, 5);
  const Buffer packed = pack(input);
  EXPECT_FALSE(unpack(scratch_, GetParam(), packed.span(), 10000).fault);
  EXPECT_EQ(unpack(scratch_, GetParam(), packed.span(), 9999).fault, DecompressFault::kOutputLimit);
}

TEST_P(CodecTest, FindsCutInput) {
  if (GetParam() == CompressionType::kNone) return;
  const auto input = sample(100'000, 20);
  const Buffer packed = pack(input);
  for (size_t size = 0; size < packed.size(); size += 1 + packed.size() / 97) {
    const Unpacked unpacked = unpack(scratch_, GetParam(), packed.span().first(size));
    EXPECT_LE(unpacked.bytes.size(), input.size());
    EXPECT_TRUE(std::equal(unpacked.bytes.begin(), unpacked.bytes.end(), input.begin())) << size;
    EXPECT_TRUE(unpacked.fault || unpacked.bytes.size() < input.size()) << size;
  }
}

TEST_P(CodecTest, SurvivesDamage) {
  std::mt19937 random(5);
  const auto input = sample(5000, 10);
  const Buffer packed = pack(input);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> damaged(packed.span().begin(), packed.span().end());
    for (unsigned i = 0; i <= random() % 3; ++i) damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    (void)unpack(scratch_, GetParam(), damaged, 10'000'000);
  }
  EXPECT_EQ(unpack(scratch_, GetParam(), packed.span()).bytes, input) << "the scratch is as good as new";
}

TEST_P(CodecTest, IsReadyAgainWhenAStreamIsLeftEarly) {
  const auto input = sample(500'000, 7);
  const Buffer packed = pack(input);
  for (int i = 0; i < 3; ++i) {
    auto stream = scratch_.open(GetParam(), packed.span(), UINT64_MAX);
    ASSERT_TRUE(stream.next());
  }
  EXPECT_EQ(unpack(scratch_, GetParam(), packed.span()).bytes, input);
}

TEST(CompressionTypes, HaveKafkasNamesAndNumbers) {
  for (int id = 0; id < kCompressionTypeCount; ++id) {
    const auto type = *compression_from_id(id);
    EXPECT_EQ(compression_from_name(compression_name(type)), type);
  }
  EXPECT_EQ(compression_name(CompressionType::kLz4), "lz4");
  EXPECT_FALSE(compression_from_id(5));
  EXPECT_FALSE(compression_from_id(-1));
  EXPECT_FALSE(compression_from_name("producer"));
}

TEST(Snappy, DoesNotBelieveABlocksSize) {
  // A raw block that claims 4 GiB - 1.
  const std::vector<std::byte> lie = {std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff},
                                      std::byte{0x0f}, std::byte{0},    std::byte{'a'}};
  CodecScratch scratch;
  EXPECT_EQ(unpack(scratch, CompressionType::kSnappy, lie).fault, DecompressFault::kCorrupt);
}

}  // namespace
}  // namespace klamm::protocol
