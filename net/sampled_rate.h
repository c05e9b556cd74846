#pragma once

#include <array>
#include <cstdint>

namespace klamm::net {

// Events per second over the last windows, as Kafka measures a quota (quota.window.num, quota.window.size.seconds with
// their defaults): samples of at least one window each, kept while an event in them is within the windows; the time
// measured over is at least all windows but one. So a burst of ten seconds' worth passes before anybody is held up.
// @core owner
class SampledRate {
 public:
  static constexpr int64_t kWindowMs = 1000;
  static constexpr int64_t kWindowCount = 11;

  void record(int64_t count, int64_t now_ms);
  // How long the newest event has to wait so that the rate is at most `rate_max` again; 0: it is. At most one window.
  int64_t throttle_ms(double rate_max, int64_t now_ms);
  double per_second(int64_t now_ms);

 private:
  struct Sample {
    int64_t start_ms = 0;
    int64_t last_event_ms = 0;
    int64_t count = 0;
  };
  void forget_old(int64_t now_ms);
  int64_t measured_ms(int64_t now_ms) const;

  std::array<Sample, kWindowCount + 1> samples_;  // one more than windows: the oldest may overlap them in part
  uint32_t used_count_ = 0;
  uint32_t current_ = 0;
};

}  // namespace klamm::net
