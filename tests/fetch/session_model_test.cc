#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "tests/fetch/naive_session.h"

// Random histories of partitions and sessions on one to four simulated shards, against a session that looks at every
// partition each time. A fetch without a wait must give the same rows in the same order whatever moved before it; a
// fetch that waits while partitions move must end in time, and what it did not tell the next one must.
//
// KLAMM_MODEL_SEEDS=N runs seeds 1 to N; KLAMM_MODEL_SEED=S only S.
namespace klamm::fetch::test {
namespace {

using protocol::ErrorCode;

class History {
 public:
  explicit History(uint64_t seed)
      : random_(seed), cluster_(seed, 1 + static_cast<uint32_t>(seed % 4)), topics_(3 + draw(3)) {
    for (size_t i = 0; i < topics_.size(); ++i) {
      topics_[i].name = "topic" + std::to_string(i);
      if (draw(4) != 0) make(topics_[i]);
    }
  }

  void run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("step " + std::to_string(i));
      step();
    }
  }

 private:
  struct Slot {
    std::string name;
    TestTopic topic;  // the newest of that name; its partition count is 0 when it never was
    bool exists = false;
    std::vector<TestTopic> before;
  };

  uint32_t draw(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }

  void step() {
    const uint32_t kind = draw(100);
    if (kind < 30) {
      move_something();
    } else if (kind < 34) {
      create_or_delete();
    } else if (kind < 40 || sessions_.empty()) {
      if (sessions_.size() < 4) new_session();
    } else if (kind < 85) {
      fetch_now(*sessions_[draw(static_cast<uint32_t>(sessions_.size()))]);
    } else if (kind < 97) {
      fetch_while_things_move(*sessions_[draw(static_cast<uint32_t>(sessions_.size()))]);
    } else {
      wrong_fetch(*sessions_[draw(static_cast<uint32_t>(sessions_.size()))]);
    }
    std::erase_if(sessions_, [](const auto& session) { return session->is_closed(); });
  }

  // ---- the cluster

  void make(Slot& slot) {
    if (slot.topic.partition_count > 0) slot.before.push_back(slot.topic);
    slot.topic = cluster_.create_topic(slot.name, 1 + static_cast<int32_t>(draw(5)));
    slot.exists = true;
  }

  void create_or_delete() {
    Slot& slot = topics_[draw(static_cast<uint32_t>(topics_.size()))];
    if (!slot.exists) {
      make(slot);
      return;
    }
    cluster_.delete_topic(slot.topic);
    slot.exists = false;
  }

  void move_something() {
    Slot& slot = topics_[draw(static_cast<uint32_t>(topics_.size()))];
    if (!slot.exists) return;
    const auto index = static_cast<int32_t>(draw(static_cast<uint32_t>(slot.topic.partition_count)));
    storage::Partition& partition = *cluster_.partition(slot.topic, index);
    const int64_t start = partition.log_start_offset().value;
    const int64_t end = partition.log_end_offset().value;
    const uint32_t kind = draw(20);
    if (!partition.is_leader() || kind == 0) {
      cluster_.lead(slot.topic, index, partition.state().leader_epoch.value + 1);
    } else if (kind == 1) {
      cluster_.follow(slot.topic, index);
    } else if (kind == 2 && end > start) {
      cluster_.truncate(slot.topic, index, start + draw(static_cast<uint32_t>(end - start)));
    } else if (kind < 5 && partition.high_watermark().value > start) {
      cluster_.advance_log_start(slot.topic, index, start + 1);
    } else {
      cluster_.append(slot.topic, index, 1 + draw(400));
    }
  }

  // Within the time of a fetch's visits and messages.
  void append_soon(int& pending) {
    Slot& slot = topics_[draw(static_cast<uint32_t>(topics_.size()))];
    if (!slot.exists) return;
    const auto index = static_cast<int32_t>(draw(static_cast<uint32_t>(slot.topic.partition_count)));
    if (!cluster_.partition(slot.topic, index)->is_leader()) return;
    cluster_.append_later(slot.topic, index, 1 + draw(100), draw(60), pending);
  }

  // ---- requests

