#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "net/sampled_rate.h"

namespace klamm::broker {

/// Tokens that come at a rate, up to those of all windows together, and may be overdrawn once (Kafka's TokenBucket,
/// KIP-599). It is full at first.
/// @core owner
class TokenBucket {
 public:
  explicit TokenBucket(net::RateWindows windows = {}) : windows_(windows) {}

  void take(double tokens, double per_second, int64_t now_ms) {
    refill(per_second, now_ms);
    tokens_ = std::min(most(per_second), tokens_ - tokens);
  }
  /// How long until it is no longer overdrawn; 0: it is not.
  int64_t throttle_ms(double per_second, int64_t now_ms) {
    refill(per_second, now_ms);
    if (tokens_ >= 0) return 0;
    const double wait_ms = -tokens_ / per_second * 1000;
    return wait_ms < INT32_MAX ? std::llround(wait_ms) : INT32_MAX;
  }

 private:
  double most(double per_second) const { return windows_.seconds(windows_.count) * per_second; }
  void refill(double per_second, int64_t now_ms) {
    const double come = per_second * static_cast<double>(now_ms - refilled_ms_) / 1000;
    tokens_ = is_new_ ? most(per_second) : std::min(most(per_second), tokens_ + come);
    is_new_ = false;
    refilled_ms_ = now_ms;
  }

  net::RateWindows windows_;
  double tokens_ = 0;
  int64_t refilled_ms_ = 0;
  bool is_new_ = true;
};

}  // namespace klamm::broker
