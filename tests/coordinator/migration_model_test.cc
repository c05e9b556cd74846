#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>
#include <set>

#include "tests/coordinator/migration_harness.h"

// Random histories of one group whose members are of both protocols and are replaced by each other: it goes from one
// protocol to the other and, where it may, back, while answers get lost, members vanish and writes fail. No partition
// may ever belong to two members, what the log says has to be what was in memory, and in the end, when those that are
// left behave, every partition has one owner.
//
// KLAMM_MODEL_SEEDS=N runs seeds 1 to N; KLAMM_MODEL_SEED=S only S.
namespace klamm::coordinator::test {
namespace {

constexpr int32_t kPartitions = 5;
using Owned = std::set<int32_t>;

// A consumer of either protocol; one of the classic protocol gives up everything before it joins anew.
class Migrant {
 public:
  Migrant(MigrationHarness& group, int number) : group_(group), number_(number) {}

  bool is_up() const { return is_up_; }
  const std::string& member_id() const { return member_id_; }
  int32_t generation() const { return generation_; }
  const Owned& owned() const { return owned_; }

  void start(bool is_classic) {
    is_up_ = true;
    is_classic_ = is_classic;
    member_id_ = is_classic ? "" : "c" + std::to_string(number_) + "-" + std::to_string(++process_count_);
    begin_anew();
  }
  void vanish() {
    is_up_ = false;
    begin_anew();
  }
  void leave() {
    if (is_classic_) {
      if (!member_id_.empty()) group_.leave({member_id_});
    } else if (generation_ > 0) {
      group_.send(ConsumerHarness::beating(member_id_, kLeaveEpoch));
    }
    vanish();
  }
  // The broker is another one.
  void forget_request() {
    token_ = kNoRequest;
    says_all_ = true;
  }

  void act(bool is_lost) {
    if (token_ != kNoRequest) {
      if (!group_.lost.contains(token_)) return take_answer(is_lost);
      forget_request();  // it waits no longer, and sends it again
    }
    if (!is_classic_) {
      send_heartbeat();
    } else if (state_ == State::kJoin) {
      owned_.clear();
      token_ = group_.send(MigrationHarness::joining(member_id_));
    } else if (state_ == State::kSync) {
      send_sync();
    } else {
      beat();
    }
  }

 private:
  enum class State : uint8_t { kJoin, kSync, kStable };

  void begin_anew() {
    state_ = State::kJoin;
    generation_ = is_classic_ ? -1 : 0;
    owned_.clear();
    token_ = kNoRequest;
    given_.clear();
  }
  void beat() {
    const ErrorCode error = group_.beat(member_id_, generation_);
    if (error == ErrorCode::kRebalanceInProgress) {
      state_ = State::kJoin;
    } else if (error != ErrorCode::kNone) {
      lost_generation(error);
    }
  }
  void lost_generation(ErrorCode error) {
    if (error == ErrorCode::kUnknownMemberId) member_id_.clear();
    begin_anew();
  }
  void send_sync() {
    SyncRequest request{.member_id = member_id_, .instance_id = std::nullopt, .generation = generation_};
    for (const auto& [id, partitions] : given_) request.assignments.push_back({id, group_.assignment(partitions)});
    token_ = group_.send(std::move(request));
  }
  void send_heartbeat() {
    if (generation_ == 0) {
      owned_.clear();
      token_ = group_.send(ConsumerHarness::joining(member_id_));
      return;
    }
    TopicPartitions owned;
    if (!owned_.empty()) owned[group_.topics.id("t")] = {owned_.begin(), owned_.end()};
    ConsumerHeartbeat request = ConsumerHarness::beating(member_id_, generation_, std::move(owned));
    if (std::exchange(says_all_, false)) {
      request.rebalance_timeout_ms = 60'000;
      request.topics = {"t"};
    }
    token_ = group_.send(std::move(request));
  }

