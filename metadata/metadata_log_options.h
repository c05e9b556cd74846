#pragma once

#include <cstdint>

namespace klamm::metadata {

/// When a segment of the metadata log is full.
struct MetadataLogLimits {
  uint64_t segment_bytes = uint64_t{1} << 30;          // metadata.log.segment.bytes
  int64_t segment_ms = int64_t{7} * 24 * 3600 * 1000;  // metadata.log.segment.ms, by the timestamps of batches
};

/// How the metadata log grows and is kept short, as Kafka's settings of these names say.
struct MetadataLogOptions {
  MetadataLogLimits segments;
  int64_t snapshot_bytes = 20 << 20;            // metadata.log.max.record.bytes.between.snapshots
  int64_t snapshot_interval_ms = 3'600'000;     // metadata.log.max.snapshot.interval.ms; 0: never by time
  int64_t retention_bytes = 100 << 20;          // metadata.max.retention.bytes; negative: no bound
  int64_t retention_ms = 7 * 24 * 3'600'000LL;  // metadata.max.retention.ms; negative: no bound
  int64_t clean_interval_ms = 60'000;           // how often that is looked at, besides each new snapshot
};

}  // namespace klamm::metadata
