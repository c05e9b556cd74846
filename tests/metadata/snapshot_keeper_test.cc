#include "metadata/snapshot_keeper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "cluster.h"
#include "metadata/snapshot_file.h"
#include "reactor/sleep.h"
#include "tests/sim/sim_disk.h"
#include "tests/sim/sim_runtime.h"

// A node whose metadata log is kept very short, and what a failing disk leaves of it, in the simulation.
namespace klamm::metadata::test {
namespace {

using reactor::Task;

constexpr const char* kDirectory = "/data/__cluster_metadata-0";
constexpr int64_t kMinuteNs = int64_t{60} * 1'000'000'000;

NodeSetup short_log() {
  NodeSetup setup = setup_in("/data");
  setup.metadata_log.segments.segment_bytes = 1500;
  setup.metadata_log.snapshot_bytes = 1000;
  setup.metadata_log.retention_bytes = 6000;
  return setup;
}

class SnapshotKeeperTest : public ::testing::Test {
 protected:
  using Life = std::function<Task<void>(Node&)>;

  // One life of a node; it ends as by a kill unless `live` stops it. False when it did not start.
  bool live(NodeSetup setup, const Life& life) {
    sim::SimRuntime runtime(*world_, 1);
    bool started = false;
    bool ended = false;
    const std::function<Task<void>(reactor::Shard&)> main = [&](reactor::Shard&) -> Task<void> {
      Node node;
      started = co_await node.start(setup);
      if (started) co_await life(node);
      why_ = node.why();
      warnings_ = node.warnings();
      co_await node.end();
      ended = true;
    };
    runtime.start(main);
    EXPECT_TRUE(runtime.run_until([&] { return ended; }, 1000 * kMinuteNs));
    EXPECT_TRUE(runtime.stop());
    return started;
  }

  struct Files {
    std::vector<SnapshotId> snapshots;
    std::vector<std::string> segments;
    std::vector<std::string> others;
  };
  Files files() {
    Files found;
    const auto entries = world_->disk().list(kDirectory);
    if (!entries) return found;
    for (const reactor::DirectoryEntry& entry : *entries) {
      if (const auto id = parse_snapshot_name(entry.name)) {
        found.snapshots.push_back(*id);
      } else if (entry.name.ends_with(".log")) {
        found.segments.push_back(entry.name);
      } else {
        found.others.push_back(entry.name);
      }
    }
    std::ranges::sort(found.snapshots);
    std::ranges::sort(found.segments);
    return found;
  }
  uint64_t log_bytes() {
    uint64_t bytes = 0;
    for (const std::string& name : files().segments) {
      bytes += world_->disk().content(std::string(kDirectory) + "/" + name).size();
    }
    return bytes;
  }
  void make_file(const std::string& name) {
    const auto file = world_->disk().open(std::string(kDirectory) + "/" + name, reactor::OpenMode::kCreate, 0);
    ASSERT_TRUE(file.has_value());
    world_->disk().close(*file);
  }
  void overwrite(const std::string& name, uint64_t at) {
    const auto file = world_->disk().open(std::string(kDirectory) + "/" + name, reactor::OpenMode::kReadWrite, 0);
    ASSERT_TRUE(file.has_value());
    char byte = 'X';
    const iovec piece{&byte, 1};
    ASSERT_TRUE(world_->disk().write(*file, std::span(&piece, 1), at, 0).has_value());
    world_->disk().close(*file);
  }

  // Topics t<first> .. one after the other, with time between them for what goes on in the background.
  Task<void> create(Node& node, int first, int count) {
    for (int i = first; i < first + count; ++i) {
      NewTopic topic = new_topic("t" + std::to_string(i), 2);
      topic.configs.emplace_back("retention.ms", std::to_string(1000 + i));
      CreateTopicsCall call;
      call.topics.push_back(std::move(topic));
      const auto created = co_await node.controller().create_topics({}, std::move(call));
      if (!created || !created->at(0).error.ok()) co_return;
      acknowledged_.push_back(i);
      co_await reactor::sleep_for(20'000'000);
    }
  }
  Task<void> create_and_tell(Node& node, bool& ended) {
    co_await create(node, 0, 1);
    ended = true;
  }
  void expect_topics(Node& node) {
    for (const int i : acknowledged_) {
      const std::string name = "t" + std::to_string(i);
      const TopicImage* topic = node.image().topic(name);
      ASSERT_NE(topic, nullptr) << name;
      EXPECT_EQ(topic->partition_count(), 2) << name;
      EXPECT_EQ(topic->partition(1)->leader, 1) << name;
      EXPECT_EQ(*node.image().topic_config(name)->find("retention.ms"), std::to_string(1000 + i));
    }
  }

