#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "broker/kafka_settings.h"

// The broker's options. Each is one row of one table (options.cc) and one member here; docs/configuration.md is printed
// from the table. Names are Kafka's where Kafka has the option.
namespace klamm::broker {

/// All options with their values. Made by parsing the table's defaults, then changed by set_option during the start.
/// Each shard has its own while it serves, in which what was altered since stands (live_options.h).
/// @core any (a plain value)
struct Options {
  // the node
  std::optional<int32_t> node_id;
  std::optional<std::string> cluster_id;
  std::optional<std::string> broker_rack;
  std::string cores;
  std::string io;

  // where
  std::vector<std::string> listeners;
  std::optional<std::vector<std::string>> advertised_listeners;
  std::string listener_security_protocol_map;
  std::vector<std::string> controller_listener_names;
  std::optional<std::string> inter_broker_listener_name;
  std::vector<std::string> process_roles;
  std::vector<std::string> controller_quorum_voters;
  std::vector<std::string> controller_quorum_bootstrap_servers;
  std::vector<std::string> log_dir;
  std::optional<std::vector<std::string>> log_dirs;
  std::optional<std::string> metadata_log_dir;
  int64_t metadata_log_max_record_bytes_between_snapshots = 0;
  int64_t metadata_log_max_snapshot_interval_ms = 0;
  int32_t metadata_log_segment_bytes = 0;
  int64_t metadata_log_segment_ms = 0;
  int64_t metadata_max_retention_bytes = 0;
  int64_t metadata_max_retention_ms = 0;

  std::string admin_listener;
  int32_t admin_metrics_groups_max = 0;
  int32_t admin_metrics_lags_max = 0;

  // connections and requests
  bool unstable_api_versions_enable = false;
  int32_t max_connections = 0;
  int32_t max_connections_per_ip = 0;
  std::string max_connections_per_ip_overrides;
  int32_t max_connection_creation_rate = 0;
  int32_t quota_window_num = 0;
  int32_t quota_window_size_seconds = 0;
  int32_t controller_quota_window_num = 0;
  int32_t controller_quota_window_size_seconds = 0;
  int64_t connections_max_idle_ms = 0;
  int64_t request_receive_timeout_ms = 0;
  int32_t socket_request_max_bytes = 0;
  int32_t socket_send_buffer_bytes = 0;
  int32_t socket_receive_buffer_bytes = 0;
  int32_t socket_listen_backlog_size = 0;
  std::string socket_congestion_control;
  int64_t queued_max_request_bytes = 0;
  std::string log_requests;
  int64_t log_requests_slow_ms = 0;
  std::string log_requests_file;
  int32_t receive_ring_buffer_bytes = 0;
  int32_t receive_ring_buffer_count = 0;
  int32_t spin_us = 0;
  int32_t lend_idle_us = 0;

  // topics
  bool auto_create_topics_enable = false;
  bool delete_topic_enable = false;
  int32_t num_partitions = 0;
  int32_t default_replication_factor = 0;
  int32_t min_insync_replicas = 0;
  bool unclean_leader_election_enable = false;
  int32_t max_request_partition_size_limit = 0;

  // logs: the defaults of topics
  int32_t message_max_bytes = 0;
  int32_t max_decompressed_message_bytes = 0;
  std::string compression_type;
  int32_t compression_gzip_level = 0;
  int32_t compression_lz4_level = 0;
  int32_t compression_zstd_level = 0;
  int32_t log_segment_bytes = 0;
  int32_t log_roll_hours = 0;
  std::optional<int64_t> log_roll_ms;
  int32_t log_roll_jitter_hours = 0;
  std::optional<int64_t> log_roll_jitter_ms;
  int32_t log_index_size_max_bytes = 0;
  int32_t log_index_interval_bytes = 0;
  std::string log_message_timestamp_type;
  int64_t log_message_timestamp_before_max_ms = 0;
  int64_t log_message_timestamp_after_max_ms = 0;
  std::vector<std::string> log_cleanup_policy;
  int64_t log_retention_bytes = 0;
  int32_t log_retention_hours = 0;
  std::optional<int32_t> log_retention_minutes;
  std::optional<int64_t> log_retention_ms;
  int64_t log_segment_delete_delay_ms = 0;
  int64_t log_retention_check_interval_ms = 0;
  int64_t log_initial_task_delay_ms = 0;
  int64_t log_cleaner_delete_retention_ms = 0;
  bool log_cleaner_enable = true;
  bool log_cleaner_direct_reads = true;
  int64_t log_cleaner_dedupe_buffer_size = 0;
  double log_cleaner_io_max_bytes_per_second = 0;
  int64_t log_cleaner_backoff_ms = 0;
  int64_t log_cleaner_min_compaction_lag_ms = 0;
  int64_t log_cleaner_max_compaction_lag_ms = 0;
  double log_cleaner_min_cleanable_ratio = 0;
  int64_t log_flush_interval_messages = 0;
  std::optional<int64_t> log_flush_interval_ms;
  int64_t log_flush_scheduler_interval_ms = 0;
  int32_t log_flush_offset_checkpoint_interval_ms = 0;
  int32_t log_flush_start_offset_checkpoint_interval_ms = 0;
  std::string log_flush_before_acks;
  int64_t log_journal_bytes = 0;
  int64_t log_page_cache_window_bytes = 0;
  int32_t log_open_files_max = 0;
  bool log_preallocate = false;

