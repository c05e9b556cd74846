#include "broker/api/answer_budget.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace klamm::broker
