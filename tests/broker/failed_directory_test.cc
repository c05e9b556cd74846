#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/metadata_request.h"
#include "protocol/messages/metadata_response.h"
#include "protocol/record_batch_builder.h"
#include "tests/broker/sim_broker.h"
#include "tests/sim/sim_disk.h"

// One of two log directories fails: what is in the other is served on.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;
using sim::DiskOperation;

constexpr int32_t kPartitions = 4;
constexpr size_t kSegmentBytes = size_t{1} << 20;
constexpr int64_t kSecondNs = 1'000'000'000;

protocol::Buffer batch(size_t value_bytes = 1) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder{protocol::RecordBatchOptions{}};
  const std::string value(value_bytes, 'v');
  builder.append(1'700'000'000'000, protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
  return builder.build(scratch);
}

struct Seen {
  ErrorCode error = ErrorCode::kUnknownServerError;
  size_t bytes = 0;
};

Task<Seen> fetch(SimClient& client, std::string topic, int32_t partition) {
  protocol::FetchRequest::FetchPartition asked;
  asked.partition = partition;
  asked.partition_max_bytes = 1 << 20;
  protocol::FetchRequest::FetchTopic asked_topic;
  asked_topic.topic = topic;
  asked_topic.partitions = {&asked, 1};
  protocol::FetchRequest request;
  request.topics = {&asked_topic, 1};
  auto answer = co_await client.call<protocol::FetchResponse>(request, 12);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return Seen{};
  const auto& row = answer->message.responses[0].partitions[0];
  co_return Seen{row.error_code, row.records.size};
}

struct Described {
  ErrorCode error = ErrorCode::kNone;
  int32_t leader_id = -2;
  size_t offline_count = 0;
};

Task<std::vector<Described>> describe(SimClient& client, std::string topic) {
  protocol::MetadataRequest::MetadataRequestTopic asked;
  asked.name = topic;
  protocol::MetadataRequest request;
  request.topics = {&asked, 1};
  auto answer = co_await client.call<protocol::MetadataResponse>(request, 12);
  EXPECT_TRUE(answer) << answer.error();
  std::vector<Described> rows(kPartitions);
  if (!answer) co_return rows;
  for (const auto& row : answer->message.topics[0].partitions) {
    rows[static_cast<size_t>(row.partition_index)] = {row.error_code, row.leader_id, row.offline_replicas.size};
  }
  co_return rows;
}

class FailedDirectory : public testing::TestWithParam<uint32_t> {
 protected:
  static Options options() {
    return options_of({{"log.dirs", "/data,/other"}, {"log.segment.bytes", std::to_string(kSegmentBytes)}});
  }

  bool is_there(const std::string& path) { return world_.disk().status(path).has_value(); }
  // The partitions of "t" that live in the second directory.
  std::set<int32_t> others() {
    std::set<int32_t> indexes;
    for (int32_t index = 0; index < kPartitions; ++index) {
      if (is_there("/other/t-" + std::to_string(index))) indexes.insert(index);
    }
    return indexes;
  }
  void break_directory(const std::string& path, DiskOperation operation) {
    world_.disk().add_fault({.operation = operation, .path_part = path + "/", .count = UINT64_MAX, .error = EIO});
  }
  void make_topic(SimBroker& broker) {
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_TRUE(co_await create_topic(client, "t", kPartitions));
      for (int32_t index = 0; index < kPartitions; ++index) {
        EXPECT_EQ((co_await produce_batch(client, "t", index, batch())).error, ErrorCode::kNone);
      }
    });
  }

  sim::SimWorld world_;
};

