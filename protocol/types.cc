#include "protocol/types.h"

namespace klamm::protocol {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

int digit_value(char c) {
  const size_t position = kAlphabet.find(c);
  return position == std::string_view::npos ? -1 : static_cast<int>(position);
}

uint64_t load_big_endian(const uint8_t* bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = (value << 8) | bytes[i];
  return value;
}

}  // namespace

Uuid Uuid::from_halves(uint64_t most_significant, uint64_t least_significant) {
  Uuid id;
  for (size_t i = 0; i < 8; ++i) {
    id.bytes[i] = static_cast<uint8_t>(most_significant >> (56 - 8 * i));
    id.bytes[8 + i] = static_cast<uint8_t>(least_significant >> (56 - 8 * i));
  }
  return id;
}

uint64_t Uuid::most_significant() const {
  return load_big_endian(bytes.data());
}
uint64_t Uuid::least_significant() const {
  return load_big_endian(bytes.data() + 8);
}

std::string Uuid::to_string() const {
  std::string text;
  text.reserve(kTextSize);
  uint32_t bits = 0;
  int bit_count = 0;
  for (const uint8_t byte : bytes) {
    bits = (bits << 8) | byte;
    bit_count += 8;
    while (bit_count >= 6) {
      bit_count -= 6;
      text.push_back(kAlphabet[(bits >> bit_count) & 63]);
    }
  }
  text.push_back(kAlphabet[(bits << (6 - bit_count)) & 63]);
  return text;
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() == kTextSize + 2 && text.ends_with("==")) text.remove_suffix(2);
  if (text.size() != kTextSize) return std::nullopt;
  Uuid id;
  size_t size = 0;
  uint32_t bits = 0;
  int bit_count = 0;
  for (const char c : text) {
    const int value = digit_value(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6) | static_cast<uint32_t>(value);
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    id.bytes[size++] = static_cast<uint8_t>(bits >> bit_count);
  }
  return id;
}

}  // namespace klamm::protocol
