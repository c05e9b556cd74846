#include "broker/live_options.h"

#include <gtest/gtest.h>

#include <set>

#include "metadata/image_builder.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/incremental_alter_configs_request.h"
#include "protocol/messages/incremental_alter_configs_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/sim_broker.h"

// Options that change while the broker runs, in the whole broker over a simulation.
namespace klamm::broker {
namespace {

using metadata::ConfigResourceType;
using protocol::ErrorCode;
using reactor::Task;

struct Setting {
  std::string key;
  std::optional<std::string> value;  // none: it is deleted
};

Task<ErrorCode> alter(SimClient& client, ConfigResourceType type, std::string name, std::vector<Setting> settings) {
  using Request = protocol::IncrementalAlterConfigsRequest;
  std::vector<Request::AlterableConfig> configs;
  for (const Setting& setting : settings) {
    Request::AlterableConfig& config = configs.emplace_back();
    config.name = setting.key;
    config.config_operation = setting.value ? 0 : 1;
    config.value = setting.value ? protocol::String(*setting.value) : protocol::String::null();
  }
  Request::AlterConfigsResource resource;
  resource.resource_type = static_cast<int8_t>(type);
  resource.resource_name = name;
  resource.configs = {configs.data(), configs.size()};
  Request request;
  request.resources = {&resource, 1};
  auto answer = co_await client.call<protocol::IncrementalAlterConfigsResponse>(request, 1);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return ErrorCode::kUnknownServerError;
  const auto& row = answer->message.responses[0];
  co_return row.error_code;
}

Task<ErrorCode> alter_broker(SimClient& client, std::string name, std::vector<Setting> settings) {
  return alter(client, ConfigResourceType::kBroker, std::move(name), std::move(settings));
}

class LiveOptions : public testing::TestWithParam<uint32_t> {
 protected:
  static void expect_max_connections(SimBroker& broker, int32_t expected) {
    for (uint32_t shard = 0; shard < GetParam(); ++shard) {
      EXPECT_EQ(broker.broker().shard(shard).options().max_connections, expected) << shard;
    }
  }
  sim::SimWorld world_;
};

TEST_P(LiveOptions, ReachEveryShardBeforeTheAnswerAndOutliveTheProcess) {
  {
    SimBroker broker(world_, GetParam(), options_of({{"max.connections", "50"}}));
    ASSERT_TRUE(broker.started()) << broker.error();
    expect_max_connections(broker, 50);
    broker.run_client([&](SimClient& client) -> Task<void> {
      std::vector<Setting> for_all{{"max.connections", "40"}};
      EXPECT_EQ(co_await alter_broker(client, "", for_all), ErrorCode::kNone);
      expect_max_connections(broker, 40);
      std::vector<Setting> for_one{{"max.connections", "30"}};
      EXPECT_EQ(co_await alter_broker(client, "1", for_one), ErrorCode::kNone);
      expect_max_connections(broker, 30);
    });
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker again(world_, GetParam(), options_of({{"max.connections", "50"}}));
  ASSERT_TRUE(again.started()) << again.error();
  expect_max_connections(again, 30);
  again.run_client([&](SimClient& client) -> Task<void> {
    std::vector<Setting> none{{"max.connections", std::nullopt}};
    EXPECT_EQ(co_await alter_broker(client, "1", none), ErrorCode::kNone);
    expect_max_connections(again, 40);
    EXPECT_EQ(co_await alter_broker(client, "", none), ErrorCode::kNone);
    expect_max_connections(again, 50);
  });
  EXPECT_TRUE(again.stopped()) << again.error();
}

TEST_P(LiveOptions, AHigherBoundLetsWaitingConnectionsIn) {
  SimBroker broker(world_, GetParam(), options_of({{"max.connections", "1"}}));
  ASSERT_TRUE(broker.started()) << broker.error();
  bool second_served = false;
  broker.run_client([&](SimClient& client) -> Task<void> {
    // Somebody must be in to raise the bound while the next one waits.
    std::vector<Setting> unchanged{{"max.connections", "1"}};
    EXPECT_EQ(co_await alter_broker(client, "", unchanged), ErrorCode::kNone);
    broker.start_client([&](SimClient& second) -> Task<void> {
      std::vector<Setting> nothing;
      EXPECT_EQ(co_await alter_broker(second, "", nothing), ErrorCode::kNone);
      second_served = true;
    });
    std::vector<Setting> higher{{"max.connections", "2"}};
    EXPECT_EQ(co_await alter_broker(client, "", higher), ErrorCode::kNone);
    // While this one is still there.
    for (int i = 0; i < 200 && !second_served; ++i) {
      EXPECT_EQ(co_await alter_broker(client, "", higher), ErrorCode::kNone);
    }
    EXPECT_TRUE(second_served);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(LiveOptions, DefaultsOfTopicsReachTheLogsOfEveryShard) {
  SimBroker broker(world_, GetParam(), options_of({}));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([&](SimClient& client) -> Task<void> {
    const auto id = co_await create_topic(client, "t", 4);
    EXPECT_TRUE(id.has_value());
    if (!id) co_return;
    std::vector<Setting> smaller{{"message.max.bytes", "77"}};
    EXPECT_EQ(co_await alter_broker(client, "", smaller), ErrorCode::kNone);
    int found = 0;
    for (uint32_t shard = 0; shard < GetParam(); ++shard) {
      for (int32_t index = 0; index < 4; ++index) {
        storage::Partition* partition = broker.broker().shard(shard).logs().find(*id, index);
        if (partition == nullptr) continue;
        EXPECT_EQ(partition->config().max_message_bytes, 77);
        ++found;
      }
    }
    EXPECT_EQ(found, 4);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

int32_t depth_on(SimBroker& broker, const protocol::Uuid& id, uint32_t shard_count) {
  std::set<int32_t> depths;
  for (uint32_t shard = 0; shard < shard_count; ++shard) {
    for (int32_t index = 0; index < 4; ++index) {
      storage::Partition* partition = broker.broker().shard(shard).logs().find(id, index);
      if (partition != nullptr) depths.insert(partition->config().producer_state_batches_to_retain);
    }
  }
  EXPECT_EQ(depths.size(), 1U);
  return depths.empty() ? -1 : *depths.begin();
}

TEST_P(LiveOptions, ThoseOfKlammAloneToo) {
  std::optional<protocol::Uuid> id;
  {
    SimBroker broker(world_, GetParam(), options_of({{"producer.state.batches.to.retain", "6"}}));
    ASSERT_TRUE(broker.started()) << broker.error();
    broker.run_client([&](SimClient& client) -> Task<void> {
      id = co_await create_topic(client, "t", 4);
      if (!id) co_return;
      EXPECT_EQ(depth_on(broker, *id, GetParam()), 6);
      std::vector<Setting> settings{{"max.idempotence.batches.to.retain", "20"}, {"fetch.session.eviction.ms", "77"}};
      EXPECT_EQ(co_await alter_broker(client, "", settings), ErrorCode::kNone);
      EXPECT_EQ(depth_on(broker, *id, GetParam()), 20);
      std::vector<Setting> too_low{{"max.idempotence.batches.to.retain", "4"}};
      EXPECT_EQ(co_await alter_broker(client, "", too_low), ErrorCode::kInvalidRequest);
      std::vector<Setting> both{{"producer.state.batches.to.retain", "21"}, {"message.max.bytes", "888"}};
      EXPECT_EQ(co_await alter(client, ConfigResourceType::kTopic, "t", both), ErrorCode::kInvalidConfig);
      both[1].key = "max.message.bytes";
      EXPECT_EQ(co_await alter(client, ConfigResourceType::kTopic, "t", both), ErrorCode::kNone);
      EXPECT_EQ(depth_on(broker, *id, GetParam()), 21);
    });
    EXPECT_TRUE(broker.stopped()) << broker.error();
  }
  if (!id) return;
  SimBroker again(world_, GetParam(), options_of({{"producer.state.batches.to.retain", "6"}}));
  ASSERT_TRUE(again.started()) << again.error();
  EXPECT_EQ(depth_on(again, *id, GetParam()), 21);
  for (uint32_t shard = 0; shard < GetParam(); ++shard) {
    EXPECT_EQ(again.broker().shard(shard).options().fetch_session_eviction_ms, 77);
    EXPECT_EQ(again.broker().shard(shard).options().producer_state_batches_to_retain, 20);
  }
  again.run_client([&](SimClient& client) -> Task<void> {
    std::vector<Setting> none{{"producer.state.batches.to.retain", std::nullopt}};
    EXPECT_EQ(co_await alter(client, ConfigResourceType::kTopic, "t", none), ErrorCode::kNone);
    EXPECT_EQ(depth_on(again, *id, GetParam()), 20);
    EXPECT_EQ(co_await alter_broker(client, "", none), ErrorCode::kNone);
    EXPECT_EQ(depth_on(again, *id, GetParam()), 6);
  });
  EXPECT_TRUE(again.stopped()) << again.error();
}

// The first batch of a producer.
protocol::Buffer first_batch_of(int64_t producer_id) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchOptions options{.producer_id = producer_id, .producer_epoch = 0, .base_sequence = 0};
  protocol::RecordBatchBuilder builder(std::move(options));
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view("v")));
  return builder.build(scratch);
}

constexpr int64_t kSecondNs = 1'000'000'000;

TEST_P(LiveOptions, ProducersExpireByTheNewTimeFromTheNextCheck) {
  SimBroker broker(world_, GetParam(), options_of({{"producer.id.expiration.check.interval.ms", "1000"}}));
  ASSERT_TRUE(broker.started()) << broker.error();
  const auto write = [&](int64_t producer_id) {
    broker.run_client([producer_id](SimClient& client) -> Task<void> {
      for (int32_t partition = 0; partition < 4; ++partition) {
        const Produced produced = co_await produce_batch(client, "t", partition, first_batch_of(producer_id));
        EXPECT_EQ(produced.error, ErrorCode::kNone);
      }
    });
  };
  const auto set = [&](std::optional<std::string> value) {
    broker.run_client([&value](SimClient& client) -> Task<void> {
      std::vector<Setting> settings{{"producer.id.expiration.ms", value}};
      EXPECT_EQ(co_await alter_broker(client, "", settings), ErrorCode::kNone);
    });
  };
  const auto known = [&] {
    uint64_t sum = 0;
    for (uint32_t shard = 0; shard < GetParam(); ++shard) {
      sum += broker.broker().shard(shard).logs().metrics().producer_ids;
    }
    return sum;
  };
  broker.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 4)); });
  write(7);
  broker.run_for(100 * kSecondNs);
  EXPECT_EQ(known(), 4U);
  set("60000");
  broker.run_for(2 * kSecondNs);
  EXPECT_EQ(known(), 0U);
  write(8);
  broker.run_for(40 * kSecondNs);
  EXPECT_EQ(known(), 4U);
  set(std::nullopt);
  broker.run_for(100 * kSecondNs);
  EXPECT_EQ(known(), 4U);
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, LiveOptions, testing::Values(1U, 3U));

TEST(LiveOptionsOf, WhatIsNotLiveOrUnreadableStaysAsGiven) {
  metadata::ImageBuilder state("cluster", 1, 1);
  const auto set = [&](std::string_view broker, std::string_view key, std::string_view value) {
    protocol::ConfigRecord record;
    record.resource_type = static_cast<int8_t>(ConfigResourceType::kBroker);
    record.resource_name = broker;
    record.name = key;
    record.value = value;
    state.apply_own(metadata::encode_record(record));
  };
  set("", "num.partitions", "7");
  set("", "max.connections", "x");
  set("1", "fetch.session.eviction.ms", "9");
  set("2", "fetch.session.eviction.ms", "8");
  set("", "max.connections.per.ip.overrides", "appserver:50");  // Kafka takes names
  set("", "max.connections.per.ip", "70");
  set("", "listener.name.plaintext.max.connections", "x");
  state.finish({1, 1});
  const Options live = live_options(options_of({{"max.connections", "50"}}), state.image());
  EXPECT_EQ(live.num_partitions, 1);
  EXPECT_EQ(live.max_connections, 50);
  EXPECT_EQ(live.fetch_session_eviction_ms, 9);
  EXPECT_FALSE(live.given.contains("fetch.session.eviction.ms"));
  EXPECT_EQ(live.max_connections_per_ip_overrides, "");
  EXPECT_EQ(live.max_connections_per_ip, 70);
  EXPECT_TRUE(live.listener_limits.empty());
}

}  // namespace
}  // namespace klamm::broker
