#include "fetch/fetch_session.h"

#include <algorithm>

#include "fetch/session_part.h"

namespace klamm::fetch {

using Flag = SessionPartition::Flag;

FetchSession::FetchSession(SessionAddress address, bool uses_topic_ids, bool is_privileged, SessionClient client,
                           uint64_t seed)
    : address_(address),
      uses_topic_ids_(uses_topic_ids),
      is_privileged_(is_privileged),
      client_(std::move(client)),
      seed_(seed),
      topics_(seed),
      terms_(seed) {}

// ---- contents

uint32_t FetchSession::hash(uint32_t topic, int32_t index) const {
  return mixed_hash(seed_, (uint64_t{topic} << 32) | static_cast<uint32_t>(index));
}

uint32_t FetchSession::find(uint32_t topic, int32_t index) const {
  return index_.find(hash(topic, index),
                     [&](uint32_t slot) { return slots_[slot].topic == topic && slots_[slot].index == index; });
}

void FetchSession::reserve(size_t partition_count) {
  slots_.reserve(partition_count);
  index_.reserve(partition_count, hash_of());
}

uint32_t FetchSession::new_slot() {
  if (first_free_ != kNoSlot) {
    const uint32_t slot = first_free_;
    first_free_ = slots_[slot].next;
    slots_[slot] = {};
    return slot;
  }
  // A quarter more at a time: doubling would waste more than the partitions' own bytes.
  if (slots_.size() == slots_.capacity()) slots_.reserve(slots_.size() + slots_.size() / 4 + 4);
  slots_.emplace_back();
  return static_cast<uint32_t>(slots_.size() - 1);
}

void FetchSession::free_slot(uint32_t slot) {
  slots_[slot].flags = 0;
  slots_[slot].next = first_free_;
  first_free_ = slot;
}

uint32_t FetchSession::put(const TopicKey& key, int32_t index, const SessionAsk& asked) {
  const uint32_t known_topic = topics_.find(key);
  uint32_t slot = known_topic == kNoSlot ? kNoSlot : find(known_topic, index);
  if (slot == kNoSlot) {
    slot = new_slot();
    SessionPartition& added = slots_[slot];
    added.topic = topics_.add_partition(key);
    added.index = index;
    added.set(Flag::kUsed);
    move_to_back(slot);
    index_.insert(slot, hash_of());
    ++partition_count_;
  }
  SessionPartition& partition = slots_[slot];
  const uint32_t terms = terms_.add(asked.terms);
  if (partition.terms != kNoSlot) terms_.remove(partition.terms);
  partition.terms = terms;
  partition.fetch_offset = asked.fetch_offset;
  mark(slot);
  return slot;
}

bool FetchSession::forget(const TopicKey& key, int32_t index) {
  const uint32_t topic = topics_.find(key);
  const uint32_t slot = topic == kNoSlot ? kNoSlot : find(topic, index);
  if (slot == kNoSlot) return false;
  index_.erase(slot, hash_of());
  --partition_count_;
  SessionPartition& gone = slots_[slot];
  drop_mark(gone);
  topics_.remove_partition(topic);
  terms_.remove(gone.terms);
  gone.clear(Flag::kUsed);
  gone.clear(Flag::kDirty);
  if (!gone.has(Flag::kListed)) free_slot(slot);
  return true;
}

void FetchSession::move_to_back(uint32_t slot) {
  if (next_order_ == UINT32_MAX) renumber();
  slots_[slot].order = next_order_++;
}

void FetchSession::know_name(SessionPartition& partition, std::string_view name) {
  partition.set(Flag::kNameKnown);
  topics_.set_name(partition.topic, name);
}

void FetchSession::renumber() {
  std::vector<uint32_t> used;
  for (uint32_t slot = 0; slot < slots_.size(); ++slot) {
    if (slots_[slot].has(Flag::kUsed)) used.push_back(slot);
  }
  std::ranges::sort(used, {}, [this](uint32_t slot) { return slots_[slot].order; });
  next_order_ = 0;
  for (const uint32_t slot : used) slots_[slot].order = next_order_++;
}

// ---- dirty list

void FetchSession::mark(uint32_t slot) {
  // A mark that was under way while its partition was forgotten may name a slot that is free now.
  if (slot >= slots_.size() || !slots_[slot].has(Flag::kUsed)) return;
  SessionPartition& moved = slots_[slot];
  moved.set(Flag::kDirty);
  moved.set(Flag::kMarked);
  if (!moved.has(Flag::kListed)) {
    moved.set(Flag::kListed);
    moved.next = kNoSlot;
    (last_dirty_ == kNoSlot ? first_dirty_ : slots_[last_dirty_].next) = slot;
    last_dirty_ = slot;
  }
  for (SessionWaiter* waiter : waiters_) waiter->mark(slot);
}

void FetchSession::mark_all() {
  for (uint32_t slot = 0; slot < slots_.size(); ++slot) mark(slot);
}

void FetchSession::untell(uint32_t slot) {
  if (slot >= slots_.size() || !slots_[slot].has(Flag::kUsed)) return;
  constexpr int64_t kNothingSent = -2;  // no partition has it
  slots_[slot].sent_high_watermark = kNothingSent;
  mark(slot);
}

std::vector<uint32_t> FetchSession::begin_visit() {
  std::vector<uint32_t> dirty;
  uint32_t slot = std::exchange(first_dirty_, kNoSlot);
  last_dirty_ = kNoSlot;
  while (slot != kNoSlot) {
    SessionPartition& at = slots_[slot];
    const uint32_t next = at.next;
    if (at.has(Flag::kDirty)) {
      at.clear(Flag::kMarked);
      at.next = kNoSlot;
      (last_dirty_ == kNoSlot ? first_dirty_ : slots_[last_dirty_].next) = slot;
      last_dirty_ = slot;
      dirty.push_back(slot);
    } else {
      at.clear(Flag::kListed);
      if (!at.has(Flag::kUsed)) free_slot(slot);
    }
    slot = next;
  }
  std::ranges::sort(dirty, {}, [this](uint32_t one) { return slots_[one].order; });
  return dirty;
}

void FetchSession::end_visit(uint32_t slot, bool stays) {
  SessionPartition& visited = slots_[slot];
  if (!stays && !visited.has(Flag::kMarked)) visited.clear(Flag::kDirty);
}

// ---- fetches

reactor::Task<void> FetchSession::lock() {
  while (is_locked_) co_await unlocked_.wait();
  is_locked_ = true;
  unlocked_.reset();
}

void FetchSession::unlock() {
  is_locked_ = false;
  unlocked_.set();
}

// ---- the owners' side

FetchSession::PartLink& FetchSession::part_link(reactor::ShardId shard) {
  auto link = std::ranges::find(part_links_, shard, &PartLink::shard);
  if (link == part_links_.end()) link = part_links_.insert(link, PartLink{shard, nullptr, {}});
  return *link;
}

void FetchSession::drop_mark(SessionPartition& partition) {
  if (partition.mark == kNoMark) return;
  part_link(partition.mark_shard).drops.push_back(std::exchange(partition.mark, kNoMark));
}

size_t FetchSession::bytes() const {
  return sizeof(FetchSession) + slots_.capacity() * sizeof(SessionPartition) + index_.bytes() + topics_.bytes() +
         terms_.bytes() + slots_.size() * SessionPart::kBytesPerMark + client_.client_id.size() + client_.host.size();
}

}  // namespace klamm::fetch
