// The side of a Journal that logs see.

#include <algorithm>
#include <cstring>
#include <utility>

#include "reactor/assert.h"
#include "storage/journal/journal.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// Of a half, what is kept from batches for truncations, which must be journalled.
constexpr uint64_t kKeptForTruncationsBytes = uint64_t{64} << 10;

}  // namespace

JournalMember::JournalMember(Journal& journal, PartitionKey partition, Owner& owner, Offset durable_end)
    : journal_(journal), partition_(partition), owner_(owner), durable_end_(durable_end) {
  journal_.attach(*this);
}

void JournalMember::leave() {
  if (!std::exchange(has_left_, true)) journal_.detach(*this);
}

void JournalMember::become_durable(Offset end) {
  if (end <= durable_end_) return;
  durable_end_ = end;
  owner_.on_durable();
}

bool JournalMember::is_ready() const {
  return journal_.is_ready_;
}

bool JournalMember::has_room(uint64_t bytes) const {
  return journal_.waits_for_room_.empty() && journal_.has_room(bytes);
}

Task<bool> JournalMember::wait_for_room(uint64_t bytes, int64_t deadline_ns) {
  return journal_.wait_for_room(bytes, deadline_ns);
}

JournalRoom JournalMember::take_room(uint64_t bytes) {
  return JournalRoom(journal_, bytes);
}

void JournalMember::stage(LeaderEpoch epoch, Offset base, Offset next, std::span<const std::byte> batch) {
  const JournalEntry entry{JournalEntryKind::kBatch, partition_, epoch, base, batch};
  journal_.add(*this, entry, next, batch.size());
}

Task<StorageResult<void>> JournalMember::write_truncation(Offset offset) {
  const JournalEntry entry{JournalEntryKind::kTruncation, partition_, kNoLeaderEpoch, offset, {}};
  // Its end as it is: nothing becomes durable by it.
  journal_.add(*this, entry, durable_end_, 0);
  return journal_.wait_for_frame(journal_.gathering_number_);
}

void Journal::attach(JournalMember& member) {
  member.place_ = members_.size();
  members_.push_back(&member);
  if (has_failed_) member.owner_.on_journal_failed();
}

void Journal::detach(JournalMember& member) {
  members_.back()->place_ = member.place_;
  members_[member.place_] = members_.back();
  members_.pop_back();
  for (Frame& frame : frames_) frame.forget(&member);
  for (size_t which = 0; which < halves_.size(); ++which) {
    if (member.is_in_half_[which]) std::ranges::replace(halves_[which].members, &member, nullptr);
  }
}

bool Journal::has_room(uint64_t bytes) const {
  const uint64_t waiting = held_bytes_ + room_bytes_;
  return waiting == 0 || waiting + bytes <= std::min(kWaitingBytesMax, head_.half_bytes / 2) || has_failed_ ||
         is_stopping_;
}

Task<bool> Journal::wait_for_room(uint64_t bytes, int64_t deadline_ns) {
  ++context_.metrics.journal_memory_waits;
  reactor::Event turn;
  waits_for_room_.push_back(&turn);
  bool is_in_time = true;
  while (is_in_time && (waits_for_room_.front() != &turn || !has_room(bytes))) {
    turn.reset();
    is_in_time = co_await turn.wait_until(deadline_ns);
  }
  waits_for_room_.erase(std::ranges::find(waits_for_room_, &turn));
  call_next();  // it runs after this one's caller has taken its room
  co_return is_in_time;
}

void Journal::call_next() {
  if (!waits_for_room_.empty()) waits_for_room_.front()->set();
}

JournalRoom::JournalRoom(Journal& journal, uint64_t bytes) : journal_(&journal), bytes_(bytes) {
  journal.room_bytes_ += bytes;
}

void JournalRoom::give_back() {
  if (journal_ == nullptr) return;
  journal_->room_bytes_ -= bytes_;
  std::exchange(journal_, nullptr)->call_next();
}

void Journal::add(JournalMember& member, const JournalEntry& entry, Offset next, uint64_t held_bytes) {
  if (has_failed_ || is_stopping_) return;
  Frame& frame = frames_[gathering_];
  if (frame.empty()) some_.set();
  if (frame.bytes.size_bytes() == 0) frame.bytes.extend(kJournalFrameHeadBytes);
  const uint64_t entry_bytes = kJournalEntryHeadBytes + entry.batch.size();
  const uint64_t frame_bytes = frame.bytes.size_bytes() + entry_bytes;
  const bool is_batch = entry.kind == JournalEntryKind::kBatch;
  const bool is_large =
      is_batch && (entry_bytes > head_.half_bytes / 4 || frame_bytes > head_.half_bytes - kKeptForTruncationsBytes);
  const bool continues = !frame.staged.empty() && frame.staged.back().member == &member;
  if (continues) {
    Staged& last = frame.staged.back();
    last.next = std::max(last.next, next);
    last.needs_sync |= is_large;
  } else {
    frame.staged.push_back({&member, next, is_large});
    if (frame.staged.size() == returning_count_) some_.set();
  }
  frame.held_bytes += held_bytes;
  held_bytes_ += held_bytes;
  if (is_large) return;
  KLAMM_ASSERT(frame_bytes <= head_.half_bytes);
  std::byte* const at = frame.bytes.extend(entry_bytes);
  encode_journal_entry_head(at, entry);
  if (!entry.batch.empty()) std::memcpy(at + kJournalEntryHeadBytes, entry.batch.data(), entry.batch.size());
  ++frame.entry_count;
}

Task<StorageResult<void>> Journal::wait_for_frame(uint64_t number) {
  while (frames_done_ < number && !has_failed_ && !is_stopping_) co_await frame_done_.wait();
  if (frames_done_ < number) co_return std::unexpected(failure());
  co_return StorageResult<void>{};
}

}  // namespace klamm::storage
