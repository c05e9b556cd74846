#include "fetch/session_fetch.h"

#include <gtest/gtest.h>

#include "tests/fetch/naive_session.h"

namespace klamm::fetch::test {
namespace {

using protocol::ErrorCode;

// One topic over all shards and sessions on it.
class SessionFetchTest : public ::testing::TestWithParam<uint32_t> {
 protected:
  SessionFetchTest() : cluster_(5, GetParam()) {}

  static TestAsk ask(const TestTopic& topic, int32_t index, int64_t offset = 0) {
    return {topic, index, {.fetch_offset = offset, .terms = {.max_bytes = 1 << 20}}};
  }
  TestFetch begin(std::vector<TestAsk> asks, bool by_id = true) {
    TestFetch fetch{.by_id = by_id, .changed = std::move(asks)};
    fetch.session_id = cluster_.full(home(), fetch).session_id;
    EXPECT_GT(fetch.session_id, 0);
    fetch.changed.clear();
    return fetch;
  }
  ShardId home() const { return GetParam() - 1; }

  // The next fetch of the session.
  SessionAnswer next(TestFetch& fetch, std::vector<TestAsk> changed = {}, std::vector<TestAsk> forgotten = {}) {
    ++fetch.epoch;
    fetch.changed = std::move(changed);
    fetch.forgotten = std::move(forgotten);
    return cluster_.incremental(fetch);
  }
  static std::vector<int32_t> indexes(const SessionAnswer& answer) {
    std::vector<int32_t> all;
    for (const auto& row : answer.rows) all.push_back(row.fetch.index);
    return all;
  }
  static std::vector<ErrorCode> errors(const SessionAnswer& answer) {
    std::vector<ErrorCode> all;
    for (const auto& row : answer.rows) all.push_back(row.fetch.error);
    return all;
  }
  uint64_t visits() { return cluster_.sessions(home()).metrics().visit_count; }
  std::vector<TestAsk> all_of(const TestTopic& topic) {
    std::vector<TestAsk> asks;
    for (int32_t i = 0; i < topic.partition_count; ++i) asks.push_back(ask(topic, i));
    return asks;
  }

  // A fetch that waits, and what comes meanwhile. Returns how long it took.
  int64_t wait(TestFetch& fetch, SessionAnswer& answer, const std::function<void()>& meanwhile) {
    ++fetch.epoch;
    fetch.changed.clear();
    bool done = false;
    const int64_t begin_ms = cluster_.now_ms();
    cluster_.runtime().spawn(cluster_.runtime().shard(0), cluster_.incremental_task(fetch, answer, done, &under_way_));
    cluster_.runtime().run_for(100'000'000);
    EXPECT_FALSE(done);
    meanwhile();
    EXPECT_TRUE(cluster_.runtime().run_until([&] { return done; }));
    return cluster_.now_ms() - begin_ms;
  }