  // If it is there.
  void take_answer(bool is_lost) {
    if (const auto found = group_.joins.find(token_); found != group_.joins.end()) {
      token_ = kNoRequest;
      if (!is_lost) joined(found->second);
    } else if (const auto synced = group_.syncs.find(token_); synced != group_.syncs.end()) {
      token_ = kNoRequest;
      if (!is_lost) take(synced->second);
    } else if (const auto told = group_.answers.find(token_); told != group_.answers.end()) {
      token_ = kNoRequest;
      if (!is_lost) take(told->second);
      if (is_lost) says_all_ = true;
    }
  }
  void joined(const JoinAnswer& told) {
    if (told.error != ErrorCode::kNone) return refused(told.error);
    member_id_ = told.member_id;
    generation_ = told.generation;
    state_ = State::kSync;
    given_.clear();
    if (told.leader != member_id_) return;
    for (int32_t i = 0; i < kPartitions; ++i) given_[told.members[i % told.members.size()].member_id].push_back(i);
  }
  void take(const SyncAnswer& told) {
    if (told.error != ErrorCode::kNone) return refused(told.error);
    state_ = State::kStable;
    owned_.clear();
    for (const auto& [topic, partitions] : group_.partitions_of(told))
      owned_.insert(partitions.begin(), partitions.end());
  }
  void refused(ErrorCode error) {
    if (error == ErrorCode::kUnknownMemberId || error == ErrorCode::kIllegalGeneration) return lost_generation(error);
    state_ = State::kJoin;  // whatever it is, from the start, with the id that it has
  }
  void take(const ConsumerAnswer& told) {
    if (told.error == ErrorCode::kFencedMemberEpoch || told.error == ErrorCode::kUnknownMemberId ||
        told.error == ErrorCode::kGroupIdNotFound) {
      return begin_anew();
    }
    says_all_ |= told.error != ErrorCode::kNone;
    if (told.error != ErrorCode::kNone) return;
    generation_ = told.member_epoch;
    if (!told.assignment) return;
    owned_.clear();
    for (const auto& [topic, partitions] : *told.assignment) {
      for (const OwnedPartition& one : partitions) owned_.insert(one.partition);
    }
  }

  MigrationHarness& group_;
  const int number_;
  int process_count_ = 0;
  bool is_up_ = false;
  bool is_classic_ = false;
  State state_ = State::kJoin;
  std::string member_id_;
  int32_t generation_ = 0;
  Owned owned_;
  RequestToken token_ = kNoRequest;
  bool says_all_ = false;                              // after any error
  std::map<std::string, std::vector<int32_t>> given_;  // what it gives to whom as the leader
};

class History {
 public:
  explicit History(uint64_t seed) : random_(seed) {
    group_.topics.set("t", kPartitions);
    group_.options.session_timeout_ms.value = 10'000;
    group_.use(MigrationPolicy::kBidirectional);
    group_.writes_end = false;
    for (int i = 0; i < 5; ++i) migrants_.push_back(std::make_unique<Migrant>(group_, i));
  }

