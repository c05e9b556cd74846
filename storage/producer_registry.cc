#include "storage/producer_registry.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "reactor/sleep.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr int64_t kNanosecondsPerMs = 1'000'000;
constexpr uint32_t kLooksPerTurn = 2048;
constexpr uint64_t kEvictedAtOnceMax = 4096;

}  // namespace

ProducerRegistry::ProducerRegistry(reactor::Shard& shard, const StorageOptions& options, StorageMetrics& metrics)
    : shard_(shard), options_(options), metrics_(metrics) {
  callback = [](Completion* self) noexcept {
    auto* const registry = static_cast<ProducerRegistry*>(self);
    // A pass that takes longer than the interval takes the place of the next.
    if (registry->gate_.count() == 0) registry->gate_.spawn(registry->expire_all());
    if (!registry->gate_.is_closed()) registry->arm();
  };
}

void ProducerRegistry::add(ProducerState& producers) {
  states_.emplace(&producers, next_number_++);
  producers.attach(&metrics_);
  if (!timer_.armed()) arm();
  while (metrics_.producer_ids > options_.producer_ids_max) {
    const uint64_t before = metrics_.producer_ids;
    evict_some();
    if (metrics_.producer_ids == before) break;
  }
}

void ProducerRegistry::remove(ProducerState& producers) {
  producers.attach(nullptr);
  states_.erase(&producers);
  if (states_.empty()) timer_.cancel();
}

void ProducerRegistry::arm() {
  if (gate_.is_closed()) return;
  timer_.arm(shard_.now_ns() + options_.producer_id_expiration_check_interval_ms * kNanosecondsPerMs, *this);
}

// So many at once that the search for the longest unused log is paid by many additions.
void ProducerRegistry::evict_some() {
  using Oldest = std::tuple<uint32_t, uint64_t, ProducerState*>;  // the number makes the order the same in every run
  std::priority_queue<Oldest, std::vector<Oldest>, std::greater<>> line;
  for (const auto& [state, number] : states_) {
    if (state->size() > 0) line.emplace(state->oldest_step(), number, state);
  }
  uint64_t left = std::min(options_.producer_ids_max / 64, kEvictedAtOnceMax) + 1;
  // Those who stand first may all have been used since, and then go behind.
  uint64_t looks = 8 * left + line.size();
  while (left > 0 && looks-- > 0 && !line.empty()) {
    const auto [step, number, state] = line.top();
    line.pop();
    left -= state->evict(1, shard_.now_ms());
    if (state->size() > 0) line.emplace(state->oldest_step(), number, state);
  }
}

Task<void> ProducerRegistry::expire_all() {
  std::vector<ProducerState*> all;
  for (const auto& [state, number] : states_) all.push_back(state);
  const int64_t until_ms = shard_.now_ms() - options_.producer_id_expiration_ms;
  uint32_t looks = kLooksPerTurn;
  for (ProducerState* const state : all) {
    while (!gate_.is_closed() && states_.contains(state)) {
      const bool has_all = state->expire(until_ms, shard_.now_ms(), std::min(looks, kLooksPerTurn));
      looks = has_all && looks > 16 ? looks - 16 : 0;
      if (looks == 0) {
        co_await reactor::yield_now();
        looks = kLooksPerTurn;
      }
      if (has_all) break;
    }
  }
}

Task<void> ProducerRegistry::stop() {
  timer_.cancel();
  co_await gate_.close();
}

}  // namespace klamm::storage
