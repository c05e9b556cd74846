#include "net/request_metrics.h"

#include <algorithm>

#include "net/request_slot.h"
#include "protocol/assert.h"

namespace klamm::net {
namespace {

uint64_t us(int64_t ns) {
  return static_cast<uint64_t>(std::max<int64_t>(ns, 0)) / 1000;
}

}  // namespace

std::string_view metric_name(RequestTime time) {
  switch (time) {
    case RequestTime::kTotal:
      return "TotalTimeMs";
    case RequestTime::kMuted:
      return "MutedTimeMs";
    case RequestTime::kRequestQueue:
      return "RequestQueueTimeMs";
    case RequestTime::kLocal:
      return "LocalTimeMs";
    case RequestTime::kRemote:
      return "RemoteTimeMs";
    case RequestTime::kCrossCore:
      return "CrossCoreTimeMs";
    case RequestTime::kThrottle:
      return "ThrottleTimeMs";
    case RequestTime::kResponseQueue:
      return "ResponseQueueTimeMs";
    case RequestTime::kResponseSend:
      return "ResponseSendTimeMs";
  }
  return "";
}

RequestMetrics::OfApi& RequestMetrics::of(int16_t api_key) {
  KLAMM_ASSERT(api_key >= 0, "an API that no handler admits");
  const auto key = static_cast<size_t>(api_key);
  if (key >= apis_.size()) apis_.resize(key + 1);
  if (apis_[key] == nullptr) apis_[key] = std::make_unique<OfApi>();
  return *apis_[key];
}

void RequestMetrics::record(const RequestSlot& slot) {
  OfApi& api = of(slot.api_key);
  ++api.request_count;
  if (slot.response.kind == Response::Kind::kCloseConnection) ++api.closed_count;
  const RequestTimes& times = slot.times;
  const auto count = [&](RequestTime time, uint64_t value_us) {
    api.times_us[static_cast<size_t>(time)].record(value_us);
  };
  count(RequestTime::kTotal, us(times.total_ns()));
  count(RequestTime::kMuted, us(times.muted_ns()));
  count(RequestTime::kRequestQueue, us(times.queued_ns()));
  count(RequestTime::kLocal, us(times.local_ns()));
  count(RequestTime::kRemote, us(times.remote_ns()));
  count(RequestTime::kCrossCore, us(slot.crossing.total_ns));
  count(RequestTime::kThrottle, static_cast<uint64_t>(std::max(slot.response.throttle_ms, 0)) * 1000);
  count(RequestTime::kResponseQueue, us(times.response_queued_ns()));
  count(RequestTime::kResponseSend, us(times.send_ns()));
}

}  // namespace klamm::net
