#include "fetch/session_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

namespace klamm::fetch {
namespace {

constexpr int64_t kEvictionMs = 1000;
const SessionClient kSomebody{"somebody", "10.0.0.1", 1};

SessionPtr make_session(int32_t id, size_t partition_count, bool is_privileged = false,
                        SessionClient client = kSomebody) {
  auto session = std::make_unique<FetchSession>(SessionAddress{0, id, static_cast<uint64_t>(id)}, false, is_privileged,
                                                std::move(client), 5);
  for (size_t i = 0; i < partition_count; ++i) session->put({"t", {}}, static_cast<int32_t>(i), {});
  return SessionPtr(std::move(session));
}

SessionClient client(const std::string& id, uint64_t connection, const std::string& host = "10.0.0.1") {
  return {id, host, connection};
}

class SessionCacheTest : public ::testing::Test {
 protected:
  explicit SessionCacheTest(SessionCacheLimits limits = {3, 1 << 20, kEvictionMs}) : cache_(limits) {}

  // A newcomer from a client of its own, unless said otherwise.
  bool add(int32_t id, size_t partition_count, int64_t now_ms, bool is_privileged = false,
           std::optional<SessionClient> who = std::nullopt) {
    const SessionClient maker = who.value_or(client("client" + std::to_string(id), static_cast<uint64_t>(id)));
    if (!cache_.make_room({is_privileged, partition_count, 100}, maker, now_ms)) return false;
    cache_.insert(make_session(id, partition_count, is_privileged, maker), now_ms);
    return true;
  }
  void use(int32_t id, int64_t now_ms) { EXPECT_TRUE(cache_.touch(*cache_.find(id), now_ms)); }
  std::vector<int32_t> ids(int32_t up_to = 20) const {
    std::vector<int32_t> there;
    for (int32_t id = 1; id <= up_to; ++id) {
      if (cache_.find(id) != nullptr) there.push_back(id);
    }
    return there;
  }

