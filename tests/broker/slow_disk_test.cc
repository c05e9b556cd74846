#include <gtest/gtest.h>

#include <string>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/consumer_group_heartbeat_request.h"
#include "protocol/messages/consumer_group_heartbeat_response.h"
#include "protocol/messages/delete_groups_request.h"
#include "protocol/messages/delete_groups_response.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/committed_offsets.h"
#include "tests/broker/find_coordinator.h"
#include "tests/broker/sim_broker.h"

// Durable acknowledgement on a disk that takes longer than anybody wants to wait.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;

constexpr int64_t kMsNs = 1'000'000;
constexpr int64_t kSecondNs = 1000 * kMsNs;
constexpr int16_t kAll = -1;
constexpr int16_t kLeader = 1;

// One record of an idempotent producer.
protocol::Buffer batch(int32_t sequence, size_t value_bytes = 1) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchOptions options;
  options.producer_id = 7;
  options.producer_epoch = 0;
  options.base_sequence = sequence;
  protocol::RecordBatchBuilder builder{options};
  const std::string value(value_bytes, 'v');
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
  return builder.build(scratch);
}

Task<Produced> produce(SimClient& client, int32_t partition, protocol::Buffer batch, int16_t acks, int32_t timeout_ms) {
  protocol::ProduceRequest::PartitionProduceData data;
  data.index = partition;
  data.records = protocol::Records(batch.span());
  protocol::ProduceRequest::TopicProduceData topic;
  topic.name = "t";
  topic.partition_data = {&data, 1};
  protocol::ProduceRequest request;
  request.acks = acks;
  request.timeout_ms = timeout_ms;
  request.topic_data = {&topic, 1};
  auto answer = co_await client.call<protocol::ProduceResponse>(request, 9);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Produced{};
  const auto& row = answer->message.responses[0].partition_responses[0];
  co_return Produced{row.error_code, row.base_offset, answer->message.throttle_time_ms};
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
  co_return answer ? answer->message.responses[0].partitions[0].records.size : 0;
}

Task<ErrorCode> fetch_stable_offset(SimClient& client, std::string group) {
  protocol::OffsetFetchRequest::OffsetFetchRequestGroup asked;
  asked.group_id = group;
  asked.topics.is_null = true;
  protocol::OffsetFetchRequest request;
  request.groups = {&asked, 1};
  request.require_stable = true;
  const auto answer = co_await client.call<protocol::OffsetFetchResponse>(request, 8);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.groups[0].error_code : ErrorCode::kUnknownServerError;
}

Task<ErrorCode> delete_group(SimClient& client, std::string group) {
  protocol::String name(group);
  protocol::DeleteGroupsRequest request;
  request.groups_names = {&name, 1};
  const auto answer = co_await client.call<protocol::DeleteGroupsResponse>(request, 2);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.results[0].error_code : ErrorCode::kUnknownServerError;
}

// Of a new member.
Task<ErrorCode> beat(SimClient& client, std::string group, std::string member_id = "first") {
  protocol::String topic("t");
  protocol::ConsumerGroupHeartbeatRequest request;
  request.group_id = group;
  request.member_id = member_id;
  request.rebalance_timeout_ms = 60'000;
  request.topic_partitions = {};
  request.subscribed_topic_names = {&topic, 1};
  const auto answer = co_await client.call<protocol::ConsumerGroupHeartbeatResponse>(request, 1);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.error_code : ErrorCode::kUnknownServerError;
}

