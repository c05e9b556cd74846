#include "metadata/commit_queue.h"

#include <algorithm>
#include <utility>

namespace klamm::metadata {

namespace {

constexpr size_t kPieceRecordsMax = 2000;
constexpr int64_t kRetryNs = 1'000'000'000;

}  // namespace

CommitQueue::CommitQueue(reactor::Shard& shard, MetadataLog& log, KlammSettingsFile& klamm_file, ImageBuilder& state,
                         ImagePublisher& publisher, SnapshotKeeper& snapshots,
                         std::function<void(const std::string&)> warn)
    : shard_(shard),
      log_(log),
      klamm_file_(klamm_file),
      state_(state),
      publisher_(publisher),
      snapshots_(snapshots),
      warn_(std::move(warn)),
      next_offset_(log.end_offset()) {}

BatchHeader CommitQueue::next_header() {
  last_timestamp_ms_ = shard_.now_ms();
  if (waiting_.position() == 0) first_timestamp_ms_ = last_timestamp_ms_;
  return {next_offset_, log_.epoch(), last_timestamp_ms_};
}

CommitQueue::Batches CommitQueue::take_waiting() {
  Batches batches{waiting_.take(), next_offset_, first_timestamp_ms_, last_timestamp_ms_, std::nullopt};
  if (!state_.in_transaction()) batches.image = state_.image();
  return batches;
}

void CommitQueue::append(const RecordValues& values, const std::vector<KlammSettingChange>& settings) {
  if (values.empty() && settings.empty()) return;
  if (!values.empty()) write_batch(waiting_, next_header(), values);
  for (const std::string& value : values) state_.apply_own(value);
  for (const KlammSettingChange& setting : settings) state_.set_klamm_setting(setting);
  next_offset_ += static_cast<int64_t>(values.size());
  state_.finish({next_offset_ - 1, log_.epoch()});
  ++change_count_;
  work_.set();
}

void CommitQueue::append_in_pieces(const RecordValues& values) {
  for (size_t start = 0; start < values.size(); start += kPieceRecordsMax) {
    const size_t end = std::min(values.size(), start + kPieceRecordsMax);
    append(RecordValues(values.begin() + static_cast<std::ptrdiff_t>(start),
                        values.begin() + static_cast<std::ptrdiff_t>(end)));
  }
}

void CommitQueue::append_control(std::span<const std::pair<ControlType, std::string>> records) {
  write_control_batch(waiting_, next_header(), records);
  next_offset_ += static_cast<int64_t>(records.size());
  state_.finish({next_offset_ - 1, log_.epoch()});
  ++change_count_;
  work_.set();
}

void CommitQueue::fail(std::string why) {
  failure_ = std::move(why);
  waiting_ = {};
  progress_.set();
  progress_.reset();
}

reactor::Task<std::optional<std::expected<void, std::string>>> CommitQueue::wait(int64_t deadline_ns) {
  using Answer = std::optional<Result>;
  const int64_t awaited = change_count_;
  for (;;) {
    if (published_change_count_ >= awaited) co_return Answer(std::in_place);
    if (has_failed()) co_return Answer(std::unexpected(failure_));
    if (deadline_ns == 0) {
      co_await progress_.wait();
    } else if (!co_await progress_.wait_until(deadline_ns) && shard_.now_ns() >= deadline_ns) {
      co_return Answer();
    }
  }
}

reactor::Task<CommitQueue::Result> CommitQueue::flush(bool may_stall) {
  return write(take_waiting(), may_stall);
}

reactor::Task<CommitQueue::Result> CommitQueue::try_to_write(const Batches& batches) {
  if (auto ready = co_await log_.make_ready(); !ready) co_return ready;
  co_return log_.append(batches.bytes.span(), batches.next_offset, batches.first_timestamp_ms);
}

reactor::Task<CommitQueue::Result> CommitQueue::write(Batches batches, bool may_stall) {
  const size_t size_bytes = batches.bytes.span().size();
  if (size_bytes == 0) {
    note_space();
    co_return Result{};
  }
  for (;;) {
    auto written = co_await try_to_write(batches);
    if (written) break;
    if (!is_to_wait_for_space(log_.is_short_of_space(), written.error())) {
      fail(written.error());
      co_return written;
    }
    if (may_stall) {
      unwritten_ = std::move(batches);
      co_return Result{};
    }
    co_await no_more_waits_.wait_until(shard_.now_ns() + kRetryNs);
  }
  note_space();
  if (auto synced = co_await log_.sync(); !synced) {
    fail(synced.error());
    co_return synced;
  }
  if (batches.image) snapshots_.note(std::move(*batches.image), size_bytes, batches.last_timestamp_ms);
  co_return Result{};
}

bool CommitQueue::is_to_wait_for_space(bool is_short_of_space, const std::string& why) {
  if (!is_short_of_space || !waits_for_space_) return false;
  if (!std::exchange(is_stalled_, true)) warn_("the metadata log waits for space on the disk: " + why);
  return true;
}

void CommitQueue::note_space() {
  if (std::exchange(is_stalled_, false)) warn_("the metadata log has space on the disk again");
}

// What comes while the file is written must not overtake it on the way to the log.
reactor::Task<CommitQueue::Result> CommitQueue::make_durable(const MetadataImage& image) {
  Batches batches = take_waiting();
  for (;;) {
    auto written = co_await klamm_file_.before_log(image);
    if (written) break;
    if (!is_to_wait_for_space(klamm_file_.is_short_of_space(), written.error())) {
      fail(written.error());
      co_return written;
    }
    co_await no_more_waits_.wait_until(shard_.now_ns() + kRetryNs);
  }
  if (auto written = co_await write(std::move(batches)); !written) co_return written;
  // What is left too much in the file harms nobody.
  if (auto written = co_await klamm_file_.after_log(image); !written) warn_(written.error());
  co_return Result{};
}

void CommitQueue::note_published(int64_t change_count) {
  published_change_count_ = change_count;
  progress_.set();
  progress_.reset();
}

reactor::Task<void> CommitQueue::publish(const PartitionFinder* found) {
  const int64_t change_count = change_count_;
  for (const std::string& said : co_await publisher_.publish(state_.image(), found)) warn_(said);
  note_published(change_count);
}

reactor::Task<void> CommitQueue::run() {
  auto begun = co_await write(std::exchange(unwritten_, Batches{}));
  if (!begun) co_return;
  for (;;) {
    co_await work_.wait();
    work_.reset();
    if (has_failed()) co_return;
    if (published_change_count_ < change_count_) {
      // The image as of what is written now; later changes may come while the disk works.
      MetadataImage image = state_.image();
      const int64_t change_count = change_count_;
      if (!co_await make_durable(image)) co_return;
      for (const std::string& said : co_await publisher_.publish(std::move(image), nullptr)) warn_(said);
      note_published(change_count);
    }
    if (closed_ && published_change_count_ == change_count_) co_return;
  }
}

void CommitQueue::close() {
  closed_ = true;
  stop_waiting_for_space();
  work_.set();
}

void CommitQueue::stop_waiting_for_space() {
  waits_for_space_ = false;
  no_more_waits_.set();
}

}  // namespace klamm::metadata