  SessionCluster cluster_;
  SessionFetch* under_way_ = nullptr;
};

using Ints = std::vector<int32_t>;

TEST_P(SessionFetchTest, AnIdleSessionIsNotLookedAtWhateverItsSize) {
  const TestTopic topic = cluster_.create_topic("t", 60);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  EXPECT_EQ(visits(), 60u) << "the first one looks at all, and links them";
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(next(fetch).rows.empty());
  EXPECT_EQ(visits(), 60u);
  cluster_.append(topic, 17);
  cluster_.append(topic, 17);
  EXPECT_EQ(indexes(next(fetch)), Ints{17});
  EXPECT_EQ(visits(), 61u);
  EXPECT_EQ(indexes(next(fetch)), Ints{17}) << "it has data left";
  EXPECT_TRUE(next(fetch, {ask(topic, 17, 2)}).rows.empty());
  EXPECT_EQ(visits(), 63u);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(next(fetch).rows.empty());
  EXPECT_EQ(visits(), 63u);
}

TEST_P(SessionFetchTest, WhatWasForgottenIsNotLookedAt) {
  const TestTopic topic = cluster_.create_topic("t", 8);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  next(fetch, {}, {ask(topic, 2), ask(topic, 3)});
  const uint64_t before = visits();
  cluster_.append(topic, 2);
  cluster_.append(topic, 3);
  cluster_.settle();
  EXPECT_TRUE(next(fetch).rows.empty());
  EXPECT_EQ(visits(), before);
  EXPECT_EQ(indexes(next(fetch, {ask(topic, 3)})), Ints{3}) << "and may come back";
}

TEST_P(SessionFetchTest, OnlyWhatWasMovedSinceItWasSentIsTold) {
  const TestTopic topic = cluster_.create_topic("t", 4);
  for (int32_t i = 0; i < 4; ++i) cluster_.append(topic, i);
  TestFetch fetch = begin({ask(topic, 0, 1), ask(topic, 1, 1), ask(topic, 2, 1), ask(topic, 3, 1)});
  EXPECT_TRUE(next(fetch).rows.empty());
  cluster_.append(topic, 2);
  EXPECT_EQ(indexes(next(fetch)), Ints{2});
  EXPECT_TRUE(next(fetch, {ask(topic, 2, 2)}).rows.empty());
  cluster_.advance_log_start(topic, 1, 1);
  const SessionAnswer moved = next(fetch);
  EXPECT_EQ(indexes(moved), Ints{1});
  EXPECT_EQ(moved.rows[0].fetch.ends.log_start.value, 1);
  EXPECT_EQ(moved.rows[0].fetch.size_bytes(), 0u);
  EXPECT_TRUE(next(fetch).rows.empty());
  cluster_.truncate(topic, 3, 0);
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kOffsetOutOfRange});
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kOffsetOutOfRange}) << "an error comes each time";
  const SessionAnswer mended = next(fetch, {ask(topic, 3, 0)});
  EXPECT_EQ(errors(mended), std::vector{ErrorCode::kNone}) << "and its end is told";
  EXPECT_EQ(mended.rows[0].fetch.ends.high_watermark.value, 0);
  EXPECT_TRUE(next(fetch).rows.empty());
}

TEST_P(SessionFetchTest, TheLastStableOffsetIsFollowedButNotCompared) {
  const TestTopic topic = cluster_.create_topic("t", 3);
  TestFetch fetch = begin(all_of(topic));
  fetch.isolation_level = 1;
  next(fetch);
  cluster_.append_in_transaction(topic, 1);
  SessionAnswer answer = next(fetch);
  EXPECT_EQ(indexes(answer), Ints{1}) << "the high watermark has moved";
  EXPECT_EQ(answer.rows[0].fetch.size_bytes(), 0u);
  EXPECT_TRUE(next(fetch).rows.empty()) << "no commit yet";
  const uint64_t before = visits();
  EXPECT_TRUE(next(fetch).rows.empty());
  EXPECT_EQ(visits(), before) << "an open transaction costs nothing";
  fetch.isolation_level = 0;
  answer = next(fetch);
  EXPECT_EQ(indexes(answer), Ints{1}) << "another isolation sees it";
  EXPECT_GT(answer.rows[0].fetch.size_bytes(), 0u);
  fetch.isolation_level = 1;
  EXPECT_TRUE(next(fetch).rows.empty());
  cluster_.end_transaction(topic, 1);
  answer = next(fetch);
  EXPECT_EQ(indexes(answer), Ints{1});
  EXPECT_GT(answer.rows[0].fetch.size_bytes(), 0u);
}

TEST_P(SessionFetchTest, PartitionsThatGaveDataGoToTheBack) {
  const TestTopic topic = cluster_.create_topic("t", 4);
  for (int32_t i = 0; i < 4; ++i) cluster_.append(topic, i, 1000);
  TestFetch fetch = begin(all_of(topic));
  fetch.max_bytes = 1;
  Ints given;
  for (int i = 0; i < 8; ++i) {
    const SessionAnswer answer = next(fetch);
    for (const auto& row : answer.rows) {
      if (row.fetch.size_bytes() > 0) given.push_back(row.fetch.index);
    }
  }
  EXPECT_EQ(given, (Ints{0, 1, 2, 3, 0, 1, 2, 3}));
  fetch.max_bytes = 2300;
  EXPECT_EQ(indexes(next(fetch)), (Ints{0, 1}));
  EXPECT_EQ(indexes(next(fetch)), (Ints{2, 3}));
  EXPECT_EQ(indexes(next(fetch, {ask(topic, 1, 1)})), (Ints{0, 2}));
}

