#include <filesystem>

#include "storage/checkpoints.h"
#include "storage/file_names.h"
#include "storage/index_file.h"
#include "storage/leader_epoch_cache.h"
#include "storage/log_directory_scan.h"
#include "storage/position_hints.h"
#include "storage/small_file.h"
#include "storage/transaction_index.h"
#include "tests/storage/log_fixture.h"

namespace klamm::storage::test {
namespace {

TEST(FileNamesTest, TwentyDigitsAndASuffix) {
  EXPECT_EQ(offset_file_path("/d", Offset(42), kLogSuffix), "/d/00000000000000000042.log");
  EXPECT_EQ(parse_offset_file_name("00000000000000000042.log", kLogSuffix), Offset(42));
  EXPECT_FALSE(parse_offset_file_name("42.log", kLogSuffix).has_value());
  EXPECT_FALSE(parse_offset_file_name("00000000000000000042.index", kLogSuffix).has_value());
  EXPECT_FALSE(parse_offset_file_name("0000000000000000004x.log", kLogSuffix).has_value());
  EXPECT_FALSE(parse_offset_file_name("99999999999999999999.log", kLogSuffix).has_value());
}

TEST(FileNamesTest, PartitionDirectories) {
  EXPECT_EQ(partition_directory_name("a-b", 7), "a-b-7");
  EXPECT_EQ(parse_partition_directory_name("a-b-7")->topic, "a-b");
  EXPECT_EQ(parse_partition_directory_name("a-b-7")->index, 7);
  EXPECT_FALSE(parse_partition_directory_name("a-b.0123-delete").has_value());
  EXPECT_FALSE(parse_partition_directory_name("plain").has_value());
  EXPECT_FALSE(parse_partition_directory_name("-1").has_value());
  EXPECT_FALSE(parse_partition_directory_name("t-01").has_value());
}

TEST(LeaderEpochCacheTest, EntriesRiseAndContradictionsGo) {
  LeaderEpochCache cache;
  EXPECT_TRUE(cache.assign(LeaderEpoch(1), Offset(0)));
  EXPECT_FALSE(cache.assign(LeaderEpoch(1), Offset(5)));
  EXPECT_TRUE(cache.assign(LeaderEpoch(3), Offset(10)));
  EXPECT_TRUE(cache.assign(LeaderEpoch(4), Offset(10)));  // nothing was written in epoch 3
  EXPECT_EQ(cache.entries().size(), 2U);
  EXPECT_EQ(cache.end_offset_for(LeaderEpoch(1), Offset(20)).end_offset, Offset(10));
  EXPECT_EQ(cache.end_offset_for(LeaderEpoch(2), Offset(20)).epoch, LeaderEpoch(1));
  EXPECT_EQ(cache.end_offset_for(LeaderEpoch(0), Offset(20)).end_offset, Offset(0));
  EXPECT_EQ(cache.end_offset_for(LeaderEpoch(0), Offset(20)).epoch, LeaderEpoch(0));
  EXPECT_TRUE(cache.truncate_from_start(Offset(5)));
  EXPECT_FALSE(cache.truncate_from_start(Offset(5)));
  EXPECT_EQ(cache.earliest()->start_offset, Offset(5));
  auto read = LeaderEpochCache::parse(cache.text());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->entries(), cache.entries());
  EXPECT_EQ(cache.text(), "0\n2\n1 5\n4 10\n");
  EXPECT_TRUE(cache.truncate_from_end(Offset(10)));
  EXPECT_EQ(cache.latest(), LeaderEpoch(1));
  EXPECT_FALSE(LeaderEpochCache::parse("0\n2\n1 5\n").has_value());
  EXPECT_FALSE(LeaderEpochCache::parse("1\n0\n").has_value());
  EXPECT_FALSE(LeaderEpochCache::parse("0\n1\n1 x\n").has_value());
  EXPECT_FALSE(LeaderEpochCache::parse("").has_value());
}

TEST(PositionHintsTest, RecentBatchesAreKnownWithTheirSizes) {
  PositionHints hints;
  for (int64_t i = 0; i < 20; ++i) hints.note_appended(Offset(i * 2), Offset(0), static_cast<uint64_t>(i) * 100);
  EXPECT_FALSE(hints.find(Offset(7), Offset(0), Offset(40), 2000).has_value());  // forgotten
  const auto inside = hints.find(Offset(21), Offset(0), Offset(40), 2000);
  ASSERT_TRUE(inside.has_value());
  EXPECT_EQ(inside->position, 1000U);
  EXPECT_EQ(inside->first_batch_bytes, 100U);
  EXPECT_FALSE(hints.find(Offset(40), Offset(0), Offset(40), 2000).has_value());
  hints.note_boundary(Offset(40), Offset(0), 2000);
  EXPECT_EQ(hints.find(Offset(40), Offset(0), Offset(40), 2000)->position, 2000U);
  EXPECT_FALSE(hints.find(Offset(21), Offset(99), Offset(40), 2000).has_value());
}

TEST(TransactionIndexTest, EntriesRoundTripAndAreCollected) {
  std::vector<AbortedTransaction> entries = {{ProducerId(1), Offset(0), Offset(10), Offset(5)},
                                             {ProducerId(2), Offset(5), Offset(20), Offset(21)}};
  std::vector<std::byte> bytes;
  for (const auto& entry : entries) {
    const auto encoded = encode_aborted_transaction(entry);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  EXPECT_EQ(bytes.size(), 68U);
  auto decoded = decode_transaction_index(bytes);
  ASSERT_TRUE(decoded.has_value());
  std::vector<AbortedTransaction> found;
  EXPECT_FALSE(collect_aborted(*decoded, Offset(0), Offset(100), found));
  EXPECT_EQ(found.size(), 2U);
  found.clear();
  EXPECT_TRUE(collect_aborted(*decoded, Offset(11), Offset(15), found));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].producer_id, ProducerId(2));
  EXPECT_FALSE(decode_transaction_index(std::span(bytes).first(40)).has_value());
}

