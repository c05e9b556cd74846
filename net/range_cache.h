#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "net/options.h"
#include "reactor/file_lease.h"

namespace klamm::net {

// Copies of small file ranges that were sent a moment ago. Consumers that follow one tail get the same range one after
// the other; it is read once for all of them, and sent from the one copy.
//
// Bound: kEntryCount copies of kCopiedRangeBytesMax, made as they are needed. A copy stays while someone holds it; the
// least recently used one of the others makes room.
// @core owner
class RangeCache {
  struct Entry {
    uint64_t content_id = 0;  // 0: free, or not whole yet
    uint64_t offset = 0;
    uint64_t size_bytes = 0;
    uint64_t last_used = 0;
    uint32_t hold_count = 0;
    std::unique_ptr<std::byte[]> bytes;
  };

 public:
  static constexpr size_t kEntryCount = 32;

  // A hold on one copy.
  class Copy {
   public:
    Copy() = default;
    explicit Copy(Entry& entry) : entry_(&entry) { ++entry.hold_count; }
    Copy(Copy&& other) noexcept : entry_(std::exchange(other.entry_, nullptr)) {}
    Copy& operator=(Copy&& other) noexcept {
      std::swap(entry_, other.entry_);
      return *this;
    }
    ~Copy() { reset(); }
    void reset() {
      if (entry_ != nullptr) --std::exchange(entry_, nullptr)->hold_count;
    }
    explicit operator bool() const { return entry_ != nullptr; }
    std::span<std::byte> bytes() const { return {entry_->bytes.get(), static_cast<size_t>(entry_->size_bytes)}; }
    // All bytes are in place: others may find it from now on.
    void filled(const reactor::FileRange& range) const { entry_->content_id = range.content_id; }

   private:
    Entry* entry_ = nullptr;
  };

  RangeCache() = default;
  RangeCache(const RangeCache&) = delete;
  RangeCache& operator=(const RangeCache&) = delete;

  // The copy of exactly this range, if there is one.
  Copy find(const reactor::FileRange& range);
  // A place for its bytes, which the caller fills. None when all are held, or when nobody says which bytes these are.
  Copy make(const reactor::FileRange& range);

  uint64_t hit_count() const { return hit_count_; }

 private:
  std::array<Entry, kEntryCount> entries_;
  uint64_t clock_ = 0;
  uint64_t hit_count_ = 0;
};

}  // namespace klamm::net
