#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/api_versions_request.h"
#include "protocol/messages/api_versions_response.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/find_coordinator_request.h"
#include "protocol/messages/find_coordinator_response.h"
#include "protocol/messages/init_producer_id_request.h"
#include "protocol/messages/init_producer_id_response.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/metadata_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/committed_offsets.h"
#include "tests/broker/sim_broker.h"

// The whole broker in one process without a kernel ring: real rooms over a simulated disk, network and clock.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Shard;
using reactor::Task;

constexpr int64_t kNowMs = 1'700'000'000'000;

// One record for each letter.
protocol::Buffer batch_of(std::string_view letters) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  for (size_t i = 0; i < letters.size(); ++i) {
    builder.append(kNowMs, protocol::Bytes::null(), protocol::Bytes(letters.substr(i, 1)));
  }
  return builder.build(scratch);
}

Task<int64_t> produce(SimClient& client, std::string topic, int32_t partition, std::string letters) {
  const Produced produced = co_await produce_batch(client, std::move(topic), partition, batch_of(letters));
  EXPECT_EQ(produced.error, ErrorCode::kNone);
  co_return produced.base_offset;
}

struct Fetched {
  ErrorCode error = ErrorCode::kNone;
  int64_t high_watermark = -1;
  size_t bytes = 0;
};

Task<Fetched> fetch(SimClient& client, std::string topic, int32_t partition, int64_t offset, int32_t max_wait_ms = 0) {
  protocol::FetchRequest::FetchPartition asked;
  asked.partition = partition;
  asked.fetch_offset = offset;
  asked.partition_max_bytes = 1 << 20;
  protocol::FetchRequest::FetchTopic asked_topic;
  asked_topic.topic = topic;
  asked_topic.partitions = {&asked, 1};
  protocol::FetchRequest request;
  request.max_wait_ms = max_wait_ms;
  request.min_bytes = 1;
  request.topics = {&asked_topic, 1};
  auto answer = co_await client.call<protocol::FetchResponse>(request, 12);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Fetched{ErrorCode::kUnknownServerError, -1, 0};
  const auto& row = answer->message.responses[0].partitions[0];
  co_return Fetched{row.error_code, row.high_watermark, row.records.size};
}

class WholeBroker : public testing::TestWithParam<uint32_t> {
 protected:
  sim::SimWorld world_;
};