  int run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i));
      step();
      check();
    }
    if (!::testing::Test::HasFailure()) settle();
    return group_.conversions;
  }

 private:
  uint32_t draw(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }

  ErrorCode failure() { return draw(4) == 0 ? ErrorCode::kUnknownServerError : ErrorCode::kNotCoordinator; }

  void step() {
    Migrant& one = *migrants_[draw(static_cast<uint32_t>(migrants_.size()))];
    const uint32_t kind = draw(100);
    if (kind < 60) {
      one.is_up() ? one.act(draw(20) == 0) : one.start(draw(6) == 0 ? !prefers_classic_ : prefers_classic_);
    } else if (kind < 61) {
      prefers_classic_ = draw(2) == 0;
      group_.use(draw(3) == 0 ? MigrationPolicy::kUpgrade : MigrationPolicy::kBidirectional);
    } else if (kind < 62) {
      one.vanish();
    } else if (kind < 65) {
      if (one.is_up()) one.leave();
    } else if (kind < 85) {
      if (group_.has_writes()) group_.end_write(draw(15) == 0 ? failure() : ErrorCode::kNone);
    } else if (kind < 99) {
      group_.pass(draw(8) == 0 ? draw(8000) : draw(500));
    } else if (draw(4) == 0) {
      group_.restart();
      for (auto& migrant : migrants_) migrant->forget_request();
    }
  }

  void check() {
    if (group_.consumer != nullptr) check_records();
    if (group_.writes.empty() && ++quiet_count_ % 16 == 0) EXPECT_TRUE(group_.is_like_the_log());
    std::map<int32_t, std::string> owners;
    for (const auto& one : migrants_) {
      if (!one->is_up() || !is_current(*one)) continue;
      for (const int32_t partition : one->owned()) {
        const auto [place, is_first] = owners.try_emplace(partition, one->member_id());
        EXPECT_TRUE(is_first) << "partition " << partition << " is consumed by " << place->second << " and "
                              << one->member_id();
      }
    }
  }
  void check_records() {
    std::map<int32_t, std::string> owners;
    for (const auto& [id, member] : group_.consumer->records().members()) {
      for (const OwnedPartitions* owned : {&member.current.assigned, &member.current.pending_revocation}) {
        for (const auto& [topic, partitions] : *owned) {
          for (const OwnedPartition& one : partitions) {
            const auto [place, is_first] = owners.try_emplace(one.partition, id);
            EXPECT_TRUE(is_first) << "partition " << one.partition << " is of " << place->second << " and " << id;
          }
        }
      }
    }
  }
  // Who is not is a zombie: it finds out, and its commits are refused.
  bool is_current(const Migrant& one) const {
    if (group_.consumer != nullptr) {
      const ConsumerMember* member = group_.consumer->records().find(one.member_id());
      return member != nullptr && member->current.member_epoch == one.generation();
    }
    if (group_.classic == nullptr || group_.classic->generation() != one.generation()) return false;
    return std::ranges::any_of(group_.classic->members(),
                               [&](const ClassicMember& member) { return member.member_id == one.member_id(); });
  }

  void settle() {
    while (group_.has_writes()) group_.end_write();
    group_.writes_end = true;
    for (int round = 0; round < 150; ++round) {
      for (auto& one : migrants_) {
        if (one->is_up()) one->act(false);
        if (one->is_up()) one->act(false);
      }
      group_.pass(500);
      check();
      if (::testing::Test::HasFailure()) return;
    }
    Owned all;
    size_t up_count = 0;
    for (const auto& one : migrants_) {
      if (!one->is_up()) continue;
      ++up_count;
      all.insert(one->owned().begin(), one->owned().end());
    }
    if (up_count != 0) EXPECT_EQ(all.size(), static_cast<size_t>(kPartitions)) << "a partition is nobody's";
  }

  std::mt19937_64 random_;
  MigrationHarness group_;
  int quiet_count_ = 0;
  bool prefers_classic_ = true;
  std::vector<std::unique_ptr<Migrant>> migrants_;
};

TEST(MigrationModel, HoldsItsPromisesInRandomHistories) {
  uint64_t first = 1;
  uint64_t last = 40;
  if (const char* count = std::getenv("KLAMM_MODEL_SEEDS")) last = std::strtoull(count, nullptr, 10);
  if (const char* one = std::getenv("KLAMM_MODEL_SEED")) first = last = std::strtoull(one, nullptr, 10);
  int conversions = 0;
  for (uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    conversions += History(seed).run(1500);
    if (HasFailure()) break;
  }
  std::cout << "seeds " << first << " to " << last << ": " << conversions << " conversions\n";
  EXPECT_GT(conversions, 0);
}

}  // namespace
}  // namespace klamm::coordinator::test
