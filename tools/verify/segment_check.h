#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "protocol/compression/codec_scratch.h"
#include "storage/index_file.h"
#include "storage/leader_epoch_cache.h"
#include "storage/log_types.h"
#include "storage/producer_state.h"
#include "tools/index_entries.h"
#include "tools/report.h"
#include "tools/segment_walk.h"
#include "tools/verify/partition_check.h"

namespace klamm::tools {

/// What is carried from one segment of a log to the next.
struct LogProgress {
  std::optional<storage::Offset> next;  ///< the offset that is due; nothing before the first segment
  storage::LeaderEpoch epoch = storage::kNoLeaderEpoch;
  std::optional<storage::LeaderEpochCache> epochs;  ///< of leader-epoch-checkpoint
  storage::ProducerState producers;
  bool has_whole_history = false;  ///< it begins at offset 0: every transaction's begin was seen
  /// In the segment that is looked at and behind it offsets may be missing without having been lost.
  bool may_lack_offsets = false;
  bool may_lack_transactions = false;  ///< some segment until now may be compacted
  uint64_t batches = 0;
  std::optional<storage::Offset> cut_at;  ///< where a start cuts the log
  storage::LeaderEpoch cut_epoch = storage::kNoLeaderEpoch;
  uint64_t whole_batches_behind_cut = 0;  ///< which go with it
};

/// Holds one segment's batches against its indexes and against what came before.
/// @core owner
class SegmentCheck final : public SegmentVisitor {
 public:
  struct Names {
    std::string log;  // paths
    std::string offset_index;
    std::string time_index;
    std::string transaction_index;
  };
  /// `is_open_end`: the segment reaches beyond the recovery point of a log that was not closed, so its end may be torn
  /// and its indexes behind.
  SegmentCheck(reactor::Io& io, const PartitionToCheck& partition, storage::Offset base, bool is_open_end,
               LogProgress& progress, Report& report);

  reactor::Task<void> run();
  uint64_t size_bytes() const { return size_bytes_; }

  bool wants_bytes(const WalkedBatch& batch) override;
  void on_batch(const WalkedBatch& batch, std::span<const std::byte> bytes) override;
  void on_damage(uint64_t position, uint64_t skipped_bytes, const std::string& what) override;

 private:
  using OffsetEntries = IndexEntries<storage::OffsetIndexFormat>;
  using TimeEntries = IndexEntries<storage::TimeIndexFormat>;

  void fault(const std::string& file, std::optional<uint64_t> position, const std::string& what);
  void open_indexes();
  void check_offsets(const WalkedBatch& batch);
  void check_epoch(const WalkedBatch& batch);
  void check_offset_index(const WalkedBatch& batch);
  void check_time_index(const WalkedBatch& batch);
  void replay(const WalkedBatch& batch, std::span<const std::byte> bytes);
  template <class Entries>
  void open_index(const std::string& path, bool is_empty, std::optional<Entries>& entries);
  template <class Entries>
  void next_entry(const std::string& path, std::optional<Entries>& entries,
                  std::optional<typename Entries::Entry>& entry);
  void finish_indexes();
  void check_transaction_index();

  reactor::Io& io_;
  const PartitionToCheck& partition_;
  storage::Offset base_;
  bool is_open_end_;
  LogProgress& progress_;
  Report& report_;
  Names names_;
  uint64_t size_bytes_ = 0;
  bool is_damaged_ = false;  // what stands behind it cannot be held against indexes

  std::optional<OffsetEntries> offsets_;
  std::optional<storage::OffsetIndexFormat::Entry> offset_entry_;
  std::optional<TimeEntries> times_;
  std::optional<storage::TimeIndexFormat::Entry> time_entry_;
  std::optional<storage::TimeIndexFormat::Entry> last_time_entry_;
  int64_t max_timestamp_ms_ = -1;
  storage::Offset last_offset_{-1};
  std::map<storage::Offset, storage::AbortedTransaction> aborted_;  // by the marker's offset
  std::set<storage::Offset> abort_markers_;
  protocol::CodecScratch codec_;
};

}  // namespace klamm::tools
