#pragma once

#include <cstdint>
#include <span>

#include "broker/api/handler.h"
#include "protocol/error_code.h"
#include "protocol/wire_types.h"

namespace klamm::broker {

/// A partition as Metadata and DescribeTopicPartitions show it to the clients of one listener. Views into the image and
/// the request's arena.
struct PartitionView {
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  int32_t leader_id = metadata::kNoLeader;
  protocol::Array<int32_t> replicas;
  protocol::Array<int32_t> isr;
  protocol::Array<int32_t> offline;
};

/// What differs between the versions of Metadata.
struct PartitionViewRules {
  bool hides_dead_replicas = false;    // Metadata 0: they are left out and 9 is answered
  bool tells_missing_listener = true;  // a leader without an address on this listener is 72 rather than 5
};

/// Nothing over the arena's bound.
/// @core owner
std::optional<PartitionView> view_partition(const metadata::MetadataImage& image,
                                            const metadata::PartitionImage& partition, PartitionViewRules rules,
                                            RequestContext& context);

}  // namespace klamm::broker
