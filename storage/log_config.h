#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/types.h"

namespace klamm::storage {

// `message.timestamp.type`.
enum class TimestampType : uint8_t { kCreateTime, kLogAppendTime };

// `compression.type` of a topic: keep the producer's codec or recompress.
enum class CompressionSetting : uint8_t { kProducer, kUncompressed, kGzip, kSnappy, kLz4, kZstd };

// The settings of one partition's local log, resolved (topic setting, else broker default, else Kafka 4.4's default).
// Names are Kafka's topic settings. -1 means "no limit" where Kafka says so.
// @core any (a plain value)
struct LogConfig {
  int32_t segment_bytes = 1024 * 1024 * 1024;
  int64_t segment_ms = 7LL * 24 * 60 * 60 * 1000;
  int64_t segment_jitter_ms = 0;
  int32_t segment_index_bytes = 10 * 1024 * 1024;
  int32_t index_interval_bytes = 4096;
  int32_t max_message_bytes = 1024 * 1024 + 12;
  int32_t max_decompressed_message_bytes = INT32_MAX - 8;  // one record of a compressed batch

  TimestampType message_timestamp_type = TimestampType::kCreateTime;
  int64_t message_timestamp_before_max_ms = INT64_MAX;
  int64_t message_timestamp_after_max_ms = 60LL * 60 * 1000;

  bool cleanup_delete = true;    // cleanup.policy contains "delete"
  bool cleanup_compact = false;  // cleanup.policy contains "compact"
  int64_t retention_bytes = -1;
  int64_t retention_ms = 7LL * 24 * 60 * 60 * 1000;
  int64_t file_delete_delay_ms = 60'000;
  int64_t delete_retention_ms = 24LL * 60 * 60 * 1000;
  int64_t min_compaction_lag_ms = 0;
  int64_t max_compaction_lag_ms = INT64_MAX;
  double min_cleanable_dirty_ratio = 0.5;

  CompressionSetting compression_type = CompressionSetting::kProducer;
  int32_t compression_gzip_level = -1;
  int32_t compression_lz4_level = 9;
  int32_t compression_zstd_level = 3;

  int64_t flush_messages = INT64_MAX;
  int64_t flush_ms = INT64_MAX;
  int32_t min_insync_replicas = 1;
  bool unclean_leader_election_enable = false;
  bool preallocate = false;

  // Batches of one producer that are kept to recognise repetitions (`producer.state.batches.to.retain`).
  int32_t producer_state_batches_to_retain = 5;

  bool operator==(const LogConfig&) const = default;
};

// One directory of `log.dirs`.
struct LogDirectory {
  std::string path;
  protocol::Uuid id;  // directory.id of its meta.properties
};

// What compaction of a shard's logs may take, and how often it looks for logs that need it.
struct CleanerLimits {
  uint64_t dedupe_bytes_max = uint64_t{128} << 20;  // for the keys of one round
  double bytes_per_second_max = 1.7976931348623157e308;
  int64_t backoff_ms = 15'000;
  bool reads_directly = true;  // past the page cache, where the file system can
};

// Settings of this process that storage needs; the same on every shard, constant but for what LogManager can set.
struct StorageOptions {
  std::vector<LogDirectory> directories;
  // Bytes of all decompressed records of one batch: what ends a decompression bomb. Kafka bounds only each record
  // (LogConfig::max_decompressed_message_bytes).
  uint64_t decompressed_batch_bytes_max = uint64_t{256} << 20;
  // Written bytes of a segment after which the kernel is asked to start writing them back; 0: never. Little at a time:
  // logs that grow side by side come to it together (measured: docs/architecture.md, section 7).
  uint64_t writeback_interval_bytes = 4ULL * 1024 * 1024;
  // Written bytes of this shard's logs that may stay in the page cache (see PageCacheWindow); 0: the kernel decides.
  uint64_t page_cache_window_bytes = 0;
  // Largest step of preallocation ahead of the written bytes; 0: no preallocation.
  uint64_t preallocation_step_bytes_max = 32ULL * 1024 * 1024;
  // A segment gets no preallocation before it holds this many bytes.
  uint64_t preallocation_start_bytes = 1024ULL * 1024;
  // What may be reserved at a time in all segments of this shard; never more than a sixteenth of the free space.
  uint64_t preallocated_bytes_max = uint64_t{1} << 30;
  // Descriptors that this shard's segments and indexes may hold (see OpenFiles).
  uint64_t open_files_max = 16 * 1024;
  // Producer ids kept per partition, and by this shard, before the longest unused one is dropped.
  uint32_t producer_ids_per_partition_max = 100'000;
  uint64_t producer_ids_max = 2'000'000;
  // A producer id is dropped when it was not used for so long, at the next check.
  int64_t producer_id_expiration_ms = 24LL * 60 * 60 * 1000;
  int64_t producer_id_expiration_check_interval_ms = 10LL * 60 * 1000;
  // Refuses an unknown producer's non-zero first sequence in a log that never had a record (FirstSequence).
  bool producer_strict_first_sequence = false;
  // How often retention is applied, and how long after the first partition was opened it is for the first time.
  int64_t retention_check_interval_ms = 5LL * 60 * 1000;
  int64_t initial_task_delay_ms = 30'000;
  // How often logs are looked for that were not synced for flush.ms; INT64_MAX: never.
  int64_t flush_check_interval_ms = INT64_MAX;
  // Nothing is acknowledged or shown before it is on the disk (see Journal); the journal's bytes for each directory.
  bool is_durable_before_acks = false;
  uint64_t journal_bytes = uint64_t{64} << 20;
  bool is_cleaner_enabled = true;
  CleanerLimits cleaner;
  // Bytes and batches that may wait for one partition's next gathered write.
  uint64_t queued_append_bytes_max = 64ULL * 1024 * 1024;
  uint32_t queued_append_batches_max = 4096;
};

}  // namespace klamm::storage
