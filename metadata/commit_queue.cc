#include "metadata/commit_queue.h"

#include <algorithm>
#include <utility>

namespace klamm::metadata {

namespace {

constexpr size_t kPieceRecordsMax = 2000;

}  // namespace

CommitQueue::CommitQueue(reactor::Shard& shard, MetadataLog& log, KlammSettingsFile& klamm_file, ImageBuilder& state,
                         ImagePublisher& publisher, std::function<void(const std::string&)> warn)
    : shard_(shard),
      log_(log),
      klamm_file_(klamm_file),
      state_(state),
      publisher_(publisher),
      warn_(std::move(warn)),
      next_offset_(log.end_offset()) {}

BatchHeader CommitQueue::header() const {
  return {next_offset_, log_.epoch(), shard_.now_ms()};
}

void CommitQueue::append(const RecordValues& values, const std::vector<KlammSettingChange>& settings) {
  if (values.empty() && settings.empty()) return;
  if (!values.empty()) write_batch(waiting_, header(), values);
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
  write_control_batch(waiting_, header(), records);
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

reactor::Task<CommitQueue::Result> CommitQueue::flush() {
  return write(waiting_.take(), next_offset_);
}

reactor::Task<CommitQueue::Result> CommitQueue::write(protocol::Buffer bytes, int64_t next_offset) {
  if (bytes.empty()) co_return Result{};
  if (auto written = log_.append(bytes.span(), next_offset); !written) {
    fail(written.error());
    co_return written;
  }
  if (auto synced = co_await log_.sync(); !synced) {
    fail(synced.error());
    co_return synced;
  }
  co_return Result{};
}

// What comes while the file is written must not overtake it on the way to the log.
reactor::Task<CommitQueue::Result> CommitQueue::make_durable(const MetadataImage& image) {
  protocol::Buffer bytes = waiting_.take();
  const int64_t next_offset = next_offset_;
  if (auto written = co_await klamm_file_.before_log(image); !written) {
    fail(written.error());
    co_return written;
  }
  if (auto written = co_await write(std::move(bytes), next_offset); !written) co_return written;
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
  work_.set();
}

}  // namespace klamm::metadata
