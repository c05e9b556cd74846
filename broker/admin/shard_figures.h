#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "broker/admin/request_figures.h"
#include "broker/broker_shard.h"
#include "broker/topic_traffic.h"
#include "fetch/session_metrics.h"
#include "net/connection_registry.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/storage_context.h"

namespace klamm::broker {

/// Where a log begins and ends.
struct LogFigures {
  protocol::Uuid topic_id;
  int32_t index = 0;
  int64_t start_offset = 0;
  int64_t end_offset = 0;
  uint64_t bytes = 0;
};

/// What one shard has counted, copied for /metrics.
/// @core any (a plain value)
struct ShardFigures {
  std::vector<net::ListenerCounts> listeners;  // by listener index
  net::NetMetrics net;
  uint64_t request_memory_held_bytes = 0;
  uint64_t request_memory_limit_bytes = 0;
  uint64_t request_memory_waiting = 0;
  uint64_t requests_in_flight = 0;
  uint64_t requests_waiting = 0;
  RequestFigures requests;
  uint64_t quota_clients = 0;
  uint64_t quota_measures = 0;
  fetch::SessionMetrics sessions;
  storage::StorageMetrics storage;
  reactor::IoMetrics io;

  // of its partitions
  uint64_t partitions = 0;
  uint64_t leaders = 0;
  uint64_t offline = 0;
  uint64_t to_open = 0;  // partitions that a start has found and not opened yet
  uint64_t offline_directories = 0;
  uint64_t log_bytes = 0;
  std::vector<LogFigures> logs;  // where they were asked for
  std::vector<std::pair<protocol::Uuid, TopicCounts>> topics;

  // of its groups
  std::array<uint64_t, 5> groups_by_state{};           // by ClassicState
  std::array<uint64_t, 5> consumer_groups_by_state{};  // by ConsumerState
  uint64_t committed_offsets = 0;
};

/// Gathers them on that shard; `logs_max`: of how many logs singly. Looks at partitions and groups in pieces, between
/// which others get their turn.
/// @core owner
reactor::Task<ShardFigures> collect_figures(BrokerShard& shard, size_t logs_max);

}  // namespace klamm::broker