  // fetch
  int32_t fetch_max_bytes = 0;
  int32_t max_incremental_fetch_session_cache_slots = 0;
  int64_t max_incremental_fetch_session_cache_bytes = 0;
  int64_t fetch_session_eviction_ms = 0;

  // producers, groups, transactions
  int32_t producer_state_batches_to_retain = 0;
  int32_t producer_id_expiration_ms = 0;
  int32_t producer_id_expiration_check_interval_ms = 0;
  int32_t producer_state_ids_per_partition_max = 0;
  int64_t producer_state_ids_max = 0;
  bool producer_state_strict_first_sequence = false;
  int32_t group_initial_rebalance_delay_ms = 0;
  int32_t group_min_session_timeout_ms = 0;
  int32_t group_max_session_timeout_ms = 0;
  int32_t group_disconnect_grace_ms = -1;
  int32_t group_max_size = 0;
  std::vector<std::string> group_coordinator_rebalance_protocols;
  int32_t group_consumer_session_timeout_ms = 0;
  int32_t group_consumer_min_session_timeout_ms = 0;
  int32_t group_consumer_max_session_timeout_ms = 0;
  int32_t group_consumer_heartbeat_interval_ms = 0;
  int32_t group_consumer_min_heartbeat_interval_ms = 0;
  int32_t group_consumer_max_heartbeat_interval_ms = 0;
  int32_t group_consumer_assignment_interval_ms = 0;
  int32_t group_consumer_min_assignment_interval_ms = 0;
  int32_t group_consumer_max_assignment_interval_ms = 0;
  int32_t group_consumer_max_size = 0;
  std::vector<std::string> group_consumer_assignors;
  std::string group_consumer_migration_policy;
  int32_t group_consumer_regex_refresh_interval_ms = 0;
  int32_t offset_metadata_max_bytes = 0;
  int32_t offsets_commit_timeout_ms = 0;
  int32_t offsets_retention_minutes = 0;
  int64_t offsets_retention_check_interval_ms = 0;
  int32_t offsets_topic_num_partitions = 0;
  int32_t offsets_topic_replication_factor = 0;
  int32_t offsets_topic_segment_bytes = 0;
  int32_t transaction_state_log_num_partitions = 0;
  int32_t transaction_state_log_replication_factor = 0;
  int32_t transaction_state_log_min_isr = 0;
  int32_t transaction_state_log_segment_bytes = 0;
  int32_t share_coordinator_state_topic_num_partitions = 0;
  int32_t share_coordinator_state_topic_replication_factor = 0;
  int32_t share_coordinator_state_topic_min_isr = 0;
  int32_t share_coordinator_state_topic_segment_bytes = 0;

  /// Bounds of single listeners by their whole name (`listener.name.internal.max.connections`), as text.
  std::map<std::string, std::string, std::less<>> listener_limits;

  /// What was given, by name (options and Kafka's other settings), as text: for DescribeConfigs.
  std::map<std::string, std::string, std::less<>> given;

  Options();

  // Values that follow from several options, as Kafka resolves them.
  std::vector<std::string> data_directories() const;
  int64_t retention_ms() const;
  int64_t roll_ms() const;
  int64_t roll_jitter_ms() const;
};

/// What kind of value an option has, and where it is kept.
using OptionField =
    std::variant<bool Options::*, int32_t Options::*, int64_t Options::*, double Options::*, std::string Options::*,
                 std::vector<std::string> Options::*, std::optional<int32_t> Options::*,
                 std::optional<int64_t> Options::*, std::optional<std::string> Options::*,
                 std::optional<std::vector<std::string>> Options::*>;

enum class OptionOrigin : uint8_t { kKafka, kKlamm };

/// @core any (constant)
struct OptionRow {
  std::string_view name;
  OptionField field;
  const char* default_text;  // null: none
  std::string_view unit;     // "" where there is none
  double lowest;             // of numbers
  double highest;
  std::span<const std::string_view> allowed;  // of texts and lists; empty: any
  bool is_live;                               // can change while the broker runs
  OptionOrigin origin;
  std::string_view text;
};

/// Every row, in the order of the documentation.
std::span<const OptionRow> option_table();

/// The row of that name, or null. `broker.id` and `max.idempotence.batches.to.retain` are other names of node.id and
/// producer.state.batches.to.retain.
const OptionRow* find_option(std::string_view name);

/// Whether it changes while Klamm runs but is Klamm's own, or fixed while Kafka runs: then what is altered is kept in
/// Klamm's settings file, since Kafka would not take it from its metadata log.
bool is_kept_by_klamm(const OptionRow& row);

/// What settings of one listener begin with.
inline constexpr std::string_view kListenerPrefix = "listener.name.";

/// A bound of one listener: `listener.name.<name>.max.connections` or `.max.connection.creation.rate`.
bool is_listener_limit(std::string_view name);

/// Kafka's type for the values of an option.
SettingType option_type(const OptionRow& row);

/// Sets one option from text, by Kafka's rules for its type, and notes it in `given`. The error is a sentence.
std::expected<void, std::string> set_option(Options& options, const OptionRow& row, std::string_view text);
/// The same for a value that was not given at the start: `given` stays as it is.
std::expected<void, std::string> override_option(Options& options, const OptionRow& row, std::string_view text);

/// Checks what single rows cannot: relations between options. The error is a sentence.
std::expected<void, std::string> check_options(const Options& options);

/// The value as DescribeConfigs shows it; nothing when it has none.
std::optional<std::string> option_text(const Options& options, const OptionRow& row);

/// Text of docs/configuration.md.
std::string configuration_markdown();

}  // namespace klamm::broker
