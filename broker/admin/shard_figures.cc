#include "broker/admin/shard_figures.h"

#include "reactor/sleep.h"

namespace klamm::broker {
namespace {

constexpr size_t kPartitionsPerTurn = 256;

// A partition may go between two turns, so they are found anew by their keys.
reactor::Task<void> collect_partitions(storage::LogManager& logs, size_t logs_max, ShardFigures& into) {
  const std::vector<storage::PartitionKey> keys = logs.keys();
  into.partitions = keys.size();
  size_t count = 0;
  for (const storage::PartitionKey& key : keys) {
    if (++count % kPartitionsPerTurn == 0) co_await reactor::yield_now();
    storage::Partition* partition = logs.find(key.topic_id, key.index);
    if (partition == nullptr) continue;
    into.leaders += partition->is_leader() ? 1 : 0;
    into.offline += partition->is_offline() ? 1 : 0;
    const uint64_t bytes = partition->log().size_bytes();
    into.log_bytes += bytes;
    if (into.logs.size() == logs_max) continue;
    into.logs.push_back(
        {key.topic_id, key.index, partition->log_start_offset().value, partition->log_end_offset().value, bytes});
  }
}

void collect_groups(coordinator::GroupPartition& partition, ShardFigures& into) {
  partition.groups().for_each([&](coordinator::StoredGroup& group) {
    into.committed_offsets += group.offsets.size();
    if (group.consumer) {
      ++into.consumer_groups_by_state[static_cast<size_t>(group.consumer->state())];
    } else if (group.classic) {
      ++into.groups_by_state[static_cast<size_t>(group.classic->state())];
    }
  });
}

reactor::Task<void> collect_all_groups(coordinator::GroupCoordinator& groups, ShardFigures& into) {
  std::vector<int32_t> indexes;
  groups.for_each([&](coordinator::GroupPartition& partition) { indexes.push_back(partition.index()); });
  for (const int32_t index : indexes) {
    coordinator::GroupPartition* partition = groups.partition(index);
    const bool is_readable = partition != nullptr && partition->state() == coordinator::GroupPartition::State::kActive;
    if (!is_readable) continue;
    collect_groups(*partition, into);
    co_await reactor::yield_now();
  }
}

void collect_connections(const net::ConnectionRegistry& connections, ShardFigures& into) {
  into.net = connections.metrics();
  into.listeners = connections.listener_counts();
  into.request_memory_held_bytes = connections.memory().held_bytes();
  into.request_memory_limit_bytes = connections.memory().limit_bytes();
  into.request_memory_waiting = connections.memory().waiting_count();
  into.requests_in_flight = connections.slots().taken_count();
  into.requests.add(connections.request_metrics());
  into.requests.log_dropped_count = connections.request_log_dropped_count();
}

}  // namespace

reactor::Task<ShardFigures> collect_figures(BrokerShard& shard, size_t logs_max) {
  ShardFigures figures;
  if (shard.connections() != nullptr) collect_connections(*shard.connections(), figures);
  figures.requests_waiting = shard.waiting_requests().count();
  figures.requests.add(shard.client_quotas());
  figures.quota_clients = shard.client_quotas().client_count();
  figures.quota_measures = shard.client_quotas().measures().size();
  figures.sessions = shard.fetch_sessions().metrics();
  figures.storage = shard.logs().metrics();
  figures.to_open = shard.logs().opener().progress().left;
  figures.offline_directories = shard.logs().faults().offline_count();
  figures.io = shard.reactor().io().metrics();
  shard.traffic().for_each(
      [&](const protocol::Uuid& id, const TopicCounts& counts) { figures.topics.emplace_back(id, counts); });
  co_await collect_partitions(shard.logs(), logs_max, figures);
  co_await collect_all_groups(shard.groups(), figures);
  co_return figures;
}

}  // namespace klamm::broker