  TestAsk some_partition() {
    Slot& slot = topics_[draw(static_cast<uint32_t>(topics_.size()))];
    TestTopic topic = slot.topic;
    if (topic.partition_count == 0) topic = {slot.name, protocol::Uuid::from_halves(0x9999, draw(3) + 1), 2};
    if (!slot.before.empty() && draw(8) == 0) topic = slot.before[draw(static_cast<uint32_t>(slot.before.size()))];
    TestAsk ask{topic, static_cast<int32_t>(draw(static_cast<uint32_t>(topic.partition_count) + 1)), {}};
    ask.asked = some_ask(ask);
    return ask;
  }

  // Mostly at the end, as a consumer is.
  SessionAsk some_ask(const TestAsk& ask) {
    SessionAsk asked{.fetch_offset = 0, .terms = {.max_bytes = draw(6) == 0 ? 300 : 1 << 20}};
    const metadata::TopicImage* topic = cluster_.image().topic(ask.topic.id);
    if (topic == nullptr || topic->partition(ask.index) == nullptr) return asked;
    const storage::Partition& partition = *cluster_.partition(ask.topic, ask.index);
    asked.fetch_offset = partition.log_end_offset().value;
    const uint32_t kind = draw(12);
    if (kind == 0) asked.fetch_offset += 1;
    if (kind < 4 && kind > 0) asked.fetch_offset = std::max<int64_t>(0, asked.fetch_offset - 1);
    if (kind == 5) asked.fetch_offset = partition.log_start_offset().value;
    if (draw(6) == 0) asked.terms.current_leader_epoch = partition.state().leader_epoch.value - (draw(6) == 0 ? 1 : 0);
    if (draw(6) == 0) asked.terms.last_fetched_epoch = partition.state().leader_epoch.value;
    return asked;
  }

  void new_session() {
    TestFetch fetch;
    fetch.by_id = draw(2) == 0;
    const uint32_t count = 1 + draw(8);
    for (uint32_t i = 0; i < count; ++i) {
      TestAsk ask = some_partition();
      const bool is_there = std::ranges::any_of(fetch.changed, [&](const TestAsk& other) {
        return other.index == ask.index &&
               (fetch.by_id ? other.topic.id == ask.topic.id : other.topic.name == ask.topic.name);
      });
      if (!is_there) fetch.changed.push_back(std::move(ask));
    }
    const SessionAnswer answer = cluster_.full(draw(cluster_.shard_count()), fetch);
    ASSERT_GT(answer.session_id, 0);
    sessions_.push_back(std::make_unique<NaiveSession>(cluster_, answer.session_id, fetch.by_id));
    sessions_.back()->begin(fetch);
  }

  // What a client could ask next; most say nothing.
  TestFetch next_fetch(const NaiveSession& session) {
    TestFetch fetch{.session_id = session.id(), .epoch = session.epoch(), .by_id = session.by_id()};
    const std::vector<TestAsk> known = session.asks();
    for (uint32_t i = draw(4); i > 1; --i) {
      TestAsk ask = known[draw(static_cast<uint32_t>(known.size()))];
      ask.asked = some_ask(ask);
      fetch.changed.push_back(ask);
    }
    if (draw(6) == 0) fetch.changed.push_back(some_partition());
    if (draw(10) == 0) fetch.forgotten.push_back(known[draw(static_cast<uint32_t>(known.size()))]);
    if (draw(30) == 0) fetch.forgotten.push_back(some_partition());
    if (draw(12) == 0) fetch.isolation_level = 1;
    if (draw(4) == 0) fetch.max_bytes = 1 + draw(1500);
    return fetch;
  }

  void compare(NaiveSession& session, const TestFetch& fetch, const SessionAnswer& answer) {
    ASSERT_EQ(session.apply(fetch), answer.error);
    ASSERT_EQ(answer.is_sessionless, session.is_closed());
    if (answer.error != ErrorCode::kNone || session.is_closed()) return;
    EXPECT_EQ(answer.session_id, session.id());
    const std::vector<SeenRow> wanted = session.answer(fetch);
    const std::vector<SeenRow> got = seen(answer);
    EXPECT_EQ(wanted, got) << "wanted:\n" << lines(wanted) << "got:\n" << lines(got);
  }

