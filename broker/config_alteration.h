#pragma once

#include <cstdint>
#include <vector>

#include "broker/broker_shard.h"
#include "metadata/controller.h"
#include "reactor/task.h"

// What AlterConfigs and IncrementalAlterConfigs share: the broker checks what only it knows, then the controller
// decides (Kafka's ConfigAdminManager and its forwarding).
namespace klamm::broker {

/// One resource of a request, and what came of it.
struct ConfigAlteration {
  int8_t resource_type = 0;  // as it came: it may be none
  metadata::ResourceConfigChange change;
  metadata::ApiError error;
};

/// Whether the settings of a group or of brokers may change so, given what `image` has: for NodeOptions. The change is
/// one of this node, or of all, and names options as the option table does.
metadata::ApiError check_config_change(const Options& at_start, int32_t node_id, const metadata::MetadataImage& image,
                                       const metadata::ResourceConfigChange& change);

/// Checks and carries out a whole request; each resource has its answer then. Setting a broker's option takes effect on
/// every shard before this ends.
/// @core owner: the shard of the connection
reactor::Task<void> alter_configs(BrokerShard& shard, std::vector<ConfigAlteration>& alterations, bool validate_only);

}  // namespace klamm::broker
