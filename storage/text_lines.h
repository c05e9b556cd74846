#pragma once

#include <charconv>
#include <concepts>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Kafka's checkpoint files are text: a version, the number of entries, one entry a line.
namespace klamm::storage {

template <std::integral T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Words between spaces.
std::vector<std::string_view> split_words(std::string_view line);

// The entry lines of a checkpoint of version 0, checked against the number of entries. The views are into `text`.
std::expected<std::vector<std::string_view>, std::string> parse_checkpoint_lines(std::string_view text);

}  // namespace klamm::storage
