#include <gtest/gtest.h>

#include <string>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/delete_topics_request.h"
#include "protocol/messages/delete_topics_response.h"
#include "protocol/record_batch_builder.h"
#include "reactor/sleep.h"
#include "tests/broker/committed_offsets.h"
#include "tests/broker/find_coordinator.h"
#include "tests/broker/sim_broker.h"
#include "tests/sim/sim_disk.h"

// A start that takes longer than anybody would wait for: on a slow disk, after an end without good order.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;

constexpr int32_t kPartitions = 60;
constexpr int32_t kOtherPartitions = 3;
constexpr int64_t kNsPerMs = 1'000'000;
constexpr const char* kMarker = "/data/.kafka_cleanshutdown";

protocol::Buffer batch() {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("v")));
  return builder.build(scratch);
}

Task<ErrorCode> delete_topic(SimClient& client, std::string name) {
  protocol::String topic(name);
  protocol::DeleteTopicsRequest request;
  request.topic_names = {&topic, 1};
  request.timeout_ms = 60'000;
  const auto answer = co_await client.call<protocol::DeleteTopicsResponse>(request, 5);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.responses[0].error_code : ErrorCode::kUnknownServerError;
}

// Writes one more record to each partition of the topic as soon as it is served, whichever that is.
Task<void> write_to_all(SimClient& client, std::string topic, int32_t count, int64_t expected_offset,
                        int& refused_count) {
  for (int32_t partition = 0; partition < count; ++partition) {
    Produced produced = co_await produce_batch(client, topic, partition, batch());
    while (produced.error == ErrorCode::kNotLeaderOrFollower) {
      ++refused_count;
      co_await reactor::sleep_for(10 * kNsPerMs);
      produced = co_await produce_batch(client, topic, partition, batch());
    }
    EXPECT_EQ(produced.error, ErrorCode::kNone);
    EXPECT_EQ(produced.base_offset, expected_offset);
  }
}

// When it ends nothing is left to open: only then is a stop a clean one.
Task<void> write_to_both(SimClient& client, int& refused_count) {
  co_await write_to_all(client, "t", kPartitions, 1, refused_count);
  co_await write_to_all(client, "gone", kOtherPartitions, 0, refused_count);
}

class Recovery : public testing::TestWithParam<uint32_t> {
 protected:
  Recovery() : world_({.disk_delay_ns_min = 10 * kNsPerMs, .disk_delay_ns_max = 20 * kNsPerMs}) {}

  static Options options() { return options_of({{"offsets.topic.num.partitions", "3"}}); }

  // One record in each partition of two topics, and a committed offset.
  void live_once() {
    SimBroker broker(world_, GetParam(), options());
    ASSERT_TRUE(broker.started()) << broker.error();
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_TRUE(co_await create_topic(client, "t", kPartitions));
      EXPECT_TRUE(co_await create_topic(client, "gone", kOtherPartitions));
      for (int32_t partition = 0; partition < kPartitions; ++partition) {
        const Produced produced = co_await produce_batch(client, "t", partition, batch());
        EXPECT_EQ(produced.error, ErrorCode::kNone);
      }
      co_await find_coordinator(client, "g");
      ErrorCode error = ErrorCode::kCoordinatorLoadInProgress;
      while (error == ErrorCode::kCoordinatorLoadInProgress) error = co_await commit_offset(client, "g", 1);
      EXPECT_EQ(error, ErrorCode::kNone);
    });
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  // A start after which everything is there, and a stop.
  void serve_whole() {
    SimBroker broker(world_, GetParam(), options());
    ASSERT_TRUE(broker.started()) << broker.error();
    broker.run_client([](SimClient& client) -> Task<void> {
      int refused_count = 0;
      co_await write_to_both(client, refused_count);
    });
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  bool is_there(const std::string& path) { return world_.disk().status(path).has_value(); }
  void forget_the_clean_stop() {
    ASSERT_TRUE(world_.disk().unlink(kMarker).has_value());
    ASSERT_TRUE(world_.disk().unlink("/data/recovery-point-offset-checkpoint").has_value());
  }
  int count_deleted_directories() {
    int count = 0;
    for (const auto& entry : *world_.disk().list("/data")) count += entry.name.ends_with("-delete") ? 1 : 0;
    return count;
  }

  sim::SimWorld world_;
};

TEST_P(Recovery, ServesWhatIsRecoveredWhileOthersRecover) {
  live_once();
  forget_the_clean_stop();
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  EXPECT_GT(broker.facts().opening_count, 0U);
  EXPECT_LT(broker.facts().opening_count, broker.facts().partition_count);
  int refused_count = 0;
  int loading_count = 0;
  broker.run_client([&](SimClient& client) -> Task<void> {
    Committed seen = co_await committed_offset(client, "g");
    while (seen.error == ErrorCode::kCoordinatorLoadInProgress) {
      ++loading_count;
      co_await reactor::sleep_for(kNsPerMs);
      seen = co_await committed_offset(client, "g");
    }
    EXPECT_EQ(seen.error, ErrorCode::kNone);
    EXPECT_EQ(seen.offset, 1);
    co_await write_to_both(client, refused_count);
  });
  EXPECT_GT(refused_count, 0);
  EXPECT_GT(loading_count, 0);
  EXPECT_FALSE(is_there(kMarker));
  EXPECT_TRUE(broker.stopped()) << broker.error();
  EXPECT_TRUE(is_there(kMarker));
}

TEST_P(Recovery, ATopicIsDeletedAndMadeAnewBeforeItIsRecovered) {
  live_once();
  forget_the_clean_stop();
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await delete_topic(client, "t"), ErrorCode::kNone);
    EXPECT_TRUE(co_await create_topic(client, "t", kPartitions));
    int refused_count = 0;
    co_await write_to_all(client, "t", kPartitions, 0, refused_count);
    EXPECT_EQ(refused_count, 0);
    co_await write_to_all(client, "gone", kOtherPartitions, 0, refused_count);
  });
  EXPECT_EQ(count_deleted_directories(), kPartitions);
  EXPECT_TRUE(broker.stopped()) << broker.error();
  EXPECT_TRUE(is_there(kMarker));
}

TEST_P(Recovery, AStopInTheMiddleLosesNothingAndIsNotClean) {
  live_once();
  forget_the_clean_stop();
  {
    SimBroker broker(world_, GetParam(), options());
    ASSERT_TRUE(broker.started()) << broker.error();
    EXPECT_GT(broker.facts().opening_count, 0U);
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  EXPECT_FALSE(is_there(kMarker));
  serve_whole();
  EXPECT_TRUE(is_there(kMarker));
}

TEST_P(Recovery, AStopInTheMiddleOfACleanStartIsClean) {
  live_once();
  {
    SimBroker broker(world_, GetParam(), options());
    ASSERT_TRUE(broker.started()) << broker.error();
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  EXPECT_TRUE(is_there(kMarker));
  serve_whole();
}

INSTANTIATE_TEST_SUITE_P(Shards, Recovery, testing::Values(1U, 3U),
                         [](const auto& shards) { return std::to_string(shards.param) + "_shards"; });

}  // namespace
}  // namespace klamm::broker