TEST_P(SessionFetchTest, TheEpochIsKept) {
  const TestTopic topic = cluster_.create_topic("t", 1);
  TestFetch fetch = begin(all_of(topic));
  fetch.epoch = 2;
  SessionAnswer answer = cluster_.incremental(fetch);
  EXPECT_EQ(answer.error, ErrorCode::kInvalidFetchSessionEpoch);
  EXPECT_EQ(answer.session_id, kNoSessionId);
  fetch.epoch = 1;
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kNone);
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kInvalidFetchSessionEpoch);
  const auto session = cluster_.sessions(home()).find(fetch.session_id);
  session->epoch = INT32_MAX;
  fetch.epoch = INT32_MAX;
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kNone);
  fetch.epoch = 1;
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kNone) << "after 2^31-1 comes 1";
  fetch.by_id = false;
  fetch.epoch = 2;
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kFetchSessionTopicIdError);
  fetch.session_id = INT32_MAX;
  EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kFetchSessionIdNotFound);
}

TEST_P(SessionFetchTest, AnEmptySessionIsClosed) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  EXPECT_GT(cluster_.part_count(), 0u);
  const SessionAnswer answer = next(fetch, {}, all_of(topic));
  EXPECT_TRUE(answer.is_sessionless);
  cluster_.settle();
  EXPECT_EQ(cluster_.part_count(), 0u);
  EXPECT_EQ(next(fetch).error, ErrorCode::kFetchSessionIdNotFound);
}

// A log start moves, and the fetch is there before the owner's loop has sent the mark.
TEST_P(SessionFetchTest, AFetchThatDoesNotWaitAsksForMarksUnderWay) {
  constexpr int64_t kEnd = 5;
  const TestTopic topic = cluster_.create_topic("t", 8);
  TestFetch fetch;
  for (int32_t i = 0; i < topic.partition_count; ++i) {
    for (int64_t offset = 0; offset < kEnd; ++offset) cluster_.append(topic, i);
    fetch.changed.push_back(ask(topic, i, kEnd));
  }
  fetch.session_id = cluster_.full(0, fetch).session_id;
  next(fetch);
  for (int64_t start = 1; start <= kEnd; ++start) {
    for (int32_t i = 0; i < topic.partition_count; ++i) {
      {
        const Shard::Enter enter(cluster_.runtime().shard(cluster_.owner(topic, i)));
        EXPECT_TRUE(cluster_.partition(topic, i)->advance_log_start(storage::Offset(start)).has_value());
      }
      EXPECT_EQ(indexes(next(fetch)), Ints{i});
    }
  }
}

TEST_P(SessionFetchTest, AnIdThatIsTakenIsDrawnAgain) {
  const TestTopic topic = cluster_.create_topic("t", 4);
  const SessionIds ids(GetParam());
  constexpr uint64_t kSameBelow = uint64_t{5} << 40;  // of which an id takes nothing
  cluster_.next_ids = {5};
  TestFetch first = begin({ask(topic, 0), ask(topic, 1)});
  EXPECT_EQ(first.session_id, ids.make(home(), 5));
  cluster_.next_ids = {5, kSameBelow + 5, 6, 7};
  TestFetch second = begin({ask(topic, 2), ask(topic, 3)});
  EXPECT_EQ(second.session_id, ids.make(home(), 6));
  EXPECT_EQ(cluster_.next_ids.size(), 1u);
  next(first);
  next(second);
  for (int32_t i = 0; i < 4; ++i) cluster_.append(topic, i);
  EXPECT_EQ(indexes(next(first)), (Ints{0, 1}));
  EXPECT_EQ(indexes(next(second)), (Ints{2, 3}));
}

TEST_P(SessionFetchTest, TheIdOfNoSessionIsDrawnAgain) {
  const TestTopic topic = cluster_.create_topic("t", 1);
  cluster_.next_ids = {0, uint64_t{1} << 32, 9};
  TestFetch fetch;
  fetch.changed = all_of(topic);
  EXPECT_EQ(cluster_.full(0, fetch).session_id, 9);
}

