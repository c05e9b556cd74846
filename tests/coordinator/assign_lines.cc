#include "tests/coordinator/assign_lines.h"

#include <algorithm>
#include <charconv>

namespace klamm::coordinator {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_list(std::string_view text, char separator) {
  return text.empty() ? std::vector<std::string_view>() : split(text, separator);
}

int32_t number(std::string_view text) {
  int32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

protocol::Uuid uuid(std::string_view text) {
  return protocol::Uuid::parse(text).value_or(protocol::kZeroUuid);
}

TopicPartitions read_target(std::string_view text) {
  TopicPartitions target;
  for (const std::string_view entry : split_list(text, ',')) {
    const size_t colon = std::min(entry.find(':'), entry.size());
    std::vector<int32_t>& partitions = target[uuid(entry.substr(0, colon))];
    for (const std::string_view partition : split(entry.substr(std::min(colon + 1, entry.size())), '.')) {
      partitions.push_back(number(partition));
    }
    std::ranges::sort(partitions);
  }
  return target;
}

std::string written(const TopicPartitions& target) {
  std::string text;
  for (const auto& [id, partitions] : target) {
    text += (text.empty() ? "" : ",") + id.to_string();
    char separator = ':';
    for (const int32_t partition : partitions) {
      text += separator + std::to_string(partition);
      separator = '.';
    }
  }
  return text;
}

}  // namespace

AssignorGroup WrittenGroup::view() const {
  AssignorGroup group{.topics = topics, .is_homogeneous = is_homogeneous};
  for (const Member& member : members) {
    group.members.push_back({.member_id = member.member_id,
                             .instance_id = member.instance_id,
                             .subscribed = member.subscribed,
                             .target = &member.target});
  }
  return group;
}

std::optional<WrittenGroup> read_group(std::string_view line) {
  const std::vector<std::string_view> parts = split(line, ' ');
  if (parts.size() != 4) return std::nullopt;
  WrittenGroup group{.assignor = std::string(parts[0]), .is_homogeneous = parts[1] == "homogeneous"};
  for (const std::string_view topic : split_list(parts[2], ',')) {
    const std::vector<std::string_view> fields = split(topic, ':');
    if (fields.size() != 2) return std::nullopt;
    group.topics.push_back({uuid(fields[0]), number(fields[1])});
  }
  for (const std::string_view text : split_list(parts[3], ';')) {
    const std::vector<std::string_view> fields = split(text, '/');
    if (fields.size() != 4) return std::nullopt;
    WrittenGroup::Member& member = group.members.emplace_back();
    member.member_id = fields[0];
    if (!fields[1].empty()) member.instance_id = fields[1];
    for (const std::string_view id : split_list(fields[2], ',')) member.subscribed.push_back(uuid(id));
    std::ranges::sort(member.subscribed);
    member.target = read_target(fields[3]);
  }
  return group;
}

std::string written(const AssignorResult& result) {
  if (!result) return "ERROR";
  std::string text;
  for (size_t i = 0; i < result->size(); ++i) text += (i == 0 ? "" : ";") + written((*result)[i]);
  return text;
}

}  // namespace klamm::coordinator
