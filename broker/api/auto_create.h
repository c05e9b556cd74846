#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "broker/broker_shard.h"
#include "reactor/task.h"

namespace klamm::broker {

/// Makes topics that a Metadata request asked for and that are not there, with the options' defaults; an internal topic
/// with its own settings. Ends when each is there or was refused; errors are dropped, as Kafka does: the client asks
/// again.
/// @core owner
reactor::Task<void> auto_create_topics(BrokerShard& shard, std::vector<std::string_view> names,
                                       int16_t replication_factor_max = INT16_MAX);

}  // namespace klamm::broker
