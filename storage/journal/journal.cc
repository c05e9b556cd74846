#include "storage/journal/journal.h"

#include <utility>

#include "reactor/assert.h"
#include "reactor/log.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/directory_faults.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// Segments that are synced at a time to free a half.
constexpr size_t kSyncsAtATime = 4;
// Between two attempts to sync what there was no descriptor for.
constexpr int64_t kDescriptorRestNs = 100'000'000;
// Between two looks for space on the disk.
constexpr int64_t kSpaceCheckNs = 1'000'000'000;
// What a frame's buffer keeps when it is empty.
constexpr uint64_t kKeptBytesMax = uint64_t{4} << 20;
// A frame waits for those who were just answered no longer than a write takes, nor than this.
constexpr int64_t kGatherMaxNs = 1'000'000;

}  // namespace

Journal::Journal(StorageContext& context, std::string directory, JournalHead head)
    : context_(context),
      directory_(std::move(directory)),
      head_(head),
      file_(context.io, directory_ + "/" + journal_file_name(head.generation, static_cast<uint32_t>(head.shard))) {
  halves_[current_].is_free = false;
}

Journal::~Journal() {
  KLAMM_ASSERT(members_.empty());
}

Task<StorageResult<std::unique_ptr<Journal>>> Journal::make(StorageContext& context, std::string directory,
                                                            int64_t generation, uint64_t size_bytes) {
  const uint64_t half_bytes = (std::max(size_bytes, kFileBytesMin) / 2) / kJournalBlockBytes * kJournalBlockBytes;
  const JournalHead head{context.io.random(), generation, half_bytes, static_cast<int32_t>(context.shard.id())};
  auto journal = std::make_unique<Journal>(context, std::move(directory), head);
  auto created = co_await journal->file_.create(head);
  if (!created && !created.error().is_short_of_space()) co_return std::unexpected(created.error());
  if (!created) {
    journal->is_ready_ = false;
    KLAMM_LOG(reactor::LogLevel::kWarning, "{}: nothing can be written here before there is space for a journal: {}",
              journal->directory_, created.error().message);
  }
  journal->gate_.spawn(journal->run());
  co_return StorageResult<std::unique_ptr<Journal>>(std::move(journal));
}

Task<void> Journal::run() {
  if (!is_ready_) co_await wait_for_space();
  while (!is_stopping_ && !has_failed_) {
    Frame& frame = frames_[gathering_];
    if (frame.empty()) {
      some_.reset();
      co_await some_.wait();
      continue;
    }
    if (are_more_expected(frame)) {
      some_.reset();
      co_await some_.wait_until(gathering_until_ns_);
      continue;
    }
    gathering_ ^= 1;
    ++gathering_number_;
    auto written = co_await write(frame);
    if (has_failed_ || is_stopping_) break;
    if (!written) {
      fail(written.error());
      break;
    }
    finish(frame);
  }
}

bool Journal::are_more_expected(const Frame& frame) const {
  return frame.staged.size() < returning_count_ && context_.shard.now_ns() < gathering_until_ns_;
}

// Whoever was answered together is back together soon, and without a rest the first one back would leave alone and make
// all others wait for two writes. The rest ends with the last of them; one who stays away costs it once.
void Journal::expect_returns(const Frame& done) {
  returning_count_ = done.staged.size() + frames_[gathering_].staged.size();
  gathering_until_ns_ = context_.shard.precise_now_ns() + std::min(usual_write_ns_, kGatherMaxNs);
}

// It is not tried before there seems to be enough: that would take from others what is left.
Task<void> Journal::wait_for_space() {
  while (!is_ready_ && !is_stopping_) {
    some_.reset();
    co_await some_.wait_until(context_.shard.now_ns() + kSpaceCheckNs);
    const auto free_bytes = context_.io.free_bytes(directory_);
    if (is_stopping_ || (free_bytes && *free_bytes < journal_file_bytes(head_))) continue;
    auto created = co_await file_.create(head_);
    is_ready_ = created.has_value();
    if (!created && !created.error().is_short_of_space()) co_return fail(created.error());
  }
  if (is_ready_) KLAMM_LOG(reactor::LogLevel::kInfo, "{}: there is space for a journal", directory_);
}

// What is too large comes first: an entry may only follow in the journal what a power loss cannot take from before it.
Task<StorageResult<void>> Journal::write(Frame& frame) {
  auto synced = co_await sync_large(frame);
  if (!synced || frame.entry_count == 0) co_return synced;
  const std::span<const std::byte> bytes = frame.bytes.padded();
  if (position_bytes_ + bytes.size() > head_.half_bytes) {
    auto taken = co_await take_next_half();
    if (!taken) co_return taken;
  }
  encode_journal_frame_head(frame.bytes.span(), head_.journal_id, next_sequence_++, frame.entry_count);
  const int64_t begun_ns = context_.shard.precise_now_ns();
  auto written = co_await file_.write(bytes, kJournalBlockBytes + current_ * head_.half_bytes + position_bytes_);
  if (!written) co_return written;
  const int64_t taken_ns = context_.shard.precise_now_ns() - begun_ns;
  StorageMetrics& metrics = context_.metrics;
  ++metrics.journal_writes;
  metrics.journal_written_bytes += bytes.size();
  metrics.journal_write_ns += static_cast<uint64_t>(taken_ns);
  usual_write_ns_ += (taken_ns - usual_write_ns_) / 8;
  position_bytes_ += bytes.size();
  note_in_half(frame);
  co_return StorageResult<void>{};
}

