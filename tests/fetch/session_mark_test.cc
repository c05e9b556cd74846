#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>

#include "fetch/session_fetch.h"
#include "metadata/image_builder.h"
#include "metadata/metadata_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/topic_record.h"
#include "protocol/record_batch_builder.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "tests/reactor/runtime_world.h"

// Marks between real shards: producers on every shard, sessions on every shard that follow all partitions. Runs under
// the thread sanitizer too.
namespace klamm::fetch {
namespace {

using reactor::on_shard;
using reactor::Shard;
using reactor::ShardId;
using reactor::Task;

constexpr int32_t kPartitions = 12;
constexpr int64_t kBatches = 60;  // of each partition
constexpr protocol::Uuid kTopicId{{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}};

struct Services {
  std::unique_ptr<storage::LogManager> logs;
  std::unique_ptr<FetchSessions> sessions;
  metadata::ImageHold image;
};

class MarkWorld {
 public:
  explicit MarkWorld(uint32_t shard_count) : builder_("cluster", 1, shard_count), services_(shard_count) {
    char pattern[] = "/tmp/klamm-marks-XXXXXX";
    directory_ = mkdtemp(pattern);
    protocol::TopicRecord topic;
    topic.name = "t";
    topic.topic_id = kTopicId;
    builder_.apply_own(metadata::encode_record(topic));
    for (int32_t i = 0; i < kPartitions; ++i) add_partition(i);
    builder_.finish({1, 0});
  }
  ~MarkWorld() { std::filesystem::remove_all(directory_); }

  // On shard 0; the others only serve.
  Task<void> run() {
    for (ShardId id = 0; id < services_.size(); ++id) co_await on_shard(id, [this, id] { make_services(id); });
    for (int32_t i = 0; i < kPartitions; ++i) {
      co_await on_shard(owner(i), [this, i]() -> Task<void> { return make_partition(i); });
    }
    std::vector<Task<void>> all;
    for (int32_t i = 0; i < kPartitions; ++i) {
      all.push_back(on_shard(owner(i), [this, i]() -> Task<void> { return produce(i); }));
    }
    for (ShardId home = 0; home < services_.size(); ++home) {
      for (ShardId connection = 0; connection < services_.size(); ++connection) {
        all.push_back(
            on_shard(connection, [this, home, connection]() -> Task<void> { return consume(home, connection); }));
      }
    }
    co_await reactor::when_all(std::move(all));
    co_await stop();
  }

 private:
  void add_partition(int32_t index) {
    const std::vector<int32_t> replicas{1};
    const std::vector<protocol::Uuid> directories{kTopicId};
    protocol::PartitionRecord record;
    record.partition_id = index;
    record.topic_id = kTopicId;
    record.replicas = protocol::Array<int32_t>(replicas);
    record.isr = protocol::Array<int32_t>(replicas);
    record.directories = protocol::Array<protocol::Uuid>(directories);
    record.leader = 1;
    builder_.apply_own(metadata::encode_record(record));
  }
  ShardId owner(int32_t index) const { return builder_.image().topic(kTopicId)->owner_shard(index); }

