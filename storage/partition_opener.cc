#include "storage/partition_opener.h"

#include <algorithm>
#include <utility>

#include "storage/log_manager.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// After a clean stop an opening is mostly waiting; after another it reads, and each has a window of 1 MiB.
constexpr uint32_t kCleanAtATime = 32;
constexpr uint32_t kUncleanAtATime = 4;

}  // namespace

void PartitionOpener::add(PartitionIdentity identity, std::string log_directory, LogConfig config, OpenPoints points,
                          bool is_urgent) {
  const PartitionKey key{identity.topic_id, identity.index};
  auto unopened = std::make_unique<Unopened>();
  unopened->identity = std::move(identity);
  unopened->log_directory = std::move(log_directory);
  unopened->config = config;
  unopened->points = points;
  if (!unopened_.emplace(key, std::move(unopened)).second) return;
  (is_urgent ? urgent_ : line_).push_back(key);
  ++asked_for_;
  ++left_;
  all_done_.reset();
}

void PartitionOpener::start(OpeningListener& listener) {
  listener_ = &listener;
  const bool is_clean =
      std::ranges::all_of(unopened_, [](const auto& one) { return one.second->points.after_clean_stop; });
  const uint64_t workers = std::min<uint64_t>(is_clean ? kCleanAtATime : kUncleanAtATime, left_);
  for (uint64_t i = 0; i < workers; ++i) gate_.spawn(run_worker());
}

Task<void> PartitionOpener::run_worker() {
  while (!is_stopping_) {
    std::deque<PartitionKey>& from = urgent_.empty() ? line_ : urgent_;
    if (from.empty()) co_return;
    const PartitionKey key = from.front();
    from.pop_front();
    // It may have been taken out.
    if (unopened_.contains(key)) co_await open(key);
  }
}

Task<void> PartitionOpener::open(PartitionKey key) {
  Unopened& one = *unopened_.find(key)->second;
  one.state = State::kOpening;
  PartitionIdentity identity = one.identity;
  auto opened = co_await logs_.open(std::move(identity), one.log_directory, one.config, one.points, &one.is_cancelled);
  if (opened) {
    unopened_.erase(key);
    note_done();
    listener_->on_opened(**opened);
  } else if (one.is_cancelled) {
    one.state = State::kWaiting;
  } else {
    one.state = State::kFailed;
    ++failed_;
    listener_->on_open_failed(one.identity, opened.error());
    note_done();
  }
  one_ended_.set();
  one_ended_.reset();
}

void PartitionOpener::note_done() {
  if (--left_ == 0) all_done_.set();
}

bool PartitionOpener::is_opening(const PartitionKey& key) const {
  const auto found = unopened_.find(key);
  return found != unopened_.end() && found->second->state != State::kFailed;
}

OpeningProgress PartitionOpener::progress() const {
  return {asked_for_, left_, failed_, logs_.metrics().recovered_bytes};
}

Task<std::optional<PartitionOpener::TakenOut>> PartitionOpener::take_out(PartitionKey key) {
  auto found = unopened_.find(key);
  if (found != unopened_.end()) found->second->is_cancelled = true;
  while (found != unopened_.end() && found->second->state == State::kOpening) {
    co_await one_ended_.wait();
    found = unopened_.find(key);
  }
  if (found == unopened_.end()) co_return std::nullopt;
  const std::unique_ptr<Unopened> taken = std::move(found->second);
  unopened_.erase(found);
  --asked_for_;
  if (taken->state == State::kWaiting) {
    note_done();
  } else {
    --failed_;
  }
  TakenOut result{std::move(taken->identity), std::move(taken->log_directory), taken->config.file_delete_delay_ms};
  co_return std::optional(std::move(result));
}

Task<void> PartitionOpener::stop() {
  is_stopping_ = true;
  for (const auto& [key, one] : unopened_) one->is_cancelled = true;
  co_await gate_.close();
  all_done_.set();
}

bool PartitionOpener::has_unrecovered(const std::string& log_directory) const {
  return std::ranges::any_of(unopened_, [&](const auto& each) {
    const Unopened& one = *each.second;
    return one.log_directory == log_directory && (one.state == State::kFailed || !one.points.after_clean_stop);
  });
}

void PartitionOpener::add_checkpoints(const std::string& log_directory, DirectoryCheckpoints& into) const {
  for (const auto& [key, one] : unopened_) {
    if (one->log_directory != log_directory) continue;
    const OpenPoints& points = one->points;
    const std::pair<std::string, int32_t> name{one->identity.topic, one->identity.index};
    // What cannot be opened is read whole when it can be again.
    const bool is_doubtful = one->state == State::kFailed && points.after_clean_stop;
    into.recovery_points[name] = is_doubtful ? Offset(0) : points.recovery_point;
    if (points.log_start) into.log_starts[name] = *points.log_start;
    if (points.high_watermark) into.high_watermarks[name] = *points.high_watermark;
    if (points.cleaned_to) into.cleaned[name] = *points.cleaned_to;
  }
}

}  // namespace klamm::storage