void Journal::note_in_half(Frame& frame) {
  for (const Staged& staged : frame.staged) {
    if (staged.member == nullptr || std::exchange(staged.member->is_in_half_[current_], true)) continue;
    halves_[current_].members.push_back(staged.member);
  }
}

// A log that is being closed leaves the frame, of which it is not durable any more.
Task<StorageResult<void>> Journal::sync_large(Frame& frame) {
  for (size_t i = 0; i < frame.staged.size(); ++i) {
    if (!frame.staged[i].needs_sync || frame.staged[i].member == nullptr) continue;
    auto synced = co_await frame.staged[i].member->owner_.sync_segments();
    if (!synced && is_descriptor_shortage(synced.error()) && !has_failed_ && !is_stopping_) {
      co_await reactor::sleep_for(kDescriptorRestNs);
      --i;
      continue;
    }
    const JournalMember* const member = frame.staged[i].member;
    if (synced || member == nullptr) continue;
    if (synced.error().kind != StorageErrorKind::kClosed) co_return synced;
    frame.forget(member);
  }
  co_return StorageResult<void>{};
}

void Journal::finish(Frame& frame) {
  for (const Staged& staged : frame.staged) {
    if (staged.member != nullptr) staged.member->become_durable(staged.next);
  }
  expect_returns(frame);
  held_bytes_ -= frame.held_bytes;
  frame.held_bytes = 0;
  frame.entry_count = 0;
  frame.staged.clear();
  frame.bytes.clear(kKeptBytesMax);
  ++frames_done_;
  frame_done_.set();
  frame_done_.reset();
  call_next();
}

// ---- the halves

Task<StorageResult<void>> Journal::take_next_half() {
  gate_.spawn(free_half(current_));
  const size_t next = current_ ^ 1;
  if (!halves_[next].is_free) ++context_.metrics.journal_space_waits;
  while (!halves_[next].is_free && !has_failed_ && !is_stopping_) {
    half_freed_.reset();
    co_await half_freed_.wait();
  }
  if (has_failed_ || is_stopping_) co_return std::unexpected(failure());
  current_ = next;
  halves_[current_].is_free = false;
  position_bytes_ = 0;
  co_return StorageResult<void>{};
}

Task<void> Journal::free_half(size_t which) {
  size_t next = 0;
  std::vector<Task<void>> workers;
  for (size_t i = 0; i < kSyncsAtATime; ++i) workers.push_back(sync_some(which, next));
  co_await reactor::when_all(std::move(workers));
  if (has_failed_ || is_stopping_) co_return;
  halves_[which].members.clear();
  halves_[which].is_free = true;
  half_freed_.set();
}

Task<void> Journal::sync_some(size_t which, size_t& next) {
  std::vector<JournalMember*>& members = halves_[which].members;
  while (next < members.size() && !has_failed_ && !is_stopping_) {
    JournalMember* const member = std::exchange(members[next++], nullptr);
    if (member == nullptr) continue;
    member->is_in_half_[which] = false;
    auto synced = co_await member->owner_.sync_segments();
    if (synced || synced.error().kind == StorageErrorKind::kClosed || has_failed_) continue;
    if (!is_descriptor_shortage(synced.error())) {
      fail(synced.error());
      continue;
    }
    member->is_in_half_[which] = true;
    members.push_back(member);
    co_await reactor::sleep_for(kDescriptorRestNs);
  }
}

// ---- the end

void Journal::fail(const StorageError& error) {
  has_failed_ = true;
  context_.faults.note(directory_, error);
  why_ = error.message;
  ++context_.metrics.failed_writes;
  KLAMM_LOG(reactor::LogLevel::kError, "{}: nothing more is acknowledged in this directory: {}", directory_, why_);
  for (JournalMember* member : members_) member->owner_.on_journal_failed();
  frame_done_.set();
  half_freed_.set();
  call_next();
}

Task<StorageResult<void>> Journal::stop(bool is_synced) {
  is_stopping_ = true;
  some_.set();
  frame_done_.set();
  half_freed_.set();
  call_next();
  co_await gate_.close();
  file_.close();
  if (!is_synced || has_failed_) co_return StorageResult<void>{};
  co_return co_await file_.remove();
}

StorageError Journal::failure() const {
  if (has_failed_) return {StorageErrorKind::kIo, 0, why_};
  return {StorageErrorKind::kClosed, 0, "the journal is closed"};
}

}  // namespace klamm::storage
