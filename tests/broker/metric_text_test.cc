#include "broker/admin/metric_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "broker/admin/metric_table.h"

namespace klamm::broker {
namespace {

TEST(MetricText, WritesFamilies) {
  MetricText out;
  out.begin("klamm_listener_accepted_total");
  out.sample({{"listener", "A"}}, uint64_t{18446744073709551615u});
  out.sample({{"listener", "B"}, {"shard", "1"}}, 0.25);
  out.single("klamm_shards", uint64_t{2});
  const std::string help(metric_row("klamm_listener_accepted_total").help);
  EXPECT_EQ(out.take(), "# HELP klamm_listener_accepted_total " + help +
                            "\n# TYPE klamm_listener_accepted_total counter\n"
                            "klamm_listener_accepted_total{listener=\"A\"} 18446744073709551615\n"
                            "klamm_listener_accepted_total{listener=\"B\",shard=\"1\"} 0.25\n"
                            "# HELP klamm_shards Shards of this broker.\n# TYPE klamm_shards gauge\nklamm_shards 2\n");
}

TEST(MetricText, EscapesLabels) {
  EXPECT_EQ(escape_label("a\"b\\c\nd"), "a\\\"b\\\\c\\nd");
  EXPECT_EQ(escape_label("\xc3\xa4\xf0\x9f\x90\xb3"), "\xc3\xa4\xf0\x9f\x90\xb3");
  const std::string replaced = "\xef\xbf\xbd";
  EXPECT_EQ(escape_label("\xff"), replaced);
  EXPECT_EQ(escape_label("\xc3"), replaced) << "cut off";
  EXPECT_EQ(escape_label("\xc0\xaf"), replaced + replaced) << "overlong";
  EXPECT_EQ(escape_label("\xed\xa0\x80"), replaced + replaced + replaced) << "a surrogate";
  EXPECT_EQ(escape_label("\xf4\x90\x80\x80"), replaced + replaced + replaced + replaced) << "above U+10FFFF";
}

TEST(MetricText, NumbersThatAreNone) {
  MetricText out;
  out.single("klamm_shards", std::numeric_limits<double>::infinity());
  EXPECT_TRUE(out.take().ends_with("klamm_shards +Inf\n"));
}

TEST(MetricTable, NamesAreUniqueAndLegal) {
  std::set<std::string_view> names;
  for (const MetricRow& row : metric_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos) << row.name;
    EXPECT_EQ(row.type == MetricType::kCounter, row.name.ends_with("_total")) << row.name;
    EXPECT_EQ(row.help.find_first_of("\\\n|"), std::string_view::npos) << row.name;
    EXPECT_TRUE(row.name.starts_with("kafka_") || row.name.starts_with("klamm_") || row.name.starts_with("process_"));
  }
}

}  // namespace
}  // namespace klamm::broker