  std::unique_ptr<sim::SimWorld> world_ = std::make_unique<sim::SimWorld>();
  std::vector<int> acknowledged_;
  std::string why_;
  std::vector<std::string> warnings_;
};

TEST_F(SnapshotKeeperTest, WritesSnapshotsAndRemovesWhatIsOlder) {
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> {
    co_await create(node, 0, 100);
    EXPECT_LT(log_bytes(), 8000U);
    co_await node.stop();
  }));
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
  const Files found = files();
  EXPECT_GE(found.snapshots.size(), 1U);
  EXPECT_GT(found.snapshots.front().end_offset, 200);
  EXPECT_GT(found.segments.front(), "00000000000000000200.log");
  ASSERT_EQ(acknowledged_.size(), 100U);
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> {
    expect_topics(node);
    EXPECT_TRUE(node.started().after_clean_stop);
    EXPECT_EQ(node.image().kraft_version(), 1);
    co_await create(node, 100, 1);
  }));
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(SnapshotKeeperTest, WritesOneWhenTheTimeHasPassedAndThereIsSomethingNew) {
  NodeSetup setup = setup_in("/data");
  setup.metadata_log.snapshot_interval_ms = 10 * 60'000;
  ASSERT_TRUE(live(setup, [&](Node& node) -> Task<void> {
    co_await create(node, 0, 1);
    EXPECT_EQ(files().snapshots.size(), 1U);
    co_await reactor::sleep_for(11 * kMinuteNs);
    EXPECT_EQ(files().snapshots.size(), 2U);
    co_await reactor::sleep_for(60 * kMinuteNs);
    EXPECT_EQ(files().snapshots.size(), 2U);
    co_await create(node, 1, 1);
    co_await reactor::sleep_for(2 * kMinuteNs);
    EXPECT_EQ(files().snapshots.size(), 3U);
  }));
  EXPECT_EQ(files().snapshots.front(), SnapshotId{});
  setup.metadata_log.retention_ms = 60'000;
  setup.metadata_log.segments.segment_ms = 60'000;
  ASSERT_TRUE(live(setup, [&](Node& node) -> Task<void> {
    expect_topics(node);
    co_await reactor::sleep_for(2 * kMinuteNs);
  }));
  // The newest stays however old it is.
  EXPECT_EQ(files().snapshots.size(), 1U);
  EXPECT_EQ(files().segments.size(), 1U);
}

TEST_F(SnapshotKeeperTest, TakesTheNextOlderOneForADamagedOne) {
  NodeSetup setup = short_log();
  setup.metadata_log.retention_bytes = -1;
  ASSERT_TRUE(live(setup, [&](Node& node) -> Task<void> { co_await create(node, 0, 20); }));
  const Files before = files();
  ASSERT_GE(before.snapshots.size(), 3U);
  const std::string newest = snapshot_file_name(before.snapshots.back());
  for (const uint64_t at : {uint64_t{3}, uint64_t{400}}) overwrite(newest, at);
  setup.metadata_log.snapshot_bytes = 1 << 20;
  ASSERT_TRUE(live(setup, [&](Node& node) -> Task<void> {
    expect_topics(node);
    co_return;
  }));
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find(newest + " is not whole"), std::string::npos) << warnings_[0];
  const Files after = files();
  EXPECT_EQ(after.snapshots.size(), before.snapshots.size() - 1);
  EXPECT_EQ(std::ranges::count(after.others, newest + std::string(kDamagedSuffix)), 1);
}

