#include "metadata/metadata_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cluster.h"
#include "metadata/bootstrap.h"
#include "records.h"

namespace klamm::metadata::test {
namespace {

using reactor::Task;

struct Collected final : ReplaySink {
  Result on_record(std::span<const std::byte> value) override {
    records.emplace_back(reinterpret_cast<const char*>(value.data()), value.size());
    return {};
  }
  Result on_control(ControlType type, std::span<const std::byte>) override {
    controls.push_back(type);
    return {};
  }
  std::vector<std::string> records;
  std::vector<ControlType> controls;
};

class MetadataLogTest : public ::testing::Test {
 protected:
  MetadataLogTest() {
    options_.directories.push_back({directory_.path(), topic_id(5)});
    segment_ = directory_.path() + "/__cluster_metadata-0/00000000000000000000.log";
  }

  // Loads the log, begins an epoch and appends one batch for each value.
  void write(const std::vector<std::string>& values) {
    run_on_shards(1, [&]() -> Task<void> {
      reactor::Io& io = reactor::Shard::current().io();
      MetadataLog log(io, directory_.path());
      Collected seen;
      if (!*log.exists()) {
        const protocol::Buffer snapshot = format_snapshot(options_, 1);
        const auto formatted = co_await log.format(snapshot.span());
        EXPECT_TRUE(formatted.has_value()) << formatted.error();
      }
      const auto loaded = log.load(seen);
      EXPECT_TRUE(loaded.has_value()) << loaded.error();
      const auto begun = co_await log.begin_epoch(1, 1);
      EXPECT_TRUE(begun.has_value()) << begun.error();
      for (const std::string& value : values) {
        protocol::Writer writer;
        const RecordValues one(1, value);
        write_batch(writer, {log.end_offset(), log.epoch(), 1}, one);
        EXPECT_TRUE(log.append(writer.written(), log.end_offset() + 1, 1).has_value());
      }
      const auto synced = co_await log.sync();
      EXPECT_TRUE(synced.has_value()) << synced.error();
    });
  }

  struct Loaded {
    MetadataLog::Result result;
    Collected seen;
    int64_t end_offset = 0;
    int32_t epoch = 0;
    uint64_t torn_bytes = 0;
  };
  Loaded load() {
    Loaded loaded;
    run_on_shards(1, [&]() -> Task<void> {
      MetadataLog log(reactor::Shard::current().io(), directory_.path());
      loaded.result = log.load(loaded.seen);
      loaded.end_offset = log.end_offset();
      loaded.epoch = log.epoch();
      loaded.torn_bytes = log.torn_bytes();
      co_return;
    });
    return loaded;
  }
  std::vector<std::string> loaded_records() {
    const Loaded loaded = load();
    EXPECT_TRUE(loaded.result.has_value()) << loaded.result.error();
    // The snapshot's six features come first.
    return {loaded.seen.records.begin() + 6, loaded.seen.records.end()};
  }

  TemporaryDirectory directory_;
  NodeOptions options_;
  std::string segment_;
};

TEST_F(MetadataLogTest, ComesBackAsItWasWritten) {
  write({"a", "b"});
  const Loaded loaded = load();
  EXPECT_EQ(loaded.end_offset, 2);
  EXPECT_EQ(loaded.epoch, 1);
  EXPECT_EQ(loaded.seen.controls, (std::vector<ControlType>{ControlType::kSnapshotHeader, ControlType::kKRaftVersion,
                                                            ControlType::kKRaftVoters, ControlType::kSnapshotFooter}));
  write({"c"});
  EXPECT_EQ(loaded_records(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(load().epoch, 2);
}

TEST_F(MetadataLogTest, TakesOverTheEpochOfTheQuorumState) {
  write({"a"});
  write({});
  write({});
  EXPECT_EQ(load().epoch, 3);
  std::ifstream file(directory_.path() + "/__cluster_metadata-0/leader-epoch-checkpoint");
  // An epoch without records gives way to the next one that starts at the same offset.
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "0\n2\n1 0\n3 1\n");
}

TEST_F(MetadataLogTest, CutsATornTailWithTheFirstWriteOnly) {
  write({"a", std::string(500, 'b')});
  const auto whole = std::filesystem::file_size(segment_);
  for (const uintmax_t missing : {1, 100, 500}) {
    std::filesystem::resize_file(segment_, whole - missing);
    const Loaded loaded = load();
    EXPECT_TRUE(loaded.result.has_value()) << loaded.result.error();
    EXPECT_EQ(loaded.end_offset, 1);
    EXPECT_GT(loaded.torn_bytes, 0U);
    EXPECT_EQ(std::filesystem::file_size(segment_), whole - missing);
  }
  write({"c"});
  EXPECT_EQ(loaded_records(), (std::vector<std::string>{"a", "c"}));
}

TEST_F(MetadataLogTest, CutsATailOfZeros) {
  write({"a"});
  std::filesystem::resize_file(segment_, std::filesystem::file_size(segment_) + 4096);
  EXPECT_EQ(load().torn_bytes, 4096U);
  write({"b"});
  EXPECT_EQ(loaded_records(), (std::vector<std::string>{"a", "b"}));
}

TEST_F(MetadataLogTest, RefusesDamageInFrontOfValidRecords) {
  write({"a", "b", "c"});
  std::fstream file(segment_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(segment_) / 3 + 40));
  file.put('\x55');
  file.close();
  const Loaded loaded = load();
  ASSERT_FALSE(loaded.result.has_value());
  EXPECT_NE(loaded.result.error().find("is damaged at byte"), std::string::npos) << loaded.result.error();
}

// Batches that leave in one write are on the disk together or not; a power loss takes any sectors of it.
TEST_F(MetadataLogTest, CutsAWriteThatLostASectorInTheMiddle) {
  write({"a"});
  const auto begin = std::filesystem::file_size(segment_);
  write({std::string(2000, 'b'), "c"});
  std::fstream file(segment_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>((begin + 100) / 512 * 512 + 512));
  file << std::string(512, '\0');
  file.close();
  const Loaded loaded = load();
  ASSERT_TRUE(loaded.result.has_value()) << loaded.result.error();
  EXPECT_EQ(loaded.end_offset, 1);
  write({"d"});
  EXPECT_EQ(loaded_records(), (std::vector<std::string>{"a", "d"}));
}

TEST_F(MetadataLogTest, RefusesASnapshotThatIsNotWhole) {
  write({"a"});
  const std::string snapshot = directory_.path() + "/__cluster_metadata-0/00000000000000000000-0000000000.checkpoint";
  std::filesystem::resize_file(snapshot, std::filesystem::file_size(snapshot) - 10);
  const Loaded loaded = load();
  ASSERT_FALSE(loaded.result.has_value());
  EXPECT_NE(loaded.result.error().find("is not whole"), std::string::npos) << loaded.result.error();
}

TEST_F(MetadataLogTest, RefusesAMissingSegment) {
  write({"a"});
  std::filesystem::rename(segment_, directory_.path() + "/__cluster_metadata-0/00000000000000000007.log");
  EXPECT_FALSE(load().result.has_value());
}

}  // namespace
}  // namespace klamm::metadata::test