  static std::string lines(const std::vector<SeenRow>& rows) {
    std::string all;
    for (const SeenRow& row : rows) all += "  " + text(row) + "\n";
    return all;
  }

  void fetch_now(NaiveSession& session) {
    const TestFetch fetch = next_fetch(session);
    compare(session, fetch, cluster_.incremental(fetch));
  }

  void wrong_fetch(NaiveSession& session) {
    TestFetch fetch = next_fetch(session);
    switch (draw(3)) {
      case 0:
        fetch.epoch += draw(2) == 0 ? 1 : -1;
        break;
      case 1:
        fetch.by_id = !fetch.by_id;
        break;
      default:
        fetch.session_id ^= 0x1234;
        EXPECT_EQ(cluster_.incremental(fetch).error, ErrorCode::kFetchSessionIdNotFound);
        return;
    }
    if (fetch.epoch == 0 || fetch.epoch == -1) return;
    const SessionAnswer answer = cluster_.incremental(fetch);
    EXPECT_NE(answer.error, ErrorCode::kNone);
    EXPECT_EQ(answer.session_id, kNoSessionId);
    EXPECT_EQ(session.apply(fetch), answer.error);
  }

  // A fetch that waits while partitions move, topics come and go. When it was done nobody knows what it saw; what it
  // did not tell must come with the next fetch.
  void fetch_while_things_move(NaiveSession& session) {
    TestFetch fetch = next_fetch(session);
    fetch.max_wait_ms = 1 + draw(30);
    fetch.min_bytes = 1 + (draw(3) == 0 ? draw(2000) : 0);
    SessionAnswer answer;
    bool done = false;
    const int64_t begin_ms = cluster_.now_ms();
    Shard& connection = cluster_.runtime().shard(draw(cluster_.shard_count()));
    cluster_.runtime().spawn(connection, cluster_.incremental_task(fetch, answer, done));
    int pending = 0;
    for (uint32_t appends = draw(3) == 0 ? draw(25) : 0; appends > 0; --appends) append_soon(pending);
    ASSERT_TRUE(cluster_.runtime().run_until([&] { return pending == 0; }));
    for (uint32_t moves = draw(6); moves > 0; --moves) {
      if (draw(2) == 0) cluster_.runtime().run_for(static_cast<int64_t>(draw(4000)) * 1000);
      draw(20) == 0 ? create_or_delete() : move_something();
    }
    ASSERT_TRUE(cluster_.runtime().run_until([&] { return done; }, (fetch.max_wait_ms + 5) * 1'000'000));
    EXPECT_LE(cluster_.now_ms() - begin_ms, fetch.max_wait_ms + 100);
    ASSERT_EQ(session.apply(fetch), answer.error);
    if (session.is_closed()) return;
    session.adopt(seen(answer));
    const TestFetch next{.session_id = session.id(), .epoch = session.epoch(), .by_id = session.by_id()};
    compare(session, next, cluster_.incremental(next));
  }

  std::mt19937_64 random_;
  SessionCluster cluster_;
  std::vector<Slot> topics_;
  std::vector<std::unique_ptr<NaiveSession>> sessions_;
};

void run_seed(uint64_t seed, int steps) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  History history(seed);
  history.run(steps);
  if (::testing::Test::HasFailure()) std::cout << "KLAMM_MODEL_SEED=" << seed << "\n";
}

TEST(SessionModel, GivesWhatARescanOfEverythingGives) {
  constexpr int kSteps = 250;
  if (const char* only = std::getenv("KLAMM_MODEL_SEED")) {
    run_seed(std::strtoull(only, nullptr, 10), kSteps);
    return;
  }
  const char* wanted = std::getenv("KLAMM_MODEL_SEEDS");
  const uint64_t seeds = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 40;
  for (uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) run_seed(seed, kSteps);
  std::cout << "seeds 1 to " << seeds << ", " << kSteps << " steps each\n";
}

}  // namespace
}  // namespace klamm::fetch::test