  void make_services(ShardId id) {
    Services& here = services_[id];
    here.image = {&builder_.image(), nullptr, 1};
    here.logs = std::make_unique<storage::LogManager>(Shard::current(), storage::StorageOptions{});
    SessionWorld world{[this](ShardId shard) -> FetchSessions& { return *services_[shard].sessions; },
                       [this](ShardId shard) -> storage::LogManager& { return *services_[shard].logs; },
                       [this] { return metadata::ImagePtr(&services_[Shard::current().id()].image); },
                       [] { return Shard::current().io().random(); }};
    const SessionCacheLimits limits{.slots = 100, .bytes = 1 << 24, .eviction_ms = 120'000};
    here.sessions = std::make_unique<FetchSessions>(Shard::current(), std::move(world), limits);
  }

  Task<void> make_partition(int32_t index) {
    storage::PartitionIdentity identity{"t", kTopicId, index};
    auto made = co_await services_[Shard::current().id()].logs->create(identity, directory_, {});
    EXPECT_TRUE(made.has_value());
    if (made) (*made)->become_leader({.leader_epoch = storage::LeaderEpoch(0)}, true);
  }

  Task<void> produce(int32_t index) {
    storage::Partition* partition = services_[Shard::current().id()].logs->find(kTopicId, index);
    protocol::CodecScratch scratch;
    for (int64_t i = 0; i < kBatches; ++i) {
      protocol::RecordBatchBuilder builder({});
      builder.append(Shard::current().now_ms(), protocol::Bytes::null(), protocol::Bytes(std::string_view("value")));
      protocol::Buffer batch = builder.build(scratch);
      const storage::AppendContext context{storage::AppendOrigin::kClient, storage::LeaderEpoch(0), 13};
      auto appended = co_await partition->append_as_leader(batch.span(), context);
      EXPECT_TRUE(appended.has_value());
      if (i % 3 == index % 3) co_await reactor::sleep_for(200'000);
    }
    producing_.fetch_sub(1);
  }

  // Follows all partitions by a session on `home`, and now and then by a new one.
  Task<void> consume(ShardId home, ShardId connection) {
    std::vector<int64_t> offsets(kPartitions, 0);
    TestSession session{home, connection, 0, 0};
    for (int round = 0; !has_all(offsets) && !::testing::Test::HasFailure(); ++round) {
      if (round % 25 == 0) co_await begin_session(session, offsets);
      co_await fetch(session, offsets);
    }
    co_await on_shard(home, [this, home, id = session.id] { services_[home].sessions->remove(id); });
  }

  struct TestSession {
    ShardId home = 0;
    ShardId connection = 0;
    int32_t id = 0;
    int32_t epoch = 0;
    std::vector<SessionRequestPartition> changed;
  };

  Task<void> begin_session(TestSession& session, const std::vector<int64_t>& offsets) {
    NewSession wanted{.uses_topic_ids = true, .client = {"client", "host", session.connection}};
    for (int32_t i = 0; i < kPartitions; ++i) {
      wanted.partitions.push_back(
          {.topic = {{}, kTopicId}, .known_name = "t", .index = i, .asked = {offsets[i], {.max_bytes = 1 << 20}}});
    }
    session.id = co_await on_shard(session.home, [this, &session, &wanted] {
      services_[session.home].sessions->remove(session.id);
      return services_[session.home].sessions->create(wanted);
    });
    EXPECT_GT(session.id, 0);
    session.epoch = 1;
    session.changed.clear();
  }

  Task<void> fetch(TestSession& session, std::vector<int64_t>& offsets) {
    const bool all_is_there = producing_.load() == 0;
    const SessionRequest request{.session_id = session.id,
                                 .epoch = session.epoch++,
                                 .limits = {.max_bytes = 1 << 24},
                                 .patience = {.min_bytes = 1, .max_wait_ms = 20'000},
                                 .uses_topic_ids = true};
    const SessionChange change{.changed = session.changed, .forgotten = {}, .connection_id = 0};
    SessionFetch operation(*services_[session.home].sessions, request);
    SessionAnswer answer = co_await on_shard(session.home, [&operation, &change] { return operation.run(change); });
    session.changed.clear();
    EXPECT_EQ(answer.error, protocol::ErrorCode::kNone);
    EXPECT_FALSE(answer.rows.empty() && all_is_there) << "a mark was lost";
    for (SessionAnswer::Row& row : answer.rows) {
      EXPECT_FALSE(row.fetch.failed());
      row.fetch.range.lease.release();
      if (row.fetch.size_bytes() == 0) continue;
      offsets[row.fetch.index] = row.fetch.ends.high_watermark.value;
      session.changed.push_back({{{}, kTopicId}, row.fetch.index, {offsets[row.fetch.index], {.max_bytes = 1 << 20}}});
    }
  }

  static bool has_all(const std::vector<int64_t>& offsets) {
    return std::ranges::all_of(offsets, [](int64_t offset) { return offset == kBatches; });
  }

  Task<void> stop() {
    std::vector<Task<void>> stops;
    for (ShardId id = 0; id < services_.size(); ++id) {
      stops.push_back(on_shard(id, [this, id] { return services_[id].sessions->stop(); }));
    }
    co_await reactor::when_all(std::move(stops));
    for (ShardId id = 0; id < services_.size(); ++id) {
      co_await on_shard(id, [this, id]() -> Task<void> { return end(services_[id]); });
    }
  }
  static Task<void> end(Services& services) {
    EXPECT_EQ(services.sessions->part_count(), 0u);
    services.sessions.reset();
    co_await services.logs->close();
    services.logs.reset();
  }

  metadata::ImageBuilder builder_;
  std::vector<Services> services_;
  std::string directory_;
  std::atomic<int> producing_{kPartitions};
};

class SessionMarks : public ::testing::TestWithParam<const char*> {};

TEST_P(SessionMarks, NoneIsLostBetweenRealShards) {
  if (const auto missing = reactor::test::missing_for_tests()) GTEST_SKIP() << *missing;
  reactor::RuntimeOptions options;
  options.io = reactor::test::io_of_tests();
  options.cores = *reactor::CoreSet::parse(GetParam());
  MarkWorld world(static_cast<uint32_t>(options.cores.cores.size()));
  std::promise<void> ended;
  auto runtime = reactor::Runtime::start(options, [&](Shard& shard) -> Task<void> {
    return shard.id() == 0 ? [](MarkWorld& all, std::promise<void>& at_end) -> Task<void> {
      co_await all.run();
      at_end.set_value();
    }(world, ended)
                           : []() -> Task<void> { co_return; }();
  });
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  ended.get_future().wait();
  (*runtime)->request_stop();
  (*runtime)->join();
}

INSTANTIATE_TEST_SUITE_P(Cores, SessionMarks, ::testing::Values("1", "2", "4"));

}  // namespace
}  // namespace klamm::fetch
