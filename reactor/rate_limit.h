#pragma once

#include <cstdint>
#include <optional>

namespace klamm::reactor {

// Lets one event per interval through and counts the others.
// @core owner
class RateLimit {
 public:
  explicit RateLimit(int64_t interval_ns = 1'000'000'000) : interval_ns_(interval_ns) {}

  // Nothing: kept back. A number: go on; so many were kept back since the last that went through.
  std::optional<uint64_t> admit(int64_t now_ns) {
    if (started_ && now_ns - last_ns_ < interval_ns_) {
      ++kept_back_;
      return std::nullopt;
    }
    started_ = true;
    last_ns_ = now_ns;
    const uint64_t kept_back = kept_back_;
    kept_back_ = 0;
    return kept_back;
  }

 private:
  int64_t interval_ns_;
  int64_t last_ns_ = 0;
  uint64_t kept_back_ = 0;
  bool started_ = false;
};

}  // namespace klamm::reactor
