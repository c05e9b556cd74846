#include "broker/quota/client_quotas.h"

#include <gtest/gtest.h>

#include <limits>

#include "broker/quota/kept_name.h"
#include "broker/quota/mutation_quotas.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/alter_client_quotas_request.h"
#include "protocol/messages/alter_client_quotas_response.h"
#include "protocol/messages/create_topics_request.h"
#include "protocol/messages/create_topics_response.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/metadata_response.h"
#include "protocol/messages/produce_request.h"
#include "protocol/messages/produce_response.h"
#include "protocol/record_batch_builder.h"
#include "reactor/sleep.h"
#include "tests/broker/sim_broker.h"

// Quotas of clients in the whole broker over a simulation: exact times, and one limit for all shards.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;

constexpr int64_t kNsPerMs = 1'000'000;

// Sets (or takes away) a quota of this client id; null: of every one.
Task<void> set_quota(SimClient& client, std::string key, std::optional<double> value,
                     const std::string* client_id = nullptr) {
  using Request = protocol::AlterClientQuotasRequest;
  Request::EntityData entity;
  entity.entity_type = "client-id";
  entity.entity_name = client_id ? protocol::String(*client_id) : protocol::String::null();
  Request::OpData operation;
  operation.key = key;
  operation.value = value.value_or(0);
  operation.remove = !value;
  Request::EntryData entry;
  entry.entity = {&entity, 1};
  entry.ops = {&operation, 1};
  Request request;
  request.entries = {&entry, 1};
  auto answer = co_await client.call<protocol::AlterClientQuotasResponse>(request, 1);
  EXPECT_TRUE(answer) << answer.error();
  if (answer) EXPECT_EQ(answer->message.entries[0].error_code, ErrorCode::kNone);
}

protocol::Buffer batch_of(size_t value_bytes) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  const std::string value(value_bytes, 'v');
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
  return builder.build(scratch);
}

// Its throttle time in ms.
Task<int32_t> produce(SimClient& client, int32_t partition, size_t value_bytes) {
  const Produced produced = co_await produce_batch(client, "t", partition, batch_of(value_bytes));
  EXPECT_EQ(produced.error, ErrorCode::kNone);
  co_return produced.throttle_ms;
}

struct Fetched {
  ErrorCode error = ErrorCode::kUnknownServerError;
  int32_t throttle_ms = 0;
  int32_t session_id = 0;
  size_t bytes = 0;
  size_t rows = 0;
};

// Of partition 0 of "t", and of partition 1 from its start if it names both.
Task<Fetched> fetch(SimClient& client, int32_t session_id, int32_t epoch, int64_t offset, size_t named_count) {
  protocol::FetchRequest::FetchPartition asked[2];
  asked[0].fetch_offset = offset;
  asked[1].partition = 1;
  for (auto& partition : asked) partition.partition_max_bytes = 1 << 20;
  protocol::FetchRequest::FetchTopic topic;
  topic.topic = "t";
  topic.partitions = {asked, named_count};
  protocol::FetchRequest request;
  request.min_bytes = 1;
  request.session_id = session_id;
  request.session_epoch = epoch;
  if (named_count > 0) request.topics = {&topic, 1};
  const auto answer = co_await client.call<protocol::FetchResponse>(request, 12);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Fetched{};
  Fetched fetched{answer->message.error_code, answer->message.throttle_time_ms, answer->message.session_id, 0, 0};
  for (const auto& row : answer->message.responses) {
    fetched.rows += row.partitions.size;
    for (const auto& partition : row.partitions) fetched.bytes += partition.records.size;
  }
  co_return fetched;
}

struct Created {
  ErrorCode error = ErrorCode::kUnknownServerError;
  int32_t throttle_ms = 0;
};

Task<Created> create(SimClient& client, std::string name, int32_t partitions, int16_t version) {
  protocol::CreateTopicsRequest::CreatableTopic topic;
  topic.name = name;
  topic.num_partitions = partitions;
  topic.replication_factor = 1;
  protocol::CreateTopicsRequest request;
  request.topics = {&topic, 1};
  request.timeout_ms = 10'000;
  auto answer = co_await client.call<protocol::CreateTopicsResponse>(request, version);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Created{};
  co_return Created{answer->message.topics[0].error_code, answer->message.throttle_time_ms};
}

