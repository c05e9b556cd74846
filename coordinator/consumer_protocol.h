#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/assignor/assignor.h"
#include "coordinator/group_topics.h"

// What consumers and their leader say to each other in the opaque bytes of the classic protocol (protocol type
// "consumer"): a broker that takes their group over to KIP-848, or back, has to read and write it. A version that is
// not known is read and written as the newest, as Kafka does.
namespace klamm::coordinator {

using NamedPartitions = std::map<std::string, std::vector<int32_t>, std::less<>>;

/// The metadata of a member: ConsumerProtocolSubscription. @core any
struct MemberSubscription {
  std::vector<std::string> topics;
  NamedPartitions owned;
  std::optional<std::string> rack_id;
};

/// What the leader gave to a member: ConsumerProtocolAssignment. @core any
struct MemberAssignment {
  NamedPartitions partitions;
  bool has_user_data = false;  // of an assignor that only the consumers know
};

// Nothing: the bytes are none.
std::optional<MemberSubscription> parse_subscription(std::string_view metadata);
std::optional<MemberAssignment> parse_assignment(std::string_view bytes);

/// In the version in which the member speaks, by its metadata. Nothing: they are none. Topics that are not there are
/// left out.
std::optional<std::string> assignment_for(std::string_view metadata, const TopicPartitions& partitions,
                                          const GroupTopics& topics);

/// By ids; topics that are not there are left out.
TopicPartitions with_ids(const NamedPartitions& named, const GroupTopics& topics);

}  // namespace klamm::coordinator
