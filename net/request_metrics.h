#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "net/latency_histogram.h"

namespace klamm::net {

struct RequestSlot;

// The times of a request that are counted, named as Kafka's metrics of them; muted and cross-core time are Klamm's.
enum class RequestTime : uint8_t {
  kTotal,
  kMuted,
  kRequestQueue,
  kLocal,
  kRemote,
  kCrossCore,
  kThrottle,
  kResponseQueue,
  kResponseSend,
};
inline constexpr size_t kRequestTimeCount = 9;

// "TotalTimeMs"
std::string_view metric_name(RequestTime time);

// What the requests of one shard took, by API: since the shard began, in microseconds.
// Memory: 2 to 20 KiB for each API that was asked for.
// @core owner
class RequestMetrics {
 public:
  struct OfApi {
    uint64_t request_count = 0;
    uint64_t closed_count = 0;  // ended their connection instead of being answered
    std::array<LatencyHistogram, kRequestTimeCount> times_us;
  };

  // At the end of a request, with its times settled.
  void record(const RequestSlot& slot);

  // Calls `visit(int16_t api_key, const OfApi&)` for each API that was asked for, by rising key; it must not wait.
  template <class Visit>
  void for_each_api(Visit visit) const {
    for (size_t key = 0; key < apis_.size(); ++key) {
      if (apis_[key] != nullptr) visit(static_cast<int16_t>(key), *apis_[key]);
    }
  }
  // Calls `visit(int16_t api_key, RequestTime, const LatencyHistogram&)`.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_api([&](int16_t key, const OfApi& api) {
      for (size_t i = 0; i < kRequestTimeCount; ++i) visit(key, static_cast<RequestTime>(i), api.times_us[i]);
    });
  }

 private:
  OfApi& of(int16_t api_key);

  std::vector<std::unique_ptr<OfApi>> apis_;  // by key; an admitted request has one of the API table's
};

}  // namespace klamm::net
