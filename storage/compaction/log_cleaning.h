#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "protocol/buffer.h"
#include "protocol/record_batch.h"
#include "reactor/task.h"
#include "storage/batch_cursor.h"
#include "storage/compaction/batch_cleaner.h"
#include "storage/compaction/cleaned_transactions.h"
#include "storage/compaction/key_offsets.h"
#include "storage/partition_log.h"
#include "storage/segment.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Lets compaction take no more than its share: called with the bytes that were read since the last time. False: stop.
using CleaningPace = std::function<reactor::Task<bool>(uint64_t bytes)>;
// Old segments that become one at most: while they change places, readers of the log wait.
inline constexpr size_t kSegmentsPerGroupMax = 32;

// One round of compaction of one log (Kafka's Cleaner): first the newest offset of every key of the part that was not
// compacted yet is gathered, as much of it as the memory holds; then all segments up to there are written anew without
// what those keys have outlived, several small ones into one, and each takes the place of those it was made of. Appends
// and reads go on meanwhile.
// @core owner
class LogCleaning {
 public:
  // `keys` is empty; it belongs to this round while it lasts.
  LogCleaning(StorageContext& context, PartitionLog& log, KeyOffsets& keys, const CleaningPace& pace)
      : context_(context), log_(log), keys_(keys), pace_(pace) {}

  // After begin_cleaning(). The end of what is clean now; log.set_cleaned_to() is the caller's. kClosed: the log was
  // cut or is to be closed, or the pace said stop; what was finished until then stays.
  reactor::Task<StorageResult<Offset>> run(CleanableRange range);

 private:
  using Visit = std::function<StorageResult<bool>(const BatchHeader&, const protocol::RecordBatchView&)>;

  reactor::Task<StorageResult<void>> gather_keys(const CleanableRange& range);
  StorageResult<bool> note_keys(const BatchHeader& header, const protocol::RecordBatchView& batch, Offset from,
                                CleanedTransactions& transactions);
  bool has_room(const Segment& cleaned, const SegmentToClean& next) const;
  reactor::Task<StorageResult<size_t>> clean_some(std::span<const SegmentToClean> segments, BatchCleaner& cleaner,
                                                  CleanedTransactions& transactions);
  reactor::Task<StorageResult<void>> clean_into(Segment& cleaned, const SegmentToClean& segment, BatchCleaner& cleaner,
                                                CleanedTransactions& transactions);
  StorageResult<void> clean_batch(Segment& cleaned, const BatchHeader& header, const protocol::RecordBatchView& batch,
                                  BatchCleaner& cleaner, CleanedTransactions& transactions);
  bool is_last_of_producer(const BatchHeader& header) const;
  StorageResult<void> write_out(Segment& cleaned);
  reactor::Task<StorageResult<void>> finish(Segment& cleaned);
  reactor::Task<void> discard(std::unique_ptr<Segment> cleaned);
  reactor::Task<StorageResult<void>> remove_leftovers(Offset base);
  StorageResult<BatchCursor> open_to_walk(const SegmentToClean& segment);
  // visit(header, batch) for every batch of the segment from that offset on; it gives false to end.
  reactor::Task<StorageResult<void>> walk(const SegmentToClean& segment, Offset from, const Visit& visit);
  reactor::Task<StorageResult<void>> walk(BatchCursor& cursor, const SegmentToClean& segment, Offset from,
                                          const Visit& visit);

  StorageContext& context_;
  PartitionLog& log_;
  KeyOffsets& keys_;
  const CleaningPace& pace_;
  BatchCursor::Window read_memory_;
  protocol::Buffer out_;
  uint64_t written_bytes_ = 0;  // that the pace has not been told of
};

}  // namespace klamm::storage
