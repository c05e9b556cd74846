#pragma once

#include <cstdint>

#include "broker/options.h"
#include "metadata/node_options.h"
#include "storage/log_config.h"

namespace klamm::broker {

/// What compaction may take on one shard among `shard_count`. @core any
storage::CleanerLimits cleaner_limits(const Options& options, uint32_t shard_count);

/// The limit of descriptors of this process; 2^63 where there is none. @core any
uint64_t descriptor_limit();

/// Descriptors that the segments of one shard among `shard_count` may hold (`log.open.files.max`), where the process
/// may have `descriptors_max` in all. @core any
uint64_t open_files_max(const Options& options, uint32_t shard_count, uint64_t descriptors_max);

/// How the metadata log grows and is kept short. @core any
metadata::MetadataLogOptions metadata_log_options(const Options& options);

}  // namespace klamm::broker
