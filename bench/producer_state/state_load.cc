// What the producers of one partition cost: memory after one batch of each and after five, and CPU time of a batch
// (find its producer, check it, note it) over producers in random order, with what the memory alone would take.
//
//   producer_state_load IDS BATCHES     prints one JSON line; about BATCHES are timed

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "bench/producer_state/memory_floor.h"
#include "storage/producer_state.h"

namespace klamm::storage {
namespace {

constexpr int64_t kNowMs = 1'700'000'000'000;
constexpr int64_t kFirstId = 4000;

int64_t resident_bytes() {
  long pages = 0;
  long resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) std::abort();
  std::fclose(file);
  return int64_t{resident} * sysconf(_SC_PAGESIZE);
}

class Load {
 public:
  explicit Load(uint32_t ids) : ids_(ids), limits_{5, ids} {}

  void append(uint32_t index, int32_t sequence) {
    BatchHeader batch;
    batch.base_offset = Offset(offset_++);
    batch.max_timestamp_ms = kNowMs;
    batch.producer_id = ProducerId(kFirstId + index);
    batch.producer_epoch = ProducerEpoch(0);
    batch.base_sequence = sequence;
    const auto verdict = state_.check(batch, AppendOrigin::kClient, batch.base_offset);
    if (verdict.kind != ProducerState::Verdict::Kind::kAccept) std::abort();
    state_.apply(batch, kNowMs, limits_);
  }
  void append_of_each(int32_t sequence) {
    for (uint32_t i = 0; i < ids_; ++i) append(i, sequence);
  }
  const ProducerState& state() const { return state_; }

 private:
  ProducerState state_;
  uint32_t ids_;
  ProducerState::Limits limits_;
  int64_t offset_ = 0;
};

int run(uint32_t ids, uint32_t batches) {
  std::vector<uint32_t> order(ids);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  Load load(ids);
  const int64_t before = resident_bytes();
  load.append_of_each(0);
  const int64_t one = resident_bytes() - before;
  const auto one_counted = static_cast<int64_t>(load.state().bytes());
  for (int32_t round = 1; round < 5; ++round) load.append_of_each(round);
  const int64_t five = resident_bytes() - before;
  const auto five_counted = static_cast<int64_t>(load.state().bytes());
  const int64_t begin = cpu_ns();
  const uint32_t rounds = std::max(batches / ids, 1U);
  for (uint32_t round = 0; round < rounds; ++round) {
    for (const uint32_t index : order) load.append(index, static_cast<int32_t>(5 + round));
  }
  const double ns = static_cast<double>(cpu_ns() - begin) / (static_cast<double>(rounds) * ids);
  const double floor_ns = MemoryFloor(order).ns_per_batch(order, rounds);
  const double count = ids;
  std::printf(
      "{\"ids\": %u, \"ns\": %.1f, \"floor_ns\": %.1f, \"one_bytes\": %.1f, \"five_bytes\": %.1f, "
      "\"one_counted_bytes\": %.1f, "
      "\"five_counted_bytes\": %.1f}\n",
      ids, ns, floor_ns, static_cast<double>(one) / count, static_cast<double>(five) / count,
      static_cast<double>(one_counted) / count, static_cast<double>(five_counted) / count);
  return 0;
}

}  // namespace
}  // namespace klamm::storage

int main(int count, char** words) {
  if (count != 3) return 2;
  return klamm::storage::run(static_cast<uint32_t>(std::atoi(words[1])), static_cast<uint32_t>(std::atoi(words[2])));
}
