#include "fetch/session_terms.h"

namespace klamm::fetch {

uint32_t SessionTermsTable::hash(const SessionTerms& terms) const {
  const uint64_t epochs = (uint64_t{static_cast<uint32_t>(terms.current_leader_epoch)} << 32) |
                          static_cast<uint32_t>(terms.last_fetched_epoch);
  return mixed_hash(seed_ ^ mixed_hash(seed_, epochs), static_cast<uint32_t>(terms.max_bytes));
}

uint32_t SessionTermsTable::add(const SessionTerms& terms) {
  uint32_t number = index_.find(hash(terms), [&](uint32_t known) { return rows_[known].terms == terms; });
  if (number == kNoSlot) {
    if (first_free_ != kNoSlot) {
      number = first_free_;
      first_free_ = rows_[number].next_free;
    } else {
      number = static_cast<uint32_t>(rows_.size());
      rows_.emplace_back();
    }
    rows_[number] = {terms, 0, kNoSlot};
    index_.insert(number, hash_of());
  }
  ++rows_[number].uses;
  return number;
}

void SessionTermsTable::remove(uint32_t number) {
  if (--rows_[number].uses > 0) return;
  index_.erase(number, hash_of());
  rows_[number].next_free = first_free_;
  first_free_ = number;
}

}  // namespace klamm::fetch
