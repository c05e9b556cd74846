#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <vector>

#include "reactor/shard.h"
#include "storage/log_config.h"

namespace klamm::storage {

struct AppendScratch;
class DelayedRemoval;
class DirectoryFaults;
class OpenFiles;
class PageCacheWindow;
class ProducerRegistry;
class SyncTurns;

// Counted by a shard's logs; read by the metrics of that shard.
struct StorageMetrics {
  uint64_t appended_batches = 0;
  uint64_t appended_bytes = 0;
  uint64_t gathered_writes = 0;
  uint64_t failed_writes = 0;
  uint64_t duplicate_batches = 0;
  uint64_t timed_out_appends = 0;  // of which nobody knew in time that they were durable
  uint64_t rolled_segments = 0;
  uint64_t removed_segments = 0;  // by retention and DeleteRecords
  uint64_t cleanings = 0;         // rounds of compaction
  uint64_t failed_cleanings = 0;  // those that a log or the disk ended
  uint64_t cleaned_bytes_read = 0;
  uint64_t cleaned_bytes_written = 0;
  uint64_t reads = 0;
  uint64_t reads_by_hint = 0;      // position known without index or file
  uint64_t producer_ids = 0;       // known now, over all partitions
  uint64_t producers_evicted = 0;  // dropped because a partition or the shard had too many
  uint64_t producers_expired = 0;  // dropped because they were not used for long
  uint64_t failed_producer_snapshots = 0;
  uint64_t indexes_rebuilt = 0;
  uint64_t recovered_bytes = 0;         // of segments read whole at an opening
  uint64_t recovery_dropped_bytes = 0;  // behind where it cut logs, since no valid batch stood there
  uint64_t journal_writes = 0;
  uint64_t journal_written_bytes = 0;
  uint64_t journal_write_ns = 0;          // time of them all
  uint64_t journal_space_waits = 0;       // for segments to be synced, so that the journal could be reused
  uint64_t journal_memory_waits = 0;      // of appends, because too many bytes waited for the disk
  uint64_t journal_replayed_batches = 0;  // put into logs that were opened after a crash
  uint64_t journal_replayed_bytes = 0;
  uint64_t flushes = 0;                   // syncs of logs for flush.messages and flush.ms
  uint64_t open_files = 0;                // descriptors of segments and their indexes now
  uint64_t idle_files_closed = 0;         // of them, closed because there were too many
  uint64_t descriptor_shortages = 0;      // openings that the system refused at first (EMFILE, ENFILE)
  uint64_t preallocated_bytes = 0;        // reserved now behind what was written
  uint64_t page_cache_held_bytes = 0;     // in the page-cache window now, drops under way included
  uint64_t page_cache_dropped_bytes = 0;  // written back and dropped by it
};

// What the logs of one shard share. Lives as long as the LogManager that owns it.
// @core owner
struct StorageContext {
  reactor::Shard& shard;
  reactor::Io& io;
  const StorageOptions& options;
  StorageMetrics& metrics;
  AppendScratch& scratch;  // working memory of validation and gathered writes
  PageCacheWindow& window;
  ProducerRegistry& producers;
  DelayedRemoval& removals;
  DirectoryFaults& faults;
  OpenFiles& open_files;
  SyncTurns& sync_turns;
  uint64_t last_content_number = 0;

  // Never given twice in this process, on no shard.
  uint64_t new_content_id() { return (uint64_t{shard.id()} << 48) | ++last_content_number; }
};

}  // namespace klamm::storage
