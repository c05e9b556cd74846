#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reactor/task.h"
#include "storage/batch_cursor.h"
#include "storage/journal/journal_reader.h"
#include "storage/log_config.h"
#include "storage/log_directory_scan.h"
#include "storage/partition_log.h"
#include "storage/producer_loader.h"
#include "storage/segment.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Makes a PartitionLog from the files of a partition's directory, which must not be in use.
//
// After a clean stop nothing is scanned: sizes come from the files, the end from what follows the last index entry, the
// producers from the snapshot at the end. Otherwise every segment that reaches beyond the recovery point is read whole,
// its indexes are built anew, and the log is cut at the first batch that is not valid, or where one is missing though
// nothing was compacted. A missing or impossible index is rebuilt in both cases; temporary files of Kafka's cleaner are
// completed or removed as Kafka does.
// @core owner
class LogLoader {
 public:
  // `is_cancelled`, if given, ends an opening that reads much: with kClosed, and a log that can be opened again.
  LogLoader(StorageContext& context, std::string directory, LogConfig config, OpenPoints points,
            const bool* is_cancelled = nullptr);

  // What journals have of the partition, before open(). Where a segment lacks its end, which one of these begins with,
  // the log is cut there, and the segments behind it go: it gets all that again from the journals. They must stay as
  // they are until it ends.
  void set_journal_entries(std::span<const FoundJournalEntry> entries) { journal_entries_ = entries; }

  reactor::Task<StorageResult<std::unique_ptr<PartitionLog>>> open();

  // An empty log in an existing, empty directory.
  static StorageResult<std::unique_ptr<PartitionLog>> create(StorageContext& context, std::string directory,
                                                             LogConfig config, Offset start);

 private:
  struct Files;
  using Result = StorageResult<void>;

  // ---- log_loader_files.cc: the directory's files
  StorageResult<Files> list_files();
  reactor::Task<Result> clean_up(const Files& files);
  reactor::Task<Result> complete_swaps(const Files& files);
  reactor::Task<Result> remove_file(std::string path);
  reactor::Task<Result> find_segments(const Files& files);
  reactor::Task<Result> remove_segments_from(size_t index);

  // ---- log_loader.cc: what is in them
  reactor::Task<Result> load_epochs();
  reactor::Task<Result> check_indexes(size_t index);
  reactor::Task<Result> load_tail();
  reactor::Task<Result> recover_from(size_t index);
  // What ended a segment before its file did; empty when it is whole.
  struct Cut {
    std::string why;
    uint64_t dropped_bytes = 0;
  };
  reactor::Task<StorageResult<Cut>> recover_segment(Segment& segment);
  std::string fault_of(const BatchCursor& cursor, BatchCursor::State state, const Segment& segment) const;
  reactor::Task<Result> cut_behind(size_t index, Cut cut);
  bool is_continued_by_journal() const;
  bool may_have_hole_behind(const Segment& segment) const;
  reactor::Task<Result> give_others_their_turn();
  reactor::Task<Result> start_anew_at(Offset offset);
  ProducerState::Limits producer_limits() const;
  void take_producers(ProducerLoader::Loaded loaded);

  StorageContext& context_;
  std::unique_ptr<std::string> directory_;
  LogConfig config_;
  OpenPoints points_;
  std::span<const FoundJournalEntry> journal_entries_;
  const bool* is_cancelled_;
  PartitionLog::Parts parts_;
  std::vector<bool> has_good_indexes_;  // by segment
  bool producers_loaded_ = false;
  bool has_seen_holes_ = false;  // inside of a segment that was read
};

// The largest timestamp of a segment's first batch, which decides when it is old enough to roll; nothing when it is
// empty.
reactor::Task<StorageResult<std::optional<int64_t>>> first_batch_timestamp(StorageContext& context, Segment& segment);

}  // namespace klamm::storage