class ClientQuotaTest : public testing::TestWithParam<uint32_t> {
 protected:
  ClientQuotaTest() : broker_(world_, GetParam(), options_of({})) {}
  void SetUp() override {
    ASSERT_TRUE(broker_.started()) << broker_.error();
    broker_.run_client([](SimClient& client) -> Task<void> { EXPECT_TRUE(co_await create_topic(client, "t", 2)); });
  }
  void TearDown() override { EXPECT_TRUE(broker_.stopped()) << broker_.error(); }
  // Of all topics on all shards.
  TopicCounts counts() {
    TopicCounts sum;
    for (uint32_t shard = 0; shard < GetParam(); ++shard) {
      broker_.broker().shard(shard).traffic().for_each(
          [&](const protocol::Uuid&, const TopicCounts& counts) { sum.add(counts); });
    }
    return sum;
  }
  static int64_t now_ms() { return reactor::Shard::current().now_ns() / kNsPerMs; }

  sim::SimWorld world_;
  SimBroker broker_;
};

TEST_P(ClientQuotaTest, AProducerIsToldAndHeldUpForAsLongAsKafkaSays) {
  broker_.run_client([&](SimClient& client) -> Task<void> {
    std::string key = "producer_byte_rate";
    EXPECT_EQ(co_await produce(client, 0, 90'000), 0) << "nobody measures without a quota";
    co_await set_quota(client, key, 10'000);
    EXPECT_EQ(co_await produce(client, 0, 90'000), 0) << "ten seconds' worth pass";
    const int32_t throttle_ms = co_await produce(client, 0, 90'000);
    // Two requests of 90 KB and a little in ten seconds: (18 - 10) / 10 of them.
    EXPECT_NEAR(throttle_ms, 8'000, 100);
    const int64_t since_ms = now_ms();
    protocol::MetadataRequest ask;
    EXPECT_TRUE(co_await client.call<protocol::MetadataResponse>(ask, 9));
    EXPECT_NEAR(static_cast<double>(now_ms() - since_ms), throttle_ms, 10) << "the connection rests";
    co_await set_quota(client, key, std::nullopt);
    EXPECT_EQ(co_await produce(client, 0, 90'000), 0);
  });
}

TEST_P(ClientQuotaTest, AThrottledFullFetchGetsNothingAndMakesNoSession) {
  broker_.run_client([&](SimClient& client) -> Task<void> {
    std::string key = "consumer_byte_rate";
    co_await produce(client, 0, 60'000);
    co_await set_quota(client, key, 10'000);
    const Fetched first = co_await fetch(client, 0, 0, 0, 1);
    EXPECT_GT(first.bytes, 60'000U);
    EXPECT_NE(first.session_id, 0);
    const Fetched second = co_await fetch(client, 0, 0, 0, 1);
    EXPECT_EQ(second.error, ErrorCode::kNone);
    EXPECT_EQ(second.bytes, 0U);
    EXPECT_EQ(second.rows, 0U);
    EXPECT_EQ(second.session_id, 0);
    EXPECT_NEAR(second.throttle_ms, 2'000, 100);
    const TopicCounts counted = counts();
    EXPECT_EQ(counted.bytes_out, first.bytes) << "what was not sent is not counted";
    EXPECT_EQ(counted.fetch_count, 1U);
  });
}

TEST_P(ClientQuotaTest, AThrottledSessionTellsLaterWhatItHeldBack) {
  broker_.run_client([&](SimClient& client) -> Task<void> {
    std::string key = "consumer_byte_rate";
    co_await produce(client, 0, 60'000);
    co_await set_quota(client, key, 10'000);
    const Fetched first = co_await fetch(client, 0, 0, 0, 1);
    EXPECT_GT(first.bytes, 60'000U);
    co_await produce(client, 0, 60'000);
    Fetched next = co_await fetch(client, first.session_id, 1, 1, 2);
    EXPECT_NEAR(next.throttle_ms, 2'000, 100);
    const int64_t since_ms = now_ms();
    int32_t epoch = 2;
    while (next.throttle_ms > 0 && epoch < 20) {
      EXPECT_EQ(next.error, ErrorCode::kNone);
      EXPECT_EQ(next.rows, 0U);
      EXPECT_EQ(next.session_id, first.session_id);
      next = co_await fetch(client, first.session_id, epoch++, 1, 0);
    }
    EXPECT_GT(next.bytes, 60'000U) << "not asked for again";
    EXPECT_EQ(next.rows, 2U) << "the new partition has no records, and was told of by nobody yet";
    EXPECT_LT(now_ms() - since_ms, 13'000) << "when the first fetch no longer counts";
    next = co_await fetch(client, first.session_id, epoch, 1, 0);
    EXPECT_GT(next.throttle_ms, 0) << "it was counted when it was sent";
  });
}

TEST_P(ClientQuotaTest, AFetchAsksForNoMoreThanMayPass) {
  broker_.run_client([&](SimClient& client) -> Task<void> {
    std::string key = "consumer_byte_rate";
    for (int i = 0; i < 8; ++i) co_await produce(client, 0, 30'000);
    co_await set_quota(client, key, 10'000);
    // As in Kafka the answer's own bytes are over it by so little that it waits for the next window.
    Fetched fetched = co_await fetch(client, 0, -1, 0, 1);
    const int64_t since_ms = now_ms();
    while (fetched.throttle_ms > 0 && now_ms() - since_ms < 60'000) {
      EXPECT_LE(fetched.throttle_ms, 20);
      fetched = co_await fetch(client, 0, -1, 0, 1);
    }
    EXPECT_LE(now_ms() - since_ms, 11'000);
    EXPECT_GT(fetched.bytes, 80'000U);
    EXPECT_LE(fetched.bytes, 100'000U);
  });
}

// A client id may have 32 KiB: tables keep the beginning, and clients that share it are told apart all the same.
TEST_P(ClientQuotaTest, LongClientIdsAreKeptApart) {
  const std::string beginning(net::kClientIdKeptBytes, 'a');
  const std::string one = beginning + std::string(30'000, 'b') + "1";
  const std::string other = beginning + std::string(30'000, 'b') + "2";
  broker_.run_client([&](SimClient& client) -> Task<void> {
    std::string key = "producer_byte_rate";
    co_await set_quota(client, key, 10'000);
    co_await set_quota(client, key, 1'000, &other);
  });
  broker_.on_shard(0, [&] {
    ClientQuotas& quotas = broker_.broker().shard(0).client_quotas();
    const auto used = [&](const std::string& client_id, double bytes) {
      const QuotaClient client{"ANONYMOUS", client_id};
      return quotas.record(QuotaType::kProduce, client, bytes);
    };
    EXPECT_EQ(used(one, 100'000), 0);
    EXPECT_EQ(used(other, 10'000), 0) << "what the first has used is not its own";
    EXPECT_EQ(used(one, 10'000), 1'000) << "of 10,000 a second";
    EXPECT_EQ(used(other, 1'000), 1'000) << "the quota of its whole name: 1,000 a second";
    EXPECT_EQ(used(beginning, 100'000), 0);
    EXPECT_EQ(quotas.measures().size(), 3U);
    EXPECT_EQ(quotas.client_count(), 3U);
  });
}

// Partitions that are made and deleted: the strict versions refuse what an overdrawn bucket has no tokens for.
TEST_P(ClientQuotaTest, PartitionsAreMadeAsFastAsAllowed) {
  broker_.run_client([](SimClient& client) -> Task<void> {
    std::string key = "controller_mutation_rate";
    co_await set_quota(client, key, 1);
    const Created first = co_await create(client, "a", 20, 7);
    EXPECT_EQ(first.error, ErrorCode::kNone) << "who has tokens may take more";
    EXPECT_EQ(first.throttle_ms, 0);
    const Created second = co_await create(client, "b", 1, 7);
    EXPECT_EQ(second.error, ErrorCode::kThrottlingQuotaExceeded);
    EXPECT_NEAR(second.throttle_ms, 9'000, 100);
    const Created third = co_await create(client, "b", 1, 7);
    EXPECT_EQ(third.error, ErrorCode::kNone) << "the connection rested until there were tokens";
    const Created old = co_await create(client, "c", 5, 5);
    EXPECT_EQ(old.error, ErrorCode::kNone) << "an old version is told, and not refused";
    EXPECT_NEAR(old.throttle_ms, 6'000, 100);
    const Created last = co_await create(client, "d", 1, 7);
    EXPECT_EQ(last.error, ErrorCode::kNone);
  });
}

// What a Metadata request says of a topic; one that is not there may be made for it.
Task<ErrorCode> ask_for(SimClient& client, std::string name) {
  protocol::MetadataRequest::MetadataRequestTopic topic;
  topic.name = name;
  protocol::MetadataRequest request;
  request.topics = {&topic, 1};
  request.allow_auto_topic_creation = true;
  const auto answer = co_await client.call<protocol::MetadataResponse>(request, 9);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return ErrorCode::kUnknownServerError;
  EXPECT_EQ(answer->message.throttle_time_ms, 0);
  co_return answer->message.topics[0].error_code;
}

TEST_P(ClientQuotaTest, ATopicThatIsMadeByTheWayTakesOfTheQuotaToo) {
  broker_.run_client([](SimClient& client) -> Task<void> {
    std::string key = "controller_mutation_rate";
    co_await set_quota(client, key, 1);
    const Created first = co_await create(client, "a", 11, 7);
    EXPECT_EQ(first.error, ErrorCode::kNone) << "all tokens are taken";
    const std::string last = "last";
    EXPECT_EQ(co_await ask_for(client, last), ErrorCode::kUnknownTopicOrPartition);
    EXPECT_EQ(co_await ask_for(client, last), ErrorCode::kNone) << "the bucket was not overdrawn yet";
    const std::string refused = "refused";
    EXPECT_EQ(co_await ask_for(client, refused), ErrorCode::kUnknownTopicOrPartition);
    EXPECT_EQ(co_await ask_for(client, refused), ErrorCode::kUnknownTopicOrPartition) << "it was not made";
    co_await set_quota(client, key, std::nullopt);
    EXPECT_EQ(co_await ask_for(client, refused), ErrorCode::kUnknownTopicOrPartition);
    EXPECT_EQ(co_await ask_for(client, refused), ErrorCode::kNone);
  });
}

INSTANTIATE_TEST_SUITE_P(Shards, ClientQuotaTest, testing::Values(1U, 2U));

// What two producers on as many connections have acknowledged; they are on two shards where there are two.
int64_t produced_bytes(uint32_t shard_count, double rate, int64_t seconds) {
  sim::SimWorld world;
  SimBroker broker(world, shard_count, options_of({}));
  EXPECT_TRUE(broker.started()) << broker.error();
  broker.run_client([rate](SimClient& client) -> Task<void> {
    std::string key = "producer_byte_rate";
    EXPECT_TRUE(co_await create_topic(client, "t", 2));
    co_await set_quota(client, key, rate);
  });
  int64_t produced_bytes = 0;
  uint32_t ended = 0;
  const int64_t end_ns = world.now_ns() + seconds * 1000 * kNsPerMs;
  for (int32_t partition = 0; partition < 2; ++partition) {
    broker.start_client([&, partition](SimClient& client) -> Task<void> {
      while (reactor::Shard::current().now_ns() < end_ns) {
        co_await produce(client, partition, 50'000);
        if (reactor::Shard::current().now_ns() < end_ns) produced_bytes += 50'000;
      }
      ++ended;
    });
  }
  EXPECT_TRUE(broker.run_until([&] { return ended == 2; }));
  for (uint32_t shard = 0; shard < shard_count; ++shard) {
    const ClientQuotas& quotas = broker.broker().shard(shard).client_quotas();
    EXPECT_EQ(quotas.measures().size(), 1U) << shard;
    EXPECT_GT(quotas.metrics(QuotaType::kProduce).throttled_count, 0U) << shard;
  }
  EXPECT_TRUE(broker.stopped()) << broker.error();
  return produced_bytes;
}

TEST(ClientQuotas, TwoShardsGiveTogetherWhatOneGives) {
  constexpr double kRate = 100'000;
  constexpr int64_t kSeconds = 200;
  const auto one = static_cast<double>(produced_bytes(1, kRate, kSeconds));
  const auto two = static_cast<double>(produced_bytes(2, kRate, kSeconds));
  EXPECT_NEAR(one, kRate * kSeconds, kRate * kSeconds * 0.1);
  EXPECT_NEAR(two, one, one * 0.05);
}

// The moments of what one shard tells another.
enum class Telling { kNotBegun, kBegun, kOnItsWay };

struct StopOutcome {
  bool has_ended = false;
  bool was_told = false;  // when the stop ended
};

Task<void> use_and_stop(BrokerShard& shard, Telling moment, StopOutcome& outcome) {
  const double bytes = moment == Telling::kNotBegun ? 1 : 10'000;  // much is told at once
  shard.client_quotas().record(QuotaType::kProduce, {"ANONYMOUS", "x"}, bytes);
  // Timers of one moment fire in the order of their arming: this one behind that of the telling.
  if (moment != Telling::kNotBegun) co_await reactor::sleep_for(0);
  if (moment == Telling::kOnItsWay) co_await reactor::yield_now();
  co_await shard.stop_background();
  outcome.was_told = shard.peer(0).client_quotas().measures().size() > 0;
  outcome.has_ended = true;
  shard.client_quotas().record(QuotaType::kProduce, {"ANONYMOUS", "x"}, bytes);
}

// What the other shard has not heard of when the stop ends it must never hear of: it may be gone.
bool was_told_before_stop(Telling moment) {
  sim::SimWorld world;
  SimBroker broker(world, 2, options_of({}));
  EXPECT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    std::string key = "producer_byte_rate";
    co_await set_quota(client, key, 1'000);
  });
  StopOutcome outcome;
  broker.on_shard(1, [&] { reactor::Shard::current().spawn(use_and_stop(broker.broker().shard(1), moment, outcome)); });
  EXPECT_TRUE(broker.run_until([&] { return outcome.has_ended; }));
  broker.run_for(10 * ClientQuotas::kTellIntervalNs);
  EXPECT_EQ(broker.broker().shard(0).client_quotas().measures().size() > 0, outcome.was_told);
  EXPECT_TRUE(broker.stopped()) << broker.error();
  return outcome.was_told;
}

TEST(ClientQuotas, AStopWaitsForWhatIsBeingToldAndForNothingElse) {
  EXPECT_FALSE(was_told_before_stop(Telling::kNotBegun));
  EXPECT_TRUE(was_told_before_stop(Telling::kBegun));
  EXPECT_TRUE(was_told_before_stop(Telling::kOnItsWay));
}

TEST(KeptName, ALongOneIsItsBeginningAndAHash) {
  const std::string longest(net::kClientIdKeptBytes, 'a');
  EXPECT_EQ(KeptName(longest).view(), longest);
  EXPECT_EQ(KeptName("").view(), "");
  const std::string one = std::string(32'000, 'a') + "1";
  const std::string same = one;
  const std::string other = std::string(32'000, 'a') + "2";
  const KeptName kept(one);
  EXPECT_EQ(kept.view().size(), net::kClientIdKeptBytes + KeptName::kHashBytes);
  EXPECT_TRUE(kept.view().starts_with(longest));
  EXPECT_EQ(kept.view(), KeptName(same).view());
  EXPECT_NE(kept.view(), KeptName(other).view());
}

TEST(MutationQuotas, LongNamesHaveABucketEach) {
  MutationQuotas quotas({});
  const std::string one = std::string(32'000, 'a') + "1";
  const std::string other = std::string(32'000, 'a') + "2";
  EXPECT_EQ(&quotas.bucket_of("u", one), &quotas.bucket_of("u", one));
  EXPECT_NE(&quotas.bucket_of("u", one), &quotas.bucket_of("u", other));
  EXPECT_NE(&quotas.bucket_of(one, ""), &quotas.bucket_of("", one));
  EXPECT_EQ(quotas.size(), 4U);
}

TEST(QuotaMeasures, TheOneThatWasUsedLongestAgoGoes) {
  QuotaMeasures measures({}, 2);
  measures.of({QuotaType::kProduce, "", "a"}, 1);
  QuotaMeasure& b = measures.of({QuotaType::kProduce, "", "b"}, 2);
  b.rate.record(7, 2);
  measures.of({QuotaType::kProduce, "", "a"}, 3).rate.record(5, 3);
  measures.of({QuotaType::kFetch, "", "a"}, 4);
  EXPECT_EQ(measures.size(), 2U);
  EXPECT_EQ(measures.forgotten_count(), 1U);
  EXPECT_GT(measures.of({QuotaType::kProduce, "", "a"}, 5).rate.per_second(5), 0);
  EXPECT_EQ(measures.of({QuotaType::kProduce, "", "b"}, 6).rate.per_second(6), 0) << "it had to go";
}

TEST(QuotaMeasures, AnHourWithoutUseIsTheEnd) {
  QuotaMeasures measures({});
  measures.of({QuotaType::kProduce, "", "a"}, 0);
  measures.of({QuotaType::kProduce, "", "b"}, QuotaMeasures::kExpirationMs - 1);
  EXPECT_EQ(measures.size(), 2U);
  measures.of({QuotaType::kProduce, "", "c"}, QuotaMeasures::kExpirationMs);
  EXPECT_EQ(measures.size(), 2U);
}

}  // namespace
}  // namespace klamm::broker
