#include "storage/position_hints.h"

#include <algorithm>

namespace klamm::storage {

void PositionHints::note_appended(Offset base, Offset segment_base, uint64_t position) {
  appended_[appended_count_ % kAppendedCount] = {base, segment_base, position};
  ++appended_count_;
}

void PositionHints::note_boundary(Offset offset, Offset segment_base, uint64_t position) {
  for (const Entry& entry : boundaries_) {
    if (entry.offset == offset && entry.segment_base == segment_base) return;
  }
  boundaries_[boundary_next_] = {offset, segment_base, position};
  boundary_next_ = (boundary_next_ + 1) % kBoundaryCount;
}

std::optional<PositionHints::Hint> PositionHints::find(Offset offset, Offset segment_base, Offset end_offset,
                                                       uint64_t end_position) const {
  Offset next_offset = end_offset;
  uint64_t next_position = end_position;
  const uint32_t kept = std::min(appended_count_, kAppendedCount);
  for (uint32_t back = 1; back <= kept; ++back) {
    const Entry& entry = appended_[(appended_count_ - back) % kAppendedCount];
    if (entry.segment_base != segment_base) break;
    if (offset >= entry.offset) {
      if (offset >= next_offset) break;
      return Hint{entry.position, static_cast<uint32_t>(next_position - entry.position)};
    }
    next_offset = entry.offset;
    next_position = entry.position;
  }
  for (const Entry& entry : boundaries_) {
    if (entry.offset == offset && entry.segment_base == segment_base) return Hint{entry.position, 0};
  }
  return std::nullopt;
}

std::optional<uint64_t> PositionHints::first_appended_position(Offset segment_base) const {
  std::optional<uint64_t> first;
  const uint32_t kept = std::min(appended_count_, kAppendedCount);
  for (uint32_t back = 1; back <= kept; ++back) {
    const Entry& entry = appended_[(appended_count_ - back) % kAppendedCount];
    if (entry.segment_base != segment_base) break;
    first = entry.position;
  }
  return first;
}

void PositionHints::clear() {
  *this = PositionHints();
}

}  // namespace klamm::storage