TEST_F(SnapshotKeeperTest, RefusesALogWhoseOnlySnapshotIsDamaged) {
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> { co_await create(node, 0, 100); }));
  for (const SnapshotId& id : files().snapshots) overwrite(snapshot_file_name(id), 30);
  const Files before = files();
  EXPECT_FALSE(live(short_log(), [](Node&) -> Task<void> { co_return; }));
  EXPECT_NE(why_.find("is not whole, and nothing else leads up to where the log begins"), std::string::npos) << why_;
  EXPECT_EQ(files().snapshots, before.snapshots);
  EXPECT_EQ(files().others, before.others);
}

TEST_F(SnapshotKeeperTest, RemovesWhatACrashLeftHalfMade) {
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> { co_await create(node, 0, 3); }));
  for (const char* name :
       {"00000000000000000099-0000000001.checkpoint.part", "00000000000000000098-0000000001-1234.checkpoint.part",
        "00000000000000000000-0000000001.checkpoint.deleted", "00000000000000000000.log.deleted"}) {
    make_file(name);
  }
  ASSERT_TRUE(live(short_log(), [](Node&) -> Task<void> { co_return; }));
  for (const std::string& name : files().others) {
    EXPECT_FALSE(name.ends_with(".part") || name.ends_with(".deleted")) << name;
  }
}

// Its log file goes first, and the crash comes before the others have gone.
TEST_F(SnapshotKeeperTest, RemovesWhatIsLeftOfARemovedSegment) {
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> { co_await create(node, 0, 24); }));
  const std::string first = files().segments.front();
  ASSERT_NE(first, "00000000000000000000.log");
  const std::string kept = first.substr(0, 20) + ".index";
  const std::string later = "00000000000000099999.snapshot";  // Kafka makes one at the end of the log
  make_file(kept);
  make_file(later);
  for (const char* suffix : {".index", ".timeindex", ".txnindex", ".snapshot"}) {
    make_file(std::string(20, '0') + suffix);
  }
  ASSERT_TRUE(live(short_log(), [&](Node& node) -> Task<void> {
    expect_topics(node);
    co_return;
  }));
  const std::vector<std::string> others = files().others;
  EXPECT_EQ(std::ranges::count(others, kept), 1);
  EXPECT_EQ(std::ranges::count(others, later), 1);
  for (const std::string& name : others) EXPECT_FALSE(name.starts_with(std::string(20, '0') + '.')) << name;
}

TEST_F(SnapshotKeeperTest, AStopDoesNotWaitForSpaceOnAFullDisk) {
  ASSERT_TRUE(live(setup_in("/data"), [&](Node& node) -> Task<void> {
    world_->disk().add_fault({.operation = sim::DiskOperation::kWrite,
                              .path_part = "__cluster_metadata-0/00000000000000000000.log",
                              .count = UINT64_MAX,
                              .error = ENOSPC});
    bool ended = false;
    reactor::Shard::current().spawn(create_and_tell(node, ended));
    co_await reactor::sleep_for(kMinuteNs);
    EXPECT_FALSE(ended);
    node.controller().stop_waiting_for_space();
    const auto stopped = co_await node.controller().stop();
    EXPECT_FALSE(stopped.has_value());
    co_await reactor::sleep_for(1'000'000);
    EXPECT_TRUE(ended);
  }));
  EXPECT_TRUE(acknowledged_.empty());
  world_->disk().clear_faults();
  ASSERT_TRUE(live(setup_in("/data"), [&](Node& node) -> Task<void> { co_await create(node, 0, 1); }));
  EXPECT_EQ(acknowledged_.size(), 1U);
}

