#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "tests/coordinator/model_consumer.h"

// Random histories of consumers in one consumer group: they join, beat, leave, vanish and come back; requests and
// answers are lost, come twice or late; connections break (in half of the histories the group is told), writes fail,
// time passes, topics come, grow and go, the broker starts anew. No partition may ever belong to two members, nobody
// may have what is not its own, no epoch may go back, no commit be taken of a partition that has gone to another, what
// the log says has to be what was in memory, and in the end, when those that are left behave, the group is stable with
// all partitions given out, or empty.
//
// KLAMM_MODEL_SEEDS=N runs seeds 1 to N; KLAMM_MODEL_SEED=S only S.
namespace klamm::coordinator::test {
namespace {

class History {
 public:
  explicit History(uint64_t seed) : random_(seed) {
    ConsumerGroupOptions options;
    options.session_timeout_ms.min = 6000;
    options.session_timeout_ms.value = 6000 + static_cast<int32_t>(draw(3)) * 3000;
    options.assignment_interval_ms.value = static_cast<int32_t>(draw(3)) * 1000;
    options.assignors =
        draw(2) == 0 ? std::vector<std::string>{"uniform", "range"} : std::vector<std::string>{"range", "uniform"};
    if (draw(5) == 0) options.max_size = 4;
    group_.use(options);
    group_.writes_end = false;
    if (draw(2) == 0) grace_ms_ = 500;
    for (const char* topic : {"r1", "r2", "s"}) group_.topics.set(topic, 1 + static_cast<int32_t>(draw(5)));
    for (int i = 0; i < 7; ++i) clients_.push_back(std::make_unique<ModelConsumer>(group_, ledger_, i));
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
  struct LateCommit {
    std::string member_id;
    int32_t epoch = 0;
    Uuid topic;
    int32_t partition = 0;
  };

  uint32_t draw(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  ModelConsumer& any() { return *clients_[draw(static_cast<uint32_t>(clients_.size()))]; }

  std::vector<std::string> some_topics() {
    if (draw(3) != 0) return {"r1", "r2", "s"};
    if (draw(2) == 0) return {"r1", "later"};
    return {"s"};
  }
  void start(ModelConsumer& client) {
    std::optional<std::string> regex;
    if (draw(4) == 0) regex = "r.*";
    std::optional<std::string> assignor;
    if (draw(4) == 0) assignor = draw(2) == 0 ? "uniform" : "range";
    client.start(regex ? std::vector<std::string>() : some_topics(), regex, assignor);
  }

  void step() {
    ModelConsumer& client = any();
    const uint32_t kind = draw(100);
    if (kind < 52) {
      client.is_up() ? client.act(draw(12)) : start(client);
    } else if (kind < 54) {
      client.vanish(grace_ms_);
    } else if (kind < 56) {
      if (client.is_up() && client.has_joined()) client.leave();
    } else if (kind < 58) {
      client.lose_connection(grace_ms_);
    } else if (kind < 60) {
      client.repeat();
    } else if (kind < 78) {
      if (!group_.writes.empty()) end_write();
    } else if (kind < 87) {
      group_.pass(draw(6) == 0 ? draw(10'000) : draw(1000));
    } else if (kind < 90) {
      note_commit(client);
    } else if (kind < 94) {
      deliver_commit();
    } else if (kind < 96) {
      change_topics();
    } else if (kind < 98) {
      if (group_.wants_regexes) resolve();
    } else if (kind < 99) {
      if (client.is_up() && client.owned().empty()) client.subscribe(some_topics());
    } else if (draw(4) == 0) {
      restart();
    }
  }

  void end_write() {
    const uint32_t kind = draw(15);
    if (kind == 1) return group_.refuse_write(ErrorCode::kUnknownServerError);
    group_.end_write(kind == 0 ? ErrorCode::kNotCoordinator : ErrorCode::kNone);
  }

  void resolve() {
    group_.resolve([](const std::string&, const std::string& name) { return name.starts_with("r"); });
  }

  void change_topics() {
    const uint32_t kind = draw(4);
    if (kind == 0) {
      group_.topics.set("later", 2);
    } else if (kind == 1) {
      group_.topics.topics.erase("s");
    } else if (kind == 2) {
      group_.topics.set("s", 2);
    } else {
      const auto found = group_.topics.topics.find("r1");
      group_.topics.set("r1", std::min(found->second.partition_count + 1, 12));
    }
    group_.group->topics_changed();
  }

  void note_commit(const ModelConsumer& client) {
    if (!client.is_up() || !client.has_joined() || client.owned().empty()) return;
    const auto& [topic, partition] = *client.owned().begin();
    commits_.push_back({client.member_id(), client.epoch(), topic, partition});
  }
  // It may have been on its way for long. But a consumer says that it has given a partition up only when its commits
  // are answered: within one epoch the group relies on that, as in Kafka.
  bool was_answered_before(const LateCommit& commit) const {
    return std::ranges::any_of(clients_, [&](const auto& client) {
      return client->member_id() == commit.member_id && client->epoch() == commit.epoch &&
             !client->owned().contains({commit.topic, commit.partition});
    });
  }
  void deliver_commit() {
    if (commits_.empty()) return;
    const size_t place = draw(static_cast<uint32_t>(commits_.size()));
    const LateCommit commit = commits_[place];
    commits_.erase(commits_.begin() + static_cast<ptrdiff_t>(place));
    if (was_answered_before(commit)) return;
    const auto found = group_.group->check_commit(commit.member_id, commit.epoch, true);
    if (found.error != ErrorCode::kNone) return;
    if (found.is_older && !group_.group->may_commit(commit.member_id, commit.epoch, commit.topic, commit.partition)) {
      return;
    }
    for (const auto& [id, member] : group_.group->records().members()) {
      const bool is_owner =
          find_partition(member.current.assigned, commit.topic, commit.partition) != nullptr ||
          find_partition(member.current.pending_revocation, commit.topic, commit.partition) != nullptr;
      EXPECT_FALSE(is_owner && id != commit.member_id)
          << commit.member_id << " commits in epoch " << commit.epoch << " for a partition of " << id;
    }
  }

  // What waited is gone with the broker, or in the log without anybody having been told.
  void restart() {
    while (!group_.writes.empty() && draw(2) == 0) {
      group_.log.append(group_.writes.front().records);
      group_.writes.pop_front();
    }
    if (draw(2) == 0) group_.log.drop_tombstones();
    group_.restart();
    for (auto& client : clients_) client->broker_restarted();
    EXPECT_GE(group_.group->records().group_epoch(), ledger_.newest_told) << "an epoch was forgotten";
  }

  void check() {
    std::map<std::pair<Uuid, int32_t>, std::string> owners;
    for (const auto& [id, member] : group_.group->records().members()) {
      for (const OwnedPartitions* owned : {&member.current.assigned, &member.current.pending_revocation}) {
        for (const auto& [topic, partitions] : *owned) {
          for (const OwnedPartition& one : partitions) {
            const auto [place, is_first] = owners.try_emplace({topic, one.partition}, id);
            EXPECT_TRUE(is_first) << "partition " << one.partition << " is of " << place->second << " and " << id;
          }
        }
      }
    }
    for (const auto& client : clients_) {
      const ConsumerMember* member = group_.group->records().find(client->member_id());
      if (!client->is_up() || member == nullptr || client->epoch() != member->current.member_epoch) continue;
      for (const auto& key : client->owned()) {
        const auto owner = owners.find(key);
        EXPECT_TRUE(owner != owners.end() && owner->second == client->member_id())
            << client->member_id() << " has partition " << key.second << " and the group does not know";
      }
    }
    EXPECT_FALSE(group_.answered_twice);
    if (group_.writes.empty()) {
      EXPECT_TRUE(group_.group->records().is_same(group_.log.replay()));
    }
  }

  void settle() {
    while (!group_.writes.empty()) group_.end_write();
    group_.writes_end = true;
    for (int round = 0; round < 120; ++round) {
      for (auto& client : clients_) {
        if (client->is_up()) client->act(9);
        if (client->is_up()) client->act(9);
      }
      if (group_.wants_regexes) resolve();
      group_.pass(500);
      check();
      if (::testing::Test::HasFailure()) return;
    }
    const ConsumerState state = group_.group->state();
    EXPECT_TRUE(state == ConsumerState::kStable || state == ConsumerState::kEmpty) << name(state);
    EXPECT_FALSE(group_.group->has_pending_writes());
    EXPECT_TRUE(group_.group->records().is_same(group_.log.replay()));
    check_all_is_given_out();
  }

  void check_all_is_given_out() {
    std::map<std::pair<Uuid, int32_t>, const ModelConsumer*> owners;
    for (const auto& client : clients_) {
      const ConsumerMember* member = group_.group->records().find(client->member_id());
      if (!client->is_up() || member == nullptr) continue;  // a group that was full
      for (const auto& key : client->owned()) owners.emplace(key, client.get());
    }
    for (const auto& [topic, entry] : group_.topics.topics) {
      const bool is_read = std::ranges::any_of(clients_, [&, name = topic](const auto& client) {
        return client->is_up() && client->reads(name) && group_.group->records().find(client->member_id()) != nullptr;
      });
      for (int32_t partition = 0; partition < entry.partition_count && is_read; ++partition) {
        const auto owner = owners.find({entry.id, partition});
        ASSERT_NE(owner, owners.end()) << topic << "-" << partition << " is nobody's";
        EXPECT_TRUE(owner->second->reads(topic));
      }
    }
  }

  std::mt19937_64 random_;
  ConsumerHarness group_;
  EpochLedger ledger_;
  std::vector<std::unique_ptr<ModelConsumer>> clients_;
  std::vector<LateCommit> commits_;
  std::optional<int32_t> grace_ms_;
};

TEST(ConsumerModel, HoldsItsPromisesInRandomHistories) {
  uint64_t first = 1;
  uint64_t last = 25;
  if (const char* count = std::getenv("KLAMM_MODEL_SEEDS")) last = std::strtoull(count, nullptr, 10);
  if (const char* one = std::getenv("KLAMM_MODEL_SEED")) first = last = std::strtoull(one, nullptr, 10);
  for (uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History(seed).run(1500);
    if (HasFailure()) break;
  }
  std::cout << "seeds " << first << " to " << last << "\n";
}

}  // namespace
}  // namespace klamm::coordinator::test
