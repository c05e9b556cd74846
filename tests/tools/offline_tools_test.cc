#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "metadata/bootstrap.h"
#include "metadata/metadata_batch.h"
#include "metadata/metadata_record.h"
#include "protocol/messages/topic_record.h"
#include "protocol/record_batch_builder.h"
#include "storage/journal/journal_format.h"
#include "storage/producer_snapshot.h"
#include "storage/transaction_index.h"
#include "tests/reactor/world.h"
#include "tools/dump/dump.h"
#include "tools/file_kind.h"
#include "tools/offline_shard.h"
#include "tools/report.h"
#include "tools/segment_walk.h"
#include "tools/verify/metadata_check.h"
#include "tools/verify/partition_check.h"

namespace klamm::tools {
namespace {

using protocol::Bytes;

std::string as_string(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string segment(int batches, std::string_view value = "value") {
  protocol::CodecScratch codec;
  std::string bytes;
  for (int i = 0; i < batches; ++i) {
    protocol::RecordBatchBuilder builder({.base_offset = i * 2, .partition_leader_epoch = 0});
    builder.append(1000 + i, Bytes(std::string_view("key")), Bytes(value));
    builder.append(1000 + i, Bytes::null(), Bytes(value));
    bytes += as_string(builder.build(codec).span());
  }
  return bytes;
}

// One write with one batch.
std::string journal() {
  using namespace storage;
  const std::string batch = segment(1);
  std::vector<std::byte> frame(kJournalFrameHeadBytes + kJournalEntryHeadBytes);
  const JournalEntry entry{JournalEntryKind::kBatch, {}, LeaderEpoch(0), Offset(0), std::as_bytes(std::span(batch))};
  encode_journal_entry_head(frame.data() + kJournalFrameHeadBytes, entry);
  frame.insert(frame.end(), entry.batch.begin(), entry.batch.end());
  encode_journal_frame_head(frame, 42, 1, 1);
  std::vector<std::byte> file(3 * kJournalBlockBytes);
  encode_journal_head(file.data(), {.journal_id = 42, .generation = 1, .half_bytes = kJournalBlockBytes, .shard = 0});
  std::ranges::copy(frame, file.begin() + kJournalBlockBytes);
  return as_string(file);
}

struct Seen final : SegmentVisitor {
  std::vector<int64_t> offsets;
  std::vector<std::pair<uint64_t, uint64_t>> damages;  // position and size
  bool wants_bytes(const WalkedBatch&) override { return true; }
  void on_batch(const WalkedBatch& batch, std::span<const std::byte> bytes) override {
    if (batch.crc_matches) {
      EXPECT_EQ(bytes.size(), batch.log_header.size_bytes);
    }
    offsets.push_back(batch.crc_matches ? batch.header.base_offset : -1);
  }
  void on_damage(uint64_t position, uint64_t skipped, const std::string& what) override {
    EXPECT_FALSE(what.empty());
    damages.emplace_back(position, skipped);
  }
};

class OfflineToolsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = OfflineShard::open();
    ASSERT_TRUE(opened.has_value());
    shard_ = std::move(*opened);
  }
  std::string write(const std::string& name, const std::string& bytes) {
    const std::string path = directory_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  Seen walk(const std::string& bytes) {
    Seen seen;
    const auto walked = shard_->run(walk_segment(shard_->io(), write("00000000000000000000.log", bytes), seen));
    EXPECT_TRUE(walked.has_value());
    EXPECT_EQ(walked.value_or(0), bytes.size());
    return seen;
  }
  uint64_t dump(const std::string& path) {
    std::FILE* const nowhere = std::fopen("/dev/null", "w");
    Report report(nowhere, true);
    shard_->run(dump_path(shard_->io(), path, {.with_records = true, .content = {}}, report));
    std::fclose(nowhere);
    return report.damage_count() + report.failure_count();
  }

  reactor::test::TemporaryDirectory directory_;
  std::unique_ptr<OfflineShard> shard_;
};

TEST_F(OfflineToolsTest, AWalkGoesOnAtTheNextIntactBatch) {
  const std::string good = segment(5);
  const size_t size = good.size() / 5;
  EXPECT_EQ(walk(good).offsets, (std::vector<int64_t>{0, 2, 4, 6, 8}));
  EXPECT_TRUE(walk("").offsets.empty());

  std::string bad_length = good;
  bad_length[size + 8] = 0x11;
  const Seen seen = walk(bad_length);
  EXPECT_EQ(seen.offsets, (std::vector<int64_t>{0, 4, 6, 8}));
  EXPECT_EQ(seen.damages, (std::vector<std::pair<uint64_t, uint64_t>>{{size, size}}));

  std::string bad_record = good;
  bad_record[3 * size - 1] ^= 1;
  EXPECT_EQ(walk(bad_record).offsets, (std::vector<int64_t>{0, 2, -1, 6, 8}));

  const Seen torn = walk(good.substr(0, 4 * size + 20));
  EXPECT_EQ(torn.offsets.size(), 4U);
  EXPECT_EQ(torn.damages, (std::vector<std::pair<uint64_t, uint64_t>>{{4 * size, 20}}));
  // Its length leads to a place that is in the file, but where no batch begins.
  std::string plausible = good;
  plausible[11] = static_cast<char>(plausible[11] + 1);
  EXPECT_EQ(walk(plausible).offsets, (std::vector<int64_t>{2, 4, 6, 8}));
}

// A start gives up all that stands behind the first batch that is none: whoever looks before has to know how much.
TEST_F(OfflineToolsTest, WhatACutTakesIsSaid) {
  const auto verify = [&](const std::string& bytes) {
    write("00000000000000000000.log", bytes);
    char* said = nullptr;
    size_t size = 0;
    std::FILE* const out = open_memstream(&said, &size);
    Report report(out, false);
    shard_->run(check_partition(shard_->io(), {.directory = directory_.path()}, report));
    std::fclose(out);
    const std::string text(said, size);
    std::free(said);
    return text;
  };
  const std::string good = segment(5);
  const size_t size = good.size() / 5;
  EXPECT_EQ(verify(good).find("the log is cut"), std::string::npos);
  EXPECT_EQ(verify(good.substr(0, 5 * size - 1)).find("go with it"), std::string::npos);
  std::string bad = good;
  bad[3 * size - 1] ^= 1;
  const std::string said = verify(bad);
  EXPECT_NE(said.find("the log is cut at offset 4, and 2 whole batches up to offset 9 go with it"), std::string::npos)
      << said;
}

// Kafka stops on one, also when a newer one is whole.
TEST_F(OfflineToolsTest, ASnapshotWithoutItsFooterIsDamaged) {
  metadata::NodeOptions options;
  options.directories.push_back({directory_.path(), protocol::Uuid::from_halves(1, 2)});
  const protocol::Buffer snapshot = metadata::format_snapshot(options, 1);
  const std::string whole = as_string(snapshot.span());
  size_t footer = 0;
  for (size_t at = 0; at < whole.size();) {
    footer = at;
    at += static_cast<size_t>(*metadata::batch_size_bytes(snapshot.span().subspan(at)));
  }
  std::filesystem::create_directory(directory_.path() + "/__cluster_metadata-0");
  const auto damages = [&](const std::string& older) {
    write("__cluster_metadata-0/00000000000000000000-0000000000.checkpoint", older);
    write("__cluster_metadata-0/00000000000000000042-0000000001.checkpoint", whole);
    std::FILE* const nowhere = std::fopen("/dev/null", "w");
    Report report(nowhere, true);
    shard_->run(check_metadata(shard_->io(), directory_.path(), {}, report));
    std::fclose(nowhere);
    return report.damage_count();
  };
  const uint64_t of_whole = damages(whole);
  EXPECT_EQ(damages(whole.substr(0, footer)), of_whole + 1);
}

TEST_F(OfflineToolsTest, AnIndexThatCannotBeReadIsAFailure) {
  std::FILE* const nowhere = std::fopen("/dev/null", "w");
  Report report(nowhere, true);
  // A directory can be opened, and not read.
  dump_offset_index(shard_->io(), directory_.path(), report);
  std::fclose(nowhere);
  EXPECT_EQ(report.failure_count(), 1U);
}

TEST(OfflineTools, NamesTellWhatAFileIs) {
  EXPECT_EQ(file_kind("00000000000000000042.log").kind, FileKind::kSegment);
  EXPECT_EQ(file_kind("00000000000000000042.timeindex.deleted").kind, FileKind::kTimeIndex);
  EXPECT_EQ(file_kind("00000000000000000042.log.swap").stage, ".swap");
  EXPECT_EQ(file_kind("00000000000000000042-0000000001.checkpoint").kind, FileKind::kMetadataSnapshot);
  EXPECT_EQ(file_kind("recovery-point-offset-checkpoint").kind, FileKind::kOffsetCheckpoint);
  EXPECT_EQ(file_kind("klamm-journal-3-0").kind, FileKind::kJournal);
  EXPECT_EQ(file_kind("klamm-journal-3").kind, FileKind::kUnknown);
  EXPECT_EQ(file_kind("42.log").kind, FileKind::kUnknown);
  EXPECT_EQ(content_of_directory("/data/__consumer_offsets-3"), RecordContent::kGroups);
  EXPECT_EQ(content_of_directory("/data/t-0"), RecordContent::kBytes);
}

TEST(OfflineTools, BytesThatAreNoTextAreBase64) {
  Item item;
  set_bytes(item, "key", "grün");
  set_bytes(item, "a", std::string_view("\xff\xfe\x00", 3));
  set_bytes(item, "b", "\xff");
  set_bytes(item, "c", "");
  EXPECT_EQ(item.dump(), R"({"key":"grün","aBase64":"//4A","bBase64":"/w==","c":""})");
}

// Whatever a file holds, a dump ends, and reads nothing outside of it.
TEST_F(OfflineToolsTest, AnyBytesCanBeDumped) {
  protocol::TopicRecord topic;
  topic.name = "t";
  const std::string record = metadata::encode_record(topic);
  const std::string windows = "KLPW" + std::string(40, '\0');
  std::vector<storage::ProducerSummary> producers(3);
  const std::vector<std::pair<std::string, std::string>> files = {
      {"00000000000000000000.log", segment(4)},
      {"00000000000000000000-0000000000.checkpoint", segment(4, record)},
      {"00000000000000000000.index", std::string(40, '\1')},
      {"00000000000000000000.timeindex", std::string(48, '\1')},
      {"00000000000000000000.txnindex", as_string(storage::encode_aborted_transaction({}))},
      {"00000000000000000000.snapshot", as_string(storage::encode_producer_snapshot(producers))},
      {"00000000000000000000.producer-windows", windows},
      {"leader-epoch-checkpoint", "0\n1\n0 0\n"},
      {"recovery-point-offset-checkpoint", "0\n1\nt 0 5\n"},
      {"partition.metadata", "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAg"},
      {"meta.properties", "version=1\ncluster.id=a\nnode.id=1\n"},
      {"quorum-state", R"({"leaderId":1,"leaderEpoch":2,"data_version":1})"},
      {"klamm-settings.json", R"({"version":1})"},
      {"klamm-journal-1-0", journal()},
      {".kafka_cleanshutdown", R"({"version":0,"brokerEpoch":3})"}};
  std::mt19937 random(7);
  uint64_t damaged = 0;
  for (const auto& [name, content] : files) {
    for (int round = 0; round < 60; ++round) {
      std::string bytes = content;
      for (int i = 0; i < round % 4; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
      if (round % 5 == 4) bytes.resize(random() % (bytes.size() + 1));
      damaged += dump(write(name, bytes)) != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(damaged, 200U);
}

}  // namespace
}  // namespace klamm::tools
