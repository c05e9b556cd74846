#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "broker/broker_shard.h"
#include "metadata/controller.h"
#include "metadata/mutation_quota.h"
#include "reactor/task.h"

namespace klamm::broker {

/// Makes topics that a Metadata request asked for and that are not there, with the options' defaults; an internal topic
/// with its own settings. Ends when each is there or was refused, with the first refusal; clients are not told of it,
/// as in Kafka: they ask again. `mutations`: of the client that asked; null: none.
/// @core owner
reactor::Task<metadata::ApiError> auto_create_topics(BrokerShard& shard, std::vector<std::string_view> names,
                                                     metadata::MutationQuota* mutations,
                                                     int16_t replication_factor_max = INT16_MAX);

}  // namespace klamm::broker
