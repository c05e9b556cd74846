#include "storage/file_names.h"

#include <fmt/core.h>

#include <charconv>

namespace klamm::storage {

std::string offset_file_path(std::string_view directory, Offset offset, std::string_view suffix) {
  return fmt::format("{}/{:020}{}", directory, offset.value, suffix);
}

std::optional<Offset> parse_offset_file_name(std::string_view name, std::string_view suffix) {
  constexpr size_t kDigits = 20;
  if (name.size() != kDigits + suffix.size() || !name.ends_with(suffix)) return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + kDigits, value);
  if (error != std::errc{} || end != name.data() + kDigits || value < 0) return std::nullopt;
  return Offset(value);
}

}  // namespace klamm::storage
