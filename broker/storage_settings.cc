#include "broker/storage_settings.h"

namespace klamm::broker {

storage::CleanerLimits cleaner_limits(const Options& options, uint32_t shard_count) {
  return {.dedupe_bytes_max = static_cast<uint64_t>(options.log_cleaner_dedupe_buffer_size) / shard_count,
          .bytes_per_second_max = options.log_cleaner_io_max_bytes_per_second / shard_count,
          .backoff_ms = options.log_cleaner_backoff_ms};
}

metadata::MetadataLogOptions metadata_log_options(const Options& options) {
  metadata::MetadataLogOptions log;
  log.segments.segment_bytes = static_cast<uint64_t>(options.metadata_log_segment_bytes);
  log.segments.segment_ms = options.metadata_log_segment_ms;
  log.snapshot_bytes = options.metadata_log_max_record_bytes_between_snapshots;
  log.snapshot_interval_ms = options.metadata_log_max_snapshot_interval_ms;
  log.retention_bytes = options.metadata_max_retention_bytes;
  log.retention_ms = options.metadata_max_retention_ms;
  return log;
}

}  // namespace klamm::broker
