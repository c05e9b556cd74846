#include "coordinator/consumer_protocol.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "coordinator/sort_unique.h"
#include "coordinator/wire_text.h"
#include "protocol/arena.h"
#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/messages/consumer_protocol_assignment.h"
#include "protocol/messages/consumer_protocol_subscription.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

namespace klamm::coordinator {

using protocol::ConsumerProtocolAssignment;
using protocol::ConsumerProtocolSubscription;

namespace {

// What a newer version adds stands behind the rest.
template <class Message>
std::optional<Message> parse(std::string_view bytes, protocol::Arena& arena) {
  protocol::Reader reader(std::as_bytes(std::span(bytes)));
  const auto version = reader.read_int16();
  if (!version || *version < Message::kLowestVersion) return std::nullopt;
  const auto read = protocol::decode<Message>(reader, std::min(*version, Message::kHighestVersion), arena);
  return read ? std::optional(*read) : std::nullopt;
}

template <class Rows>
NamedPartitions named(const Rows& rows) {
  NamedPartitions all;
  for (const auto& row : rows) {
    std::vector<int32_t>& partitions = all[std::string(row.topic.view())];
    std::ranges::copy(row.partitions, std::back_inserter(partitions));
  }
  return all;
}

}  // namespace

std::optional<MemberSubscription> parse_subscription(std::string_view metadata) {
  protocol::Arena arena;
  const auto read = parse<ConsumerProtocolSubscription>(metadata, arena);
  if (!read) return std::nullopt;
  MemberSubscription subscription;
  for (const protocol::String& topic : read->topics) subscription.topics.emplace_back(topic.view());
  subscription.owned = named(read->owned_partitions);
  subscription.rack_id = owned(read->rack_id);
  return subscription;
}

std::optional<MemberAssignment> parse_assignment(std::string_view bytes) {
  if (bytes.empty()) return MemberAssignment();  // it has just joined
  protocol::Arena arena;
  const auto read = parse<ConsumerProtocolAssignment>(bytes, arena);
  if (!read) return std::nullopt;
  return MemberAssignment{.partitions = named(read->assigned_partitions),
                          .has_user_data = !read->user_data.is_null && !read->user_data.text().empty()};
}

std::optional<std::string> assignment_for(std::string_view metadata, const TopicPartitions& partitions,
                                          const GroupTopics& topics) {
  protocol::Reader reader(std::as_bytes(std::span(metadata)));
  const auto asked = reader.read_int16();
  if (!asked || *asked < ConsumerProtocolAssignment::kLowestVersion) return std::nullopt;
  const int16_t version = std::min(*asked, ConsumerProtocolAssignment::kHighestVersion);
  std::vector<std::string> names;
  names.reserve(partitions.size());  // the rows point into it
  std::vector<ConsumerProtocolAssignment::TopicPartition> rows;
  for (const auto& [topic, indexes] : partitions) {
    auto name = topics.name(topic);
    if (!name) continue;
    names.push_back(std::move(*name));
    ConsumerProtocolAssignment::TopicPartition& row = rows.emplace_back();
    row.topic = names.back();
    row.partitions = indexes;
  }
  ConsumerProtocolAssignment assignment;
  assignment.assigned_partitions = rows;
  protocol::Writer writer;
  writer.write_int16(version);
  const auto encoded = protocol::encode(assignment, version, writer);
  KLAMM_ASSERT(encoded.has_value());
  const auto bytes = writer.written();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

TopicPartitions with_ids(const NamedPartitions& named, const GroupTopics& topics) {
  TopicPartitions all;
  for (const auto& [name, indexes] : named) {
    const auto topic = topics.find(name);
    if (!topic) continue;
    std::vector<int32_t> partitions = indexes;
    std::erase_if(partitions, [](int32_t index) { return index < 0; });
    sort_unique(partitions);
    if (!partitions.empty()) all.emplace(topic->id, std::move(partitions));
  }
  return all;
}

}  // namespace klamm::coordinator
