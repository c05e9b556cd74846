#pragma once

#include <cstdint>

#include "broker/options.h"
#include "metadata/node_options.h"
#include "storage/log_config.h"

namespace klamm::broker {

/// What compaction may take on one shard among `shard_count`. @core any
storage::CleanerLimits cleaner_limits(const Options& options, uint32_t shard_count);

/// How the metadata log grows and is kept short. @core any
metadata::MetadataLogOptions metadata_log_options(const Options& options);

}  // namespace klamm::broker
