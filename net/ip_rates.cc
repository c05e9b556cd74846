#include "net/ip_rates.h"

#include <utility>

namespace klamm::net {

void IpRates::set_limits(IpRateLimits limits, RateWindows windows) {
  limits_ = std::move(limits);
  windows_ = windows;
  std::erase_if(rates_, [this](const auto& entry) { return !limit_of(entry.first); });
}

std::optional<double> IpRates::limit_of(const IpAddress& address) const {
  const auto named = limits_.named.find(address);
  return named != limits_.named.end() ? named->second : limits_.each;
}

int64_t IpRates::note_arrival(const IpAddress& address, int64_t now_ms) {
  if (limits_.empty()) return 0;
  const std::optional<double> limit = limit_of(address);
  if (!limit) return 0;
  auto found = rates_.find(address);
  if (found == rates_.end()) {
    make_room(now_ms);
    found = rates_.emplace(address, SampledRate(windows_)).first;
  }
  found->second.record(1, now_ms);
  const int64_t throttle_ms = found->second.throttle_ms(*limit, now_ms);
  if (throttle_ms > 0) found->second.record(-1, now_ms);
  return throttle_ms;
}

// Looks for old ones at most once a window, so that many addresses at a time do not cost a walk each.
void IpRates::make_room(int64_t now_ms) {
  if (rates_.size() < kAddressesMax) return;
  if (now_ms - looked_ms_ >= windows_.size_ms) {
    looked_ms_ = now_ms;
    for (auto it = rates_.begin(); it != rates_.end();) {
      it = it->second.per_second(now_ms) == 0 ? rates_.erase(it) : std::next(it);
    }
  }
  if (rates_.size() >= kAddressesMax) rates_.erase(rates_.begin());
}

}  // namespace klamm::net