// Marks and the end of the former session do not touch the one that has its id now.
TEST_P(SessionFetchTest, AnIdComesAgainWhileItsFormerSessionIsHeld) {
  const TestTopic topic = cluster_.create_topic("t", 4);
  cluster_.next_ids = {5, 5};
  TestFetch fetch = begin({ask(topic, 0), ask(topic, 1)});
  next(fetch);
  SessionPtr held = cluster_.sessions(home()).find(fetch.session_id);
  const auto at_home = [&](const std::function<void()>& act) {
    const Shard::Enter enter(cluster_.runtime().shard(home()));
    act();
  };
  at_home([&] { cluster_.sessions(home()).remove(fetch.session_id); });
  TestFetch again = begin({ask(topic, 1), ask(topic, 2)});
  EXPECT_EQ(again.session_id, fetch.session_id);
  EXPECT_TRUE(next(again).rows.empty());
  cluster_.append(topic, 0);
  cluster_.settle();
  const uint64_t before = visits();
  EXPECT_TRUE(next(again).rows.empty());
  EXPECT_EQ(visits(), before) << "the mark is the former session's";
  at_home([&] { held.reset(); });
  cluster_.settle();
  cluster_.append(topic, 1);
  cluster_.append(topic, 2);
  EXPECT_EQ(indexes(next(again)), (Ints{1, 2})) << "its own go on";
  EXPECT_NE(cluster_.sessions(home()).find(again.session_id), nullptr);
}

TEST_P(SessionFetchTest, UnknownTopicsComeUntilTheyAreThere) {
  const TestTopic topic = cluster_.create_topic("t", 1);
  const TestTopic later{"later", {}, 1};
  TestFetch fetch = begin({ask(later, 0), ask(topic, 0), ask(topic, 9)}, false);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(errors(next(fetch)),
              (std::vector{ErrorCode::kUnknownTopicOrPartition, ErrorCode::kUnknownTopicOrPartition}));
  }
  const TestTopic made = cluster_.create_topic("later", 1);
  cluster_.append(made, 0);
  SessionAnswer answer = next(fetch, {}, {ask(topic, 9)});
  EXPECT_EQ(errors(answer), std::vector{ErrorCode::kNone});
  EXPECT_GT(answer.rows[0].fetch.size_bytes(), 0u);
  cluster_.delete_topic(made);
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kUnknownTopicOrPartition});
  const TestTopic again = cluster_.create_topic("later", 1);
  answer = next(fetch);
  EXPECT_EQ(errors(answer), std::vector{ErrorCode::kNone}) << "by name it is the same topic";
  EXPECT_EQ(answer.rows[0].fetch.ends.high_watermark.value, 0);
  cluster_.append(again, 0);
  EXPECT_EQ(next(fetch).rows.size(), 1u);
}

TEST_P(SessionFetchTest, ByIdATopicMadeAgainIsAnother) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  const TestTopic never{"never", protocol::Uuid::from_halves(0x77, 1), 1};
  TestFetch fetch = begin({ask(topic, 0), ask(never, 0)});
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kUnknownTopicId});
  next(fetch, {}, {ask(never, 0)});
  cluster_.delete_topic(topic);
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kUnknownTopicOrPartition});
  EXPECT_EQ(errors(next(fetch, {ask(topic, 1)})),
            (std::vector{ErrorCode::kUnknownTopicId, ErrorCode::kUnknownTopicOrPartition}));
  const TestTopic again = cluster_.create_topic("t", 1);
  EXPECT_EQ(errors(next(fetch)), (std::vector{ErrorCode::kInconsistentTopicId, ErrorCode::kUnknownTopicId}));
  EXPECT_EQ(errors(next(fetch, {ask(again, 0)}, {ask(topic, 0), ask(topic, 1)})), std::vector{ErrorCode::kNone});
}

TEST_P(SessionFetchTest, ALeaderThatChangesIsSeen) {
  const TestTopic topic = cluster_.create_topic("t", 3);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  cluster_.follow(topic, 1);
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kNotLeaderOrFollower});
  cluster_.lead(topic, 1, 4);
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kNone});
  EXPECT_TRUE(next(fetch).rows.empty());
  cluster_.append(topic, 1);
  EXPECT_EQ(indexes(next(fetch)), Ints{1}) << "it is linked again";
  TestAsk fenced = ask(topic, 1, 1);
  fenced.asked.terms.current_leader_epoch = 3;
  EXPECT_EQ(errors(next(fetch, {fenced})), std::vector{ErrorCode::kFencedLeaderEpoch});
  EXPECT_EQ(errors(next(fetch)), std::vector{ErrorCode::kFencedLeaderEpoch}) << "the epoch is kept with the session";
}

