#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace klamm::broker {

enum class MetricType : uint8_t { kCounter, kGauge, kSummary };

/// "counter", "gauge", "summary".
std::string_view name(MetricType type);

/// One metric of /metrics: what is printed of it there and in docs/metrics.md.
/// @core any (constant)
struct MetricRow {
  std::string_view name;
  MetricType type;
  std::string_view labels;  // with commas; "" where there is none
  std::string_view help;    // for those that Kafka has, its name first
};

/// Every row, in the order of the documentation and of the output.
std::span<const MetricRow> metric_table();

/// The row of that name; there is one.
const MetricRow& metric_row(std::string_view name);

/// Text of docs/metrics.md.
std::string metrics_markdown();

}  // namespace klamm::broker
