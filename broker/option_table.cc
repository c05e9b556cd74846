#include <array>
#include <cstdint>
#include <limits>

#include "broker/options.h"

namespace klamm::broker {
namespace {

constexpr double kLowestInt = std::numeric_limits<int32_t>::min();
constexpr double kHighestInt = std::numeric_limits<int32_t>::max();
constexpr double kAny = -9.3e18;
constexpr double kNoLimit = 9.3e18;
constexpr double kHighestShort = 32767;

constexpr std::string_view kCompressionTypes[] = {"uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"};
constexpr std::string_view kTimestampTypes[] = {"CreateTime", "LogAppendTime"};
constexpr std::string_view kCleanupPolicies[] = {"compact", "delete"};
constexpr std::string_view kIoKinds[] = {"auto", "uring", "epoll"};
constexpr std::string_view kFlushBeforeAcks[] = {"none", "all"};
constexpr std::string_view kRequestLogModes[] = {"off", "slow", "all"};
constexpr std::string_view kAssignors[] = {"uniform", "range"};
constexpr std::string_view kRebalanceProtocols[] = {"classic", "consumer", "share", "streams"};
constexpr std::string_view kRoles[] = {"broker", "controller"};

constexpr OptionRow number(std::string_view name, OptionField field, const char* default_text, std::string_view unit,
                           double lowest, double highest, std::string_view text) {
  return {name, field, default_text, unit, lowest, highest, {}, false, OptionOrigin::kKafka, text};
}

constexpr OptionRow value(std::string_view name, OptionField field, const char* default_text, std::string_view text) {
  return {name, field, default_text, "", kAny, kNoLimit, {}, false, OptionOrigin::kKafka, text};
}

constexpr OptionRow choice(std::string_view name, OptionField field, const char* default_text,
                           std::span<const std::string_view> allowed, std::string_view text) {
  return {name, field, default_text, "", kAny, kNoLimit, allowed, false, OptionOrigin::kKafka, text};
}

constexpr OptionRow own(OptionRow row) {
  row.origin = OptionOrigin::kKlamm;
  return row;
}

// Can change while the broker runs (AlterConfigs): as a default of topics, through resolve_topic_config(), or where
// BrokerShard applies it.
constexpr OptionRow live(OptionRow row) {
  row.is_live = true;
  return row;
}

constexpr OptionRow kRows[] = {
    // the node
    number("node.id", &Options::node_id, nullptr, "", 0, kHighestInt,
           "Number of this node. Unset: the one in the data directory, 1 in a new one. `broker.id` is another name for "
           "it."),
    own(value(
        "cluster.id", &Options::cluster_id, nullptr,
        "Id of the cluster: 22 characters of URL-safe base64. Unset: the one in the data directory, a random one in "
        "a new one.")),
    value("broker.rack", &Options::broker_rack, nullptr, "Rack that Metadata names for this broker."),
    own(value("cores", &Options::cores, "all",
              "Shards: `all` cores that the process may use, a number of shards, or a list of cores such as `0,2-5`.")),
    own(choice(
        "io", &Options::io, "auto", kIoKinds,
        "How the shards ask the kernel: `uring` by io_uring, `epoll` by epoll and a few threads for files. "
        "`auto`: io_uring; epoll where the kernel lacks or forbids it (EPERM, ENOSYS), as the start line says then, "
        "with the remedy.")),
    // where
    value("listeners", &Options::listeners, "PLAINTEXT://:9092",
          "Where clients connect: `NAME://HOST:PORT`, several with commas. No host: every address. Port 0: any free "
          "port."),
    value("advertised.listeners", &Options::advertised_listeners, nullptr,
          "The addresses that clients are told. Unset: those of `listeners`; where that has no host, the address that "
          "the "
          "client has reached."),
    value("listener.security.protocol.map", &Options::listener_security_protocol_map,
          "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT",
          "Security protocol of each listener name. Only PLAINTEXT is served; another protocol on a served listener "
          "stops "
          "the start."),
    value("controller.listener.names", &Options::controller_listener_names, "",
          "Listeners of Kafka's controller. They are not served: Klamm is the controller of its own metadata log."),
    value("inter.broker.listener.name", &Options::inter_broker_listener_name, nullptr,
          "Must name a listener that is served; there are no other brokers."),
    choice("process.roles", &Options::process_roles, "broker,controller", kRoles,
           "Must contain `broker`. A file of a combined broker and controller works; its controller listener is not "
           "served."),
    value("controller.quorum.voters", &Options::controller_quorum_voters, "",
          "Accepted when this node is its only voter. Klamm has no remote controller."),
    value("controller.quorum.bootstrap.servers", &Options::controller_quorum_bootstrap_servers, "",
          "Accepted and not used: Klamm has no remote controller."),
    value("log.dir", &Options::log_dir, "/tmp/klamm",
          "Directory of the data, when `log.dirs` is not set. Kafka's default is another directory."),
    value("log.dirs", &Options::log_dirs, nullptr, "Directories of the data, with commas."),
    value("metadata.log.dir", &Options::metadata_log_dir, nullptr,
          "Directory of the metadata log. Unset: the first of the data directories."),
    number("metadata.log.max.record.bytes.between.snapshots", &Options::metadata_log_max_record_bytes_between_snapshots,
           "20971520", "bytes", 1, kNoLimit,
           "After so many bytes of records in the metadata log a snapshot of it is written."),
    number("metadata.log.max.snapshot.interval.ms", &Options::metadata_log_max_snapshot_interval_ms, "3600000", "ms", 0,
           kNoLimit, "After this time too, if there is anything new in the log. 0: not by time."),
    number("metadata.log.segment.bytes", &Options::metadata_log_segment_bytes, "1073741824", "bytes", 8388608,
           kHighestInt, "Largest segment of the metadata log."),
    number("metadata.log.segment.ms", &Options::metadata_log_segment_ms, "604800000", "ms", kAny, kNoLimit,
           "A segment of the metadata log takes no more once it is so old."),
    number(
        "metadata.max.retention.bytes", &Options::metadata_max_retention_bytes, "104857600", "bytes", kAny, kNoLimit,
        "When the metadata log and its snapshots are larger, the oldest snapshots and the segments before the next one "
        "are removed; the newest snapshot stays. Negative: no bound."),
    number("metadata.max.retention.ms", &Options::metadata_max_retention_ms, "604800000", "ms", kAny, kNoLimit,
           "Older snapshots of the metadata, and the segments before the next one, are removed; the newest snapshot "
           "stays. Negative: no bound."),
    own(value("admin.listener", &Options::admin_listener, "127.0.0.1:9644",
              "Where the broker tells what it counts, by HTTP: `HOST:PORT`; port 0: any free port; empty: nowhere. It "
              "asks nobody who he is. Where the default is taken (by another broker) the start goes on without it; an "
              "address that was given must be free.")),
    own(live(number("admin.metrics.groups.max", &Options::admin_metrics_groups_max, "1000", "", 0, 100'000,
                    "Of how many groups, the first by name, /metrics tells singly what they do."))),
    own(live(number("admin.metrics.lags.max", &Options::admin_metrics_lags_max, "10000", "", 0, 1'000'000,
                    "Of how many partitions of these groups /metrics tells the lag."))),
    // connections and requests
    value("unstable.api.versions.enable", &Options::unstable_api_versions_enable, "false",
          "Whether versions of APIs are served that no release of Kafka has settled: Produce 14, InitProducerId 6."),
    live(number("max.connections", &Options::max_connections, "2147483647", "", 0, kHighestInt,
                "Connections at a time; while there are so many none is accepted. Above it (it was lowered, or the "
                "listener of `inter.broker.listener.name` took one, which it does not hold up) those that were active "
                "longest ago are closed. `listener.name.<name>.max.connections` bounds one listener.")),
    live(number("max.connections.per.ip", &Options::max_connections_per_ip, "2147483647", "", 0, kHighestInt,
                "Connections from one address; more are closed at once. 0 only with overrides.")),
    live(value("max.connections.per.ip.overrides", &Options::max_connections_per_ip_overrides, "",
               "Other bounds for single addresses: `ADDRESS:COUNT`, several with commas; numeric addresses.")),
    live(number("max.connection.creation.rate", &Options::max_connection_creation_rate, "2147483647", "per second", 0,
                kHighestInt,
                "New connections per second, measured over ten seconds; faster ones are accepted later. "
                "`listener.name.<name>.max.connection.creation.rate` bounds one listener.")),
    number("quota.window.num", &Options::quota_window_num, "11", "", 1, 1000,
           "Windows over which the use of client quotas is measured; but one of them may be used up at once."),
    number("quota.window.size.seconds", &Options::quota_window_size_seconds, "1", "s", 1, 86400,
           "Time of one of these windows; a quota of requests holds a client up for no longer at a time."),
    number("controller.quota.window.num", &Options::controller_quota_window_num, "11", "", 1, 1000,
           "Windows whose partitions may be created or deleted at once before `controller_mutation_rate` holds up."),
    number("controller.quota.window.size.seconds", &Options::controller_quota_window_size_seconds, "1", "s", 1, 86400,
           "Time of one of these windows."),
    live(number("connections.max.idle.ms", &Options::connections_max_idle_ms, "600000", "ms", kAny, kNoLimit,
                "A connection on which nothing came or went for so long is closed, at most 1/32 of this time later; "
                "one whose request is in execution is not idle. Below 0: never.")),
    live(own(number("request.receive.timeout.ms", &Options::request_receive_timeout_ms, "300000", "ms", 1, kNoLimit,
                    "A connection on which a request has begun to come and is not whole after this time is closed; "
                    "what it waits for the broker's memory does not count."))),
    live(number("socket.request.max.bytes", &Options::socket_request_max_bytes, "104857600", "bytes", 1, kHighestInt,
                "Largest request; a larger one closes the connection.")),
    live(number("socket.send.buffer.bytes", &Options::socket_send_buffer_bytes, "-1", "bytes", kLowestInt, kHighestInt,
                "Send buffer of a new connection's socket (SO_SNDBUF); -1: the system sizes it as it is used. Kafka's "
                "default is 102400.")),
    live(number("socket.receive.buffer.bytes", &Options::socket_receive_buffer_bytes, "-1", "bytes", kLowestInt,
                kHighestInt,
                "Receive buffer of a new connection's socket (SO_RCVBUF); -1: the system sizes it as it is used. "
                "Kafka's default is 102400.")),
    live(number("socket.listen.backlog.size", &Options::socket_listen_backlog_size, "50", "", 1, kHighestInt,
                "Connections that may wait to be accepted.")),
    own(value("socket.congestion.control", &Options::socket_congestion_control, "",
              "TCP congestion control of accepted connections, such as `cubic`. Empty: the system's.")),
    live(number("queued.max.request.bytes", &Options::queued_max_request_bytes, "-1", "bytes", kAny, kNoLimit,
                "Memory of requests over all shards; one request is always admitted when nothing else is held. When "
                "it is used up nothing more is received, and whoever waits longest goes on first. -1: a quarter of the "
                "memory that the machine or the control group has, at most 1 GiB for each shard.")),
    live(own(choice("log.requests", &Options::log_requests, "off", kRequestLogModes,
                    "Which requests get a line of JSON when they end, with their times, what was asked and what was "
                    "answered: none, those that took longer than `log.requests.slow.ms`, all. Kafka's "
                    "`kafka.request.logger`, see docs/request-log.md."))),
    live(own(number("log.requests.slow.ms", &Options::log_requests_slow_ms, "1000", "ms", 0, kNoLimit,
                    "How long a request must take for `log.requests=slow`, from its last byte to its answer's, the "
                    "time included that it waited for the requests before it on its connection. Fetches that wait "
                    "for records are among them: set it above `fetch.max.wait.ms` of the consumers."))),
    own(value("log.requests.file", &Options::log_requests_file, "",
              "File that these lines are appended to. Empty: they stand in the log, on standard error.")),
    own(number("receive.ring.buffer.bytes", &Options::receive_ring_buffer_bytes, "65536", "bytes", 4096, 1048576,
               "Size of one buffer of a shard's receive ring.")),
    own(number("receive.ring.buffer.count", &Options::receive_ring_buffer_count, "64", "", 2, 32768,
               "Buffers of a shard's receive ring; a power of two. They take memory as they are used.")),
    own(number("spin.us", &Options::spin_us, "20", "us", 0, 1000,
               "Longest time for which a shard looks for work before it sleeps; 0: it sleeps at once.")),
    own(number("lend.idle.us", &Options::lend_idle_us, "1000", "us", 0, 1000000,
               "A shard that has slept within this time does a sleeping shard's work itself, which is cheaper than to "
               "wake it; 0: it always wakes it.")),
    // topics
    value("auto.create.topics.enable", &Options::auto_create_topics_enable, "true",
          "A Metadata request that allows it creates the topics that are not there."),
    value("delete.topic.enable", &Options::delete_topic_enable, "true", "Whether topics can be deleted."),
    number("num.partitions", &Options::num_partitions, "1", "", 1, kHighestInt,
           "Partitions of a new topic that names none."),
    number("default.replication.factor", &Options::default_replication_factor, "1", "", kLowestInt, kHighestInt,
           "Replication factor of a new topic that names none."),
    live(number("min.insync.replicas", &Options::min_insync_replicas, "1", "", 1, kHighestInt,
                "Default of `min.insync.replicas`.")),
    live(value("unclean.leader.election.enable", &Options::unclean_leader_election_enable, "false",
               "Default of `unclean.leader.election.enable`.")),
    number("max.request.partition.size.limit", &Options::max_request_partition_size_limit, "2000", "", 1, kHighestInt,
           "Partitions in one answer of DescribeTopicPartitions."),
    // logs
    live(number("message.max.bytes", &Options::message_max_bytes, "1048588", "bytes", 0, kHighestInt,
                "Largest record batch: default of `max.message.bytes`.")),
    live(number("max.decompressed.message.bytes", &Options::max_decompressed_message_bytes, "2147483639", "bytes", 1,
                2147483639, "Most bytes that a batch may have after decompression.")),
    live(choice("compression.type", &Options::compression_type, "producer", kCompressionTypes,
                "Default of `compression.type`.")),
    live(number("compression.gzip.level", &Options::compression_gzip_level, "-1", "", -1, 9,
                "Default of `compression.gzip.level`.")),
    live(number("compression.lz4.level", &Options::compression_lz4_level, "9", "", 1, 17,
                "Default of `compression.lz4.level`.")),
    live(number("compression.zstd.level", &Options::compression_zstd_level, "3", "", -131072, 22,
                "Default of `compression.zstd.level`.")),
    live(number("log.segment.bytes", &Options::log_segment_bytes, "1073741824", "bytes", 1048576, kHighestInt,
                "Default of `segment.bytes`.")),
    number("log.roll.hours", &Options::log_roll_hours, "168", "hours", 1, kHighestInt,
           "Default of `segment.ms`, when `log.roll.ms` is not set."),
    live(number("log.roll.ms", &Options::log_roll_ms, nullptr, "ms", kAny, kNoLimit, "Default of `segment.ms`.")),
    number("log.roll.jitter.hours", &Options::log_roll_jitter_hours, "0", "hours", 0, kHighestInt,
           "Default of `segment.jitter.ms`, when `log.roll.jitter.ms` is not set."),
    live(number("log.roll.jitter.ms", &Options::log_roll_jitter_ms, nullptr, "ms", kAny, kNoLimit,
                "Default of `segment.jitter.ms`.")),
    live(number("log.index.size.max.bytes", &Options::log_index_size_max_bytes, "10485760", "bytes", 4, kHighestInt,
                "Default of `segment.index.bytes`.")),
    live(number("log.index.interval.bytes", &Options::log_index_interval_bytes, "4096", "bytes", 0, kHighestInt,
                "Default of `index.interval.bytes`.")),
    live(choice("log.message.timestamp.type", &Options::log_message_timestamp_type, "CreateTime", kTimestampTypes,
                "Default of `message.timestamp.type`.")),
    live(number("log.message.timestamp.before.max.ms", &Options::log_message_timestamp_before_max_ms,
                "9223372036854775807", "ms", 0, kNoLimit, "Default of `message.timestamp.before.max.ms`.")),
    live(number("log.message.timestamp.after.max.ms", &Options::log_message_timestamp_after_max_ms, "3600000", "ms", 0,
                kNoLimit, "Default of `message.timestamp.after.max.ms`.")),
    live(choice("log.cleanup.policy", &Options::log_cleanup_policy, "delete", kCleanupPolicies,
                "Default of `cleanup.policy`.")),
    live(number("log.retention.bytes", &Options::log_retention_bytes, "-1", "bytes", kAny, kNoLimit,
                "Default of `retention.bytes`.")),
    number("log.retention.hours", &Options::log_retention_hours, "168", "hours", kLowestInt, kHighestInt,
           "Default of `retention.ms`, when neither `log.retention.ms` nor `log.retention.minutes` is set."),
    number("log.retention.minutes", &Options::log_retention_minutes, nullptr, "minutes", kLowestInt, kHighestInt,
           "Default of `retention.ms`, when `log.retention.ms` is not set."),
    live(number("log.retention.ms", &Options::log_retention_ms, nullptr, "ms", kAny, kNoLimit,
                "Default of `retention.ms`.")),
    number("log.retention.check.interval.ms", &Options::log_retention_check_interval_ms, "300000", "ms", 1, kNoLimit,
           "How often segments are looked for that are to go by `retention.ms`, `retention.bytes` or DeleteRecords."),
    number("log.initial.task.delay.ms", &Options::log_initial_task_delay_ms, "30000", "ms", 0, kNoLimit,
           "How long after the start that is done for the first time."),
    live(number("log.segment.delete.delay.ms", &Options::log_segment_delete_delay_ms, "60000", "ms", 0, kNoLimit,
                "Default of `file.delete.delay.ms`.")),
    live(number("log.cleaner.delete.retention.ms", &Options::log_cleaner_delete_retention_ms, "86400000", "ms", 0,
                kNoLimit, "Default of `delete.retention.ms`.")),
    value("log.cleaner.enable", &Options::log_cleaner_enable, "true",
          "Whether topics whose `cleanup.policy` has \"compact\" are compacted."),
    live(number(
        "log.cleaner.dedupe.buffer.size", &Options::log_cleaner_dedupe_buffer_size, "134217728", "bytes", 0, kNoLimit,
        "Memory of all shards for the keys of what they compact, 24 bytes each and a third more; only taken meanwhile. "
        "More keys take several rounds.")),
    live(number("log.cleaner.io.max.bytes.per.second", &Options::log_cleaner_io_max_bytes_per_second,
                "1.7976931348623157E308", "bytes", 1, std::numeric_limits<double>::max(),
                "How much all shards read and write for compaction in a second at most.")),
    own(live(value("log.cleaner.direct.reads", &Options::log_cleaner_direct_reads, "true",
                   "Whether compaction reads past the page cache: that takes less CPU and leaves what clients read in "
                   "the cache, and asks the disk also for what is in the cache. Where a file system cannot do that, it "
                   "reads through the cache."))),
    live(number("log.cleaner.backoff.ms", &Options::log_cleaner_backoff_ms, "15000", "ms", 0, kNoLimit,
                "How often logs are looked for that need compaction.")),
    live(number("log.cleaner.min.compaction.lag.ms", &Options::log_cleaner_min_compaction_lag_ms, "0", "ms", 0,
                kNoLimit, "Default of `min.compaction.lag.ms`.")),
    live(number("log.cleaner.max.compaction.lag.ms", &Options::log_cleaner_max_compaction_lag_ms, "9223372036854775807",
                "ms", 1, kNoLimit, "Default of `max.compaction.lag.ms`.")),
    live(number("log.cleaner.min.cleanable.ratio", &Options::log_cleaner_min_cleanable_ratio, "0.5", "", 0, 1,
                "Default of `min.cleanable.dirty.ratio`.")),
    live(number("log.flush.interval.messages", &Options::log_flush_interval_messages, "9223372036854775807", "", 1,
                kNoLimit, "Default of `flush.messages`.")),
    live(number("log.flush.interval.ms", &Options::log_flush_interval_ms, nullptr, "ms", kAny, kNoLimit,
                "Default of `flush.ms`; unset: `log.flush.scheduler.interval.ms`.")),
    number("log.flush.scheduler.interval.ms", &Options::log_flush_scheduler_interval_ms, "9223372036854775807", "ms",
           kAny, kNoLimit,
           "How often logs are looked for that were not synced for their `flush.ms`, whose default it is when "
           "`log.flush.interval.ms` is not set."),
    own(choice("log.flush.before.acks", &Options::log_flush_before_acks, "none", kFlushBeforeAcks,
               "`all`: no record is acknowledged, shown to a consumer or acted upon by a coordinator before it is on "
               "the disk, so a power loss takes none of them; it goes to a journal first, which serves all partitions "
               "with one write. `none`: the page cache is enough, as in Kafka, and a power loss may take the newest "
               "records.")),
    own(number("log.journal.bytes", &Options::log_journal_bytes, "67108864", "bytes", 1048576, 1073741824,
               "Size of the journal that each shard has in each log directory with `log.flush.before.acks=all`. A "
               "start after a crash reads it whole.")),
    number("log.flush.offset.checkpoint.interval.ms", &Options::log_flush_offset_checkpoint_interval_ms, "60000", "ms",
           0, kHighestInt,
           "How often recovery points are written down: what lies before them is not read after a crash. The shorter "
           "of this and `log.flush.start.offset.checkpoint.interval.ms` holds for both."),
    number("log.flush.start.offset.checkpoint.interval.ms", &Options::log_flush_start_offset_checkpoint_interval_ms,
           "60000", "ms", 0, kHighestInt,
           "How often the starts of the logs are written down: a crash may bring back what was deleted later by "
           "DeleteRecords."),
    own(number("log.page.cache.window.bytes", &Options::log_page_cache_window_bytes, "0", "bytes", 0, kNoLimit,
               "How much of what was written to the logs stays in the page cache, over all shards: older bytes are "
               "written back and dropped, so that memory is used again instead of new memory. 0: the kernel decides.")),
    own(number("log.open.files.max", &Options::log_open_files_max, "0", "", 0, kHighestInt,
               "Descriptors that segments and their indexes may hold, over all shards: more are opened only after the "
               "longest unused ones were closed, which are opened again when they are needed. 0: what the limit of "
               "open files leaves beside `max.connections`, at least half of it and at most 32768.")),
    live(value("log.preallocate", &Options::log_preallocate, "false", "Default of `preallocate`.")),
    // fetch
    number("fetch.max.bytes", &Options::fetch_max_bytes, "57671680", "bytes", 1024, kHighestInt,
           "Most bytes in one answer to a Fetch."),
    number("max.incremental.fetch.session.cache.slots", &Options::max_incremental_fetch_session_cache_slots, "1000", "",
           0, kHighestInt, "Fetch sessions at a time."),
    live(own(number(
        "max.incremental.fetch.session.cache.bytes", &Options::max_incremental_fetch_session_cache_bytes,
        "134217728", "bytes", 0, kNoLimit,
        "Memory of all fetch sessions: about 100 bytes per partition of a session. One that would pass it is not "
        "kept, and its client goes on with full requests."))),
    live(own(number(
        "fetch.session.eviction.ms", &Options::fetch_session_eviction_ms, "120000", "ms", 0, kNoLimit,
        "A fetch session that was not used for so long makes room for a new one; one that is younger is not evicted "
        "for a consumer's."))),
    // producers, groups, transactions
    live(own(number("producer.state.batches.to.retain", &Options::producer_state_batches_to_retain, "5", "", 5, 1000,
                    "Default of the topic setting of the same name: batches of one producer that a partition "
                    "remembers, so that a repetition of any of them is recognised (KIP-1269). "
                    "`max.idempotence.batches.to.retain` is another name for it."))),
    live(number("producer.id.expiration.ms", &Options::producer_id_expiration_ms, "86400000", "ms", 1, kHighestInt,
                "A producer id without a record for so long is forgotten.")),
    number("producer.id.expiration.check.interval.ms", &Options::producer_id_expiration_check_interval_ms, "600000",
           "ms", 1, kHighestInt, "How often producer ids are looked at for `producer.id.expiration.ms`."),
    own(number(
        "producer.state.ids.per.partition.max", &Options::producer_state_ids_per_partition_max, "100000", "", 1,
        16777215,
        "Producer ids that a partition remembers; the longest unused goes first. Each takes 72 bytes, and 24 for "
        "each batch beyond its first.")),
    own(number("producer.state.ids.max", &Options::producer_state_ids_max, "2000000", "", 1, kNoLimit,
               "Producer ids that all partitions together remember, divided among the shards; the longest unused goes "
               "first.")),
    own(value("producer.state.strict.first.sequence", &Options::producer_state_strict_first_sequence, "false",
              "The first batch of a producer in a partition that never had a record must have sequence 0, as in Kafka "
              "4.5 (KAFKA-15591). Kafka 4.4 takes any.")),
    number("group.initial.rebalance.delay.ms", &Options::group_initial_rebalance_delay_ms, "3000", "ms", 0, kHighestInt,
           "How long the first rebalance of an empty group waits for more members. Lower it where groups are small and "
           "short-lived: their first member is served after this time at the earliest."),
    number("group.min.session.timeout.ms", &Options::group_min_session_timeout_ms, "6000", "ms", kLowestInt,
           kHighestInt, "Shortest session timeout that a member of a group may ask for."),
    number("group.max.session.timeout.ms", &Options::group_max_session_timeout_ms, "1800000", "ms", kLowestInt,
           kHighestInt, "Longest session timeout that a member of a group may ask for."),
    own(live(
        number("group.disconnect.grace.ms", &Options::group_disconnect_grace_ms, "-1", "ms", -1, kHighestInt,
               "When a member's connection to its group was closed or cut, and it neither left nor comes back on "
               "another within this "
               "time, it is out (a static member stays). -1: it is out when its session times out, as in Kafka."))),
    number("group.max.size", &Options::group_max_size, "2147483647", "", 1, kHighestInt, "Most members of a group."),
    choice(
        "group.coordinator.rebalance.protocols", &Options::group_coordinator_rebalance_protocols,
        "classic,consumer,streams", kRebalanceProtocols,
        "Protocols that groups may use; `classic` must be one. `share` and `streams` are not served, whatever stands "
        "here."),
    number("group.consumer.session.timeout.ms", &Options::group_consumer_session_timeout_ms, "45000", "ms", 1,
           kHighestInt,
           "A member of a consumer group (KIP-848) that was not heard of for so long is out. A group's own is "
           "`consumer.session.timeout.ms`."),
    number("group.consumer.min.session.timeout.ms", &Options::group_consumer_min_session_timeout_ms, "45000", "ms", 1,
           kHighestInt, "Shortest session timeout that a group may have."),
    number("group.consumer.max.session.timeout.ms", &Options::group_consumer_max_session_timeout_ms, "60000", "ms", 1,
           kHighestInt, "Longest session timeout that a group may have."),
    number("group.consumer.heartbeat.interval.ms", &Options::group_consumer_heartbeat_interval_ms, "5000", "ms", 1,
           kHighestInt,
           "How often members of a consumer group are told to let themselves be heard. A group's own is "
           "`consumer.heartbeat.interval.ms`."),
    number("group.consumer.min.heartbeat.interval.ms", &Options::group_consumer_min_heartbeat_interval_ms, "5000", "ms",
           1, kHighestInt, "Shortest heartbeat interval that a group may have."),
    number("group.consumer.max.heartbeat.interval.ms", &Options::group_consumer_max_heartbeat_interval_ms, "15000",
           "ms", 1, kHighestInt, "Longest heartbeat interval that a group may have."),
    live(number("group.consumer.assignment.interval.ms", &Options::group_consumer_assignment_interval_ms, "1000", "ms",
                0, kHighestInt,
                "Least time between two assignments of a consumer group: what changes in it meanwhile is taken "
                "together. A group's own is `consumer.assignment.interval.ms`.")),
    number("group.consumer.min.assignment.interval.ms", &Options::group_consumer_min_assignment_interval_ms, "0", "ms",
           0, kHighestInt, "Shortest assignment interval that a group may have."),
    number("group.consumer.max.assignment.interval.ms", &Options::group_consumer_max_assignment_interval_ms, "15000",
           "ms", 0, kHighestInt, "Longest assignment interval that a group may have."),
    number("group.consumer.max.size", &Options::group_consumer_max_size, "2147483647", "", 1, kHighestInt,
           "Most members of a consumer group."),
    choice("group.consumer.assignors", &Options::group_consumer_assignors, "uniform,range", kAssignors,
           "Assignors that members of a consumer group may ask for; the first is taken when none asks. Classes of "
           "Kafka's cannot be named."),
    value(
        "group.consumer.migration.policy", &Options::group_consumer_migration_policy, "bidirectional",
        "Whether a group may go from the classic protocol to the consumer protocol (`upgrade`), back (`downgrade`), "
        "both (`bidirectional`) or neither (`disabled`) while it has members. Unless it is `disabled`, members of the "
        "classic protocol may join a consumer group."),
    number("group.consumer.regex.refresh.interval.ms", &Options::group_consumer_regex_refresh_interval_ms, "600000",
           "ms", 10000, kHighestInt,
           "How often topics are looked for anew that match the regular expressions of a consumer group."),
    number("offset.metadata.max.bytes", &Options::offset_metadata_max_bytes, "4096", "", kLowestInt, kHighestInt,
           "Longest metadata of a committed offset, in UTF-16 units (as Kafka counts, despite the name)."),
    number(
        "offsets.commit.timeout.ms", &Options::offsets_commit_timeout_ms, "5000", "ms", 1, kHighestInt,
        "A commit that is not written within this time is answered with COORDINATOR_NOT_AVAILABLE, and may still take "
        "effect. So are deletions and heartbeats of consumer groups; a fetch of stable offsets with NOT_COORDINATOR."),
    number("offsets.retention.minutes", &Options::offsets_retention_minutes, "10080", "minutes", 1, kHighestInt,
           "How long offsets are kept after their group has become empty; of consumers that are in no group, after the "
           "commit."),
    number("offsets.retention.check.interval.ms", &Options::offsets_retention_check_interval_ms, "600000", "ms", 1,
           kNoLimit, "How often expired offsets are looked for."),
    number("offsets.topic.num.partitions", &Options::offsets_topic_num_partitions, "50", "", 1, kHighestInt,
           "Partitions of `__consumer_offsets`."),
    number("offsets.topic.replication.factor", &Options::offsets_topic_replication_factor, "1", "", 1, kHighestShort,
           "Replication factor of `__consumer_offsets`. Kafka's default is 3, which one node cannot have."),
    number("offsets.topic.segment.bytes", &Options::offsets_topic_segment_bytes, "104857600", "bytes", 1, kHighestInt,
           "Segment size of `__consumer_offsets`."),
    number("transaction.state.log.num.partitions", &Options::transaction_state_log_num_partitions, "50", "", 1,
           kHighestInt, "Partitions of `__transaction_state`."),
    number("transaction.state.log.replication.factor", &Options::transaction_state_log_replication_factor, "1", "", 1,
           kHighestShort, "Replication factor of `__transaction_state`. Kafka's default is 3."),
    number("transaction.state.log.min.isr", &Options::transaction_state_log_min_isr, "1", "", 1, kHighestInt,
           "`min.insync.replicas` of `__transaction_state`. Kafka's default is 2."),
    number("transaction.state.log.segment.bytes", &Options::transaction_state_log_segment_bytes, "104857600", "bytes",
           1, kHighestInt, "Segment size of `__transaction_state`."),
    number("share.coordinator.state.topic.num.partitions", &Options::share_coordinator_state_topic_num_partitions, "50",
           "", 1, kHighestInt, "Partitions of `__share_group_state`."),
    number("share.coordinator.state.topic.replication.factor",
           &Options::share_coordinator_state_topic_replication_factor, "1", "", 1, kHighestShort,
           "Replication factor of `__share_group_state`. Kafka's default is 3."),
    number("share.coordinator.state.topic.min.isr", &Options::share_coordinator_state_topic_min_isr, "1", "", 1,
           kHighestShort, "`min.insync.replicas` of `__share_group_state`. Kafka's default is 2."),
    number("share.coordinator.state.topic.segment.bytes", &Options::share_coordinator_state_topic_segment_bytes,
           "104857600", "bytes", 1, kHighestInt, "Segment size of `__share_group_state`."),
};

}  // namespace

std::span<const OptionRow> option_table() {
  return kRows;
}

}  // namespace klamm::broker
