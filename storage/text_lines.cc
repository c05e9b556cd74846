#include "storage/text_lines.h"

#include <fmt/core.h>

namespace klamm::storage {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    if (!part.empty()) parts.push_back(part);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  return split(line, ' ');
}

std::expected<std::vector<std::string_view>, std::string> parse_checkpoint_lines(std::string_view text) {
  std::vector<std::string_view> lines = split(text, '\n');
  if (lines.size() < 2) return std::unexpected("the version or the number of entries is missing");
  const auto version = parse_number<int32_t>(lines[0]);
  if (version != 0) return std::unexpected(fmt::format("the version is \"{}\", not 0", lines[0]));
  const auto count = parse_number<uint64_t>(lines[1]);
  if (!count || *count != lines.size() - 2) {
    return std::unexpected(fmt::format("it says \"{}\" entries and has {}", lines[1], lines.size() - 2));
  }
  lines.erase(lines.begin(), lines.begin() + 2);
  return lines;
}

}  // namespace klamm::storage
