#pragma once

#include <cstdint>

#include "broker/listener_plan.h"
#include "broker/options.h"
#include "net/connection_quotas.h"
#include "net/options.h"

namespace klamm::broker {

/// The network settings of one shard among `shard_count`. @core any
net::NetOptions net_options(const Options& options, uint32_t shard_count);

/// The settings of one listener, the one of that number in the plan. @core any
net::ListenerOptions listener_options(const Options& options, const PlannedListener& listener,
                                      net::ListenerIndex index);

}  // namespace klamm::broker
