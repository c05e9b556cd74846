#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reactor/task.h"
#include "storage/producer_state.h"
#include "storage/segment.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Snapshots that keep their windows; of older ones the depth is rebuilt from the log.
inline constexpr size_t kWindowsFilesKept = 3;

// The producers of a log at some offset: from the newest snapshot at or below it, the windows beside that, and the
// batches that follow.
//
// Without the windows (a snapshot of Kafka's, a damaged file) the depth is taken from the log before the snapshot, from
// the last kDepthBytesMax of it; the newest batch of each producer is in the snapshot in any case.
// @core owner
class ProducerLoader {
 public:
  static constexpr uint64_t kDepthBytesMax = uint64_t{8} << 20;

  struct Loaded {
    ProducerState producers;
    Offset snapshot_offset{-1};         // of the snapshot that was used; -1: none
    std::vector<Offset> windows_files;  // that are left, in order
  };

  // What the producers are wanted for. After a clean stop no snapshot file at all means that there are no producers, as
  // Kafka takes it; otherwise the whole log is read then.
  enum class Purpose : uint8_t { kOpenAfterStop, kOpenAfterCrash, kTruncation };

  ProducerLoader(StorageContext& context, const std::string& directory,
                 const std::vector<std::unique_ptr<Segment>>& segments, ProducerState::Limits limits)
      : context_(context), directory_(directory), segments_(segments), limits_(limits) {}

  // Snapshots above `end` and damaged ones are removed, and when opening, as Kafka does, those that begin no segment,
  // up to the newest.
  reactor::Task<StorageResult<Loaded>> load(Offset log_start, Offset end, Purpose purpose);
  // All snapshots, for a log that was lost.
  reactor::Task<StorageResult<void>> remove_all();

 private:
  StorageResult<void> list_files();
  reactor::Task<StorageResult<void>> remove_unusable(Offset end, bool is_opening);
  reactor::Task<StorageResult<void>> remove_snapshot(Offset offset);
  reactor::Task<StorageResult<void>> load_snapshot(Loaded& into, Offset log_start);
  reactor::Task<StorageResult<bool>> load_with_windows(const std::vector<ProducerSummary>& snapshot, Offset offset,
                                                       uint32_t crc, ProducerState& into);
  reactor::Task<StorageResult<void>> add_depth(Offset log_start, Offset snapshot, ProducerState& into);
  reactor::Task<StorageResult<Offset>> depth_start(Offset log_start, Offset snapshot);
  reactor::Task<StorageResult<uint64_t>> position_of(Segment& segment, Offset offset);
  reactor::Task<StorageResult<void>> replay(Offset from, Offset end, ProducerState& into);
  reactor::Task<StorageResult<void>> replay_segment(Segment& segment, Offset from, Offset end, ProducerState& into);
  bool begins_segment(Offset offset) const;

  StorageContext& context_;
  const std::string& directory_;
  const std::vector<std::unique_ptr<Segment>>& segments_;
  ProducerState::Limits limits_;
  std::vector<Offset> snapshots_;  // in order
  std::vector<Offset> windows_;
};

}  // namespace klamm::storage
