#include "broker/admin/topic_metrics.h"

#include <gtest/gtest.h>

#include "broker/admin/group_figures.h"
#include "tests/broker/sim_broker.h"

// Counts of topics: in the broker, and their way to names.
namespace klamm::broker {
namespace {

using reactor::Task;

class TopicMetrics : public testing::Test {
 protected:
  TopicMetrics() : broker_(world_, 2, options_of({})) {}
  void SetUp() override { ASSERT_TRUE(broker_.started()) << broker_.error(); }
  void TearDown() override { EXPECT_TRUE(broker_.stopped()) << broker_.error(); }
  protocol::Uuid topic(std::string name) {
    std::optional<protocol::Uuid> id;
    broker_.run_client([&](SimClient& client) -> Task<void> { id = co_await create_topic(client, name, 1); });
    return id.value_or(protocol::Uuid{});
  }
  static ShardFigures counted(std::vector<std::pair<protocol::Uuid, TopicCounts>> topics) {
    ShardFigures figures;
    figures.topics = std::move(topics);
    return figures;
  }

  sim::SimWorld world_;
  SimBroker broker_;
};

TEST(LagFigures, AnyCommittedOffsetHasALag) {
  EXPECT_EQ((LagFigures{.topic = {}, .committed_offset = 2, .end_offset = 5}).lag(), 3.0);
  EXPECT_EQ((LagFigures{.topic = {}, .committed_offset = INT64_MIN, .end_offset = 5}).lag(), 0x1p63);
  EXPECT_EQ((LagFigures{.topic = {}, .committed_offset = INT64_MAX, .end_offset = 0}).lag(), -0x1p63);
}

TEST_F(TopicMetrics, CountsOfAllShardsComeTogetherByName) {
  const protocol::Uuid b = topic("b");
  const protocol::Uuid a = topic("a");
  const protocol::Uuid gone = protocol::Uuid::from_halves(7, 9);
  std::vector<ShardFigures> shards;
  shards.push_back(counted({{b, {.records_in = 1, .bytes_out = 5}}, {gone, {.records_in = 9}}}));
  shards.push_back(counted({{b, {.records_in = 2}}, {a, {.bytes_in = 7}}}));
  const metadata::ImagePtr image = broker_.broker().shard(0).image();
  const auto topics = named_counts(shards, *image, 10);
  ASSERT_EQ(topics.size(), 2u);
  EXPECT_EQ(topics[0].topic, "a");
  EXPECT_EQ(topics[0].counts.bytes_in, 7u);
  EXPECT_EQ(topics[1].topic, "b");
  EXPECT_EQ(topics[1].counts.records_in, 3u);
  EXPECT_EQ(topics[1].counts.bytes_out, 5u);
}

TEST_F(TopicMetrics, BeyondTheBoundTheOthersAreOneNumber) {
  std::vector<ShardFigures> shards(1);
  ShardFigures& figures = shards.front();
  for (const char* name : {"a", "b", "c", "d", "e"}) figures.topics.push_back({topic(name), {.records_in = 1}});
  const metadata::ImagePtr image = broker_.broker().shard(0).image();
  EXPECT_EQ(named_counts(shards, *image, 5).size(), 5u);
  const auto topics = named_counts(shards, *image, 3);
  ASSERT_EQ(topics.size(), 4u);
  EXPECT_EQ(topics[2].topic, "c");
  EXPECT_EQ(topics[3].topic, "");
  EXPECT_EQ(topics[3].counts.records_in, 2u);
}

TEST_F(TopicMetrics, DeletedTopicsAreForgottenAsNewOnesCome) {
  TopicTraffic traffic;
  const protocol::Uuid stays = topic("stays");
  const metadata::ImagePtr newer = broker_.broker().shard(0).image();
  traffic.of(stays, *newer).records_in = 4;
  for (uint64_t i = 0; i < 10'000; ++i) traffic.of(protocol::Uuid::from_halves(i, i), *newer).records_in = 1;
  EXPECT_LT(traffic.size(), 200u);
  EXPECT_EQ(traffic.of(stays, *newer).records_in, 4u);
}

}  // namespace
}  // namespace klamm::broker
