#include "broker/admin/metric_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/assert.h"

namespace klamm::broker {
namespace {

constexpr auto kCounter = MetricType::kCounter;
constexpr auto kGauge = MetricType::kGauge;
constexpr auto kSummary = MetricType::kSummary;

constexpr MetricRow kRows[] = {
    // the process
    {"klamm_build_info", kGauge, "version", "1, for the version in its label."},
    {"klamm_shards", kGauge, "", "Shards of this broker."},
    {"process_start_time_seconds", kGauge, "", "When the broker was started, in seconds since 1970."},
    {"process_cpu_seconds_total", kCounter, "", "CPU time of the process, in seconds."},
    {"process_resident_memory_bytes", kGauge, "", "Resident memory of the process."},
    {"process_open_fds", kGauge, "", "Open descriptors: connections, files of logs, and a few of each shard."},
    {"process_max_fds", kGauge, "", "Most descriptors that the process may have."},
    {"klamm_log_lines_dropped_total", kCounter, "",
     "Lines of the logs that came faster than they could be written, or that a file did not take."},
    // connections
    {"kafka_server_socket_server_metrics_connection_count", kGauge, "listener,shard",
     "connection-count: connections now."},
    {"kafka_server_socket_server_metrics_connection_creation_total", kCounter, "listener,shard",
     "connection-creation-total: connections that a shard has taken over."},
    {"kafka_server_socket_server_metrics_connection_close_total", kCounter, "listener,shard",
     "connection-close-total: connections that have ended."},
    {"klamm_connections_closed_by_broker_total", kCounter, "reason",
     "Connections that the broker has closed: idle (connections.max.idle.ms), excess (more than max.connections), "
     "receive_timeout (request.receive.timeout.ms), foreign (what came is no request), refused (a request that is not "
     "served or not decodable, a failed Produce with acks=0)."},
    {"klamm_listener_accepted_total", kCounter, "listener", "Connections that a listener has accepted and kept."},
    {"klamm_listener_refused_total", kCounter, "listener",
     "Connections that were closed at once: their address had max.connections.per.ip."},
    {"klamm_listener_throttled_total", kCounter, "listener",
     "Connections that had to wait for max.connection.creation.rate."},
    {"klamm_listener_ip_throttled_total", kCounter, "listener",
     "Connections that were left without an answer and then closed: their address passed connection_creation_rate."},
    {"klamm_listener_blocked_seconds_total", kCounter, "listener",
     "Time for which none was accepted, for want of room (max.connections) or because of the rate."},
    // requests
    {"kafka_network_socketserver_memorypoolused", kGauge, "shard",
     "MemoryPoolUsed: bytes that requests hold (queued.max.request.bytes)."},
    {"kafka_network_socketserver_memorypoolavailable", kGauge, "shard",
     "MemoryPoolAvailable: bytes that they may still take."},
    {"klamm_request_memory_waiting_connections", kGauge, "shard", "Connections that wait for memory of requests."},
    {"klamm_requests_in_flight", kGauge, "shard", "Requests from their start until their answer has left."},
    {"klamm_requests_waiting", kGauge, "shard",
     "Of these, those that may wait until something happens: long polls, members of a rebalance."},
    {"klamm_requests_total", kCounter, "shard", "Requests that were started."},
    {"klamm_receive_bytes_total", kCounter, "shard", "Bytes that clients have sent."},
    {"klamm_send_bytes_total", kCounter, "shard", "Bytes of answers that have left."},
    {"kafka_network_requestmetrics_requests_total", kCounter, "request",
     "RequestsPerSec: requests that have ended, by API."},
    {"klamm_requests_closed_total", kCounter, "request",
     "Of them, those that ended their connection instead of being answered."},
    {"kafka_network_requestmetrics_totaltimems", kSummary, "request,quantile",
     "TotalTimeMs: from a request's turn until its answer had left, in ms; quantile 1 is the longest, here and in the "
     "following. The parts of it are described in request-log.md."},
    {"klamm_network_requestmetrics_mutedtimems", kSummary, "request,quantile",
     "Time that a request was here before its turn, since its connection was busy. Not in TotalTimeMs."},
    {"kafka_network_requestmetrics_requestqueuetimems", kSummary, "request,quantile", "RequestQueueTimeMs."},
    {"kafka_network_requestmetrics_localtimems", kSummary, "request,quantile", "LocalTimeMs."},
    {"kafka_network_requestmetrics_remotetimems", kSummary, "request,quantile", "RemoteTimeMs."},
    {"klamm_network_requestmetrics_crosscoretimems", kSummary, "request,quantile",
     "Time on the way to other shards and back, without what was done there. A part of LocalTimeMs and RemoteTimeMs."},
    {"kafka_network_requestmetrics_throttletimems", kSummary, "request,quantile", "ThrottleTimeMs."},
    {"kafka_network_requestmetrics_responsequeuetimems", kSummary, "request,quantile", "ResponseQueueTimeMs."},
    {"kafka_network_requestmetrics_responsesendtimems", kSummary, "request,quantile", "ResponseSendTimeMs."},
    {"klamm_requests_throttled_total", kCounter, "quota", "Requests that were throttled because of a client quota."},
    {"klamm_requests_throttled_seconds_total", kCounter, "quota", "For how long, in all."},
    {"klamm_quota_clients", kGauge, "shard",
     "Clients whose quotas the shard remembers, at most 10,000; one more, and it forgets all. None while no client has "
     "a quota."},
    {"klamm_quota_measures", kGauge, "shard",
     "Rates that the shard measures for client quotas, at most 10,000. Every shard has those of the others too: their "
     "sum counts them again."},
    {"klamm_request_log_dropped_total", kCounter, "",
     "Requests that the request log (log.requests) asked for and had no room for."},
    // fetch sessions
    {"kafka_server_fetchsessioncache_numincrementalfetchsessions", kGauge, "shard",
     "NumIncrementalFetchSessions: fetch sessions now."},
    {"kafka_server_fetchsessioncache_numincrementalfetchpartitionscached", kGauge, "shard",
     "NumIncrementalFetchPartitionsCached: partitions in them."},
    {"kafka_server_fetchsessioncache_incrementalfetchsessionevictions_total", kCounter, "shard",
     "IncrementalFetchSessionEvictionsPerSec: sessions that made room for others."},
    {"klamm_fetch_session_bytes", kGauge, "shard", "Memory of the fetch sessions."},
    {"klamm_fetch_session_visits_total", kCounter, "shard", "Partitions that incremental fetches have looked at."},
    {"klamm_fetch_session_evictions_by_client_total", kCounter, "client_id",
     "Evicted fetch sessions by client id; those beyond the first hundred client ids of a shard under the empty one."},
    // topics
    {"kafka_server_brokertopicmetrics_messagesin_total", kCounter, "topic",
     "MessagesInPerSec: records that clients have written. Beyond a thousand topics the others are counted under the "
     "empty one, here and in the following."},
    {"kafka_server_brokertopicmetrics_bytesin_total", kCounter, "topic", "BytesInPerSec: bytes of their batches."},
    {"kafka_server_brokertopicmetrics_bytesout_total", kCounter, "topic",
     "BytesOutPerSec: bytes of batches in answers to fetches."},
    {"kafka_server_brokertopicmetrics_bytesrejected_total", kCounter, "topic",
     "BytesRejectedPerSec: bytes of batches that were too large."},
    {"kafka_server_brokertopicmetrics_totalproducerequests_total", kCounter, "topic",
     "TotalProduceRequestsPerSec: batches that partitions were asked to append, one for each partition of a request."},
    {"kafka_server_brokertopicmetrics_failedproducerequests_total", kCounter, "topic",
     "FailedProduceRequestsPerSec: those that were refused. Kafka leaves out the refusals that it expects."},
    {"kafka_server_brokertopicmetrics_totalfetchrequests_total", kCounter, "topic",
     "TotalFetchRequestsPerSec: partitions in answers to fetches."},
    {"kafka_server_brokertopicmetrics_failedfetchrequests_total", kCounter, "topic",
     "FailedFetchRequestsPerSec: those with an error."},
    {"kafka_log_log_logstartoffset", kGauge, "topic,partition",
     "LogStartOffset; with /metrics?partitions=1 alone, as the next two, and of at most ten thousand partitions."},
    {"kafka_log_log_logendoffset", kGauge, "topic,partition", "LogEndOffset."},
    {"kafka_log_log_size", kGauge, "topic,partition", "Size, in bytes."},
    // partitions and logs
    {"kafka_server_replicamanager_partitioncount", kGauge, "shard", "PartitionCount: partitions of this broker."},
    {"kafka_server_replicamanager_leadercount", kGauge, "shard", "LeaderCount: of them, those that it leads."},
    {"kafka_server_replicamanager_offlinereplicacount", kGauge, "shard",
     "OfflineReplicaCount: partitions whose log directory has failed."},
    {"kafka_log_logmanager_offlinelogdirectorycount", kGauge, "",
     "OfflineLogDirectoryCount: log directories that have failed since the start."},
    {"klamm_log_remaining_logs_to_open", kGauge, "shard",
     "Partitions that the start has found and that are not open yet; Kafka has remainingLogsToRecover by directory and "
     "thread."},
    {"klamm_log_recovered_bytes_total", kCounter, "shard",
     "Bytes of segments that were read whole when their log was opened."},
    {"klamm_log_recovery_dropped_bytes_total", kCounter, "shard",
     "Bytes behind the places where logs were cut when they were opened, since no valid batch stood there. The log "
     "says of which partitions."},
    {"klamm_log_bytes", kGauge, "shard", "Size of all logs."},
    {"klamm_log_appended_batches_total", kCounter, "shard", "Record batches that were appended, the broker's own too."},
    {"klamm_log_appended_bytes_total", kCounter, "shard", "Their bytes."},
    {"klamm_log_duplicate_batches_total", kCounter, "shard",
     "Batches of idempotent producers that were there already and were answered with their first place."},
    {"klamm_log_writes_total", kCounter, "shard", "Writes to logs, each of all batches of a turn of the loop."},
    {"klamm_log_failed_writes_total", kCounter, "shard", "Those that failed."},
    {"klamm_log_rolled_segments_total", kCounter, "shard", "Segments that were closed for a new one."},
    {"klamm_log_removed_segments_total", kCounter, "shard",
     "Segments that were removed by retention or DeleteRecords."},
    {"klamm_log_cleaner_rounds_total", kCounter, "shard", "Compactions of a log that ended well."},
    {"klamm_log_cleaner_failed_total", kCounter, "shard", "Those that a damaged log or the disk ended."},
    {"klamm_log_cleaner_read_bytes_total", kCounter, "shard", "Bytes of segments that compaction has read."},
    {"klamm_log_cleaner_written_bytes_total", kCounter, "shard", "Bytes of segments that took their place."},
    {"klamm_log_reads_total", kCounter, "shard", "Reads of logs."},
    {"klamm_log_reads_by_hint_total", kCounter, "shard", "Of them, those that needed neither index nor file to start."},
    {"klamm_log_indexes_rebuilt_total", kCounter, "shard", "Indexes that were made anew from their segment."},
    {"klamm_log_open_files", kGauge, "shard",
     "Descriptors of segments and their indexes, of at most `log.open.files.max` over all shards."},
    {"klamm_log_idle_files_closed_total", kCounter, "shard", "Those that were closed for want of use, to open others."},
    {"klamm_log_descriptor_shortages_total", kCounter, "shard",
     "Openings of segments that the system refused at first because there was no descriptor left."},
    {"klamm_log_preallocated_bytes", kGauge, "shard", "Disk space that is reserved behind the ends of logs."},
    {"klamm_log_flushes_total", kCounter, "shard", "Syncs of a log for flush.messages or flush.ms."},
    {"klamm_journal_writes_total", kCounter, "shard",
     "Durable writes to journals (log.flush.before.acks), each of all appends that waited."},
    {"klamm_journal_written_bytes_total", kCounter, "shard", "Their bytes."},
    {"klamm_journal_write_seconds_total", kCounter, "shard", "Their time."},
    {"klamm_journal_space_waits_total", kCounter, "shard",
     "Waits of a journal that was full until segments were synced."},
    {"klamm_journal_memory_waits_total", kCounter, "shard",
     "Appends that waited because too many bytes were on their way to a journal."},
    {"klamm_journal_replayed_batches_total", kCounter, "shard",
     "Record batches that logs have got from journals when they were opened after a crash."},
    {"klamm_journal_replayed_bytes_total", kCounter, "shard", "Their bytes."},
    {"kafka_server_delayedproducemetrics_expires_total", kCounter, "shard",
     "ExpiresPerSec: partitions of Produce requests whose timeout.ms has passed before the disk had the records "
     "(log.flush.before.acks)."},
    {"klamm_page_cache_window_bytes", kGauge, "shard",
     "What the window of log.page.cache.window.bytes holds, drops under way included."},
    {"klamm_page_cache_dropped_bytes_total", kCounter, "shard", "What it has written back and dropped."},
    // producers
    {"klamm_producer_ids", kGauge, "shard", "Producer ids that partitions remember, one for each partition."},
    {"klamm_producer_ids_evicted_total", kCounter, "shard",
     "Forgotten because there were too many (producer.state.ids.max, producer.state.ids.per.partition.max)."},
    {"klamm_producer_ids_expired_total", kCounter, "shard", "Forgotten after producer.id.expiration.ms."},
    {"klamm_producer_snapshots_failed_total", kCounter, "shard", "Producer snapshots that could not be written."},
    // groups
    {"kafka_coordinator_group_groupmetadatamanager_numgroups", kGauge, "",
     "NumGroups: groups of the classic protocol."},
    {"kafka_coordinator_group_groupmetadatamanager_numgroupspreparingrebalance", kGauge, "",
     "NumGroupsPreparingRebalance: of them, those that wait for their members to join."},
    {"kafka_coordinator_group_groupmetadatamanager_numgroupscompletingrebalance", kGauge, "",
     "NumGroupsCompletingRebalance: those that wait for their leader's assignment."},
    {"kafka_coordinator_group_groupmetadatamanager_numgroupsstable", kGauge, "", "NumGroupsStable."},
    {"kafka_coordinator_group_groupmetadatamanager_numgroupsdead", kGauge, "", "NumGroupsDead."},
    {"kafka_coordinator_group_groupmetadatamanager_numgroupsempty", kGauge, "",
     "NumGroupsEmpty: those without members."},
    {"kafka_server_group_coordinator_metrics_consumer_group_count", kGauge, "state",
     "consumer-group-count: groups of the consumer protocol (KIP-848)."},
    {"kafka_coordinator_group_groupmetadatamanager_numoffsets", kGauge, "", "NumOffsets: committed offsets."},
    {"klamm_group_state", kGauge, "group,type,state",
     "1, for the type and the state of a group in its labels. Here and in the following of the first groups by name, "
     "at "
     "most admin.metrics.groups.max."},
    {"klamm_group_members", kGauge, "group", "Members of a group."},
    {"klamm_group_rebalances_total", kCounter, "group,cause",
     "Rebalances of a group by what caused them: joined, rejoined (a member wants other topics, or to assign anew), "
     "left, "
     "session_timeout, connection (group.disconnect.grace.ms), rebalance_timeout, topics (they or their partitions "
     "have "
     "changed), other."},
    {"klamm_group_last_rebalance_seconds", kGauge, "group",
     "How long the last rebalance took that has ended, from its begin until every member had its assignment. One that "
     "another took the place of is a part of that."},
    {"klamm_group_commits_total", kCounter, "group",
     "Commits of a group that were stored, of one or more offsets each."},
    {"klamm_group_lag", kGauge, "group,topic,partition",
     "Records between the offset that a group has committed and the high watermark, as kafka-consumer-groups tells it; "
     "of "
     "at most admin.metrics.lags.max partitions, the first by group, topic and partition. None where the topic is no "
     "more."},
    {"klamm_groups_untold", kGauge, "", "Groups beyond admin.metrics.groups.max."},
    {"klamm_group_lags_untold", kGauge, "",
     "Committed offsets beyond admin.metrics.lags.max, of the groups that are told."},
    // the shards' input and output
    {"klamm_io_slow_writes_total", kCounter, "shard", "Writes into the page cache that took more than 2 ms."},
    {"klamm_io_slowest_write_seconds", kGauge, "shard", "The longest of them."},
    {"klamm_io_cold_sends_total", kCounter, "shard", "Waits of log ranges for the disk before they could be sent on."},
    {"klamm_io_receive_starved_total", kCounter, "shard",
     "Receives that found no free buffer: they wait for one, or go on without."},
    {"klamm_io_receive_buffers_bytes", kGauge, "shard", "Memory of the receive buffers."},
    {"klamm_io_completion_overflows_total", kCounter, "shard", "Times that the ring of completions was full."},
    {"klamm_io_wakes_total", kCounter, "shard", "Wakes that the shard has sent to others."},
    // the endpoint
    {"klamm_admin_gather_seconds", kGauge, "", "What the last gathering for /metrics took; 0 in the first."},
};

}  // namespace

std::string_view name(MetricType type) {
  switch (type) {
    case MetricType::kCounter:
      return "counter";
    case MetricType::kGauge:
      return "gauge";
    case MetricType::kSummary:
      return "summary";
  }
  return "untyped";
}

std::span<const MetricRow> metric_table() {
  return kRows;
}

const MetricRow& metric_row(std::string_view name) {
  const auto found = std::ranges::find(kRows, name, &MetricRow::name);
  KLAMM_ASSERT(found != std::ranges::end(kRows), name);
  return *found;
}

std::string metrics_markdown() {
  std::string out =
      "# Metrics\n\n"
      "Printed by `klamm --print-metrics`. `http://127.0.0.1:9644/metrics` (`admin.listener`) gives them in "
      "Prometheus' text format 0.0.4.\n"
      "What Kafka has too is named as Prometheus' JMX exporter names Kafka's MBeans, in lower case: "
      "`kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec`\n"
      "is `kafka_server_brokertopicmetrics_messagesin_total`, a count whose rate Prometheus computes; its meaning "
      "begins with Kafka's name. `klamm_` marks what Klamm alone has, `process_` what\n"
      "every process has. Values of a shard have the label `shard`: their sum is the broker's.\n"
      "Counts begin with the process. Nothing is gathered while nobody asks.\n\n"
      "| metric | type | labels | meaning |\n"
      "| --- | --- | --- | --- |\n";
  for (const MetricRow& row : kRows) {
    out += fmt::format("| `{}` | {} | {} | {} |\n", row.name, name(row.type), row.labels, row.help);
  }
  return out;
}

}  // namespace klamm::broker
