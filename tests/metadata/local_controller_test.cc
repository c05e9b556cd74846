#include "metadata/local_controller.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "cluster.h"
#include "metadata/producer_id_cache.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "records.h"
#include "storage/checkpoints.h"
#include "tests/storage/batch_fixture.h"

namespace klamm::metadata::test {
namespace {

using protocol::ErrorCode;
using reactor::Task;

// Starts a node in `path`, gives it to `body`, and stops it in good order or leaves it as a crash would.
void with_node(const std::string& path, uint32_t shard_count, bool clean_stop,
               const std::function<Task<void>(Node&)>& body) {
  run_on_shards(shard_count, [&]() -> Task<void> {
    Node node;
    const bool started = co_await node.start(setup_in(path));
    EXPECT_TRUE(started) << node.why();
    if (started) {
      co_await body(node);
      if (clean_stop) co_await node.stop();
    }
    for (const std::string& said : node.warnings()) ADD_FAILURE() << said;
    co_await node.end();
  });
}

// Checks on every shard that each partition of the image is open and leads on its owner, and nowhere else. Gives their
// number.
Task<size_t> led_partitions(Node& node) {
  size_t total = 0;
  for (uint32_t shard = 0; shard < reactor::Shard::current().shard_count(); ++shard) {
    total += co_await reactor::on_shard(shard, [&node, shard] {
      size_t count = 0;
      const ImagePtr image = node.service(shard).current();
      image->for_each_topic([&](const TopicImage& topic) {
        for (int32_t index = 0; index < topic.partition_count(); ++index) {
          storage::Partition* partition = node.logs(shard).find(topic.id, index);
          const bool is_owner = topic.owner_shard(index) == shard;
          EXPECT_EQ(partition != nullptr, is_owner) << topic.name << "-" << index;
          if (partition == nullptr) continue;
          EXPECT_TRUE(partition->is_leader());
          EXPECT_EQ(partition->state().leader_epoch.value, topic.partition(index)->leader_epoch);
          ++count;
        }
      });
      EXPECT_EQ(node.logs(shard).partition_count(), count);
      return count;
    });
  }
  co_return total;
}

Task<std::vector<DeletedTopic>> remove(Node& node, std::string name) {
  std::vector<TopicReference> topics(1);
  topics[0].name = std::move(name);
  auto deleted = co_await node.controller().delete_topics({}, std::move(topics));
  EXPECT_TRUE(deleted.has_value());
  co_return std::move(*deleted);
}

// With the mark Kafka would trust a log that nobody has looked through after the crash.
TEST(LocalController, DoesNotMarkADirectoryWhoseMovedLogOnlyKafkaLooksThrough) {
  const TemporaryDirectory directory;
  const std::string mark = directory.path() + "/.kafka_cleanshutdown";
  const std::string moved = directory.path() + "/t-0.0123456789abcdef0123456789abcdef-future";
  const auto nothing = [](Node&) -> Task<void> { co_return; };
  with_node(directory.path(), 1, true, nothing);
  std::filesystem::create_directory(moved);
  with_node(directory.path(), 1, true, nothing);
  EXPECT_TRUE(std::filesystem::exists(mark)) << "it was stopped cleanly before";
  std::filesystem::remove(mark);
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    const bool started = co_await node.start(setup_in(directory.path()));
    EXPECT_TRUE(started) << node.why();
    if (started) co_await node.stop();
    EXPECT_EQ(node.warnings().size(), 1U);
    co_await node.end();
  });
  EXPECT_FALSE(std::filesystem::exists(mark));
  std::filesystem::remove(moved);
  with_node(directory.path(), 1, true, nothing);
  EXPECT_TRUE(std::filesystem::exists(mark));
}