TEST_P(WholeBroker, StartsOnAnEmptyDirectoryAndTellsWhatItSpeaks) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  EXPECT_TRUE(broker.facts().new_cluster);
  broker.run_client([](SimClient& client) -> Task<void> {
    protocol::ApiVersionsRequest request;
    request.client_software_name = "sim";
    request.client_software_version = "1";
    const auto answer = co_await client.call<protocol::ApiVersionsResponse>(request, 4);
    EXPECT_TRUE(answer) << answer.error();
    if (!answer) co_return;
    EXPECT_EQ(answer->message.error_code, ErrorCode::kNone);
    EXPECT_GT(answer->message.api_keys.size, 10U);
    EXPECT_GT(answer->message.finalized_features.size, 0U);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(WholeBroker, ATopicTakesRecordsTheMomentItsCreationIsAnswered) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t", 5));
    for (int32_t partition = 0; partition < 5; ++partition) {
      EXPECT_EQ(co_await produce(client, "t", partition, "ab"), 0);
      EXPECT_EQ(co_await produce(client, "t", partition, "c"), 2);
      const Fetched fetched = co_await fetch(client, "t", partition, 0);
      EXPECT_EQ(fetched.error, ErrorCode::kNone);
      EXPECT_EQ(fetched.high_watermark, 3);
      EXPECT_EQ(fetched.bytes, batch_of("ab").size() + batch_of("c").size());
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(WholeBroker, AFetchWithoutRecordsWaitsItsTime) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 1)); });
  const int64_t before_ns = world_.now_ns();
  broker.run_client([](SimClient& client) -> Task<void> {
    const Fetched fetched = co_await fetch(client, "t", 0, 0, 500);
    EXPECT_EQ(fetched.error, ErrorCode::kNone);
    EXPECT_EQ(fetched.bytes, 0U);
  });
  EXPECT_GE(world_.now_ns() - before_ns, 500'000'000);
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(WholeBroker, ALongPollEndsWhenTheBrokerStops) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 1)); });
  bool answered = false;
  broker.start_client([&](SimClient& client) -> Task<void> {
    const Fetched fetched = co_await fetch(client, "t", 0, 0, 60'000);
    EXPECT_EQ(fetched.error, ErrorCode::kNone);
    EXPECT_EQ(fetched.bytes, 0U);
    answered = true;
  });
  broker.run_for(1'000'000'000);
  EXPECT_FALSE(answered);
  const int64_t before_ns = world_.now_ns();
  EXPECT_TRUE(broker.stopped()) << broker.error();
  EXPECT_LT(world_.now_ns() - before_ns, 5'000'000'000);
  broker.run_for(1'000'000'000);
  EXPECT_TRUE(answered);
}

TEST_P(WholeBroker, EverythingIsThereAfterARestart) {
  protocol::Uuid id;
  std::string cluster_id;
  {
    SimBroker broker(world_, GetParam(), options_of({}));
    ASSERT_TRUE(broker.started()) << broker.error();
    cluster_id = broker.facts().cluster_id;
    broker.run_client([&](SimClient& client) -> Task<void> {
      id = (co_await create_topic(client, "t", 3)).value_or(protocol::Uuid{});
      EXPECT_EQ(co_await produce(client, "t", 1, "abc"), 0);
    });
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  EXPECT_FALSE(broker.facts().new_cluster);
  EXPECT_EQ(broker.facts().cluster_id, cluster_id);
  EXPECT_EQ(broker.facts().topic_count, 1U);
  EXPECT_EQ(broker.facts().partition_count, 3U);
  broker.run_client([&](SimClient& client) -> Task<void> {
    protocol::MetadataRequest::MetadataRequestTopic asked;
    asked.topic_id = id;
    asked.name = protocol::String::null();
    protocol::MetadataRequest request;
    request.topics = {&asked, 1};
    const auto answer = co_await client.call<protocol::MetadataResponse>(request, 12);
    EXPECT_TRUE(answer) << answer.error();
    if (answer) {
      EXPECT_EQ(answer->message.topics[0].name.view(), "t");
      EXPECT_EQ(answer->message.topics[0].partitions.size, 3U);
      EXPECT_EQ(answer->message.topics[0].partitions[1].leader_id, broker.facts().node_id);
    }
    EXPECT_EQ((co_await fetch(client, "t", 1, 0)).high_watermark, 3);
    EXPECT_EQ(co_await produce(client, "t", 1, "d"), 3);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

Task<ErrorCode> find_coordinator(SimClient& client, std::string group) {
  protocol::FindCoordinatorRequest request;
  request.key = group;
  const auto answer = co_await client.call<protocol::FindCoordinatorResponse>(request, 3);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.error_code : ErrorCode::kUnknownServerError;
}

// The offset, after as many tries as the loading of the group takes.
Task<int64_t> loaded_offset(SimClient& client, std::string group, int& load_answers) {
  while (true) {
    const Committed seen = co_await committed_offset(client, group);
    if (seen.error == ErrorCode::kNone) co_return seen.offset;
    EXPECT_EQ(seen.error, ErrorCode::kCoordinatorLoadInProgress);
    if (seen.error != ErrorCode::kCoordinatorLoadInProgress) co_return -100;
    ++load_answers;
  }
}

TEST_P(WholeBroker, CommittedOffsetsAreThereAfterARestart) {
  constexpr int kGroups = 30;
  const auto name = [](int group) { return "group-" + std::to_string(group); };
  {
    SimBroker broker(world_, GetParam(), options_of({{"offsets.topic.replication.factor", "3"}}));
    ASSERT_TRUE(broker.started()) << broker.error();
    // Many ask for a coordinator before there is one, and each is told when it is there.
    int told = 0;
    for (int group = 0; group < kGroups - 1; ++group) {
      broker.start_client([&, group](SimClient& client) -> Task<void> {
        EXPECT_EQ(co_await find_coordinator(client, name(group)), ErrorCode::kNone);
        ++told;
      });
    }
    broker.run_client([&](SimClient& client) -> Task<void> {
      EXPECT_EQ(co_await find_coordinator(client, name(kGroups)), ErrorCode::kNone);
      EXPECT_TRUE(co_await create_topic(client, "t", 1));
      for (int group = 0; group < kGroups; ++group) {
        EXPECT_EQ(co_await commit_offset(client, name(group), 100 + group), ErrorCode::kNone);
      }
    });
    EXPECT_EQ(told, kGroups - 1);
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, 3, options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  int load_answers = 0;
  broker.run_client([&](SimClient& client) -> Task<void> {
    for (int group = 0; group < kGroups; ++group) {
      EXPECT_EQ(co_await loaded_offset(client, name(group), load_answers), 100 + group);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(WholeBroker, ProducerIdsAreNeverGivenTwice) {
  std::vector<int64_t> ids;
  for (int life = 0; life < 2; ++life) {
    SimBroker broker(world_, GetParam(), options_of({}));
    ASSERT_TRUE(broker.started()) << broker.error();
    for (int i = 0; i < 5; ++i) {
      broker.run_client([&](SimClient& client) -> Task<void> {
        protocol::InitProducerIdRequest request;
        request.transactional_id = protocol::String::null();
        const auto answer = co_await client.call<protocol::InitProducerIdResponse>(request, 4);
        EXPECT_TRUE(answer) << answer.error();
        if (!answer) co_return;
        EXPECT_EQ(answer->message.error_code, ErrorCode::kNone);
        EXPECT_EQ(std::ranges::count(ids, answer->message.producer_id), 0);
        ids.push_back(answer->message.producer_id);
      });
    }
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  EXPECT_EQ(ids.size(), 10U);
}

TEST_P(WholeBroker, AnUnservedVersionClosesTheConnection) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    protocol::InitProducerIdRequest request;
    request.transactional_id = protocol::String::null();
    EXPECT_FALSE(co_await client.call<protocol::InitProducerIdResponse>(request, 6));
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(WholeBroker, AnotherNodeIdIsRefused) {
  {
    SimBroker broker(world_, GetParam(), options_of({{"node.id", "3"}}));
    ASSERT_TRUE(broker.started()) << broker.error();
    EXPECT_EQ(broker.facts().node_id, 3);
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, GetParam(), options_of({{"node.id", "4"}}));
  EXPECT_FALSE(broker.started());
  EXPECT_NE(broker.error().find("4"), std::string::npos) << broker.error();
}

TEST_P(WholeBroker, ADirectoryInUseIsRefused) {
  SimBroker first(world_, GetParam(), options_of({}));
  ASSERT_TRUE(first.started()) << first.error();
  SimBroker second(world_, GetParam(), options_of({{"listeners", "PLAINTEXT://127.0.0.1:9094"}}));
  EXPECT_FALSE(second.started());
  EXPECT_NE(second.error(), "");
  EXPECT_TRUE(first.stopped()) << first.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, WholeBroker, testing::Values(1U, 2U, 4U),
                         [](const auto& shards) { return std::to_string(shards.param) + "_shards"; });

}  // namespace
}  // namespace klamm::broker
