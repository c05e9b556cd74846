#include "broker/api/group_description.h"

#include <cstdint>
#include <optional>

namespace klamm::broker {
namespace {

size_t bytes_of(const std::optional<std::string>& text) {
  return text ? text->size() : 0;
}

// A node of a map beside what it holds.
size_t bytes_of(const coordinator::TopicPartitions& partitions) {
  constexpr size_t kNodeBytes = 80;
  size_t bytes = 0;
  for (const auto& [topic, indexes] : partitions) bytes += kNodeBytes + indexes.size() * sizeof(int32_t);
  return bytes;
}

size_t bytes_of(const coordinator::MemberMetadata& metadata) {
  size_t bytes = metadata.client_id.size() + metadata.client_host.size() + bytes_of(metadata.instance_id) +
                 bytes_of(metadata.rack_id) + bytes_of(metadata.topic_regex) + bytes_of(metadata.server_assignor);
  for (const std::string& topic : metadata.topics) bytes += sizeof(topic) + topic.size();
  if (!metadata.classic) return bytes;
  for (const auto& protocol : metadata.classic->protocols) {
    bytes += sizeof(protocol) + protocol.name.size() + protocol.metadata.size();
  }
  return bytes;
}

}  // namespace

size_t bytes_of(const coordinator::ClassicDescription& group) {
  size_t bytes = 0;
  for (const auto& member : group.members) {
    bytes += sizeof(member) + member.member_id.size() + bytes_of(member.instance_id) + member.client_id.size() +
             member.client_host.size() + member.metadata.size() + member.assignment.size();
  }
  return bytes;
}

size_t bytes_of(const coordinator::ConsumerDescription& group) {
  size_t bytes = 0;
  for (const auto& member : group.members) {
    bytes += sizeof(member) + member.member_id.size() + bytes_of(member.metadata) + bytes_of(member.assigned) +
             bytes_of(member.target);
  }
  return bytes;
}

}  // namespace klamm::broker
