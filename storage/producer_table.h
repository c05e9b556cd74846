#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "storage/batch_window.h"
#include "storage/large_page_allocator.h"
#include "storage/producer_index.h"
#include "storage/types.h"

namespace klamm::storage {

// One producer in a ProducerTable: a cache line.
struct alignas(64) ProducerEntry {
  ProducerId id = kNoProducerId;
  BatchWindow window;
  uint32_t last_used_s = 0;  // the broker's clock
  uint32_t next = 0;         // in the line of a step, or in the list of free slots
  ProducerEpoch epoch = kNoProducerEpoch;
  bool is_live = false;
  bool has_transactions = false;  // more about it is kept elsewhere
  uint8_t capture_round = 0;      // of the last capture that has it
};
static_assert(sizeof(ProducerEntry) == 64);

// The producers of one partition by id, and the line in which they stand by their last use: 64 bytes per producer, 6 to
// 7 for the index, and what their windows allocate. Slots stay what they are; references do not survive an addition.
//
// The line is lazy. A producer stands where it came in, in a step of 8 s, and is moved to the step of its last use only
// when it comes to the front; so a use costs nothing but a store, and each move is paid by a use.
// @core owner
class ProducerTable {
 public:
  static constexpr uint32_t kNoSlot = ProducerIndex::kNoSlot;
  static constexpr uint32_t kCountMax = ProducerIndex::kSlotCountMax;
  static constexpr uint32_t kStepSeconds = 8;

  size_t size() const { return live_count_; }
  // Slots below this may be live.
  uint32_t slot_end() const { return slot_end_; }
  // Without what windows allocate.
  size_t bytes() const;
  void clear();

  uint32_t find(ProducerId id) const {
    return index_.find(hash(id), [&](uint32_t slot) { return at(slot).id == id; });
  }
  ProducerEntry& at(uint32_t slot) { return chunks_[slot >> kChunkBits][slot & kChunkMask]; }
  const ProducerEntry& at(uint32_t slot) const { return chunks_[slot >> kChunkBits][slot & kChunkMask]; }

  // A new producer at the end of the line; its id is not there yet, and there are fewer than kCountMax.
  uint32_t add(ProducerId id, uint32_t now_s);
  // Takes one out that may have been added just before.
  void remove(uint32_t slot);

  // The first in line that is idle, unused in whole steps below `until_s`; kNoSlot when there is none, or when `looks`
  // runs out. It leaves the line: drop() must follow. Those that may not go are put behind, as if used now.
  template <class MayGo>
  uint32_t take_idle(uint32_t until_s, uint32_t now_s, uint32_t& looks, MayGo may_go) {
    while (first_step_ < steps_.size() && looks > 0) {
      const uint32_t step = steps_[first_step_].number;
      if (uint64_t{step + 1} * kStepSeconds > until_s) return kNoSlot;
      const uint32_t slot = pop_front();
      --looks;
      ProducerEntry& entry = at(slot);
      if (!entry.is_live) {
        forget_dead(slot);
        continue;
      }
      const uint32_t used = step_of(entry.last_used_s);
      const bool goes = may_go(entry);
      if (goes && used <= step) return slot;
      put_in_line(slot, goes ? used : std::max(used, step_of(now_s)));
    }
    return kNoSlot;
  }
  void drop(uint32_t slot);

  // The step in which the longest unused may stand; UINT32_MAX without any.
  uint32_t first_step() const { return first_step_ < steps_.size() ? steps_[first_step_].number : UINT32_MAX; }

 private:
  static constexpr uint32_t kChunkBits = 15;  // 2 MiB
  static constexpr uint32_t kChunkMask = (1U << kChunkBits) - 1;
  static constexpr uint32_t kEndOfList = UINT32_MAX;

  // A producer that came (or was moved) in these seconds stands in this line.
  struct Step {
    uint32_t number = 0;
    uint32_t head = 0;
    uint32_t tail = 0;
  };

  static uint32_t step_of(uint32_t seconds) { return seconds / kStepSeconds; }
  static uint64_t hash(ProducerId id);
  uint64_t hash_of(uint32_t slot) const { return hash(at(slot).id); }
  uint32_t take_slot();
  void free_slot(uint32_t slot);
  void put_in_line(uint32_t slot, uint32_t step);
  uint32_t pop_front();
  void forget_dead(uint32_t slot);

  std::vector<std::vector<ProducerEntry, LargePageAllocator<ProducerEntry>>>
      chunks_;  // full ones and a last one that grows
  ProducerIndex index_;
  std::vector<Step> steps_;     // by number; those before first_step_ are over
  std::vector<uint32_t> dead_;  // removed, but still in line; used again first
  size_t first_step_ = 0;
  uint32_t slot_end_ = 0;
  uint32_t live_count_ = 0;
  uint32_t first_free_ = kEndOfList;
};

}  // namespace klamm::storage
