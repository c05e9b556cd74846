#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/log_types.h"
#include "storage/types.h"

namespace klamm::storage {

// Which leader epoch began at which offset: decides truncation after a leader change and answers OffsetForLeaderEpoch
// (KIP-101, KIP-279). Entries rise in both. Its file is `leader-epoch-checkpoint`; the log writes it when the cache
// says so.
// @core owner
class LeaderEpochCache {
 public:
  struct Entry {
    LeaderEpoch epoch{};
    Offset start_offset{};
    bool operator==(const Entry&) const = default;
  };

  // Notes that `epoch` begins at `start`. Entries that contradict it go. True when something changed.
  bool assign(LeaderEpoch epoch, Offset start);
  // Removes epochs that begin at or above `end`. True when something changed.
  bool truncate_from_end(Offset end);
  // Removes epochs that end at or below `start`; the one that holds it begins there now.
  bool truncate_from_start(Offset start);

  LeaderEpoch latest() const { return entries_.empty() ? kNoLeaderEpoch : entries_.back().epoch; }
  std::optional<Entry> earliest() const;
  LeaderEpoch epoch_for(Offset offset) const;
  std::optional<Offset> start_of(LeaderEpoch epoch) const;
  // OffsetForLeaderEpoch: (-1, -1) for an epoch that is not known here.
  EpochEnd end_offset_for(LeaderEpoch epoch, Offset log_end) const;
  const std::vector<Entry>& entries() const { return entries_; }

  // Text: version 0, the number of entries, then "epoch start_offset" lines.
  std::string text() const;
  static std::expected<LeaderEpochCache, std::string> parse(std::string_view text);

 private:
  std::vector<Entry> entries_;
};

}  // namespace klamm::storage
