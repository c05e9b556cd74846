#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "cluster.h"
#include "metadata/metadata_log.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/transaction_log_key.h"
#include "protocol/messages/transaction_log_value.h"
#include "protocol/record_batch_builder.h"
#include "records.h"

// Directories that Klamm cannot serve faithfully: refused with a sentence, and untouched.
namespace klamm::metadata::test {
namespace {

using reactor::Task;

constexpr const char* kTransactions = "__transaction_state";

struct Ignored final : ReplaySink {
  Result on_record(std::span<const std::byte>) override { return {}; }
  Result on_control(ControlType, std::span<const std::byte>) override { return {}; }
};

template <class Message>
std::string versioned(const Message& message, int16_t version) {
  protocol::Writer writer;
  writer.write_int16(version);
  EXPECT_TRUE(protocol::encode(message, version, writer).has_value());
  const auto bytes = writer.written();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class RefusalsTest : public ::testing::Test {
 protected:
  RefusalsTest() {
    run_on_shards(1, [&]() -> Task<void> {
      Node node;
      EXPECT_TRUE(co_await node.start(setup_in(directory_.path()))) << node.why();
      co_await create(node, new_topic("t"), new_topic(kTransactions));
      topic_ = node.image().topic("t")->id;
      co_await node.stop();
      co_await node.end();
    });
  }

  // What the node says when it does not start; empty when it does.
  std::string refusal() {
    std::string why;
    run_on_shards(1, [&]() -> Task<void> {
      Node node;
      const bool started = co_await node.start(setup_in(directory_.path()));
      if (started) co_await node.stop();
      why = node.why();
      co_await node.end();
    });
    return why;
  }
  void expect_refusal(std::string_view sentence) {
    const auto before = files();
    const std::string why = refusal();
    EXPECT_NE(why.find(sentence), std::string::npos) << why;
    EXPECT_TRUE(files() == before);
  }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_.path())) {
      std::ifstream file(entry.path(), std::ios::binary);
      contents[entry.path()] = entry.is_directory() ? "" : std::string(std::istreambuf_iterator<char>(file), {});
    }
    return contents;
  }

  static void add_bytes(const std::string& path, std::span<const std::byte> bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(file.good());
  }
  void add_metadata(const RecordValues& values) {
    protocol::Writer writer;
    run_on_shards(1, [&]() -> Task<void> {
      MetadataLog log(reactor::Shard::current().io(), directory_.path());
      Ignored sink;
      EXPECT_TRUE(log.load(sink).has_value());
      write_batch(writer, {log.end_offset(), log.epoch(), 1}, values);
      co_return;
    });
    add_bytes(directory_.path() + "/__cluster_metadata-0/00000000000000000000.log", writer.written());
  }
  void add_transaction(std::string_view id, int64_t offset, std::optional<int8_t> status, int16_t version = 1,
                       protocol::CompressionType compression = protocol::CompressionType::kNone) {
    protocol::TransactionLogKey key;
    key.transactional_id = id;
    const std::string key_bytes = versioned(key, 0);
    std::string value_bytes;
    if (status) {
      protocol::TransactionLogValue value;
      value.transaction_status = *status;
      value_bytes = versioned(value, version);
    }
    protocol::RecordBatchBuilder builder(
        {.base_offset = offset, .partition_leader_epoch = 0, .compression = compression});
    builder.append(1, protocol::Bytes(std::as_bytes(std::span(key_bytes))),
                   status ? protocol::Bytes(std::as_bytes(std::span(value_bytes))) : protocol::Bytes::null());
    protocol::CodecScratch scratch;
    const protocol::Buffer bytes = builder.build(scratch);
    add_bytes(directory_.path() + "/" + kTransactions + "-0/00000000000000000000.log", bytes.span());
  }

  TemporaryDirectory directory_;
  Uuid topic_;
};

TEST_F(RefusalsTest, StartsOtherwise) {
  EXPECT_EQ(refusal(), "");
}

TEST_F(RefusalsTest, ReplicasOfOtherNodes) {
  const std::vector<int32_t> replicas{1, 2};
  const std::vector<Uuid> directories{directory_id(), directory_id()};
  protocol::PartitionRecord record;
  record.partition_id = 1;
  record.topic_id = topic_;
  record.replicas = protocol::Array<int32_t>(replicas);
  record.isr = protocol::Array<int32_t>(replicas);
  record.directories = protocol::Array<Uuid>(directories);
  record.leader = 2;
  record.leader_epoch = 0;
  record.partition_epoch = 0;
  add_metadata({encode_record(record)});
  expect_refusal("the topic t has replicas on other nodes than 1");
}

TEST_F(RefusalsTest, AnUnknownMetadataVersion) {
  add_metadata({feature_record("metadata.version", kMetadataVersionMax + 1)});
  expect_refusal("the metadata log has the metadata.version 34, and Klamm knows 7 to 33");
}

TEST_F(RefusalsTest, AnUnknownRecord) {
  add_metadata({std::string{'\x01', '\x7d', '\x00', '\x00'}});
  expect_refusal("the metadata log has a record of an unknown type 125");
}

TEST_F(RefusalsTest, AnOpenTransaction) {
  constexpr int8_t kOngoing = 1;
  constexpr int8_t kPrepareCommit = 2;
  constexpr int8_t kCompleteCommit = 4;
  add_transaction("ended", 0, kOngoing);
  add_transaction("ended", 1, kCompleteCommit);
  add_transaction("forgotten", 2, kOngoing, 0);
  add_transaction("forgotten", 3, std::nullopt);
  EXPECT_EQ(refusal(), "");
  add_transaction("open", 4, kPrepareCommit);
  expect_refusal("the transaction of the transactional id open has not ended");
  add_transaction("open", 5, kCompleteCommit);
  add_transaction("older", 6, kOngoing, 0);
  expect_refusal("the transaction of the transactional id older has not ended");
}

TEST_F(RefusalsTest, TransactionsThatCannotBeLookedAt) {
  constexpr int8_t kOngoing = 1;
  add_transaction("open", 0, kOngoing, 1, protocol::CompressionType::kGzip);
  expect_refusal("of transactions has a compressed batch at byte 0, so whether one is open cannot be told");
}

}  // namespace
}  // namespace klamm::metadata::test
