#pragma once

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace klamm::tools {

/// One line of what a command says. Its first member is "type"; others are named as Kafka's dump-log names them.
using Item = nlohmann::ordered_json;

/// How a command speaks: items as lines of "name: value" or as one JSON object a line, and what is wrong with the
/// files, which is counted. Nothing is kept.
/// @core any
class Report {
 public:
  Report(std::FILE* out, bool as_json) : out_(out), as_json_(as_json) {}
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  void item(const Item& item);
  /// A sentence; with JSON an item of type "note".
  void note(std::string_view text);
  /// `what` is wrong with the file, at that byte where one can be named.
  void damage(std::string_view file, std::optional<uint64_t> position, std::string_view what);
  /// What a start of the broker mends by itself: said, but not counted as damage.
  void mend(std::string_view file, std::optional<uint64_t> position, std::string_view what);
  /// What could not be looked at.
  void failure(std::string_view what);

  uint64_t damage_count() const { return damage_count_; }
  uint64_t mend_count() const { return mend_count_; }
  uint64_t failure_count() const { return failure_count_; }
  /// 0: all is well, 1: there is damage, 2: not all could be looked at, or said.
  int exit_code() const;

 private:
  void line(std::string_view text);
  void fault(const char* type, const char* label, std::string_view file, std::optional<uint64_t> position,
             std::string_view what);

  std::FILE* out_;
  bool as_json_;
  uint64_t damage_count_ = 0;
  uint64_t mend_count_ = 0;
  uint64_t failure_count_ = 0;
  bool is_output_lost_ = false;  // some of it
};

/// The bytes as they can stand in a line: text, or Base64 under `name`Base64 where they are no UTF-8.
void set_bytes(Item& item, const std::string& name, std::string_view bytes);

}  // namespace klamm::tools