  SessionCache cache_;
};

using Ids = std::vector<int32_t>;

TEST_F(SessionCacheTest, TheFullCacheOfYoungSessionsTakesNoConsumer) {
  for (int32_t id = 1; id <= 3; ++id) EXPECT_TRUE(add(id, 5, 0));
  EXPECT_FALSE(add(4, 1000, kEvictionMs));
  EXPECT_EQ(ids(), (Ids{1, 2, 3}));
  EXPECT_EQ(cache_.metrics().eviction_count, 0u);
}

TEST_F(SessionCacheTest, TheLongestIdleGoesFirst) {
  for (int32_t id = 1; id <= 3; ++id) add(id, 5, id);
  use(1, 500);
  EXPECT_TRUE(add(4, 1, kEvictionMs + 3)) << "2 was last used at 2";
  EXPECT_EQ(ids(), (Ids{1, 3, 4}));
  EXPECT_FALSE(add(5, 1, kEvictionMs + 3)) << "3 is idle for exactly the time, no longer";
  EXPECT_EQ(cache_.metrics().eviction_count, 1u);
}

TEST_F(SessionCacheTest, TheLeastUsedOfAllIsNotTheOldest) {
  // KAFKA-9137: a session in use was evicted, since its use was not seen.
  for (int32_t id = 1; id <= 3; ++id) add(id, 5, 0);
  for (int64_t now_ms = 100; now_ms <= 3000; now_ms += 100) use(1, now_ms);
  EXPECT_TRUE(add(4, 1, 3000));
  EXPECT_TRUE(add(5, 1, 3000));
  EXPECT_EQ(ids(), (Ids{1, 4, 5}));
}

TEST_F(SessionCacheTest, OldSessionsInUseGiveWayToLargerOnes) {
  add(1, 5, 0);
  add(2, 3, 0);
  add(3, 9, 0);
  for (int32_t id = 1; id <= 3; ++id) use(id, kEvictionMs + 1);
  EXPECT_FALSE(add(4, 2, kEvictionMs + 2)) << "smaller than the smallest";
  EXPECT_FALSE(add(4, 3, kEvictionMs + 2)) << "as small as the smallest";
  EXPECT_TRUE(add(4, 4, kEvictionMs + 2));
  EXPECT_EQ(ids(), (Ids{1, 3, 4}));
  EXPECT_FALSE(add(5, 5, kEvictionMs + 2));
  EXPECT_TRUE(add(5, 6, kEvictionMs + 2));
  EXPECT_EQ(ids(), (Ids{3, 4, 5}));
}

TEST_F(SessionCacheTest, AFollowerTakesTheSmallestConsumersPlace) {
  for (int32_t id = 1; id <= 3; ++id) add(id, static_cast<size_t>(10 - id), 0);
  EXPECT_TRUE(add(4, 1, 1, true));
  EXPECT_EQ(ids(), (Ids{1, 2, 4}));
  EXPECT_TRUE(add(5, 1, 1, true));
  EXPECT_TRUE(add(6, 1, 1, true));
  EXPECT_EQ(ids(), (Ids{4, 5, 6}));
  EXPECT_FALSE(add(7, 100, 1, true)) << "young followers stay";
  for (int32_t id = 4; id <= 6; ++id) use(id, kEvictionMs + 2);
  EXPECT_FALSE(add(7, 1000, kEvictionMs + 2)) << "a consumer ranks below every follower";
  EXPECT_TRUE(add(7, 100, kEvictionMs + 2, true));
}

TEST_F(SessionCacheTest, AClientThatPollsForSessionsEvictsItsOwn) {
  add(1, 5, 0, false, client("good", 1));
  use(1, 1);
  add(2, 5, 2, false, client("storm", 2));
  add(3, 5, 3, false, client("storm", 2));
  EXPECT_TRUE(add(4, 5, 4, false, client("storm", 2)));
  EXPECT_EQ(ids(), (Ids{1, 3, 4}));
  EXPECT_FALSE(add(5, 5, 5, false, client("storm", 9))) << "those may still be on their way to their second request";
  EXPECT_EQ(ids(), (Ids{1, 3, 4}));
  EXPECT_EQ(cache_.metrics().evictions_by_client_id.at("storm"), 1u);
  EXPECT_FALSE(add(6, 5, 6, false, client("storm", 2, "10.0.0.2"))) << "another host";
}

class SlowSessionCacheTest : public SessionCacheTest {
 protected:
  SlowSessionCacheTest() : SessionCacheTest({1, 1 << 20, 120'000}) {}
};

TEST_F(SlowSessionCacheTest, WhatAClientNeverContinuedGoesAfterFiveSeconds) {
  EXPECT_TRUE(add(1, 5, 0, false, client("storm", 1)));
  EXPECT_FALSE(add(2, 5, 5'000, false, client("storm", 2))) << "its second request may be on its way";
  EXPECT_FALSE(add(3, 5, 5'001, false, client("other", 2)));
  EXPECT_TRUE(add(4, 5, 5'001, false, client("storm", 3)));
  EXPECT_EQ(ids(), (Ids{4}));
}

TEST_F(SessionCacheTest, ClientsThatShareAnIdDoNotEvictEachOther) {
  for (int32_t id = 1; id <= 3; ++id) {
    add(id, 5, id, false, client("group", static_cast<uint64_t>(id)));
    use(id, 10);
  }
  EXPECT_FALSE(add(4, 5, 11, false, client("group", 4)));
  EXPECT_TRUE(add(5, 5, 12, false, client("group", 2))) << "over the connection of 2, whose session it replaces";
  EXPECT_EQ(ids(), (Ids{1, 3, 5}));
}

TEST_F(SessionCacheTest, CountsPartitionsAsOfTheLastUse) {
  add(1, 5, 0);
  add(2, 7, 0);
  EXPECT_EQ(cache_.metrics().partition_count, 12u);
  cache_.find(1)->put({"t", {}}, 5, {});
  use(1, 1);
  EXPECT_EQ(cache_.metrics().partition_count, 13u);
  cache_.remove(2);
  EXPECT_EQ(cache_.metrics().partition_count, 6u);
  EXPECT_EQ(cache_.metrics().session_count, 1u);
  EXPECT_EQ(cache_.metrics().eviction_count, 0u) << "a session that is closed is not evicted";
  cache_.clear();
  EXPECT_EQ(cache_.metrics().bytes, 0u);
}

TEST_F(SessionCacheTest, ClientIdsInTheCountsAreBounded) {
  int32_t id = 1;
  for (int64_t now_ms = 0; id <= 300; now_ms += kEvictionMs + 1) add(id++, 1, now_ms);
  const auto& by_client = cache_.metrics().evictions_by_client_id;
  EXPECT_LE(by_client.size(), SessionMetrics::kClientIdsMax + 1);
  uint64_t sum = 0;
  for (const auto& [client_id, count] : by_client) sum += count;
  EXPECT_EQ(sum, cache_.metrics().eviction_count);
  EXPECT_EQ(sum, 297u);
}

TEST(SessionCache, OfNoSlotsTakesNothing) {
  SessionCache cache({0, 1 << 20, kEvictionMs});
  EXPECT_FALSE(cache.make_room({false, 1, 100}, kSomebody, 0));
}

TEST_F(SessionCacheTest, OtherLimitsHoldForWhatComesAndGoesOn) {
  for (int32_t id = 1; id <= 3; ++id) EXPECT_TRUE(add(id, 5, 0));
  EXPECT_FALSE(add(4, 5, 10));
  cache_.set_limits({3, 1 << 20, 5});
  EXPECT_TRUE(add(4, 5, 10)) << "those that are idle for longer than 5 ms go";
  cache_.set_limits({3, 1, 5});
  EXPECT_FALSE(cache_.touch(*cache_.find(4), 11));
  EXPECT_EQ(cache_.find(4), nullptr);
}

TEST(SessionCache, IsBoundedInBytes) {
  const size_t each = make_session(1, 100)->bytes();
  SessionCache cache({100, 3 * each + each / 2, kEvictionMs});
  const auto add = [&](int32_t id, size_t count, int64_t now_ms) {
    const auto session = make_session(id, count, false, client("client" + std::to_string(id), 0));
    if (!cache.make_room({false, count, session->bytes()}, session->client(), now_ms)) return false;
    cache.insert(session, now_ms);
    return true;
  };
  for (int32_t id = 1; id <= 3; ++id) EXPECT_TRUE(add(id, 100, id));
  EXPECT_FALSE(add(4, 100, 4)) << "there are slots, but no bytes";
  EXPECT_FALSE(add(4, 1000, kEvictionMs + 10)) << "larger than all: nobody goes for it";
  EXPECT_EQ(cache.metrics().session_count, 3u);
  EXPECT_TRUE(add(4, 110, kEvictionMs + 2)) << "1 is idle";
  EXPECT_LE(cache.metrics().bytes, 3 * each + each / 2);
}

TEST(SessionCache, ASessionThatGrowsPastTheBytesIsPutOut) {
  const auto small = make_session(1, 10);
  const auto growing = make_session(2, 10, false, client("other", 2));
  SessionCache cache({100, small->bytes() + 20'000, kEvictionMs});
  cache.insert(small, 0);
  cache.insert(growing, 0);
  EXPECT_TRUE(cache.touch(*growing, 1));
  for (int32_t i = 10; i < 1000; ++i) growing->put({"t", {}}, i, {});
  EXPECT_FALSE(cache.touch(*growing, 2));
  EXPECT_TRUE(growing->is_removed);
  EXPECT_EQ(cache.find(2).get(), nullptr);
  EXPECT_NE(cache.find(1).get(), nullptr);
}

// ---- against a model

struct ModelSession {
  int32_t id = 0;
  bool is_privileged = false;
  size_t size = 0;
  int64_t created_ms = 0;
  int64_t used_ms = 0;
  uint64_t use = 0;
  // As of the last use.
  bool for_all = false;
  bool for_privileged = false;
};

// Kafka's rules, by going through everything.
class ModelCache {
 public:
  ModelCache(size_t slots, int64_t eviction_ms) : slots_(slots), eviction_ms_(eviction_ms) {}

  bool add(int32_t id, bool is_privileged, size_t size, int64_t now_ms) {
    if (all_.size() >= slots_ && !evict(is_privileged, size, now_ms)) return false;
    all_.push_back({id, is_privileged, size, now_ms});
    use(id, size, now_ms);
    return true;
  }
  void use(int32_t id, size_t size, int64_t now_ms) {
    auto& used = *std::ranges::find(all_, id, &ModelSession::id);
    used.size = size;
    used.used_ms = now_ms;
    used.use = next_use_++;
    const bool is_old = now_ms - used.created_ms > eviction_ms_;
    used.for_all = is_old;
    used.for_privileged = is_old || !used.is_privileged;
  }
  void remove(int32_t id) {
    std::erase_if(all_, [id](const ModelSession& each) { return each.id == id; });
  }
  const std::vector<ModelSession>& all() const { return all_; }

 private:
  bool evict(bool is_privileged, size_t size, int64_t now_ms) {
    if (all_.empty()) return false;
    const auto idle = std::ranges::min_element(all_, {}, &ModelSession::use);
    if (now_ms - idle->used_ms > eviction_ms_) {
      all_.erase(idle);
      return true;
    }
    const auto rank = [](const ModelSession& each) { return std::tuple(each.is_privileged, each.size, each.id); };
    auto lowest = all_.end();
    for (auto each = all_.begin(); each != all_.end(); ++each) {
      if (!(is_privileged ? each->for_privileged : each->for_all)) continue;
      if (lowest == all_.end() || rank(*each) < rank(*lowest)) lowest = each;
    }
    if (lowest == all_.end() || std::tuple(is_privileged, size, 0) < rank(*lowest)) return false;
    all_.erase(lowest);
    return true;
  }

  size_t slots_;
  int64_t eviction_ms_;
  uint64_t next_use_ = 0;
  std::vector<ModelSession> all_;
};

TEST(SessionCache, EvictsAsTheModelDoes) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const size_t slots = 1 + random() % 12;
    SessionCache cache({slots, 1 << 30, kEvictionMs});
    ModelCache model(slots, kEvictionMs);
    int64_t now_ms = 0;
    int32_t next_id = 1;
    for (int step = 0; step < 1000; ++step) {
      now_ms += static_cast<int64_t>(random() % (random() % 40 == 0 ? 2000 : 60));
      const auto& all = model.all();
      if (random() % 3 != 0 && !all.empty()) {
        const ModelSession used = all[random() % all.size()];
        const auto session = cache.find(used.id);
        ASSERT_NE(session.get(), nullptr);
        if (random() % 10 == 0) session->put({"t", {}}, static_cast<int32_t>(random() % 20), {});
        ASSERT_TRUE(cache.touch(*session, now_ms));
        model.use(used.id, session->partition_count(), now_ms);
      } else if (random() % 10 == 0 && !all.empty()) {
        const int32_t id = all[random() % all.size()].id;
        cache.remove(id);
        model.remove(id);
      } else {
        const int32_t id = next_id++;
        const size_t size = random() % 12;
        const bool is_privileged = random() % 5 == 0;
        const SessionClient who = client("client" + std::to_string(id), 0);
        const bool added = cache.make_room({is_privileged, size, 1000}, who, now_ms);
        if (added) cache.insert(make_session(id, size, is_privileged, who), now_ms);
        ASSERT_EQ(added, model.add(id, is_privileged, size, now_ms)) << "step " << step;
      }
      ASSERT_EQ(cache.metrics().session_count, model.all().size());
      for (const ModelSession& each : model.all()) ASSERT_NE(cache.find(each.id).get(), nullptr) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace klamm::fetch