class SlowDisk : public testing::TestWithParam<uint32_t> {
 protected:
  static Options options() {
    return options_of({{"log.flush.before.acks", "all"},
                       {"log.journal.bytes", "1048576"},
                       {"offsets.commit.timeout.ms", "3000"},
                       {"offsets.topic.num.partitions", "1"}});
  }
  void slow_down() { world_.set_disk_delay_ns(60 * kSecondNs, 60 * kSecondNs); }
  // What was begun while it was slow ends, too.
  void recover(SimBroker& broker) {
    world_.set_disk_delay_ns(20'000, 500'000);
    broker.run_for(300 * kSecondNs);
  }
  // What `ask` gives must be there in about so long.
  template <class Ask>
  void expect_in_ms(SimBroker& broker, int64_t expected_ms, Ask ask) {
    const int64_t began_ns = world_.now_ns();
    broker.run_client([&](SimClient& client) -> Task<void> { co_await ask(client); });
    const int64_t taken_ms = (world_.now_ns() - began_ns) / kMsNs;
    EXPECT_GE(taken_ms, expected_ms);
    EXPECT_LT(taken_ms, expected_ms + 100);
  }
  uint64_t timed_out_count(SimBroker& broker) const {
    uint64_t count = 0;
    for (uint32_t id = 0; id < GetParam(); ++id) {
      count += broker.broker().shard(id).logs().metrics().timed_out_appends;
    }
    return count;
  }

  sim::SimWorld world_;
};

TEST_P(SlowDisk, AProduceIsAnsweredWhenItsTimeHasPassedAndItsRecordsStay) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 1)); });
  slow_down();
  // Its repetition is known for one, and waits for the same.
  for (const int16_t acks : {kAll, kLeader, kAll}) {
    expect_in_ms(broker, 2000, [acks](SimClient& client) -> Task<void> {
      const Produced produced = co_await produce(client, 0, batch(0), acks, 2000);
      EXPECT_EQ(produced.error, ErrorCode::kRequestTimedOut);
      EXPECT_EQ(produced.base_offset, 0) << "where they are, as in Kafka";
    });
  }
  expect_in_ms(broker, 0, [](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce(client, 0, batch(1), kAll, 0)).error, ErrorCode::kRequestTimedOut);
    EXPECT_EQ((co_await produce(client, 0, batch(2), kAll, -5)).error, ErrorCode::kRequestTimedOut);
    EXPECT_EQ(co_await fetched_bytes(client), 0U) << "nothing is shown before it is durable";
  });
  EXPECT_EQ(timed_out_count(broker), 5U);
  recover(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    const size_t three = batch(0).size() + batch(1).size() + batch(2).size();
    EXPECT_EQ(co_await fetched_bytes(client), three);
    for (int32_t sequence = 0; sequence < 4; ++sequence) {
      const Produced produced = co_await produce(client, 0, batch(sequence), kAll, 2000);
      EXPECT_EQ(produced.error, ErrorCode::kNone);
      EXPECT_EQ(produced.base_offset, sequence);
    }
    EXPECT_EQ(co_await fetched_bytes(client), three + batch(3).size());
  });
  EXPECT_EQ(timed_out_count(broker), 5U);
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// More than may wait for the disk: what comes then is not even appended.
TEST_P(SlowDisk, AProduceThatFindsNoRoomIsAnsweredInTime) {
  constexpr size_t kBytes = 120'000;
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 1)); });
  slow_down();
  for (const int64_t base_offset : {0, 1, -1, -1}) {
    expect_in_ms(broker, 1000, [base_offset](SimClient& client) -> Task<void> {
      const auto sequence = static_cast<int32_t>(base_offset < 0 ? 2 : base_offset);
      const Produced produced = co_await produce(client, 0, batch(sequence, kBytes), kAll, 1000);
      EXPECT_EQ(produced.error, ErrorCode::kRequestTimedOut);
      EXPECT_EQ(produced.base_offset, base_offset);
    });
  }
  recover(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    for (int32_t sequence = 0; sequence < 4; ++sequence) {
      const Produced produced = co_await produce(client, 0, batch(sequence, kBytes), kAll, 1000);
      EXPECT_EQ(produced.error, ErrorCode::kNone);
      EXPECT_EQ(produced.base_offset, sequence);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(SlowDisk, GroupsAreAnsweredInTimeAndTheirCommitsTakeEffect) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t", 1));
    co_await find_coordinator(client, "g");
    ErrorCode error = ErrorCode::kCoordinatorLoadInProgress;
    while (error == ErrorCode::kCoordinatorLoadInProgress) error = co_await commit_offset(client, "g", 1);
    EXPECT_EQ(error, ErrorCode::kNone);
    EXPECT_EQ(co_await fetch_stable_offset(client, "g"), ErrorCode::kNone);
  });
  slow_down();
  expect_in_ms(broker, 3000, [](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await commit_offset(client, "g", 2), ErrorCode::kCoordinatorNotAvailable);
    EXPECT_EQ((co_await committed_offset(client, "g")).offset, 1) << "what is not durable is not shown";
  });
  expect_in_ms(broker, 3000, [](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await fetch_stable_offset(client, "g"), ErrorCode::kNotCoordinator) << "as in Kafka";
  });
  expect_in_ms(broker, 3000, [](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await commit_offset(client, "other", 5), ErrorCode::kCoordinatorNotAvailable);
  });
  expect_in_ms(broker, 3000, [](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await delete_group(client, "g"), ErrorCode::kCoordinatorNotAvailable);
  });
  expect_in_ms(broker, 3000, [](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await beat(client, "consumers"), ErrorCode::kCoordinatorNotAvailable);
  });
  recover(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await committed_offset(client, "g")).offset, -1) << "the deletion came last";
    EXPECT_EQ((co_await committed_offset(client, "other")).offset, 5);
    EXPECT_EQ(co_await commit_offset(client, "g", 3), ErrorCode::kNone);
    EXPECT_EQ(co_await fetch_stable_offset(client, "g"), ErrorCode::kNone);
    EXPECT_EQ((co_await committed_offset(client, "g")).offset, 3);
    EXPECT_EQ(co_await beat(client, "consumers"), ErrorCode::kNone);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// Of requests that were answered for want of time nothing gathers, however often they come.