TEST(LocalController, AnswersACreationWhenEveryPartitionLeadsOnItsShard) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 3, true, [&](Node& node) -> Task<void> {
    EXPECT_TRUE(node.started().new_cluster);
    EXPECT_FALSE(node.started().after_clean_stop);
    const auto created = co_await create(node, new_topic("first", 7), new_topic("second", 2));
    EXPECT_EQ(co_await led_partitions(node), 9U);
    EXPECT_EQ(node.image().topic("first")->id, created[0].id);
    EXPECT_FALSE(node.image().this_broker()->fenced);
    EXPECT_EQ(node.image().metadata_version(), 33);
    EXPECT_EQ(node.image().kraft_version(), 1);
  });
}

TEST(LocalController, AnswersOnTheShardThatAsks) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    co_await reactor::on_shard(1, [&node]() -> Task<void> {
      co_await create(node, new_topic("first", 4));
      EXPECT_EQ(reactor::Shard::current().id(), 1U);
      EXPECT_NE(node.service(1).image().topic("first"), nullptr);
    });
  });
}

TEST(LocalController, FindsEverythingAgainAfterAStop) {
  const TemporaryDirectory directory;
  Uuid id;
  std::string cluster_id;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    id = (co_await create(node, new_topic("kept", 5), new_topic("gone", 1)))[0].id;
    cluster_id = node.image().cluster_id();
    const auto removed = co_await remove(node, "gone");
    EXPECT_TRUE(removed[0].error.ok());
  });
  // Another number of shards: the placement is made anew.
  with_node(directory.path(), 3, true, [&](Node& node) -> Task<void> {
    EXPECT_FALSE(node.started().new_cluster);
    EXPECT_TRUE(node.started().after_clean_stop);
    EXPECT_EQ(node.started().topic_count, 1U);
    EXPECT_EQ(node.image().cluster_id(), cluster_id);
    EXPECT_EQ(node.image().topic("kept")->id, id);
    EXPECT_EQ(node.image().topic("gone"), nullptr);
    EXPECT_EQ(co_await led_partitions(node), 5U);
    // The stop took the leader away, the start elected it: two epochs.
    EXPECT_EQ(node.image().topic("kept")->partition(0)->leader_epoch, 2);
    EXPECT_EQ(node.image().topic("kept")->partition(0)->isr, std::vector<int32_t>{1});
    EXPECT_TRUE(node.image().topic("kept")->partition(0)->eligible_leader_replicas.empty());
    EXPECT_EQ(node.controller().epoch(), 2);
  });
}

TEST(LocalController, KeepsWhatItAnsweredAfterACrash) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, false, [&](Node& node) -> Task<void> { co_await create(node, new_topic("a", 3)); });
  with_node(directory.path(), 1, false, [&](Node& node) -> Task<void> {
    EXPECT_FALSE(node.started().after_clean_stop);
    EXPECT_EQ(co_await led_partitions(node), 3U);
    EXPECT_EQ(node.image().topic("a")->partition(2)->leader_epoch, 1);
    co_await create(node, new_topic("b", 1));
  });
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    EXPECT_EQ(co_await led_partitions(node), 4U);
    EXPECT_EQ(node.controller().epoch(), 3);
  });
}

TEST(LocalController, MakesATopicAnewUnderItsName) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    const auto first = co_await create(node, new_topic("a", 2));
    co_await remove(node, "a");
    EXPECT_EQ(node.image().topic("a"), nullptr);
    EXPECT_EQ(node.logs(0).partition_count() + node.logs(1).partition_count(), 0U);
    const auto second = co_await create(node, new_topic("a", 3));
    EXPECT_NE(first[0].id, second[0].id);
    EXPECT_EQ(co_await led_partitions(node), 3U);
  });
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> { EXPECT_EQ(co_await led_partitions(node), 3U); });
}

// Appends so many records of one byte to a partition on shard 0.
Task<void> fill(Node& node, const protocol::Uuid& topic_id, int count) {
  storage::Partition* const partition = node.logs(0).find(topic_id, 0);
  for (int i = 0; i < count; ++i) {
    auto batch = storage::make_batch({{}});
    auto appended = co_await partition->append_as_leader(
        batch.span(), {storage::AppendOrigin::kClient, partition->state().leader_epoch, 13});
    EXPECT_TRUE(appended.has_value());
  }
}