class StorageFilesTest : public LogTest {};

TEST_F(StorageFilesTest, IndexLookupsAgreeInMemoryAndInTheFile) {
  const std::string file = directory_ + "/00000000000000000100.index";
  for (const uint32_t count : {0U, 1U, 63U, 64U, 65U, 128U, 129U, 200U, 512U, 513U, 3000U}) {
    std::filesystem::remove(file);
    struct Holder final : OpenFiles::Entry {
    } holder;
    StorageMetrics metrics;
    OpenFiles files(world_->io(), metrics, 100);
    OffsetIndex index(files, holder, file, Offset(100), 0);
    for (uint32_t i = 0; i < count; ++i) index.append({Offset(100 + i * 3), i * 10});
    ASSERT_EQ(index.entry_count(), count);
    ASSERT_TRUE(index.write_tail());
    OffsetIndex reopened(
        files, holder, file, Offset(100),
        static_cast<uint32_t>(std::filesystem::exists(file) ? std::filesystem::file_size(file) / 8 : 0));
    ASSERT_EQ(reopened.entry_count(), count);
    for (OffsetIndex* one : {&index, &reopened}) {
      for (uint32_t probe = 0; probe <= count * 3 + 3; probe += 1 + count / 50) {
        const Offset target(99 + probe);
        auto found = wait(one->last_where([target](const OffsetIndexFormat::Entry& e) { return e.offset <= target; }));
        ASSERT_TRUE(found.has_value());
        if (probe == 0 || count == 0) {
          EXPECT_FALSE(found->has_value());
          continue;
        }
        const uint32_t expected = std::min((probe - 1) / 3, count - 1);
        ASSERT_TRUE(found->has_value()) << count << " " << probe;
        EXPECT_EQ((*found)->position, expected * 10) << count << " " << probe;
      }
    }
    ASSERT_TRUE(wait(index.truncate_to(count / 2)).has_value());
    EXPECT_EQ(index.entry_count(), count / 2);
    EXPECT_EQ(std::filesystem::file_size(file), count / 2 * 8);
    index.append({Offset(100 + count * 3), 7});
    auto last = wait(index.last());
    ASSERT_TRUE(last.has_value() && last->has_value());
    EXPECT_EQ((*last)->position, 7U);
  }
}

