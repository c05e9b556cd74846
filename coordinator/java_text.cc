#include "coordinator/java_text.h"

namespace klamm::coordinator {

namespace {

constexpr uint32_t kReplacement = 0xfffd;
constexpr uint32_t kFirstOfTwoUnits = 0x10000;

// What the first byte of a character of several bytes says of the ones after it.
struct Lead {
  int follow_count = 0;  // 0: no such first byte
  uint32_t bits = 0;
  uint8_t second_lowest = 0x80;
  uint8_t second_highest = 0xbf;
};

Lead lead_of(uint8_t first) {
  if (first >= 0xc2 && first <= 0xdf) return {1, first & 0x1fU, 0x80, 0xbf};
  if (first == 0xe0) return {2, 0, 0xa0, 0xbf};
  if (first == 0xed) return {2, 0xd, 0x80, 0x9f};
  if (first >= 0xe1 && first <= 0xef) return {2, first & 0xfU, 0x80, 0xbf};
  if (first == 0xf0) return {3, 0, 0x90, 0xbf};
  if (first == 0xf4) return {3, 4, 0x80, 0x8f};
  if (first >= 0xf1 && first <= 0xf3) return {3, first & 7U, 0x80, 0xbf};
  return {};
}

uint32_t next_character(std::string_view text, size_t& at) {
  const auto first = static_cast<uint8_t>(text[at++]);
  if (first < 0x80) return first;
  const Lead lead = lead_of(first);
  if (lead.follow_count == 0) return kReplacement;
  uint32_t value = lead.bits;
  for (int i = 0; i < lead.follow_count; ++i) {
    if (at == text.size()) return kReplacement;
    const auto byte = static_cast<uint8_t>(text[at]);
    const uint8_t lowest = i == 0 ? lead.second_lowest : 0x80;
    const uint8_t highest = i == 0 ? lead.second_highest : 0xbf;
    if (byte < lowest || byte > highest) return kReplacement;
    value = (value << 6) | (byte & 0x3fU);
    ++at;
  }
  return value;
}

template <class Visit>
void for_each_unit(std::string_view text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    const uint32_t character = next_character(text, at);
    if (character < kFirstOfTwoUnits) {
      visit(character);
      continue;
    }
    visit(0xd800 + ((character - kFirstOfTwoUnits) >> 10));
    visit(0xdc00 + ((character - kFirstOfTwoUnits) & 0x3ff));
  }
}

}  // namespace

size_t utf16_length(std::string_view utf8) {
  size_t length = 0;
  for_each_unit(utf8, [&](uint32_t) { ++length; });
  return length;
}

std::u16string java_text(std::string_view utf8) {
  std::u16string text;
  text.reserve(utf8.size());
  for_each_unit(utf8, [&](uint32_t unit) { text.push_back(static_cast<char16_t>(unit)); });
  return text;
}

int32_t java_hash_code(std::string_view utf8) {
  uint32_t hash = 0;
  for_each_unit(utf8, [&](uint32_t unit) { hash = 31 * hash + unit; });
  return static_cast<int32_t>(hash);
}

}  // namespace klamm::coordinator
