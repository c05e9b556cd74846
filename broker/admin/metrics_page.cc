#include "broker/admin/metrics_page.h"

#include <fmt/format.h>

#include <map>

#include "broker/admin/group_metrics.h"
#include "broker/admin/process_figures.h"
#include "broker/admin/topic_metrics.h"
#include "broker/version.h"
#include "coordinator/classic_group.h"
#include "reactor/log.h"
#include "reactor/on_shard.h"

namespace klamm::broker {
namespace {

using Shards = std::vector<ShardFigures>;
constexpr double kSecondsPerNs = 1e-9;

// One sample for each shard.
template <class Value>
void per_shard(MetricText& out, std::string_view name, const Shards& shards, Value value) {
  out.begin(name);
  for (size_t i = 0; i < shards.size(); ++i) {
    const fmt::format_int shard(i);
    out.sample({{"shard", std::string_view(shard.data(), shard.size())}}, value(shards[i]));
  }
}

template <class Value>
uint64_t sum_of(const Shards& shards, Value value) {
  uint64_t sum = 0;
  for (const ShardFigures& shard : shards) sum += value(shard);
  return sum;
}

void write_closed(MetricText& out, const Shards& shards) {
  const auto by_broker = [&](std::string_view reason, auto value) {
    out.sample({{"reason", reason}}, sum_of(shards, [&](const ShardFigures& f) { return value(f.net); }));
  };
  out.begin("klamm_connections_closed_by_broker_total");
  by_broker("idle", [](const net::NetMetrics& net) { return net.expired_connections_killed_count; });
  by_broker("excess", [](const net::NetMetrics& net) { return net.excess_killed_count; });
  by_broker("receive_timeout", [](const net::NetMetrics& net) { return net.receive_timeout_count; });
  by_broker("foreign", [](const net::NetMetrics& net) { return net.foreign_count; });
  by_broker("refused", [](const net::NetMetrics& net) { return net.refused_count - net.receive_timeout_count; });
}

void write_requests(MetricText& out, const Shards& shards) {
  using F = ShardFigures;
  per_shard(out, "kafka_network_socketserver_memorypoolused", shards,
            [](const F& f) { return f.request_memory_held_bytes; });
  per_shard(out, "kafka_network_socketserver_memorypoolavailable", shards, [](const F& f) {
    return f.request_memory_limit_bytes - std::min(f.request_memory_limit_bytes, f.request_memory_held_bytes);
  });
  per_shard(out, "klamm_request_memory_waiting_connections", shards,
            [](const F& f) { return f.request_memory_waiting; });
  per_shard(out, "klamm_requests_in_flight", shards, [](const F& f) { return f.requests_in_flight; });
  per_shard(out, "klamm_requests_waiting", shards, [](const F& f) { return f.requests_waiting; });
  per_shard(out, "klamm_requests_total", shards, [](const F& f) { return f.net.request_count; });
  per_shard(out, "klamm_receive_bytes_total", shards, [](const F& f) { return f.net.received_bytes; });
  per_shard(out, "klamm_send_bytes_total", shards, [](const F& f) { return f.net.sent_bytes; });
  per_shard(out, "klamm_quota_clients", shards, [](const F& f) { return f.quota_clients; });
  per_shard(out, "klamm_quota_measures", shards, [](const F& f) { return f.quota_measures; });
  RequestFigures all;
  for (const F& shard : shards) all.add(shard.requests);
  write_request_figures(out, all);
}

void write_sessions(MetricText& out, const Shards& shards) {
  using F = ShardFigures;
  per_shard(out, "kafka_server_fetchsessioncache_numincrementalfetchsessions", shards,
            [](const F& f) { return f.sessions.session_count; });
  per_shard(out, "kafka_server_fetchsessioncache_numincrementalfetchpartitionscached", shards,
            [](const F& f) { return f.sessions.partition_count; });
  per_shard(out, "kafka_server_fetchsessioncache_incrementalfetchsessionevictions_total", shards,
            [](const F& f) { return f.sessions.eviction_count; });
  per_shard(out, "klamm_fetch_session_bytes", shards, [](const F& f) { return f.sessions.bytes; });
  per_shard(out, "klamm_fetch_session_visits_total", shards, [](const F& f) { return f.sessions.visit_count; });
  std::map<std::string, uint64_t> by_client;
  for (const F& shard : shards) {
    for (const auto& [client_id, count] : shard.sessions.evictions_by_client_id) by_client[client_id] += count;
  }
  out.begin("klamm_fetch_session_evictions_by_client_total");
  for (const auto& [client_id, count] : by_client) out.sample({{"client_id", client_id}}, count);
}

void write_logs(MetricText& out, const Shards& shards) {
  using F = ShardFigures;
  const auto storage = [&](std::string_view name, uint64_t storage::StorageMetrics::* value) {
    per_shard(out, name, shards, [value](const F& f) { return f.storage.*value; });
  };
  using S = storage::StorageMetrics;
  per_shard(out, "kafka_server_replicamanager_partitioncount", shards, [](const F& f) { return f.partitions; });
  per_shard(out, "kafka_server_replicamanager_leadercount", shards, [](const F& f) { return f.leaders; });
  per_shard(out, "kafka_server_replicamanager_offlinereplicacount", shards, [](const F& f) { return f.offline; });
  // Every shard knows of all of them.
  out.single("kafka_log_logmanager_offlinelogdirectorycount", shards.front().offline_directories);
  per_shard(out, "klamm_log_remaining_logs_to_open", shards, [](const F& f) { return f.to_open; });
  storage("klamm_log_recovered_bytes_total", &S::recovered_bytes);
  storage("klamm_log_recovery_dropped_bytes_total", &S::recovery_dropped_bytes);
  per_shard(out, "klamm_log_bytes", shards, [](const F& f) { return f.log_bytes; });
  storage("klamm_log_appended_batches_total", &S::appended_batches);
  storage("klamm_log_appended_bytes_total", &S::appended_bytes);
  storage("klamm_log_duplicate_batches_total", &S::duplicate_batches);
  storage("klamm_log_writes_total", &S::gathered_writes);
  storage("klamm_log_failed_writes_total", &S::failed_writes);
  storage("klamm_log_rolled_segments_total", &S::rolled_segments);
  storage("klamm_log_removed_segments_total", &S::removed_segments);
  storage("klamm_log_cleaner_rounds_total", &S::cleanings);
  storage("klamm_log_cleaner_failed_total", &S::failed_cleanings);
  storage("klamm_log_cleaner_read_bytes_total", &S::cleaned_bytes_read);
  storage("klamm_log_cleaner_written_bytes_total", &S::cleaned_bytes_written);
  storage("klamm_log_reads_total", &S::reads);
  storage("klamm_log_reads_by_hint_total", &S::reads_by_hint);
  storage("klamm_log_indexes_rebuilt_total", &S::indexes_rebuilt);
  storage("klamm_log_open_files", &S::open_files);
  storage("klamm_log_idle_files_closed_total", &S::idle_files_closed);
  storage("klamm_log_descriptor_shortages_total", &S::descriptor_shortages);
  storage("klamm_log_preallocated_bytes", &S::preallocated_bytes);
  storage("klamm_log_flushes_total", &S::flushes);
  storage("klamm_journal_writes_total", &S::journal_writes);
  storage("klamm_journal_written_bytes_total", &S::journal_written_bytes);
  per_shard(out, "klamm_journal_write_seconds_total", shards,
            [](const F& f) { return static_cast<double>(f.storage.journal_write_ns) * kSecondsPerNs; });
  storage("klamm_journal_space_waits_total", &S::journal_space_waits);
  storage("klamm_journal_memory_waits_total", &S::journal_memory_waits);
  storage("klamm_journal_replayed_batches_total", &S::journal_replayed_batches);
  storage("klamm_journal_replayed_bytes_total", &S::journal_replayed_bytes);
  storage("kafka_server_delayedproducemetrics_expires_total", &S::timed_out_appends);
  storage("klamm_page_cache_window_bytes", &S::page_cache_held_bytes);
  storage("klamm_page_cache_dropped_bytes_total", &S::page_cache_dropped_bytes);
  storage("klamm_producer_ids", &S::producer_ids);
  storage("klamm_producer_ids_evicted_total", &S::producers_evicted);
  storage("klamm_producer_ids_expired_total", &S::producers_expired);
  storage("klamm_producer_snapshots_failed_total", &S::failed_producer_snapshots);
}

void write_groups(MetricText& out, const Shards& shards) {
  using enum coordinator::ClassicState;
  const auto in_state = [&](coordinator::ClassicState state) {
    return sum_of(shards, [&](const ShardFigures& f) { return f.groups_by_state[static_cast<size_t>(state)]; });
  };
  const std::string manager = "kafka_coordinator_group_groupmetadatamanager_";
  uint64_t all = 0;
  for (const auto state : {kPreparingRebalance, kCompletingRebalance, kStable, kDead, kEmpty}) all += in_state(state);
  out.single(manager + "numgroups", all);
  out.single(manager + "numgroupspreparingrebalance", in_state(kPreparingRebalance));
  out.single(manager + "numgroupscompletingrebalance", in_state(kCompletingRebalance));
  out.single(manager + "numgroupsstable", in_state(kStable));
  out.single(manager + "numgroupsdead", in_state(kDead));
  out.single(manager + "numgroupsempty", in_state(kEmpty));
  out.begin("kafka_server_group_coordinator_metrics_consumer_group_count");
  for (size_t i = 0; i < ShardFigures{}.consumer_groups_by_state.size(); ++i) {
    const uint64_t count = sum_of(shards, [i](const ShardFigures& f) { return f.consumer_groups_by_state[i]; });
    out.sample({{"state", name(static_cast<coordinator::ConsumerState>(i))}}, count);
  }
  out.single(manager + "numoffsets", sum_of(shards, [](const ShardFigures& f) { return f.committed_offsets; }));
}

void write_io(MetricText& out, const Shards& shards) {
  using F = ShardFigures;
  per_shard(out, "klamm_io_slow_writes_total", shards, [](const F& f) { return f.io.slow_write_count; });
  per_shard(out, "klamm_io_slowest_write_seconds", shards,
            [](const F& f) { return static_cast<double>(f.io.slowest_write_ns) * kSecondsPerNs; });
  per_shard(out, "klamm_io_cold_sends_total", shards, [](const F& f) { return f.io.cold_send_count; });
  per_shard(out, "klamm_io_receive_starved_total", shards, [](const F& f) { return f.io.receive_starved_count; });
  per_shard(out, "klamm_io_receive_buffers_bytes", shards, [](const F& f) { return f.io.receive_buffers_bytes; });
  per_shard(out, "klamm_io_completion_overflows_total", shards,
            [](const F& f) { return f.io.completion_overflow_count; });
  per_shard(out, "klamm_io_wakes_total", shards, [](const F& f) { return f.io.wake_count; });
}

}  // namespace

MetricsPage::MetricsPage(BrokerShard& home, const std::vector<std::unique_ptr<net::Listener>>& listeners)
    : home_(home), listeners_(listeners) {
  free_.set();
}

reactor::Task<std::string> MetricsPage::write(bool with_partitions) {
  while (!free_.is_set()) co_await free_.wait();
  free_.reset();
  const int64_t began_ns = home_.reactor().now_ns();
  const Shards shards = co_await gather(with_partitions ? kPartitionsMax : 0);
  const auto groups_max = static_cast<size_t>(home_.options().admin_metrics_groups_max);
  const auto lags_max = static_cast<size_t>(home_.options().admin_metrics_lags_max);
  const GroupsFigures groups = co_await collect_groups(home_, groups_max, lags_max);
  std::string text = co_await page(shards, groups);
  gather_ns_ = home_.reactor().now_ns() - began_ns;
  free_.set();
  co_return text;
}

reactor::Task<std::vector<ShardFigures>> MetricsPage::gather(size_t logs_max) {
  Shards shards;
  const uint32_t count = home_.reactor().shard_count();
  shards.reserve(count);
  for (reactor::ShardId id = 0; id < count; ++id) {
    shards.push_back(
        co_await reactor::on_shard(id, [this, id, logs_max] { return collect_figures(home_.peer(id), logs_max); }));
    logs_max -= shards.back().logs.size();
  }
  co_return shards;
}

reactor::Task<std::string> MetricsPage::page(const Shards& shards, const GroupsFigures& groups) const {
  MetricText out;
  write_process(out, shards.size());
  write_connections(out, shards);
  write_closed(out, shards);
  write_listeners(out);
  write_requests(out, shards);
  write_sessions(out, shards);
  co_await write_topics(out, named_counts(shards, home_.metadata().image(), kTopicsMax));
  co_await write_partitions(out, named_logs(shards, home_.metadata().image()));
  write_logs(out, shards);
  write_groups(out, shards);
  co_await write_groups_singly(out, groups);
  write_io(out, shards);
  out.single("klamm_admin_gather_seconds", static_cast<double>(gather_ns_) * kSecondsPerNs);
  co_return out.take();
}

void MetricsPage::write_process(MetricText& out, size_t shard_count) const {
  const ProcessFigures process = read_process_figures();
  out.begin("klamm_build_info");
  out.sample({{"version", kVersion}}, uint64_t{1});
  out.single("klamm_shards", static_cast<uint64_t>(shard_count));
  out.single("process_start_time_seconds", process.start_time_seconds);
  out.single("process_cpu_seconds_total", process.cpu_seconds);
  out.single("process_resident_memory_bytes", process.resident_bytes);
  out.single("process_open_fds", process.open_descriptors);
  out.single("process_max_fds", process.descriptors_max);
  out.single("klamm_log_lines_dropped_total", reactor::dropped_log_line_count());
}

void MetricsPage::write_connections(MetricText& out, const Shards& shards) const {
  const auto of_listeners = [&](std::string_view name, auto value) {
    out.begin(name);
    for (size_t i = 0; i < shards.size(); ++i) {
      const std::string shard = fmt::format("{}", i);
      for (size_t listener = 0; listener < listeners_.size(); ++listener) {
        const auto& counts = shards[i].listeners;
        const net::ListenerCounts count = listener < counts.size() ? counts[listener] : net::ListenerCounts{};
        out.sample({{"listener", listeners_[listener]->name()}, {"shard", shard}}, value(count));
      }
    }
  };
  const std::string server = "kafka_server_socket_server_metrics_";
  of_listeners(server + "connection_count", [](const net::ListenerCounts& c) { return uint64_t{c.connection_count}; });
  of_listeners(server + "connection_creation_total", [](const net::ListenerCounts& c) { return c.adopted_count; });
  of_listeners(server + "connection_close_total",
               [](const net::ListenerCounts& c) { return c.adopted_count - c.connection_count; });
}

void MetricsPage::write_listeners(MetricText& out) const {
  const auto of_all = [&](std::string_view name, auto value) {
    out.begin(name);
    for (const auto& listener : listeners_) out.sample({{"listener", listener->name()}}, value(listener->metrics()));
  };
  using M = net::ListenerMetrics;
  of_all("klamm_listener_accepted_total", [](const M& m) { return m.accepted_count; });
  of_all("klamm_listener_refused_total", [](const M& m) { return m.refused_count; });
  of_all("klamm_listener_throttled_total", [](const M& m) { return m.throttled_count; });
  of_all("klamm_listener_ip_throttled_total", [](const M& m) { return m.ip_throttled_count; });
  of_all("klamm_listener_blocked_seconds_total",
         [](const M& m) { return static_cast<double>(m.blocked_ns) * kSecondsPerNs; });
}

}  // namespace klamm::broker