TEST_P(FailedDirectory, GoesOfflineAndTheRestServesOn) {
  {
    SimBroker broker(world_, GetParam(), options());
    ASSERT_TRUE(broker.started()) << broker.error();
    make_topic(broker);
    const std::set<int32_t> lost = others();
    ASSERT_EQ(lost.size(), 2U);
    break_directory("/other", DiskOperation::kWrite);
    broker.run_client([&](SimClient& client) -> Task<void> {
      EXPECT_EQ((co_await produce_batch(client, "t", *lost.begin(), batch())).error, ErrorCode::kKafkaStorageError);
    });
    // All of the directory, and not the partition alone.
    broker.run_for(kSecondNs);
    broker.run_client([&](SimClient& client) -> Task<void> {
      const std::vector<Described> rows = co_await describe(client, "t");
      for (int32_t index = 0; index < kPartitions; ++index) {
        const bool is_lost = lost.contains(index);
        const ErrorCode expected = is_lost ? ErrorCode::kKafkaStorageError : ErrorCode::kNone;
        EXPECT_EQ((co_await produce_batch(client, "t", index, batch())).error, expected) << index;
        EXPECT_EQ((co_await fetch(client, "t", index)).error, expected) << index;
        const Described& row = rows[static_cast<size_t>(index)];
        EXPECT_EQ(row.error, is_lost ? ErrorCode::kLeaderNotAvailable : ErrorCode::kNone) << index;
        EXPECT_EQ(row.leader_id < 0, is_lost) << index;
        EXPECT_EQ(row.offline_count, is_lost ? 1U : 0U) << index;
      }
      // New partitions go where a directory is.
      EXPECT_TRUE(co_await create_topic(client, "new", kPartitions));
      for (int32_t index = 0; index < kPartitions; ++index) {
        EXPECT_EQ((co_await produce_batch(client, "new", index, batch())).error, ErrorCode::kNone);
      }
    });
    EXPECT_FALSE(is_there("/other/new-0") || is_there("/other/new-1"));
    EXPECT_EQ(broker.fatal(), "");
    EXPECT_TRUE(broker.stopped()) << broker.error();
    EXPECT_TRUE(is_there("/data/.kafka_cleanshutdown"));
    EXPECT_FALSE(is_there("/other/.kafka_cleanshutdown"));
  }
  // The next start has a directory in order again, and everything that was acknowledged.
  world_.disk().clear_faults();
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([&](SimClient& client) -> Task<void> {
    for (int32_t index = 0; index < kPartitions; ++index) {
      EXPECT_GE((co_await fetch(client, "t", index)).bytes, batch().size()) << index;
      EXPECT_EQ((co_await produce_batch(client, "t", index, batch())).error, ErrorCode::kNone) << index;
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// Of a segment that was closed for a new one: nobody waits for it.
TEST_P(FailedDirectory, ASyncThatFailsIsEnough) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  make_topic(broker);
  const std::set<int32_t> lost = others();
  ASSERT_EQ(lost.size(), 2U);
  break_directory("/other", DiskOperation::kSync);
  broker.run_client([&](SimClient& client) -> Task<void> {
    for (int i = 0; i < 2; ++i) {
      const Produced produced = co_await produce_batch(client, "t", *lost.begin(), batch(kSegmentBytes / 2));
      EXPECT_EQ(produced.error, ErrorCode::kNone);
    }
  });
  broker.run_for(kSecondNs);
  broker.run_client([&](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", *lost.rbegin(), batch())).error, ErrorCode::kKafkaStorageError);
    EXPECT_EQ((co_await fetch(client, "t", *lost.rbegin())).error, ErrorCode::kKafkaStorageError);
  });
  world_.disk().clear_faults();
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(FailedDirectory, AFullDiskIsNoFailure) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  make_topic(broker);
  const std::set<int32_t> others_now = others();
  world_.disk().add_fault({.operation = DiskOperation::kWrite, .path_part = "/other/t-", .count = 1, .error = ENOSPC});
  broker.run_client([&](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", *others_now.begin(), batch())).error, ErrorCode::kKafkaStorageError);
  });
  broker.run_for(kSecondNs);
  broker.run_client([&](SimClient& client) -> Task<void> {
    EXPECT_EQ((co_await produce_batch(client, "t", *others_now.begin(), batch())).error, ErrorCode::kNone);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
  EXPECT_TRUE(is_there("/other/.kafka_cleanshutdown"));
}

TEST_P(FailedDirectory, WithoutTheMetadataLogTheProcessEnds) {
  SimBroker broker(world_, GetParam(), options());
  ASSERT_TRUE(broker.started()) << broker.error();
  make_topic(broker);
  break_directory("/data", DiskOperation::kSync);
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_EQ(co_await try_to_create_topic(client, "new", 1), ErrorCode::kKafkaStorageError);
  });
  broker.run_for(kSecondNs);
  EXPECT_NE(broker.fatal().find("/data/__cluster_metadata-0"), std::string::npos) << broker.fatal();
  world_.disk().clear_faults();
  EXPECT_FALSE(broker.stopped());
}

INSTANTIATE_TEST_SUITE_P(Shards, FailedDirectory, testing::Values(1U, 3U),
                         [](const auto& shards) { return std::to_string(shards.param) + "_shards"; });

}  // namespace
}  // namespace klamm::broker
