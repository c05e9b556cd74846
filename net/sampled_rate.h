#pragma once

#include <cstdint>
#include <vector>

namespace klamm::net {

// Over how much a rate is measured (quota.window.num, quota.window.size.seconds).
struct RateWindows {
  int32_t count = 11;
  int64_t size_ms = 1000;

  // Of so many windows.
  double seconds(int32_t windows) const { return windows * static_cast<double>(size_ms) / 1000; }
};

// What happens per second over the last windows, as Kafka measures a quota: samples of at least one window each, kept
// while an event in them is within the windows; the time measured over is at least all windows but one. So a burst of
// ten seconds' worth passes before anybody is held up.
// @core owner
class SampledRate {
 public:
  explicit SampledRate(RateWindows windows = {});

  // A negative value takes back what was recorded a moment ago.
  void record(double value, int64_t now_ms);
  // How long the newest event has to wait so that the rate is at most `rate_max` again; 0: it is.
  int64_t excess_ms(double rate_max, int64_t now_ms);
  // The same, at most one window.
  int64_t throttle_ms(double rate_max, int64_t now_ms);
  double per_second(int64_t now_ms);

 private:
  struct Sample {
    int64_t start_ms = 0;
    int64_t last_event_ms = 0;
    double value = 0;
  };
  void forget_old(int64_t now_ms);
  int64_t measured_ms(int64_t now_ms) const;

  RateWindows windows_;
  std::vector<Sample> samples_;  // one more than windows: the oldest may overlap them in part
  uint32_t used_count_ = 0;
  uint32_t current_ = 0;
};

}  // namespace klamm::net
