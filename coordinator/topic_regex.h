#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace klamm::coordinator {

/// A regular expression of a consumer's subscription (KIP-848), in RE2's syntax: matching takes time linear in the
/// topic's name, whatever the expression. Where a group is created with one, it is compiled once and kept.
/// @core any (constant)
class TopicRegex {
 public:
  static constexpr size_t kPatternBytesMax = 4096;
  /// What a kept expression may take. Compiling takes a few tens of ms at most; an ordinary one, tens of us.
  static constexpr size_t kProgramBytesMax = 256 << 10;

  /// The error is the message of INVALID_REGULAR_EXPRESSION.
  static std::expected<TopicRegex, std::string> compile(std::string_view pattern);

  ~TopicRegex();
  TopicRegex(TopicRegex&&) noexcept;
  TopicRegex& operator=(TopicRegex&&) noexcept;

  /// Whether the whole name matches.
  bool matches(std::string_view topic_name) const;
  std::string_view pattern() const;

 private:
  struct Compiled;
  explicit TopicRegex(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace klamm::coordinator