TEST(LocalController, ATopicMadeAnewBeginsAnewAfterACrashToo) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 1, true, [&](Node& node) -> Task<void> {
    const auto made = co_await create(node, new_topic("a"));
    co_await fill(node, made[0].id, 10);
    EXPECT_TRUE(node.logs(0).find(made[0].id, 0)->advance_log_start(storage::Offset(7)).has_value());
  });
  const auto checkpoint = [&] {
    reactor::Io& io = reactor::Shard::current().io();
    return storage::read_directory_checkpoints(io, directory.path()).value_or(storage::DirectoryCheckpoints{});
  };
  const std::pair<std::string, int32_t> name{"a", 0};
  // Once found there at the start, once written down while it runs.
  for (int round = 0; round < 2; ++round) {
    with_node(directory.path(), 1, false, [&](Node& node) -> Task<void> {
      EXPECT_TRUE(checkpoint().log_starts.contains(name) == (round == 0));
      co_await remove(node, "a");
      const auto made = co_await create(node, new_topic("a"));
      EXPECT_FALSE(checkpoint().recovery_points.contains(name));
      co_await fill(node, made[0].id, 3);
    });
    with_node(directory.path(), 1, round == 0, [&](Node& node) -> Task<void> {
      const auto* partition = node.logs(0).find(node.image().topic("a")->id, 0);
      EXPECT_EQ(partition->log_start_offset(), storage::Offset(0));
      EXPECT_EQ(partition->log_end_offset(), storage::Offset(3));
      co_return;
    });
  }
}

TEST(LocalController, WritesItsCheckpointsWhileItRuns) {
  const TemporaryDirectory directory;
  run_on_shards(2, [&]() -> Task<void> {
    Node node;
    NodeSetup setup = setup_in(directory.path());
    setup.checkpoint_interval_ms = 5;
    EXPECT_TRUE(co_await node.start(setup)) << node.why();
    const auto made = co_await create(node, new_topic("a", 2));
    const auto start_at = [&node, &made](int32_t index) -> Task<void> {
      for (uint32_t shard = 0; shard < 2; ++shard) {
        co_await reactor::on_shard(shard, [&node, &made, index, shard]() -> Task<void> {
          storage::Partition* const partition = node.logs(shard).find(made[0].id, index);
          if (partition == nullptr) co_return;
          auto batch = storage::make_batch({{}, {}});
          EXPECT_TRUE((co_await partition->append_as_leader(
                           batch.span(), {storage::AppendOrigin::kClient, partition->state().leader_epoch, 13}))
                          .has_value());
          EXPECT_TRUE(partition->advance_log_start(storage::Offset(1)).has_value());
        });
      }
    };
    co_await start_at(0);
    co_await start_at(1);
    const auto is_written = [&] {
      reactor::Io& io = reactor::Shard::current().io();
      const auto read = storage::read_directory_checkpoints(io, directory.path());
      return read.has_value() && read->log_starts.size() == 2 && read->high_watermarks.size() == 2;
    };
    // A limit only for one that hangs.
    for (int i = 0; i < 2000 && !is_written(); ++i) co_await reactor::sleep_for(5'000'000);
    EXPECT_TRUE(is_written());
    co_await node.end();
  });
}

Task<ApiError> grow(Node& node, std::string name, int32_t count, bool validate_only = false) {
  CreatePartitionsCall call;
  call.topics.resize(1);
  call.topics[0].name = std::move(name);
  call.topics[0].count = count;
  call.validate_only = validate_only;
  auto grown = co_await node.controller().create_partitions({}, std::move(call));
  co_return grown ? grown->at(0).error : grown.error();
}

