#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "protocol/error_code.h"
#include "protocol/types.h"

// Server-side assignors of consumer groups (KIP-848): who gets which partitions. Pure: no I/O, no clock, no chance.
namespace klamm::coordinator {

/// Partitions of some topics, by topic id: ascending, unique, and no topic without any.
using TopicPartitions = std::map<protocol::Uuid, std::vector<int32_t>>;

/// One member as an assignor sees it. What it refers to must outlive the call. @core any
struct AssignorMember {
  std::string_view member_id;
  std::optional<std::string_view> instance_id;  // of a static member
  std::span<const protocol::Uuid> subscribed;   // ascending, unique; of topics that AssignorGroup has
  const TopicPartitions* target = nullptr;      // what it has in the present target; null: nothing
};

/// @core any
struct AssignorTopic {
  protocol::Uuid id;
  int32_t partition_count = 0;
};

/// A group whose partitions are to be given out anew. In the present target no partition belongs to two members.
/// @core any
struct AssignorGroup {
  /// Where an assignor has to break a tie between members it takes the order of Kafka's tables, which follows from the
  /// hashes of the member ids and, where these collide, from the order here.
  std::vector<AssignorMember> members;
  std::vector<AssignorTopic> topics;  // every topic that a member is subscribed to; in any order, unique
  bool is_homogeneous = true;         // all members are subscribed to the same topics
};

/// The result is in the order of the members. An error for a subscription to a topic that the group does not have:
/// UNKNOWN_SERVER_ERROR, as Kafka tells its client.
using AssignorResult = std::expected<std::vector<TopicPartitions>, protocol::ErrorCode>;

/// @core any (constant)
class Assignor {
 public:
  virtual ~Assignor() = default;
  /// What members and `group.consumer.assignors` call it.
  virtual std::string_view name() const = 0;
  virtual AssignorResult assign(const AssignorGroup& group) const = 0;
};

/// `uniform` or `range`; null for any other name.
const Assignor* find_assignor(std::string_view name);

/// The names that there are.
std::span<const std::string_view> assignor_names();

}  // namespace klamm::coordinator
