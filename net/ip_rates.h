#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "net/ip_address.h"
#include "net/sampled_rate.h"

namespace klamm::net {

// How many connections per second may come from one address (KIP-612: `connection_creation_rate` of ip entities).
// @core any (a plain value)
struct IpRateLimits {
  std::optional<double> each;  // of addresses that are not named
  std::unordered_map<IpAddress, double> named;
  bool empty() const { return !each && named.empty(); }
};

// Measures them for addresses that have a limit; at most kAddressesMax at a time, those without connections in the last
// windows go first.
// @core owner
class IpRates {
 public:
  static constexpr size_t kAddressesMax = 10'000;

  void set_limits(IpRateLimits limits, RateWindows windows);

  // One more came from there. Result: 0, or for how many ms its address has had too many; then it is not counted.
  int64_t note_arrival(const IpAddress& address, int64_t now_ms);
  size_t address_count() const { return rates_.size(); }

 private:
  std::optional<double> limit_of(const IpAddress& address) const;
  void make_room(int64_t now_ms);

  IpRateLimits limits_;
  RateWindows windows_;
  std::unordered_map<IpAddress, SampledRate> rates_;
  int64_t looked_ms_ = 0;  // when old ones were last looked for
};

}  // namespace klamm::net