TEST(LocalController, AnswersAGrowthWhenEveryNewPartitionLeadsOnItsShard) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 3, false, [&](Node& node) -> Task<void> {
    co_await create(node, new_topic("a", 2), new_topic("b", 1));
    EXPECT_TRUE((co_await grow(node, "a", 3, /*validate_only=*/true)).ok());
    EXPECT_EQ(co_await led_partitions(node), 3U);
    EXPECT_TRUE((co_await grow(node, "a", 7)).ok());
    EXPECT_EQ(co_await led_partitions(node), 8U);
    EXPECT_EQ(node.image().topic("a")->partition_count(), 7);
    EXPECT_EQ((co_await grow(node, "a", 7)).code, ErrorCode::kInvalidPartitions);
  });
  // Another number of shards, and old partitions in a later epoch than the new ones.
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    EXPECT_EQ(co_await led_partitions(node), 8U);
    EXPECT_TRUE((co_await grow(node, "b", 3)).ok());
    EXPECT_EQ(co_await led_partitions(node), 10U);
    EXPECT_EQ(node.image().topic("b")->partition(0)->leader_epoch, 1);
    EXPECT_EQ(node.image().topic("b")->partition(2)->leader_epoch, 0);
    co_await remove(node, "a");
    EXPECT_EQ(co_await led_partitions(node), 3U);
  });
  with_node(directory.path(), 3, true, [&](Node& node) -> Task<void> {
    EXPECT_EQ(co_await led_partitions(node), 3U);
    EXPECT_TRUE(node.started().after_clean_stop);
  });
}

TEST(LocalController, CommitsConcurrentCallsTogetherAndConsistently) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    // Twenty calls at once, two for each name: one creates, the other one finds it there.
    std::vector<Task<ControllerResult<std::vector<CreatedTopic>>>> calls;
    for (int i = 0; i < 20; ++i) {
      CreateTopicsCall call;
      call.topics.push_back(new_topic("t" + std::to_string(i / 2), 1));
      calls.push_back(node.controller().create_topics({}, std::move(call)));
    }
    const auto answers = co_await reactor::when_all(std::move(calls));
    std::multiset<ErrorCode> codes;
    for (const auto& answer : answers) codes.insert(answer->at(0).error.code);
    EXPECT_EQ(codes.count(ErrorCode::kNone), 10U);
    EXPECT_EQ(codes.count(ErrorCode::kTopicAlreadyExists), 10U);
    EXPECT_EQ(co_await led_partitions(node), 10U);
  });
}

TEST(LocalController, NeverGivesAProducerIdTwice) {
  const TemporaryDirectory directory;
  std::set<int64_t> seen;
  for (const bool clean_stop : {false, true}) {
    with_node(directory.path(), 2, clean_stop, [&](Node& node) -> Task<void> {
      for (uint32_t shard = 0; shard < 2; ++shard) {
        const auto ids = co_await reactor::on_shard(shard, [&node, shard]() -> Task<std::vector<int64_t>> {
          ProducerIdCache cache(node.service(shard), node.controller());
          std::vector<int64_t> taken;
          for (int i = 0; i < 1500; ++i) {
            const auto id = co_await cache.next();
            EXPECT_TRUE(id.has_value());
            taken.push_back(*id);
          }
          co_return taken;
        });
        for (const int64_t id : ids) EXPECT_TRUE(seen.insert(id).second) << id;
      }
    });
  }
  EXPECT_EQ(seen.size(), 6000U);
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_LT(*seen.rbegin(), 8000);
}

TEST(LocalController, RefusesAStaleBrokerAndController) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 1, true, [&](Node& node) -> Task<void> {
    const auto block = co_await node.controller().allocate_producer_ids({}, 1, 4711);
    EXPECT_EQ(block.error().code, ErrorCode::kStaleBrokerEpoch);
    CallContext of_another_epoch;
    of_another_epoch.controller_epoch = 99;
    const auto created = co_await node.controller().create_topics(of_another_epoch, CreateTopicsCall());
    EXPECT_EQ(created.error().code, ErrorCode::kNotController);
  });
}