// It is in a file of its own.
TEST_F(SnapshotKeeperTest, ASettingOfKlammsWaitsForSpaceOnAFullDisk) {
  ASSERT_TRUE(live(setup_in("/data"), [&](Node& node) -> Task<void> {
    co_await create(node, 0, 1);
    world_->disk().add_fault(
        {.operation = sim::DiskOperation::kAny, .path_part = "klamm-settings.json", .count = 3, .error = ENOSPC});
    std::vector<ResourceConfigChange> changes(1);
    changes[0].name = "t0";
    changes[0].changes.push_back({"producer.state.batches.to.retain", ConfigOperation::kSet, "50"});
    const CallContext context;
    const int64_t began_ns = reactor::Shard::current().now_ns();
    const auto altered = co_await node.controller().alter_configs(context, std::move(changes), false);
    EXPECT_TRUE(altered.has_value() && altered->at(0).ok());
    EXPECT_GE(reactor::Shard::current().now_ns() - began_ns, 2'000'000'000);
    co_await create(node, 1, 1);
  }));
  EXPECT_EQ(acknowledged_.size(), 2U);
}

// The mark of a clean stop says that the bytes can be trusted: it goes before anything of a partition changes.
TEST_F(SnapshotKeeperTest, ForgetsTheCleanStopFirst) {
  ASSERT_TRUE(live(setup_in("/data"), [&](Node& node) -> Task<void> {
    co_await create(node, 0, 1);
    co_await node.stop();
  }));
  ASSERT_TRUE(world_->disk().status("/data/.kafka_cleanshutdown").has_value());
  ASSERT_TRUE(world_->disk().make_directory("/data/stranger-0").has_value());
  world_->disk().add_fault({.operation = sim::DiskOperation::kUnlink, .path_part = ".kafka_cleanshutdown"});
  EXPECT_FALSE(live(setup_in("/data"), [](Node&) -> Task<void> { co_return; }));
  EXPECT_NE(why_.find(".kafka_cleanshutdown"), std::string::npos) << why_;
  EXPECT_TRUE(world_->disk().status("/data/stranger-0").has_value());
  ASSERT_TRUE(live(setup_in("/data"), [&](Node& node) -> Task<void> {
    expect_topics(node);
    EXPECT_FALSE(world_->disk().status("/data/.kafka_cleanshutdown").has_value());
    co_return;
  }));
  EXPECT_FALSE(world_->disk().status("/data/stranger-0").has_value());
}

// Each step of a cleaning fails once, and the node lives on: what it could not remove then must not leave a gap.
TEST_F(SnapshotKeeperTest, LeavesNoGapWhenAStepOfACleaningFails) {
  constexpr int kTopicCount = 24;
  uint64_t failures = 0;
  for (const auto& [operation, path_part] :
       {std::pair{sim::DiskOperation::kAny, "leader-epoch-checkpoint"}, {sim::DiskOperation::kUnlink, kDirectory}}) {
    bool got_through = false;
    for (uint64_t step = 0; !got_through && step < 100; ++step) {
      world_->disk().add_fault({.operation = operation, .path_part = path_part, .skip = step, .error = ENOSPC});
      acknowledged_.clear();
      const bool started = live(short_log(), [&](Node& node) -> Task<void> { co_await create(node, 0, kTopicCount); });
      got_through = started && acknowledged_.size() == kTopicCount && warnings_.empty();
      failures += got_through ? 0 : 1;
      world_->disk().clear_faults();
      ASSERT_TRUE(live(short_log(),
                       [&](Node& node) -> Task<void> {
                         expect_topics(node);
                         co_return;
                       }))
          << path_part << " step " << step << ": " << why_;
      ASSERT_FALSE(HasFailure()) << path_part << " step " << step;
      world_ = std::make_unique<sim::SimWorld>();
    }
  }
  EXPECT_GT(failures, 20U);
}

// The power fails at each step in turn, until a life gets through without it.
TEST_F(SnapshotKeeperTest, LosesNothingWhenThePowerFailsAtAnyStep) {
  constexpr int kTopicCount = 14;
  uint64_t step = 0;
  for (bool got_through = false; !got_through; ++step) {
    world_->disk().add_fault(
        {.operation = sim::DiskOperation::kAny, .path_part = kDirectory, .skip = step, .count = UINT64_MAX});
    acknowledged_.clear();
    const bool started = live(short_log(), [&](Node& node) -> Task<void> { co_await create(node, 0, kTopicCount); });
    got_through = started && acknowledged_.size() == kTopicCount && warnings_.empty();
    world_->disk().lose_unsynced();
    world_->disk().clear_faults();
    ASSERT_TRUE(live(short_log(),
                     [&](Node& node) -> Task<void> {
                       expect_topics(node);
                       co_await create(node, 1000, 1);
                     }))
        << "step " << step << ": " << why_;
    ASSERT_FALSE(HasFailure()) << "step " << step;
    world_ = std::make_unique<sim::SimWorld>();
  }
  EXPECT_GT(step, 100U);
}

}  // namespace
}  // namespace klamm::metadata::test
