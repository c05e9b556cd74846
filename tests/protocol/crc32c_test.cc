#include "protocol/crc32c.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace klamm::protocol {
namespace {

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Bit by bit, as the polynomial says.
uint32_t slow_crc32c(std::span<const std::byte> data) {
  uint32_t crc = ~0U;
  for (const std::byte byte : data) {
    crc ^= static_cast<uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78U : 0U);
  }
  return ~crc;
}

TEST(Crc32c, KnowsTheVectorsOfTheStandard) {
  EXPECT_EQ(crc32c(bytes("123456789")), 0xe3069283U);
  EXPECT_EQ(crc32c({}), 0U);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32)), 0x8a9136aaU);
  EXPECT_EQ(crc32c(std::vector<std::byte>(32, std::byte{0xff})), 0x62a8ab43U);
}

TEST(Crc32c, IsRightForEverySizeAndAlignment) {
  std::vector<std::byte> data(1200);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 2654435761U >> 24);
  for (size_t start = 0; start < 9; ++start) {
    for (size_t size = 0; size + start <= data.size(); size += size < 300 ? 1 : 37) {
      const auto part = std::span(data).subspan(start, size);
      ASSERT_EQ(crc32c(part), slow_crc32c(part)) << start << " " << size;
    }
  }
}

TEST(Crc32c, ExtendsOverPieces) {
  std::vector<std::byte> data(3000);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i);
  const uint32_t whole = crc32c(data);
  for (const size_t cut : {0UL, 1UL, 20UL, 255UL, 256UL, 2999UL, 3000UL}) {
    const auto span = std::span<const std::byte>(data);
    EXPECT_EQ(crc32c_extend(crc32c(span.first(cut)), span.subspan(cut)), whole) << cut;
  }
}

}  // namespace
}  // namespace klamm::protocol
