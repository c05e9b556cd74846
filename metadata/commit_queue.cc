#include "metadata/commit_queue.h"

#include <algorithm>
#include <utility>

namespace klamm::metadata {

namespace {

constexpr size_t kPieceRecordsMax = 2000;

}  // namespace

CommitQueue::CommitQueue(reactor::Shard& shard, MetadataLog& log, ImageBuilder& state, ImagePublisher& publisher,
                         std::function<void(const std::string&)> warn)
    : shard_(shard),
      log_(log),
      state_(state),
      publisher_(publisher),
      warn_(std::move(warn)),
      next_offset_(log.end_offset()) {}

BatchHeader CommitQueue::header() const {
  return {next_offset_, log_.epoch(), shard_.now_ms()};
}

void CommitQueue::append(const RecordValues& values) {
  if (values.empty()) return;
  write_batch(waiting_, header(), values);
  for (const std::string& value : values) state_.apply_own(value);
  next_offset_ += static_cast<int64_t>(values.size());
  state_.finish({next_offset_ - 1, log_.epoch()});
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
  work_.set();
}

void CommitQueue::fail(std::string why) {
  failure_ = std::move(why);
  waiting_ = {};
  progress_.set();
  progress_.reset();
}

reactor::Task<std::optional<std::expected<void, std::string>>> CommitQueue::wait_for(int64_t offset,
                                                                                     int64_t deadline_ns) {
  using Answer = std::optional<std::expected<void, std::string>>;
  for (;;) {
    if (published_offset_ >= offset) co_return Answer(std::in_place);
    if (has_failed()) co_return Answer(std::unexpected(failure_));
    if (deadline_ns == 0) {
      co_await progress_.wait();
    } else if (!co_await progress_.wait_until(deadline_ns) && shard_.now_ns() >= deadline_ns) {
      co_return Answer();
    }
  }
}

reactor::Task<std::expected<void, std::string>> CommitQueue::flush() {
  const protocol::Buffer bytes = waiting_.take();
  if (bytes.empty()) co_return std::expected<void, std::string>();
  if (auto written = log_.append(bytes.span(), next_offset_); !written) {
    fail(written.error());
    co_return written;
  }
  if (auto synced = co_await log_.sync(); !synced) {
    fail(synced.error());
    co_return synced;
  }
  co_return std::expected<void, std::string>();
}

reactor::Task<void> CommitQueue::publish(const PartitionFinder* found) {
  const int64_t offset = next_offset_;
  for (const std::string& said : co_await publisher_.publish(state_.image(), found)) warn_(said);
  published_offset_ = offset;
  progress_.set();
  progress_.reset();
}

reactor::Task<void> CommitQueue::run() {
  for (;;) {
    co_await work_.wait();
    work_.reset();
    if (has_failed()) co_return;
    if (waiting_.position() > 0) {
      // The image as of what is written now; later records may come while the disk works.
      MetadataImage image = state_.image();
      const int64_t offset = next_offset_;
      if (!co_await flush()) co_return;
      for (const std::string& said : co_await publisher_.publish(std::move(image), nullptr)) warn_(said);
      published_offset_ = offset;
      progress_.set();
      progress_.reset();
    }
    if (closed_ && waiting_.position() == 0) co_return;
  }
}

void CommitQueue::close() {
  closed_ = true;
  work_.set();
}

}  // namespace klamm::metadata
