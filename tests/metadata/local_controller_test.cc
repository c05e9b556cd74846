#include <gtest/gtest.h>

#include <filesystem>

#include "cluster.h"

namespace klamm::metadata::test {
namespace {

using protocol::ErrorCode;
using reactor::Task;

TEST(LocalController, AnswersACreationWhenEveryPartitionLeadsOnItsShard) {
  const TemporaryDirectory directory;
  run_on_shards(3, [&]() -> Task<void> {
    Node node;
    const bool started = co_await node.start(setup_in(directory.path()));
    EXPECT_TRUE(started) << node.why();
    if (started) {
      EXPECT_TRUE(node.started().new_cluster);
      const auto created = co_await create(node, new_topic("first", 7), new_topic("second", 2));
      for (uint32_t shard = 0; shard < 3; ++shard) {
        const auto led = co_await reactor::on_shard(shard, [&] {
          size_t count = 0;
          const ImagePtr image = node.service(shard).current();
          image->for_each_topic([&](const TopicImage& topic) {
            for (int32_t index = 0; index < topic.partition_count(); ++index) {
              if (topic.owner_shard(index) != shard) continue;
              storage::Partition* partition = node.logs(shard).find(topic.id, index);
              EXPECT_NE(partition, nullptr);
              if (partition != nullptr && partition->is_leader()) ++count;
            }
          });
          return count;
        });
        EXPECT_EQ(led, 3U);
      }
      EXPECT_EQ(node.image().topic("first")->id, created[0].id);
      EXPECT_EQ(node.image().this_broker()->fenced, false);
      co_await node.stop();
      for (const std::string& said : node.warnings()) ADD_FAILURE() << said;
    }
    co_await node.end();
  });
}

}  // namespace
}  // namespace klamm::metadata::test