TEST(LocalController, AltersSettingsOfTopicsAndTheirLogs) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    const auto created = co_await create(node, new_topic("a", 2));
    std::vector<ResourceConfigChange> changes(1);
    changes[0].name = "a";
    changes[0].changes.resize(2);
    changes[0].changes[0].key = "retention.ms";
    changes[0].changes[0].value = "77";
    changes[0].changes[1].key = "cleanup.policy";
    changes[0].changes[1].operation = ConfigOperation::kAppend;
    changes[0].changes[1].value = "compact";
    const auto altered = co_await node.controller().alter_configs({}, changes, false);
    EXPECT_TRUE(altered.has_value() && altered->at(0).ok()) << altered->at(0).message;
    for (uint32_t shard = 0; shard < 2; ++shard) {
      const auto retention_ms = co_await reactor::on_shard(shard, [&node, &created, shard] {
        storage::Partition* partition = node.logs(shard).find(created[0].id, static_cast<int32_t>(shard));
        EXPECT_TRUE(partition->config().cleanup_compact && partition->config().cleanup_delete);
        return partition->config().retention_ms;
      });
      EXPECT_EQ(retention_ms, 77);
    }
    changes[0].changes[0].value = "x";
    const auto refused = co_await node.controller().alter_configs({}, changes, false);
    EXPECT_EQ(refused->at(0).code, ErrorCode::kInvalidConfig);
  });
}

class CountingListener final : public ImageListener {
 public:
  void on_image(const MetadataImage& before, const MetadataImage& after) noexcept override {
    EXPECT_LT(before.position(), after.position());
    ++count;
  }
  int count = 0;
};

TEST(LocalController, TellsListenersAndWaitersOfNewImagesAndFreesOldOnes) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 2, true, [&](Node& node) -> Task<void> {
    CountingListener listener;
    node.service(0).add_listener(listener);
    ImagePtr old = node.service(0).current();
    const int64_t due = old->position().offset + 1;
    int64_t waited_for = -1;
    reactor::Shard::current().spawn([](Node& waiting, int64_t offset, int64_t& got) -> Task<void> {
      const ImagePtr image = co_await waiting.service(0).wait_for_offset(offset);
      got = image->position().offset;
    }(node, due, waited_for));
    co_await create(node, new_topic("a", 1));
    co_await create(node, new_topic("b", 1));
    EXPECT_EQ(listener.count, 2);
    EXPECT_GE(waited_for, due);
    EXPECT_EQ(old->topic("a"), nullptr);
    EXPECT_NE(node.service(0).current()->topic("a"), nullptr);
    old.reset();
    node.service(0).remove_listener(listener);
    co_await create(node, new_topic("c", 1));
    EXPECT_EQ(listener.count, 2);
    // What shard 1 let go comes home by messages of its own.
    while (node.controller().held_image_count() > 1) co_await reactor::sleep_for(1'000'000);
  });
}

TEST(LocalController, RefusesPartitionsWhoseMetadataLogIsGone) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 1, true, [&](Node& node) -> Task<void> { co_await create(node, new_topic("a", 1)); });
  std::filesystem::remove_all(directory.path() + "/__cluster_metadata-0");
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_FALSE(co_await node.start(setup_in(directory.path())));
    EXPECT_NE(node.why().find("is missing; nothing is changed"), std::string::npos) << node.why();
    co_await node.end();
  });
}

TEST(LocalController, SetsAsideDirectoriesThatNoTopicHas) {
  const TemporaryDirectory directory;
  with_node(directory.path(), 1, true, [&](Node& node) -> Task<void> { co_await create(node, new_topic("a", 1)); });
  std::filesystem::create_directory(directory.path() + "/stranger-0");
  std::ofstream(directory.path() + "/stranger-0/partition.metadata")
      << "version: 0\ntopic_id: " << topic_id(3).to_string();
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_TRUE(co_await node.start(setup_in(directory.path()))) << node.why();
    EXPECT_EQ(node.warnings().size(), 1U);
    EXPECT_EQ(co_await led_partitions(node), 1U);
    co_await node.stop();
    co_await node.end();
  });
  EXPECT_FALSE(std::filesystem::exists(directory.path() + "/stranger-0"));
}

