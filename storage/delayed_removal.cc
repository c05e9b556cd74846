#include "storage/delayed_removal.h"

#include <utility>

#include "reactor/io_await.h"
#include "storage/delay.h"
#include "storage/log_directory_scan.h"

namespace klamm::storage {

using reactor::Task;

DelayedRemoval::DelayedRemoval(reactor::Shard& shard) : shard_(shard) {
  callback = [](Completion* self) noexcept { static_cast<DelayedRemoval*>(self)->remove_due(); };
}

void DelayedRemoval::add(std::string path, bool is_directory, int64_t delay_ms) {
  if (is_stopped_) return;
  waiting_.emplace(shard_.now_ns() + delay_ns(delay_ms), Waiting{std::move(path), is_directory});
  arm();
}

void DelayedRemoval::stop() {
  is_stopped_ = true;
  timer_.cancel();
  waiting_.clear();
}

void DelayedRemoval::remove_due() noexcept {
  const auto end = waiting_.upper_bound(shard_.now_ns());
  std::vector<Waiting> due;
  for (auto each = waiting_.begin(); each != end; ++each) due.push_back(std::move(each->second));
  waiting_.erase(waiting_.begin(), end);
  shard_.spawn(remove(shard_.io(), std::move(due)));
  arm();
}

// A failure leaves the rest to the next start.
Task<void> DelayedRemoval::remove(reactor::Io& io, std::vector<Waiting> due) {
  for (Waiting& entry : due) {
    if (entry.is_directory) {
      static_cast<void>(co_await remove_directory_tree(io, std::move(entry.path)));
    } else {
      static_cast<void>(co_await reactor::unlink(io, entry.path));
    }
  }
}

void DelayedRemoval::arm() {
  if (waiting_.empty()) return;
  const int64_t first_ns = waiting_.begin()->first;
  if (!timer_.armed() || timer_.deadline_ns() != first_ns) timer_.arm(first_ns, *this);
}

}  // namespace klamm::storage
