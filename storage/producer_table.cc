#include "storage/producer_table.h"

#include <algorithm>
#include <random>

#include "reactor/assert.h"

namespace klamm::storage {

namespace {

// Producer ids come from clients, who must not know which of them meet.
uint64_t process_seed() {
  static const uint64_t seed = [] {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
  }();
  return seed;
}

}  // namespace

uint64_t ProducerTable::hash(ProducerId id) {
  static const uint64_t seed = process_seed();
  uint64_t mixed = static_cast<uint64_t>(id.value) ^ seed;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

size_t ProducerTable::bytes() const {
  size_t bytes = index_.bytes() + steps_.capacity() * sizeof(Step) + dead_.capacity() * sizeof(uint32_t) +
                 chunks_.capacity() * sizeof(chunks_[0]);
  for (const auto& chunk : chunks_) bytes += chunk.capacity() * sizeof(ProducerEntry);
  return bytes;
}

void ProducerTable::clear() {
  chunks_.clear();
  index_.clear();
  steps_.clear();
  dead_.clear();
  first_step_ = 0;
  slot_end_ = live_count_ = 0;
  first_free_ = kEndOfList;
}

uint32_t ProducerTable::add(ProducerId id, uint32_t now_s) {
  KLAMM_ASSERT(live_count_ < kCountMax);
  uint32_t slot = kNoSlot;
  if (!dead_.empty()) {  // where it stands in line is before its last use, which is as good as any
    slot = dead_.back();
    dead_.pop_back();
  } else {
    slot = take_slot();
    put_in_line(slot, step_of(now_s));
  }
  ProducerEntry& entry = at(slot);
  entry.id = id;
  entry.last_used_s = now_s;
  entry.epoch = kNoProducerEpoch;
  entry.is_live = true;
  entry.has_transactions = false;
  index_.insert(slot, hash(id), [this](uint32_t other) { return hash_of(other); });
  ++live_count_;
  return slot;
}

void ProducerTable::remove(uint32_t slot) {
  ProducerEntry& entry = at(slot);
  index_.erase(slot, hash(entry.id), [this](uint32_t other) { return hash_of(other); });
  entry.window.clear();
  entry.is_live = false;
  dead_.push_back(slot);
  --live_count_;
}

void ProducerTable::drop(uint32_t slot) {
  ProducerEntry& entry = at(slot);
  index_.erase(slot, hash(entry.id), [this](uint32_t other) { return hash_of(other); });
  entry.window.clear();
  entry.is_live = false;
  free_slot(slot);
  --live_count_;
}

// Chunks but the first are made at once; that grows by a quarter, so that a few producers take little.
uint32_t ProducerTable::take_slot() {
  if (first_free_ != kEndOfList) {
    const uint32_t slot = first_free_;
    first_free_ = at(slot).next;
    return slot;
  }
  if ((slot_end_ & kChunkMask) == 0) {
    chunks_.emplace_back();
    if (slot_end_ != 0) chunks_.back().reserve(size_t{1} << kChunkBits);
  }
  auto& chunk = chunks_.back();
  if (chunk.size() == chunk.capacity())
    chunk.reserve(std::min(chunk.size() + chunk.size() / 4 + 1, size_t{1} << kChunkBits));
  chunk.emplace_back();
  return slot_end_++;
}

void ProducerTable::free_slot(uint32_t slot) {
  at(slot).next = first_free_;
  first_free_ = slot;
}

void ProducerTable::put_in_line(uint32_t slot, uint32_t number) {
  at(slot).next = kEndOfList;
  auto step = steps_.end();
  if (first_step_ < steps_.size() && steps_.back().number == number) {
    step = steps_.end() - 1;
  } else {
    step = std::lower_bound(steps_.begin() + static_cast<ptrdiff_t>(first_step_), steps_.end(), number,
                            [](const Step& each, uint32_t wanted) { return each.number < wanted; });
    if (step == steps_.end() || step->number != number) {
      steps_.insert(step, Step{number, slot, slot});
      return;
    }
  }
  at(step->tail).next = slot;
  step->tail = slot;
}

uint32_t ProducerTable::pop_front() {
  Step& step = steps_[first_step_];
  const uint32_t slot = step.head;
  if (slot != step.tail) {
    step.head = at(slot).next;
    return slot;
  }
  if (++first_step_ * 2 > steps_.size()) {
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<ptrdiff_t>(first_step_));
    first_step_ = 0;
  }
  return slot;
}

void ProducerTable::forget_dead(uint32_t slot) {
  std::erase(dead_, slot);
  free_slot(slot);
}

}  // namespace klamm::storage