TEST_P(SessionFetchTest, AMarkWakesTheWait) {
  const TestTopic topic = cluster_.create_topic("t", 9);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  fetch.max_wait_ms = 5000;
  SessionAnswer answer;
  EXPECT_LE(wait(fetch, answer, [&] { cluster_.append(topic, 7); }), 110);
  EXPECT_EQ(indexes(answer), Ints{7});
  EXPECT_EQ(visits(), 9u + 1u) << "the marked one, once";
}

TEST_P(SessionFetchTest, TheWaitEndsInTimeWithWhatIsThere) {
  const TestTopic topic = cluster_.create_topic("t", 3);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  fetch.max_wait_ms = 300;
  fetch.min_bytes = 100'000;
  SessionAnswer answer;
  const int64_t took_ms = wait(fetch, answer, [&] {
    cluster_.append(topic, 1, 500);
    cluster_.append(topic, 1, 500);
  });
  EXPECT_GE(took_ms, 300);
  EXPECT_LE(took_ms, 300 + 300 / 64 + 3);
  EXPECT_EQ(indexes(answer), Ints{1});
}

TEST_P(SessionFetchTest, MinBytesIsTheSumOverThePartitions) {
  const TestTopic topic = cluster_.create_topic("t", 4);
  cluster_.append(topic, 0, 400);
  TestFetch fetch = begin(all_of(topic));
  fetch.max_wait_ms = 5000;
  fetch.min_bytes = 1200;
  SessionAnswer answer;
  const int64_t took_ms = wait(fetch, answer, [&] {
    cluster_.append(topic, 1, 200);
    cluster_.append(topic, 1, 100);
    cluster_.runtime().run_for(200'000'000);
    EXPECT_NE(under_way_, nullptr) << "700 and their headers are too little";
    cluster_.append(topic, 3, 400);
  });
  EXPECT_GE(took_ms, 300);
  EXPECT_LE(took_ms, 310);
  EXPECT_EQ(indexes(answer), (Ints{0, 1, 3}));
}

TEST_P(SessionFetchTest, ALogStartThatMovesEndsNoWait) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  cluster_.append(topic, 1);
  TestFetch fetch = begin({ask(topic, 0), ask(topic, 1, 1)});
  next(fetch);
  fetch.max_wait_ms = 400;
  SessionAnswer answer;
  EXPECT_GE(wait(fetch, answer, [&] { cluster_.advance_log_start(topic, 1, 1); }), 400);
  EXPECT_EQ(indexes(answer), Ints{1}) << "but it is told";
}

TEST_P(SessionFetchTest, ErrorsAndDeletionsEndTheWait) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  const TestTopic other = cluster_.create_topic("other", 2);
  cluster_.append(topic, 1);
  TestFetch fetch = begin({ask(topic, 0), ask(topic, 1, 1), ask(other, 0), ask(other, 1)});
  next(fetch);
  fetch.max_wait_ms = 5000;
  SessionAnswer answer;
  EXPECT_LE(wait(fetch, answer, [&] { cluster_.truncate(topic, 1, 0); }), 110);
  EXPECT_EQ(errors(answer), std::vector{ErrorCode::kOffsetOutOfRange});
  next(fetch, {ask(topic, 1, 0)});
  answer = {};
  EXPECT_LE(wait(fetch, answer, [&] { cluster_.follow(topic, 0); }), 110);
  EXPECT_EQ(errors(answer), std::vector{ErrorCode::kNotLeaderOrFollower});
  next(fetch, {}, {ask(topic, 0)});
  answer = {};
  EXPECT_LE(wait(fetch, answer, [&] { cluster_.delete_topic(other); }), 110);
  EXPECT_FALSE(answer.rows.empty());
  for (const ErrorCode error : errors(answer)) EXPECT_EQ(error, ErrorCode::kUnknownTopicOrPartition);
}

TEST_P(SessionFetchTest, UnknownPartitionsAloneWaitForNothing) {
  const TestTopic topic = cluster_.create_topic("t", 1);
  TestFetch fetch = begin({ask(topic, 5), ask(topic, 6)});
  fetch.max_wait_ms = 5000;
  const int64_t begin_ms = cluster_.now_ms();
  EXPECT_EQ(next(fetch).rows.size(), 2u);
  EXPECT_LE(cluster_.now_ms() - begin_ms, 5);
  fetch.max_wait_ms = 200;
  EXPECT_EQ(next(fetch, {ask(topic, 0)}).rows.size(), 3u);
  EXPECT_GE(cluster_.now_ms() - begin_ms, 200) << "beside another they end no wait";
}