TEST_P(SlowDisk, WhoAsksAgainAndAgainLeavesNothingBehind) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t", 1));
    co_await find_coordinator(client, "consumers");
    ErrorCode error = ErrorCode::kCoordinatorLoadInProgress;
    while (error == ErrorCode::kCoordinatorLoadInProgress) error = co_await beat(client, "consumers");
    EXPECT_EQ(error, ErrorCode::kNone);
  });
  world_.set_disk_delay_ns(1000 * kSecondNs, 1000 * kSecondNs);
  broker.run_client([](SimClient& client) -> Task<void> {
    for (int i = 0; i < 150; ++i) {
      ErrorCode error = ErrorCode::kNone;
      if (i % 3 == 0) error = co_await commit_offset(client, "g", i);
      if (i % 3 != 0) error = co_await beat(client, "consumers", "second");
      EXPECT_EQ(error, ErrorCode::kCoordinatorNotAvailable);
    }
  });
  size_t waiting_count = 0;
  size_t answer_count = 0;
  for (uint32_t id = 0; id < GetParam(); ++id) {
    waiting_count += broker.broker().shard(id).group_driver().waiting_count();
    broker.broker().shard(id).groups().for_each([&](coordinator::GroupPartition& partition) {
      const coordinator::ConsumerGroup* group = partition.consumer("consumers");
      if (group != nullptr) answer_count += group->answer_count();
    });
  }
  EXPECT_EQ(waiting_count, 0U);
  EXPECT_LE(answer_count, 20U);
  world_.set_disk_delay_ns(20'000, 500'000);
  for (int i = 0; i < 8; ++i) broker.run_for(300 * kSecondNs);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await beat(client, "consumers"), ErrorCode::kNone);
    EXPECT_EQ((co_await committed_offset(client, "g")).offset, 147);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, SlowDisk, testing::Values(1U, 3U),
                         [](const auto& shards) { return std::to_string(shards.param) + "_shards"; });

}  // namespace
}  // namespace klamm::broker
