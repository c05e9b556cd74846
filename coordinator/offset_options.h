#pragma once

#include <cstdint>

namespace klamm::coordinator {

/// The broker's options for committed offsets, by Kafka's names and defaults.
/// @core any (constant)
struct OffsetOptions {
  int64_t retention_ms = int64_t{10080} * 60 * 1000;     // offsets.retention.minutes
  int64_t retention_check_interval_ms = 10 * 60 * 1000;  // offsets.retention.check.interval.ms
  int64_t commit_timeout_ms = 5000;                      // offsets.commit.timeout.ms
  int32_t metadata_length_max = 4096;                    // offset.metadata.max.bytes; counted in UTF-16 units, as Kafka
};

}  // namespace klamm::coordinator
