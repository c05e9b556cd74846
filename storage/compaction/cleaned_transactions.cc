#include "storage/compaction/cleaned_transactions.h"

#include <algorithm>
#include <utility>

namespace klamm::storage {

void CleanedTransactions::add_aborted(std::vector<AbortedTransaction> aborted) {
  to_come_.insert(to_come_.end(), aborted.begin(), aborted.end());
  const auto later_first = [](const AbortedTransaction& a, const AbortedTransaction& b) {
    return std::pair(a.first_offset, a.last_offset) > std::pair(b.first_offset, b.last_offset);
  };
  std::ranges::sort(to_come_, later_first);
  // Two ranges that are looked at may both have one.
  const auto same = std::ranges::unique(to_come_, [](const AbortedTransaction& a, const AbortedTransaction& b) {
    return a.producer_id == b.producer_id && a.last_offset == b.last_offset;
  });
  to_come_.erase(same.begin(), same.end());
}

void CleanedTransactions::begin_up_to(Offset offset) {
  while (!to_come_.empty() && to_come_.back().first_offset <= offset) {
    const AbortedTransaction& next = to_come_.back();
    aborted_.try_emplace(next.producer_id.value, OpenAborted{.transaction = next});
    to_come_.pop_back();
  }
}

bool CleanedTransactions::on_data(const BatchHeader& batch) {
  begin_up_to(batch.last_offset());
  if (!batch.is_transactional()) return false;
  const auto found = aborted_.find(batch.producer_id.value);
  if (found == aborted_.end()) {
    committed_.insert(batch.producer_id.value);
    return false;
  }
  found->second.has_batches = true;
  return true;
}

CleanedTransactions::MarkerFate CleanedTransactions::on_control(const BatchHeader& batch,
                                                                const std::optional<TransactionMarker>& marker,
                                                                bool is_empty) {
  begin_up_to(batch.last_offset());
  // An emptied batch is of no transaction any more: it only keeps its producer known.
  if (!marker) return {.may_go = is_empty, .still_needed = std::nullopt};
  const int64_t producer = marker->producer_id.value;
  if (marker->is_commit) return {.may_go = committed_.erase(producer) == 0, .still_needed = std::nullopt};
  const auto found = aborted_.find(producer);
  if (found == aborted_.end()) return {.may_go = true, .still_needed = std::nullopt};
  MarkerFate fate{.may_go = !found->second.has_batches, .still_needed = std::nullopt};
  if (found->second.has_batches) fate.still_needed = found->second.transaction;
  aborted_.erase(found);
  return fate;
}

}  // namespace klamm::storage
