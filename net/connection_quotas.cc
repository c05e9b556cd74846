#include "net/connection_quotas.h"

#include <algorithm>

#include "protocol/assert.h"

namespace klamm::net {

ConnectionLimits::OfListener ConnectionQuotas::limits_of(ListenerIndex listener) const {
  return listener < limits_.listeners.size() ? limits_.listeners[listener] : ConnectionLimits::OfListener{};
}

ConnectionQuotas::OfListener& ConnectionQuotas::of(ListenerIndex listener) {
  if (listener >= listeners_.size()) listeners_.resize(listener + 1);
  return listeners_[listener];
}

bool ConnectionQuotas::has_room(ListenerIndex listener) const {
  if (connection_count(listener) >= limits_of(listener).connections_max) return false;
  return is_protected(listener) || total_ < limits_.connections_max;
}

int64_t ConnectionQuotas::note_arrival(ListenerIndex listener, int64_t now_ms) {
  int64_t wait_ms = 0;
  if (!is_protected(listener)) {
    arrivals_.record(1, now_ms);
    wait_ms = arrivals_.throttle_ms(limits_.creation_rate_max, now_ms);
  }
  SampledRate& own = of(listener).arrivals;
  own.record(1, now_ms);
  return std::max(wait_ms, own.throttle_ms(limits_of(listener).creation_rate_max, now_ms));
}

int64_t ConnectionQuotas::note_origin(const ConnectionOrigin& origin, int64_t now_ms) {
  const int64_t throttle_ms = ip_rates_.note_arrival(origin.address, now_ms);
  if (throttle_ms == 0) return 0;
  if (!is_protected(origin.listener)) arrivals_.record(-1, now_ms);
  of(origin.listener).arrivals.record(-1, now_ms);
  return throttle_ms;
}

bool ConnectionQuotas::take(const ConnectionOrigin& origin) {
  const auto override = limits_.per_ip_overrides.find(origin.address);
  const uint32_t most = override != limits_.per_ip_overrides.end() ? override->second : limits_.connections_per_ip_max;
  if (connection_count(origin.address) >= most) return false;
  ++by_address_[origin.address];
  ++of(origin.listener).count;
  ++total_;
  return true;
}

void ConnectionQuotas::give_back(const ConnectionOrigin& origin) {
  const auto found = by_address_.find(origin.address);
  KLAMM_ASSERT(found != by_address_.end() && of(origin.listener).count > 0 && total_ > 0);
  if (--found->second == 0) by_address_.erase(found);
  --of(origin.listener).count;
  --total_;
}

uint32_t ConnectionQuotas::connection_count(ListenerIndex listener) const {
  return listener < listeners_.size() ? listeners_[listener].count : 0;
}

uint32_t ConnectionQuotas::connection_count(const IpAddress& address) const {
  const auto found = by_address_.find(address);
  return found == by_address_.end() ? 0 : found->second;
}

}  // namespace klamm::net
