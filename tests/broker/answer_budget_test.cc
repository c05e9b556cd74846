#include "broker/api/answer_budget.h"

#include <gtest/gtest.h>

#include "broker/api/group_description.h"

namespace klamm::broker {
namespace {

std::vector<bool> fit(std::vector<size_t> counts, size_t items_max) {
  return parts_that_fit(counts, items_max);
}

TEST(AnswerBudget, TakesWhatStillFitsInOrder) {
  EXPECT_EQ(fit({}, 5), std::vector<bool>());
  EXPECT_EQ(fit({2, 3, 0}, 5), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(fit({2, 4, 3, 1}, 5), (std::vector<bool>{true, false, true, false}));
}

TEST(AnswerBudget, TheFirstThatHasItemsAlwaysGoes) {
  EXPECT_EQ(fit({0, 9, 0, 1}, 5), (std::vector<bool>{true, true, true, false}));
}

TEST(AnswerBudget, AGroupIsCopiedOnceAndCountsInEachRow) {
  GroupQueries<coordinator::ClassicDescription> queries;
  for (const char* id : {"a", "b", "a", "c", "a"}) queries.add(id);
  ASSERT_EQ(queries.all().size(), 3U);
  ASSERT_EQ(queries.row_count(), 5U);
  for (auto& query : queries.all()) query.bytes = query.group_id == "a" ? 10 : 1;
  EXPECT_EQ(queries.of_row(4).group_id, "a");
  EXPECT_EQ(queries.rows_that_fit(22), (std::vector<bool>{true, true, true, true, false}));
  EXPECT_EQ(queries.rows_that_fit(12), (std::vector<bool>{true, true, false, true, false}));
}

TEST(AnswerBudget, ADescriptionCountsWhatItHolds) {
  coordinator::ClassicDescription classic;
  EXPECT_EQ(bytes_of(classic), 0U);
  classic.members.resize(2);
  classic.members[0].metadata.resize(1000);
  classic.members[1].assignment.resize(3000);
  EXPECT_GT(bytes_of(classic), 4000U);
  coordinator::ConsumerDescription consumer;
  consumer.members.resize(1);
  consumer.members[0].metadata.topics.emplace_back(500, 't');
  consumer.members[0].target[protocol::Uuid{}].resize(250);
  EXPECT_GT(bytes_of(consumer), 1500U);
}

}  // namespace
}  // namespace klamm::broker
