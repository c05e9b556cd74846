#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>

#include "broker/admin/metric_text.h"
#include "broker/quota/client_quotas.h"
#include "net/request_metrics.h"

namespace klamm::broker {

/// What requests took, by API, and which were throttled: of one shard, or of several together.
/// @core any (a plain value)
struct RequestFigures {
  std::map<int16_t, net::RequestMetrics::OfApi> apis;
  std::array<QuotaMetrics, kQuotaTypeCount> throttled;
  uint64_t log_dropped_count = 0;

  void add(const net::RequestMetrics& metrics);
  void add(const ClientQuotas& quotas);
  void add(const RequestFigures& other);
};

/// Their samples: counts, and a summary of each time with its quantiles.
void write_request_figures(MetricText& out, const RequestFigures& all);

}  // namespace klamm::broker
