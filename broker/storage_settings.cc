#include "broker/storage_settings.h"

#include <sys/resource.h>

#include <algorithm>

namespace klamm::broker {
namespace {

// Rings, listeners, the metadata log, and small files that are open for a moment.
constexpr uint64_t kOtherDescriptors = 64;
constexpr uint64_t kOtherDescriptorsOfShard = 32;
constexpr uint64_t kOpenFilesMaxByDefault = 32 * 1024;
constexpr uint64_t kOpenFilesOfShardMin = 16;

uint64_t default_open_files(const Options& options, uint32_t shard_count, uint64_t descriptors_max) {
  const uint64_t directories = options.data_directories().size();
  const uint64_t others = kOtherDescriptors + shard_count * (kOtherDescriptorsOfShard + directories);
  const uint64_t left = descriptors_max - std::min(others, descriptors_max);
  const uint64_t connections = std::min<uint64_t>(static_cast<uint64_t>(options.max_connections), left / 2);
  return std::min(left - connections, kOpenFilesMaxByDefault);
}

}  // namespace

uint64_t descriptor_limit() {
  rlimit limit{};
  constexpr uint64_t kNone = uint64_t{1} << 63;
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? std::min<uint64_t>(limit.rlim_cur, kNone) : kNone;
}

uint64_t open_files_max(const Options& options, uint32_t shard_count, uint64_t descriptors_max) {
  const uint64_t all = options.log_open_files_max > 0 ? static_cast<uint64_t>(options.log_open_files_max)
                                                      : default_open_files(options, shard_count, descriptors_max);
  return std::max(all / shard_count, kOpenFilesOfShardMin);
}

storage::CleanerLimits cleaner_limits(const Options& options, uint32_t shard_count) {
  return {.dedupe_bytes_max = static_cast<uint64_t>(options.log_cleaner_dedupe_buffer_size) / shard_count,
          .bytes_per_second_max = options.log_cleaner_io_max_bytes_per_second / shard_count,
          .backoff_ms = options.log_cleaner_backoff_ms,
          .reads_directly = options.log_cleaner_direct_reads};
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
