#include "net/range_cache.h"

#include "protocol/assert.h"

namespace klamm::net {

RangeCache::Copy RangeCache::find(const reactor::FileRange& range) {
  if (range.content_id == 0) return {};
  for (Entry& entry : entries_) {
    if (entry.content_id != range.content_id || entry.offset != range.offset) continue;
    if (entry.size_bytes != range.size_bytes) continue;
    entry.last_used = ++clock_;
    ++hit_count_;
    return Copy(entry);
  }
  return {};
}

RangeCache::Copy RangeCache::make(const reactor::FileRange& range) {
  KLAMM_ASSERT(range.size_bytes <= kCopiedRangeBytesMax);
  if (range.content_id == 0) return {};
  Entry* oldest = nullptr;
  for (Entry& entry : entries_) {
    if (entry.hold_count == 0 && (oldest == nullptr || entry.last_used < oldest->last_used)) oldest = &entry;
  }
  if (oldest == nullptr) return {};
  if (oldest->bytes == nullptr) oldest->bytes = std::make_unique_for_overwrite<std::byte[]>(kCopiedRangeBytesMax);
  oldest->content_id = 0;
  oldest->offset = range.offset;
  oldest->size_bytes = range.size_bytes;
  oldest->last_used = ++clock_;
  return Copy(*oldest);
}

}  // namespace klamm::net
