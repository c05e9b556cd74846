#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "storage/types.h"

namespace klamm::storage {

// Where batches of a log stand, remembered from its last appends and reads, so that a read at the tail or one that
// continues another needs neither index nor file. About 500 bytes, made with the first append or read.
// @core owner
class PositionHints {
 public:
  struct Hint {
    uint64_t position = 0;
    uint32_t first_batch_bytes = 0;  // 0: not known
  };

  // A batch was written at the end of the active segment.
  void note_appended(Offset base, Offset segment_base, uint64_t position);
  // A read ended at this batch start (or at the end of the log, where the next batch will start).
  void note_boundary(Offset offset, Offset segment_base, uint64_t position);

  // The batch that holds `offset`, if it is known to be in that segment. `end_offset` and `end_position`: where the
  // segment ends now.
  std::optional<Hint> find(Offset offset, Offset segment_base, Offset end_offset, uint64_t end_position) const;

  // Where the oldest remembered append of that segment stands.
  std::optional<uint64_t> first_appended_position(Offset segment_base) const;

  // After truncation nothing remembered may be used.
  void clear();

 private:
  struct Entry {
    Offset offset{-1};
    Offset segment_base{-1};
    uint64_t position = 0;
  };
  static constexpr uint32_t kAppendedCount = 16;
  static constexpr uint32_t kBoundaryCount = 4;

  std::array<Entry, kAppendedCount> appended_;  // a ring; adjacent ones are adjacent batches
  std::array<Entry, kBoundaryCount> boundaries_;
  uint32_t appended_count_ = 0;  // ever; the last is at (count - 1) % kAppendedCount
  uint32_t boundary_next_ = 0;
};

}  // namespace klamm::storage
