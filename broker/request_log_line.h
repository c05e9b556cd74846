#pragma once

#include <cstdint>
#include <string>

#include "net/request_log.h"

namespace klamm::broker {

/// One line of the request log: JSON with Kafka's names (its kafka.request.logger), in Kafka's order, and Klamm's own:
/// first `timestamp`, behind the times `mutedTimeMs`, `crossCoreTimeMs`, `shard`. Values of settings that may be
/// secret are hidden as Kafka hides them.
/// @core any
std::string request_log_line(const net::RequestLogEntry& entry);

/// The line that tells of requests that found no room.
std::string request_log_dropped_line(uint64_t count, int64_t wall_clock_ms);

}  // namespace klamm::broker
