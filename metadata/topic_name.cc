#include "metadata/topic_name.h"

#include <algorithm>

namespace klamm::metadata {

namespace {

bool is_legal(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

}  // namespace

std::optional<std::string> invalid_topic_name_reason(std::string_view name) {
  const std::string prefix = "Topic name is invalid: ";
  if (name.empty()) return prefix + "the empty string is not allowed";
  if (name == "." || name == "..") return prefix + "'" + std::string(name) + "' is not allowed";
  if (name.size() > kTopicNameBytesMax) {
    return prefix + "the length of '" + std::string(name) + "' is longer than the max allowed length " +
           std::to_string(kTopicNameBytesMax);
  }
  if (!std::all_of(name.begin(), name.end(), is_legal)) {
    return prefix + "'" + std::string(name) +
           "' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'";
  }
  return std::nullopt;
}

std::string collision_key(std::string_view name) {
  std::string key(name);
  std::replace(key.begin(), key.end(), '.', '_');
  return key;
}

bool may_collide(std::string_view name) {
  return name.find_first_of("._") != std::string_view::npos;
}

bool is_internal_topic(std::string_view name) {
  return name == "__consumer_offsets" || name == "__transaction_state" || name == "__share_group_state";
}

}  // namespace klamm::metadata
