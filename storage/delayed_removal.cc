#include "storage/delayed_removal.h"

#include <algorithm>
#include <utility>

#include "storage/log_directory_scan.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// A failure leaves the rest to the next start.
Task<void> remove_now(reactor::Io& io, std::string path) {
  auto removed = co_await remove_directory_tree(io, std::move(path));
}

}  // namespace

DelayedRemoval::DelayedRemoval(reactor::Shard& shard) : shard_(shard) {
  callback = [](Completion* self) noexcept { static_cast<DelayedRemoval*>(self)->remove_due(); };
}

void DelayedRemoval::add(std::string path, int64_t delay_ms) {
  constexpr int64_t kNanosecondsPerMs = 1'000'000;
  const int64_t delay = std::clamp<int64_t>(delay_ms, 0, INT64_MAX / kNanosecondsPerMs / 4);
  waiting_.push_back({shard_.now_ns() + delay * kNanosecondsPerMs, std::move(path)});
  arm();
}

void DelayedRemoval::stop() {
  timer_.cancel();
  waiting_.clear();
}

void DelayedRemoval::remove_due() noexcept {
  const int64_t now = shard_.now_ns();
  for (Waiting& entry : waiting_) {
    if (entry.due_ns <= now) shard_.spawn(remove_now(shard_.io(), std::move(entry.path)));
  }
  std::erase_if(waiting_, [now](const Waiting& entry) { return entry.due_ns <= now; });
  arm();
}

void DelayedRemoval::arm() {
  if (waiting_.empty()) return;
  const auto first = std::min_element(waiting_.begin(), waiting_.end(),
                                      [](const Waiting& a, const Waiting& b) { return a.due_ns < b.due_ns; });
  timer_.arm(first->due_ns, *this);
}

}  // namespace klamm::storage
