#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/committed_offsets.h"
#include "tests/broker/find_coordinator.h"
#include "tests/broker/sim_broker.h"
#include "tests/sim/sim_disk.h"

// A broker whose one disk is full when it starts, while it runs, and when it stops.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;

constexpr int64_t kSecondNs = 1'000'000'000;
constexpr uint64_t kRoomBytes = uint64_t{1} << 40;
constexpr int kGroups = 6;

std::string group(int i) {
  return "group" + std::to_string(i);
}

protocol::Buffer batch() {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("v")));
  return builder.build(scratch);
}

Task<size_t> fetched_bytes(SimClient& client) {
  protocol::FetchRequest::FetchPartition asked;
  asked.partition_max_bytes = 1 << 20;
  protocol::FetchRequest::FetchTopic topic;
  topic.topic = "t";
  topic.partitions = {&asked, 1};
  protocol::FetchRequest request;
  request.topics = {&topic, 1};
  auto answer = co_await client.call<protocol::FetchResponse>(request, 12);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return 0;
  EXPECT_EQ(answer->message.responses[0].partitions[0].error_code, ErrorCode::kNone);
  co_return answer->message.responses[0].partitions[0].records.size;
}

class FullDisk : public testing::TestWithParam<uint32_t> {
 protected:
  void live_once() {
    SimBroker broker(world_, GetParam(), options_of(settings_));
    ASSERT_TRUE(broker.started()) << broker.error();
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_TRUE(co_await create_topic(client, "t", 1));
      EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).error, ErrorCode::kNone);
    });
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  void fill() { world_.disk().set_capacity_bytes(world_.disk().used_bytes()); }
  void make_room() { world_.disk().set_capacity_bytes(kRoomBytes); }
  static void expect_refusals(SimBroker& broker) {
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).error, ErrorCode::kKafkaStorageError);
      EXPECT_EQ(co_await try_to_create_topic(client, "new", 1), ErrorCode::kKafkaStorageError);
      EXPECT_EQ(co_await fetched_bytes(client), batch().size());
    });
  }

  sim::SimWorld world_;
  std::vector<std::pair<std::string, std::string>> settings_;
};

TEST_P(FullDisk, ReadsAreServedAndWritesResume) {
  live_once();
  fill();
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  expect_refusals(broker);
  broker.run_for(5 * kSecondNs);
  expect_refusals(broker);
  make_room();
  broker.run_for(2 * kSecondNs);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).error, ErrorCode::kNone);
    EXPECT_EQ(co_await try_to_create_topic(client, "new", 1), ErrorCode::kNone);
    EXPECT_EQ((co_await produce_batch(client, "new", 0, batch())).error, ErrorCode::kNone);
  });
  EXPECT_EQ(broker.fatal(), "");
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(FullDisk, AStopSaysWhatWasNotWrittenAndLosesNothing) {
  live_once();
  fill();
  {
    SimBroker broker(world_, GetParam(), options_of(settings_));
    ASSERT_TRUE(broker.started()) << broker.error();
    EXPECT_FALSE(broker.stopped());
    EXPECT_NE(broker.error(), "");
  }
  make_room();
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await fetched_bytes(client), batch().size());
    EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).base_offset, 1);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// A stop has removed the journals, and there is no room for new ones.
TEST_P(FullDisk, JournalsAreMadeWhenThereIsSpace) {
  settings_ = {{"log.flush.before.acks", "all"}, {"log.journal.bytes", "1048576"}};
  live_once();
  fill();
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  expect_refusals(broker);
  broker.run_for(5 * kSecondNs);
  expect_refusals(broker);
  make_room();
  broker.run_for(3 * kSecondNs);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).error, ErrorCode::kNone);
    EXPECT_EQ(co_await try_to_create_topic(client, "new", 3), ErrorCode::kNone);
    for (int32_t index = 0; index < 3; ++index) {
      EXPECT_EQ((co_await produce_batch(client, "new", index, batch())).error, ErrorCode::kNone);
    }
    EXPECT_EQ(co_await fetched_bytes(client), 2 * batch().size());
  });
  EXPECT_EQ(broker.fatal(), "");
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// As with Kafka's append to __consumer_offsets that has failed.
TEST_P(FullDisk, CommitsAreRefusedAndTheOffsetsBeforeStay) {
  settings_ = {{"offsets.topic.num.partitions", "3"}};
  live_once();
  {
    SimBroker broker(world_, GetParam(), options_of(settings_));
    ASSERT_TRUE(broker.started()) << broker.error();
    broker.run_client([](SimClient& client) -> Task<void> {
      for (int i = 0; i < kGroups; ++i) {
        co_await find_coordinator(client, group(i));
        ErrorCode error = ErrorCode::kCoordinatorLoadInProgress;
        while (error == ErrorCode::kCoordinatorLoadInProgress) error = co_await commit_offset(client, group(i), 1);
        EXPECT_EQ(error, ErrorCode::kNone);
      }
    });
    fill();
    broker.run_client([](SimClient& client) -> Task<void> {
      for (int i = 0; i < kGroups; ++i) {
        for (int attempt = 0; attempt < 2; ++attempt) {
          EXPECT_EQ(co_await commit_offset(client, group(i), 2), ErrorCode::kNotCoordinator);
        }
        EXPECT_EQ(co_await commit_offset(client, "another", 2), ErrorCode::kNotCoordinator);
        EXPECT_EQ((co_await committed_offset(client, group(i))).offset, 1);
      }
    });
    make_room();
    broker.run_for(kSecondNs);
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_EQ(co_await commit_offset(client, group(0), 3), ErrorCode::kNone);
      for (int i = 0; i < kGroups; ++i) {
        EXPECT_EQ((co_await committed_offset(client, group(i))).offset, i == 0 ? 3 : 1);
      }
    });
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    for (int i = 0; i < kGroups; ++i) {
      Committed seen{ErrorCode::kCoordinatorLoadInProgress};
      while (seen.error == ErrorCode::kCoordinatorLoadInProgress) seen = co_await committed_offset(client, group(i));
      EXPECT_EQ(seen.error, ErrorCode::kNone);
      EXPECT_EQ(seen.offset, i == 0 ? 3 : 1);
    }
    EXPECT_EQ((co_await committed_offset(client, "another")).offset, -1);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// The change that met the full disk takes effect when there is space; others are refused meanwhile.
TEST_P(FullDisk, AChangeOfTopicsWaitsForSpace) {
  live_once();
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", 0, batch())).error, ErrorCode::kNone);
  });
  world_.disk().add_fault({.operation = sim::DiskOperation::kWrite,
                           .path_part = "__cluster_metadata-0/00000000000000000000.log",
                           .count = 3,
                           .error = ENOSPC});
  ErrorCode first = ErrorCode::kUnknownServerError;
  broker.start_client(
      [&](SimClient& client) -> Task<void> { first = co_await try_to_create_topic(client, "first", 1); });
  broker.run_for(kSecondNs);
  EXPECT_EQ(first, ErrorCode::kUnknownServerError);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await try_to_create_topic(client, "second", 1), ErrorCode::kKafkaStorageError);
  });
  broker.run_for(3 * kSecondNs);
  EXPECT_EQ(first, ErrorCode::kNone);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await try_to_create_topic(client, "second", 1), ErrorCode::kNone);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, FullDisk, testing::Values(1U, 3U),
                         [](const auto& shards) { return std::to_string(shards.param) + "_shards"; });

}  // namespace
}  // namespace klamm::broker
