#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

namespace klamm::reactor {

// Writes to stdout or stderr, which may be a pipe that nobody reads any more, or a file on a full disk. fmt::print()
// throws then, and a broker must not end because its start line finds no reader. False: not all was written.
// @core any
inline bool write_text(std::FILE* out, std::string_view text) noexcept {
  return std::fwrite(text.data(), 1, text.size(), out) == text.size();
}

template <class... Arguments>
bool print(std::FILE* out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return write_text(out, fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace klamm::reactor
