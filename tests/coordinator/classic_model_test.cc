#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "tests/coordinator/model_client.h"

// Random histories of consumers in one classic group: they join, sync, beat, leave, vanish and come back, connections
// break (in half of the histories the group is told), writes fail, time passes, the broker starts anew. No partition
// may ever belong to two members of a generation, no generation may go back, no commit of an older generation may be
// taken, and in the end, when those that are left behave, the group is stable with all partitions given out, or empty.
//
// KLAMM_MODEL_SEEDS=N runs seeds 1 to N; KLAMM_MODEL_SEED=S only S.
namespace klamm::coordinator::test {
namespace {

class History {
 public:
  explicit History(uint64_t seed) : random_(seed), group_(rules()) {
    for (int i = 0; i < 7; ++i) clients_.push_back(std::make_unique<ModelClient>(group_, ledger_, i));
  }

  void run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i));
      step();
      check();
    }
    if (!::testing::Test::HasFailure()) settle();
  }

 private:
  uint32_t draw(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  ClassicGroupRules rules() {
    return {.initial_rebalance_delay_ms = static_cast<int32_t>(draw(3)) * 1500,
            .max_size = draw(5) == 0 ? 4 : std::numeric_limits<int32_t>::max()};
  }
  ModelClient& any() { return *clients_[draw(static_cast<uint32_t>(clients_.size()))]; }

  std::vector<JoinProtocol> protocols() {
    if (draw(12) != 0) return {{"range", "m"}, {"sticky", "m"}};
    if (draw(2) == 0) return {{"sticky", "n"}, {"range", "n"}};
    return {{"range", std::to_string(draw(3))}};
  }

  void step() {
    ModelClient& client = any();
    const uint32_t kind = draw(100);
    if (kind < 55) {
      client.is_up() ? client.act(protocols(), draw(10)) : client.start();
    } else if (kind < 57) {
      client.vanish(grace_ms_);
    } else if (kind < 59) {
      client.leave();
    } else if (kind < 62) {
      client.lose_connection(grace_ms_);
    } else if (kind < 78) {
      if (!group_.writes.empty()) group_.end_write(draw(15) == 0 ? ErrorCode::kNotCoordinator : ErrorCode::kNone);
    } else if (kind < 90) {
      group_.pass(draw(5) == 0 ? draw(12'000) : draw(1500));
    } else if (kind < 99) {
      commit(client);
    } else if (draw(4) == 0) {
      restart();
    }
  }

  void commit(const ModelClient& client) {
    if (client.member_id().empty()) return;
    const int32_t generation = client.generation() - static_cast<int32_t>(draw(3));
    if (generation < 0) return;
    const ErrorCode error = group_.group->check_commit(client.member_id(), client.instance_id(), generation);
    if (error != ErrorCode::kNone) return;
    EXPECT_GE(generation, ledger_.newest_told) << client.member_id() << " commits in an older generation";
    group_.group->commit_accepted(client.member_id(), group_.now());
  }

  // What waited is gone with the broker; nothing that was told may be forgotten.
  void restart() {
    int32_t assigned = 0;
    if (!ledger_.owners.empty()) assigned = ledger_.owners.rbegin()->first;
    if (group_.stored.empty()) return;
    group_.restart();
    ASSERT_TRUE(group_.restored);
    EXPECT_GE(group_.group->generation(), assigned);
    for (const auto& client : clients_) client->broker_restarted(group_.group->generation());
    ledger_.newest_told = group_.group->generation();
    generation_before_ = group_.group->generation();
  }

  void check() {
    EXPECT_GE(group_.group->generation(), generation_before_);
    generation_before_ = group_.group->generation();
    EXPECT_FALSE(group_.answered_twice);
    for (const std::string& fault : ledger_.faults) ADD_FAILURE() << fault;
  }

  // Everybody who is up behaves from now on, and no write fails.
  void settle() {
    const std::vector<JoinProtocol> protocols{{"range", "m"}, {"sticky", "m"}};
    group_.rules.max_size = std::numeric_limits<int32_t>::max();
    for (int second = 0; second < 600 && !::testing::Test::HasFailure(); ++second) {
      for (const auto& client : clients_) {
        if (client->is_up()) client->act(protocols, 0);
      }
      group_.end_writes();
      group_.pass(1000);
      check();
    }
    std::string owned;
    size_t up_count = 0;
    for (const auto& client : clients_) {
      if (!client->is_up()) continue;
      ++up_count;
      EXPECT_TRUE(client->has_assignment()) << client->member_id();
      owned += client->assignment();
    }
    EXPECT_EQ(group_.group->member_count(), up_count);
    EXPECT_EQ(group_.group->state(), up_count == 0 ? ClassicState::kEmpty : ClassicState::kStable);
    std::ranges::sort(owned);
    EXPECT_EQ(owned, up_count == 0 ? "" : "012345");
  }

  std::mt19937_64 random_;
  GroupHarness group_;
  const int32_t grace_ms_ = draw(2) == 0 ? -1 : static_cast<int32_t>(draw(3000));
  ModelLedger ledger_;
  std::vector<std::unique_ptr<ModelClient>> clients_;
  int32_t generation_before_ = 0;
};

void run_seed(uint64_t seed, int steps) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  History history(seed);
  history.run(steps);
  if (::testing::Test::HasFailure()) std::cout << "KLAMM_MODEL_SEED=" << seed << "\n";
}

TEST(ClassicGroupModel, KeepsItsPromises) {
  constexpr int kSteps = 600;
  if (const char* only = std::getenv("KLAMM_MODEL_SEED")) {
    run_seed(std::strtoull(only, nullptr, 10), kSteps);
    return;
  }
  const char* wanted = std::getenv("KLAMM_MODEL_SEEDS");
  const uint64_t seeds = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 300;
  for (uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) run_seed(seed, kSteps);
  std::cout << "seeds 1 to " << seeds << ", " << kSteps << " steps each\n";
}

}  // namespace
}  // namespace klamm::coordinator::test
