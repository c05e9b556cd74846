#include "broker/admin/request_figures.h"

#include <string>
#include <utility>

#include "protocol/messages/api_keys.h"

namespace klamm::broker {
namespace {

using net::RequestTime;
using OfApi = net::RequestMetrics::OfApi;

constexpr double kMsPerUs = 1e-3;
constexpr std::pair<std::string_view, double> kQuantiles[] = {{"0.5", 0.5}, {"0.99", 0.99}, {"0.999", 0.999}};

void add_to(OfApi& sum, const OfApi& one) {
  sum.request_count += one.request_count;
  sum.closed_count += one.closed_count;
  for (size_t i = 0; i < net::kRequestTimeCount; ++i) sum.times_us[i].merge(one.times_us[i]);
}

std::string_view api_name(int16_t api_key) {
  return protocol::name(static_cast<protocol::ApiKey>(api_key));
}

std::string family_of(RequestTime time) {
  const bool is_own = time == RequestTime::kMuted || time == RequestTime::kCrossCore;
  std::string family = is_own ? "klamm_network_requestmetrics_" : "kafka_network_requestmetrics_";
  for (const char c : net::metric_name(time)) family += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return family;
}

void write_time(MetricText& out, RequestTime time, const RequestFigures& all) {
  out.begin(family_of(time));
  for (const auto& [key, api] : all.apis) {
    const net::LatencyHistogram& us = api.times_us[static_cast<size_t>(time)];
    const std::string_view request = api_name(key);
    for (const auto& [label, quantile] : kQuantiles) {
      out.sample({{"request", request}, {"quantile", label}}, static_cast<double>(us.quantile(quantile)) * kMsPerUs);
    }
    out.sample({{"request", request}, {"quantile", "1"}}, static_cast<double>(us.max()) * kMsPerUs);
    out.part("_sum", {{"request", request}}, static_cast<double>(us.sum()) * kMsPerUs);
    out.part("_count", {{"request", request}}, static_cast<double>(us.count()));
  }
}

std::string_view quota_name(QuotaType type) {
  switch (type) {
    case QuotaType::kProduce:
      return "produce";
    case QuotaType::kFetch:
      return "fetch";
    case QuotaType::kRequest:
      return "request";
    case QuotaType::kControllerMutation:
      return "controller_mutation";
  }
  return "";
}

void write_throttled(MetricText& out, const RequestFigures& all) {
  const auto by_quota = [&](std::string_view name, auto value) {
    out.begin(name);
    for (size_t i = 0; i < kQuotaTypeCount; ++i) {
      out.sample({{"quota", quota_name(static_cast<QuotaType>(i))}}, value(all.throttled[i]));
    }
  };
  by_quota("klamm_requests_throttled_total", [](const QuotaMetrics& m) { return m.throttled_count; });
  by_quota("klamm_requests_throttled_seconds_total",
           [](const QuotaMetrics& m) { return static_cast<double>(m.throttled_ms) * 1e-3; });
}

}  // namespace

void RequestFigures::add(const net::RequestMetrics& metrics) {
  metrics.for_each_api([this](int16_t key, const OfApi& api) { add_to(apis[key], api); });
}

void RequestFigures::add(const ClientQuotas& quotas) {
  for (size_t i = 0; i < kQuotaTypeCount; ++i) throttled[i].add(quotas.metrics(static_cast<QuotaType>(i)));
}

void RequestFigures::add(const RequestFigures& other) {
  for (const auto& [key, api] : other.apis) add_to(apis[key], api);
  for (size_t i = 0; i < kQuotaTypeCount; ++i) throttled[i].add(other.throttled[i]);
  log_dropped_count += other.log_dropped_count;
}

void write_request_figures(MetricText& out, const RequestFigures& all) {
  const auto by_api = [&](std::string_view name, uint64_t OfApi::* value) {
    out.begin(name);
    for (const auto& [key, api] : all.apis) out.sample({{"request", api_name(key)}}, api.*value);
  };
  by_api("kafka_network_requestmetrics_requests_total", &OfApi::request_count);
  by_api("klamm_requests_closed_total", &OfApi::closed_count);
  for (size_t i = 0; i < net::kRequestTimeCount; ++i) write_time(out, static_cast<RequestTime>(i), all);
  write_throttled(out, all);
  out.single("klamm_request_log_dropped_total", all.log_dropped_count);
}

}  // namespace klamm::broker