TEST_F(StorageFilesTest, CheckpointsAreKafkasText) {
  DirectoryCheckpoints checkpoints;
  checkpoints.recovery_points[{"a", 0}] = Offset(5);
  checkpoints.recovery_points[{"b-c", 12}] = Offset(70);
  checkpoints.high_watermarks[{"a", 0}] = Offset(6);
  ASSERT_TRUE(wait(write_directory_checkpoints(world_->io(), directory_, checkpoints)).has_value());
  auto text = read_small_file(world_->io(), directory_ + "/recovery-point-offset-checkpoint", 1000);
  ASSERT_TRUE(text.has_value() && text->has_value());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>((*text)->data()), (*text)->size()), "0\n2\na 0 5\nb-c 12 70\n");
  auto read = read_directory_checkpoints(world_->io(), directory_);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->recovery_points, checkpoints.recovery_points);
  EXPECT_TRUE(read->log_starts.empty());
  EXPECT_EQ(read->high_watermarks, checkpoints.high_watermarks);
  EXPECT_TRUE(read_offset_checkpoint(world_->io(), directory_ + "/none")->empty());
}

TEST_F(StorageFilesTest, TheCleanShutdownMarkerHasTheBrokerEpoch) {
  EXPECT_FALSE(read_clean_shutdown(world_->io(), directory_)->has_value());
  ASSERT_TRUE(wait(write_clean_shutdown(world_->io(), directory_, {77})).has_value());
  auto marker = read_clean_shutdown(world_->io(), directory_);
  ASSERT_TRUE(marker.has_value() && marker->has_value());
  EXPECT_EQ((*marker)->broker_epoch, 77);
  ASSERT_TRUE(wait(remove_clean_shutdown(world_->io(), directory_)).has_value());
  ASSERT_TRUE(wait(remove_clean_shutdown(world_->io(), directory_)).has_value());
  EXPECT_FALSE(read_clean_shutdown(world_->io(), directory_)->has_value());
}

TEST_F(StorageFilesTest, AScanFindsPartitionsLeftoversAndStrays) {
  Partition& partition = create();
  fill(partition, 3);
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  DirectoryCheckpoints checkpoints;
  wait(manager_->add_checkpoints(directory_, checkpoints));
  ASSERT_TRUE(wait(write_directory_checkpoints(world_->io(), directory_, checkpoints)).has_value());
  std::filesystem::create_directory(directory_ + "/t-1.0123456789abcdef0123456789abcdef-delete");
  std::filesystem::create_directory(directory_ + "/t-2.0123456789abcdef0123456789abcdef-stray");
  std::filesystem::create_directory(directory_ + "/__cluster_metadata-0");
  auto scan = scan_log_directory(world_->io(), directory_);
  ASSERT_TRUE(scan.has_value());
  ASSERT_EQ(scan->partitions.size(), 1U);
  EXPECT_EQ(scan->partitions[0].topic, "t");
  EXPECT_EQ(scan->partitions[0].topic_id, kTopicId);
  EXPECT_EQ(scan->partitions[0].points.recovery_point, Offset(3));
  EXPECT_FALSE(scan->partitions[0].points.after_clean_stop);
  EXPECT_EQ(scan->deleted.size(), 1U);
  EXPECT_EQ(scan->strays.size(), 1U);
}

TEST_F(StorageFilesTest, LeftoversOfKafkasCleanerAreCompletedOrRemoved) {
  config_.segment_bytes = 1000;
  Partition* partition = &create();
  fill(*partition, 20, 100);
  const auto before = consume(*partition, Offset(0));
  ASSERT_TRUE(wait(manager_->stop()).has_value());
  manager_.reset();
  namespace fs = std::filesystem;
  fs::rename(path("00000000000000000005.log"), path("00000000000000000005.log.swap"));
  fs::copy_file(path("00000000000000000010.log"), path("00000000000000000005.log"));
  fs::copy_file(path("00000000000000000000.log"), path("00000000000000000015.log.cleaned"));
  fs::copy_file(path("00000000000000000000.log"), path("00000000000000000000.log.deleted"));
  start();
  partition = &open({.after_clean_stop = true});
  EXPECT_EQ(consume(*partition, Offset(0)), before);
  for (const auto& entry : fs::directory_iterator(path(""))) {
    for (const std::string suffix : {".swap", ".cleaned", ".deleted"})
      EXPECT_FALSE(entry.path().string().ends_with(suffix)) << entry.path();
  }
}

}  // namespace
}  // namespace klamm::storage::test
