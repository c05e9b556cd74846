#include "broker/properties.h"

#include <fmt/format.h>

#include <optional>

namespace klamm::broker {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}
bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

// Whether the line goes on in the next one: it ends in an odd number of backslashes.
bool is_continued(std::string_view line) {
  size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

// Natural lines, and the logical lines that they make.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // The next logical line that is neither blank nor a comment; nothing at the end.
  std::optional<std::string> next() {
    while (auto line = next_natural()) {
      std::string_view content = without_leading_blanks(*line);
      if (content.empty() || content.front() == '#' || content.front() == '!') continue;
      line_ = natural_line_;
      std::string logical;
      while (is_continued(content)) {
        logical += content.substr(0, content.size() - 1);
        line = next_natural();
        if (!line) return logical;
        content = without_leading_blanks(*line);
      }
      logical += content;
      return logical;
    }
    return std::nullopt;
  }

  // Where the newest logical line started.
  uint32_t line() const { return line_; }

 private:
  std::optional<std::string_view> next_natural() {
    if (position_ >= text_.size()) return std::nullopt;
    size_t end = position_;
    while (end < text_.size() && !is_line_end(text_[end])) ++end;
    const std::string_view line = text_.substr(position_, end - position_);
    if (end < text_.size() && text_[end] == '\r' && end + 1 < text_.size() && text_[end + 1] == '\n') ++end;
    position_ = end + 1;
    ++natural_line_;
    return line;
  }

  std::string_view text_;
  size_t position_ = 0;
  uint32_t natural_line_ = 0;
  uint32_t line_ = 0;
};

void append_utf8(std::string& out, uint32_t code_point) {
  const auto continuation = [&](uint32_t shift) { out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3f)); };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xc0 | (code_point >> 6));
    continuation(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xe0 | (code_point >> 12));
    continuation(6);
    continuation(0);
  } else {
    out += static_cast<char>(0xf0 | (code_point >> 18));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

std::optional<uint32_t> hex_digits(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  uint32_t value = 0;
  for (const char c : text.substr(0, 4)) {
    value <<= 4;
    if (c >= '0' && c <= '9') {
      value |= static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value |= static_cast<uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      value |= static_cast<uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

constexpr bool is_high_surrogate(uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
constexpr bool is_low_surrogate(uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

// \uXXXX at `text` (behind the backslash), two of them for a surrogate pair. Returns how much of `text` it took.
std::optional<size_t> unescape_unicode(std::string_view text, std::string& out) {
  const auto unit = hex_digits(text.substr(1));
  if (!unit) return std::nullopt;
  if (is_high_surrogate(*unit) && text.substr(5).starts_with("\\u")) {
    const auto low = hex_digits(text.substr(7));
    if (low && is_low_surrogate(*low)) {
      append_utf8(out, 0x10000 + ((*unit - 0xd800) << 10) + (*low - 0xdc00));
      return 11;
    }
  }
  append_utf8(out, *unit);
  return 5;
}

std::expected<std::string, std::string> unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) break;
    switch (text[i]) {
      case 't':
        out += '\t';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 'f':
        out += '\f';
        break;
      case 'u': {
        const auto taken = unescape_unicode(text.substr(i), out);
        if (!taken) return std::unexpected("\\u needs four hexadecimal digits");
        i += *taken - 1;
        break;
      }
      default:
        out += text[i];
    }
  }
  return out;
}

// Where the key of a logical line ends.
size_t key_end(std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '=' || line[i] == ':' || is_blank(line[i])) {
      return i;
    }
  }
  return line.size();
}

}  // namespace

std::expected<std::vector<Property>, std::string> parse_properties(std::string_view text) {
  std::vector<Property> properties;
  Lines lines(text);
  while (auto line = lines.next()) {
    const std::string_view whole = *line;
    const size_t end = key_end(whole);
    std::string_view rest = without_leading_blanks(whole.substr(end));
    if (!rest.empty() && (rest.front() == '=' || rest.front() == ':')) rest = without_leading_blanks(rest.substr(1));
    auto key = unescape(whole.substr(0, end));
    auto value = unescape(rest);
    if (!key || !value) {
      return std::unexpected(fmt::format("line {}: {}", lines.line(), !key ? key.error() : value.error()));
    }
    properties.push_back({std::move(*key), std::move(*value), lines.line()});
  }
  return properties;
}

}  // namespace klamm::broker