TEST_P(SessionFetchTest, ARequestThatPassesTheWaitingOneEndsItWithAnError) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  TestFetch first = fetch;
  first.max_wait_ms = 500;
  SessionAnswer answer;
  const int64_t took_ms = wait(first, answer, [&] {
    TestFetch second = first;
    second.max_wait_ms = 0;
    EXPECT_EQ(next(second).error, ErrorCode::kNone);
  });
  EXPECT_GE(took_ms, 500);
  EXPECT_EQ(answer.error, ErrorCode::kInvalidFetchSessionEpoch);
  EXPECT_EQ(answer.session_id, fetch.session_id);
  EXPECT_TRUE(answer.rows.empty());
}

TEST_P(SessionFetchTest, ASessionThatIsRemovedMeanwhileAnswersItsFetch) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  fetch.max_wait_ms = 5000;
  SessionAnswer answer;
  const int64_t took_ms = wait(fetch, answer, [&] {
    const Shard::Enter enter(cluster_.runtime().shard(home()));
    cluster_.sessions(home()).remove(fetch.session_id);
  });
  EXPECT_LE(took_ms, 110) << "a closed session ends the wait";
  EXPECT_EQ(answer.error, ErrorCode::kNone);
  cluster_.settle();
  EXPECT_EQ(cluster_.part_count(), 0u) << "and goes with its last fetch";
  EXPECT_EQ(next(fetch).error, ErrorCode::kFetchSessionIdNotFound);
}

TEST_P(SessionFetchTest, InterruptEndsTheWaitAndLosesNothing) {
  const TestTopic topic = cluster_.create_topic("t", 2);
  TestFetch fetch = begin(all_of(topic));
  next(fetch);
  fetch.max_wait_ms = 5000;
  fetch.min_bytes = 5000;
  SessionAnswer answer;
  const int64_t took_ms = wait(fetch, answer, [&] {
    cluster_.append(topic, 1);
    const Shard::Enter enter(cluster_.runtime().shard(home()));
    under_way_->interrupt();
  });
  EXPECT_LE(took_ms, 110);
  EXPECT_TRUE(answer.rows.empty());
  fetch.max_wait_ms = 0;
  EXPECT_EQ(indexes(next(fetch)), Ints{1});
}

INSTANTIATE_TEST_SUITE_P(Shards, SessionFetchTest, ::testing::Values(1u, 2u, 4u));

// ---- memory

class SessionMemoryTest : public ::testing::TestWithParam<int32_t> {};

TEST_P(SessionMemoryTest, IsAtMostAHundredBytesPerPartition) {
  constexpr int32_t kPerTopic = 100;
  const int32_t count = GetParam();
  SessionCluster cluster(3, 2);
  TestFetch fetch;
  for (int32_t t = 0; t < count / kPerTopic; ++t) {
    const TestTopic topic = cluster.create_topic("topic" + std::to_string(t), kPerTopic);
    for (int32_t i = 0; i < kPerTopic; ++i) fetch.changed.push_back({topic, i, {.terms = {.max_bytes = 1 << 20}}});
  }
  fetch.session_id = cluster.full(0, fetch).session_id;
  fetch.changed.clear();
  fetch.epoch = 1;
  cluster.incremental(fetch);
  const auto session = cluster.sessions(0).find(fetch.session_id);
  const size_t parts = cluster.sessions(0).part_bytes() + cluster.sessions(1).part_bytes();
  const size_t home = session->bytes() - static_cast<size_t>(count) * SessionPart::kBytesPerMark;
  const double each = static_cast<double>(home + parts) / count;
  std::cout << count << " partitions: " << each << " bytes each\n";
  EXPECT_LE(each, 100);
  EXPECT_GE(session->bytes() + session->bytes() / 50, home + parts) << "what the cache counts";
}

INSTANTIATE_TEST_SUITE_P(Partitions, SessionMemoryTest, ::testing::Values(1000, 3000));

}  // namespace
}  // namespace klamm::fetch::test
