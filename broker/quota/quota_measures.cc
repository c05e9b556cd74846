#include "broker/quota/quota_measures.h"

namespace klamm::broker {

size_t QuotaMeasures::OwnerHash::operator()(const QuotaOwner& owner) const noexcept {
  const std::hash<std::string_view> hash;
  return (hash(owner.user) * 31 + hash(owner.client_id)) * 31 + static_cast<size_t>(owner.type);
}

QuotaMeasure& QuotaMeasures::of(const QuotaOwner& owner, int64_t now_ms) {
  if (const auto found = by_owner_.find(owner); found != by_owner_.end()) {
    use(*found->second, now_ms);
    return *found->second;
  }
  forget_old(now_ms);
  Entry& entry = by_use_.emplace_front();
  entry.owner = owner;
  entry.rate = net::SampledRate(windows_);
  entry.used_ms = now_ms;
  entry.place = by_use_.begin();
  by_owner_.emplace(owner, entry.place);
  return entry;
}

void QuotaMeasures::use(QuotaMeasure& measure, int64_t now_ms) {
  measure.used_ms = now_ms;
  by_use_.splice(by_use_.begin(), by_use_, static_cast<Entry&>(measure).place);
}

// One that others have not been told of is new, and never the last in line.
void QuotaMeasures::forget_old(int64_t now_ms) {
  while (!by_use_.empty() && !by_use_.back().is_untold) {
    if (by_use_.size() < measures_max_ && now_ms - by_use_.back().used_ms < kExpirationMs) return;
    by_owner_.erase(by_use_.back().owner);
    by_use_.pop_back();
    ++forgotten_count_;
  }
}

}  // namespace klamm::broker
