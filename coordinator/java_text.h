#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// What Kafka says of a text by the UTF-16 that Java holds it in. Bytes that are no UTF-8 count as Java decodes them:
// one U+FFFD for each longest beginning of a character.
namespace klamm::coordinator {

/// Java's String.length(): characters above U+FFFF count twice.
size_t utf16_length(std::string_view utf8);

/// As Java holds it, and compares it.
std::u16string java_text(std::string_view utf8);

/// Java's String.hashCode().
int32_t java_hash_code(std::string_view utf8);

}  // namespace klamm::coordinator
