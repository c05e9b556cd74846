#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "broker/admin/metric_table.h"
#include "broker/api_table.h"
#include "broker/options.h"

namespace klamm::broker {
namespace {

std::string document(const std::string& name) {
  std::ifstream file(std::string(KLAMM_SOURCE_ROOT) + "/docs/" + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(Documents, ConfigurationIsWhatTheOptionTableSays) {
  EXPECT_EQ(document("configuration.md"), configuration_markdown())
      << "write it again: klamm --print-options > docs/configuration.md";
}

TEST(Documents, ProtocolIsWhatTheApiTableSays) {
  EXPECT_EQ(document("protocol.md"), protocol_markdown())
      << "write it again: klamm --print-protocol > docs/protocol.md";
}

TEST(Documents, MetricsAreWhatTheMetricTableSays) {
  EXPECT_EQ(document("metrics.md"), metrics_markdown()) << "write it again: klamm --print-metrics > docs/metrics.md";
}

}  // namespace
}  // namespace klamm::broker
