#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace klamm::broker {

/// One entry of a properties file.
struct Property {
  std::string key;
  std::string value;
  uint32_t line = 0;  // where it starts, from 1
};

/// Reads the syntax of java.util.Properties: comments (# and !), the separators '=', ':' and blanks, backslash escapes
/// (\t \n \r \f \uXXXX; any other character stands for itself) and continued lines. Bytes above 127 are taken as they
/// are. A key that comes twice is given twice, in order. The error is a sentence with the line.
/// @core any
std::expected<std::vector<Property>, std::string> parse_properties(std::string_view text);

}  // namespace klamm::broker