// The disk is not mounted, so that its directory is empty; or it is in log.dirs no more.
TEST(LocalController, LeadsNoPartitionWhoseDirectoryIsMissing) {
  const TemporaryDirectory directory;
  NodeSetup both;
  both.paths = {directory.path() + "/a", directory.path() + "/b"};
  std::vector<Uuid> ids;
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_TRUE(co_await node.start(both)) << node.why();
    for (const storage::LogDirectory& each : node.options().directories) ids.push_back(each.id);
    co_await create(node, new_topic("t", 2), new_topic("u", 2));
    co_await node.stop();
    co_await node.end();
  });
  NodeSetup one = both;
  one.paths.pop_back();
  const std::string away = directory.path() + "/away";
  std::filesystem::rename(both.paths[1], away);
  for (const NodeSetup& setup : {one, both, one}) {
    run_on_shards(1, [&]() -> Task<void> {
      Node node;
      EXPECT_TRUE(co_await node.start(setup)) << node.why();
      const TopicImage* topic = node.image().topic("t");
      EXPECT_EQ(topic->partition(0)->leader, 1);
      EXPECT_EQ(topic->partition(1)->leader, kNoLeader);
      EXPECT_EQ(topic->partition(1)->directory_of(1), ids[1]);
      EXPECT_EQ(node.logs(0).find(topic->id, 1), nullptr);
      EXPECT_FALSE(node.warnings().empty());
      if (!node.warnings().empty()) {
        EXPECT_NE(node.warnings()[0].find(ids[1].to_string() + " is none of log.dirs: its 2 partitions"),
                  std::string::npos)
            << node.warnings()[0];
      }
      // Without a stop in good order, so that its leader is still in the log of the next start.
      co_await node.end();
    });
    EXPECT_FALSE(std::filesystem::exists(both.paths[0] + "/t-1"));
    EXPECT_FALSE(std::filesystem::exists(both.paths[1] + "/t-1"));
    std::filesystem::remove_all(both.paths[1]);
  }
  std::filesystem::rename(away, both.paths[1]);
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_TRUE(co_await node.start(both)) << node.why();
    const TopicImage* topic = node.image().topic("t");
    EXPECT_EQ(topic->partition(1)->leader, 1);
    EXPECT_EQ(node.logs(0).find(topic->id, 1)->directory(), both.paths[1] + "/t-1");
    EXPECT_TRUE(node.warnings().empty());
    co_await node.stop();
    co_await node.end();
  });
}

TEST(LocalController, NamesTheDirectoryInWhichAPartitionIsFound) {
  const TemporaryDirectory directory;
  NodeSetup setup;
  setup.paths = {directory.path() + "/a", directory.path() + "/b"};
  std::vector<Uuid> ids;
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_TRUE(co_await node.start(setup)) << node.why();
    for (const storage::LogDirectory& each : node.options().directories) ids.push_back(each.id);
    co_await create(node, new_topic("t", 4));
    for (int32_t index = 0; index < 4; ++index) {
      // The one with the fewest, and of those with as few the first.
      EXPECT_EQ(node.image().topic("t")->partition(index)->directory_of(1), ids[static_cast<size_t>(index) % 2]);
    }
    co_await node.stop();
    co_await node.end();
  });
  std::filesystem::rename(setup.paths[0] + "/t-0", setup.paths[1] + "/t-0");
  run_on_shards(1, [&]() -> Task<void> {
    Node node;
    EXPECT_TRUE(co_await node.start(setup)) << node.why();
    EXPECT_EQ(node.image().topic("t")->partition(0)->directory_of(1), ids[1]);
    EXPECT_EQ(node.image().topic("t")->partition(2)->directory_of(1), ids[0]);
    EXPECT_EQ(node.logs(0).find(node.image().topic("t")->id, 0)->directory(), setup.paths[1] + "/t-0");
    co_await create(node, new_topic("next", 1));
    EXPECT_EQ(node.image().topic("next")->partition(0)->directory_of(1), ids[0]);
    co_await node.stop();
    co_await node.end();
  });
}

}  // namespace
}  // namespace klamm::metadata::test
