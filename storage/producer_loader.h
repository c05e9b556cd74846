#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reactor/task.h"
#include "storage/producer_state.h"
#include "storage/segment.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// The producers of a log at some offset: from the newest snapshot at or below it and the batches that follow.
// @core owner
class ProducerLoader {
 public:
  struct Loaded {
    ProducerState producers;
    Offset snapshot_offset{-1};  // of the snapshot that was used; -1: none
  };

  ProducerLoader(StorageContext& context, const std::string& directory,
                 const std::vector<std::unique_ptr<Segment>>& segments, ProducerState::Limits limits)
      : context_(context), directory_(directory), segments_(segments), limits_(limits) {}

  // Snapshots above `end` and damaged ones are removed. Without any snapshot the whole log is read, but after a clean
  // stop, where it means that there are no producers (as Kafka takes it).
  reactor::Task<StorageResult<Loaded>> load(Offset log_start, Offset end, bool after_clean_stop);

 private:
  reactor::Task<StorageResult<void>> load_snapshot(Offset end, Loaded& into);
  reactor::Task<StorageResult<void>> replay(Offset from, Offset end, ProducerState& into);
  reactor::Task<StorageResult<void>> replay_segment(Segment& segment, Offset from, Offset end, ProducerState& into);

  StorageContext& context_;
  const std::string& directory_;
  const std::vector<std::unique_ptr<Segment>>& segments_;
  ProducerState::Limits limits_;
};

}  // namespace klamm::storage
