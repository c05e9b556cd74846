#include "coordinator/topic_regex.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <utility>

namespace klamm::coordinator {
namespace {

// As RE2/J, which Kafka has, calls them.
std::string_view description(re2::RE2::ErrorCode error) {
  switch (error) {
    case re2::RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case re2::RE2::ErrorBadCharClass:
    case re2::RE2::ErrorBadCharRange:
      return "invalid character class range";
    case re2::RE2::ErrorMissingBracket:
      return "missing closing ]";
    case re2::RE2::ErrorMissingParen:
      return "missing closing )";
    case re2::RE2::ErrorUnexpectedParen:
      return "regexp/syntax: internal error";
    case re2::RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case re2::RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case re2::RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case re2::RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case re2::RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case re2::RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case re2::RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case re2::RE2::ErrorPatternTooLarge:
      return "expression too large";
    default:
      return "internal error";
  }
}

std::string invalid(std::string_view pattern, std::string_view why) {
  return fmt::format("SubscribedTopicRegex `{}` is not a valid regular expression: {}.", pattern, why);
}

// Room for the automaton that a small program may need: without it a match takes a thousand times as long.
constexpr size_t kMatchBytesMax = size_t{8} << 20;

re2::RE2::Options options(size_t bytes_max) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(bytes_max));
  return options;
}

}  // namespace

struct TopicRegex::Compiled {
  Compiled(std::string_view pattern, size_t bytes_max)
      : re(re2::StringPiece(pattern.data(), pattern.size()), options(bytes_max)) {}
  re2::RE2 re;
};

TopicRegex::TopicRegex(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
TopicRegex::~TopicRegex() = default;
TopicRegex::TopicRegex(TopicRegex&&) noexcept = default;
TopicRegex& TopicRegex::operator=(TopicRegex&&) noexcept = default;

std::expected<TopicRegex, std::string> TopicRegex::compile(std::string_view pattern) {
  if (pattern.size() > kPatternBytesMax) {
    return std::unexpected(
        invalid(fmt::format("{}...", pattern.substr(0, 100)), fmt::format("longer than {} bytes", kPatternBytesMax)));
  }
  // What is compiled is bounded more narrowly than what it may use to match.
  const Compiled small(pattern, kProgramBytesMax);
  if (!small.re.ok()) return std::unexpected(invalid(pattern, description(small.re.error_code())));
  auto compiled = std::make_unique<Compiled>(pattern, kMatchBytesMax);
  if (!compiled->re.ok()) return std::unexpected(invalid(pattern, description(compiled->re.error_code())));
  return TopicRegex(std::move(compiled));
}

bool TopicRegex::matches(std::string_view topic_name) const {
  return re2::RE2::FullMatch(re2::StringPiece(topic_name.data(), topic_name.size()), compiled_->re);
}

std::string_view TopicRegex::pattern() const {
  return compiled_->re.pattern();
}

}  // namespace klamm::coordinator
