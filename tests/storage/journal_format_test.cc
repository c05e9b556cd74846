#include "storage/journal/journal_format.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/storage/journal_memory.h"
#include "tests/storage/log_fixture.h"

namespace klamm::storage::test {
namespace {

constexpr uint64_t kHalfBytes = 8 * kJournalBlockBytes;

protocol::Buffer batch_at(int64_t base, const std::string& value, int32_t epoch = 3) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder({});
  builder.append(kNowMs, protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
  protocol::Buffer batch = builder.build(scratch);
  protocol::set_base_offset(batch.span(), base);
  protocol::set_partition_leader_epoch(batch.span(), epoch);
  return batch;
}

// A file, frame by frame.
class JournalFormatTest : public ::testing::Test {
 protected:
  JournalFormatTest() : file_(kJournalBlockBytes + 2 * kHalfBytes) { encode_journal_head(file_.data(), head_); }

  // Writes a frame with one batch for each offset; its length in the file.
  uint64_t put(uint64_t half, uint64_t position, int64_t sequence, std::vector<int64_t> offsets) {
    std::vector<std::byte> frame(kJournalFrameHeadBytes);
    for (const int64_t offset : offsets) {
      const protocol::Buffer batch = batch_at(offset, "value " + std::to_string(offset));
      const JournalEntry entry{JournalEntryKind::kBatch, {kTopicId, 1}, LeaderEpoch(3), Offset(offset), batch.span()};
      std::byte head[kJournalEntryHeadBytes];
      encode_journal_entry_head(head, entry);
      frame.insert(frame.end(), std::begin(head), std::end(head));
      frame.insert(frame.end(), batch.span().begin(), batch.span().end());
    }
    encode_journal_frame_head(frame, head_.journal_id, sequence, static_cast<int32_t>(offsets.size()));
    std::memcpy(file_.data() + place(half, position), frame.data(), frame.size());
    return journal_padded_bytes(frame.size());
  }
  static uint64_t place(uint64_t half, uint64_t position) { return kJournalBlockBytes + half * kHalfBytes + position; }

  static StorageResult<JournalContents> parse(std::span<const std::byte> file) {
    MemorySource source(file);
    return parse_journal(source);
  }
  StorageResult<JournalContents> parse() const { return parse(file_); }

  struct Seen {
    PartitionKey partition;
    FoundJournalEntry entry;
  };
  std::vector<Seen> entries() {
    const auto contents = parse();
    EXPECT_TRUE(contents.has_value()) << contents.error().message;
    std::vector<Seen> found;
    if (!contents) return found;
    MemorySource source(file_);
    for (const JournalFrame& frame : contents->frames) {
      const auto note = [&](const PartitionKey& partition, const FoundJournalEntry& entry) {
        found.push_back({partition, entry});
      };
      EXPECT_TRUE(visit_journal_frame(source, frame, note).has_value());
    }
    EXPECT_EQ(contents->entry_count, found.size());
    return found;
  }
  std::vector<int64_t> offsets() {
    std::vector<int64_t> found;
    for (const Seen& seen : entries()) found.push_back(seen.entry.base_offset.value);
    return found;
  }

  JournalHead head_{0x1234567890abcdef, 7, kHalfBytes, 2};
  std::vector<std::byte> file_;
};

using Offsets = std::vector<int64_t>;

TEST_F(JournalFormatTest, NamesAreReadBack) {
  EXPECT_EQ(journal_file_name(12, 3), "klamm-journal-12-3");
  const auto name = parse_journal_file_name("klamm-journal-12-3");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->generation, 12);
  EXPECT_EQ(name->shard, 3);
  for (const char* other : {"klamm-journal-", "klamm-journal-1", "klamm-journal-1-", "klamm-journal-a-1", "topic-0",
                            "klamm-journal-9223372036854775807-0"})
    EXPECT_FALSE(parse_journal_file_name(other).has_value()) << other;
}

TEST_F(JournalFormatTest, ReadsWhatWasWritten) {
  const uint64_t next = put(0, 0, 1, {10, 11});
  put(0, next, 2, {12});
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value()) << contents.error().message;
  EXPECT_EQ(contents->head.journal_id, head_.journal_id);
  EXPECT_EQ(contents->head.generation, 7);
  EXPECT_EQ(contents->head.shard, 2);
  ASSERT_EQ(contents->frames.size(), 2U);
  EXPECT_EQ(contents->frames[0].position_bytes, kJournalBlockBytes);
  EXPECT_EQ(contents->frames[0].entry_count, 2U);
  EXPECT_EQ(contents->frames[1].position_bytes, place(0, next));
  EXPECT_EQ(contents->frames[1].sequence, 2);
  EXPECT_EQ(contents->frames[1].entry_count, 1U);
  EXPECT_TRUE(contents->is_continuous);
  const auto found = entries();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2].partition, (PartitionKey{kTopicId, 1}));
  const FoundJournalEntry& entry = found[2].entry;
  EXPECT_EQ(entry.leader_epoch, LeaderEpoch(3));
  EXPECT_EQ(entry.base_offset, Offset(12));
  EXPECT_EQ(entry.next_offset, Offset(13));
  const protocol::Buffer batch = batch_at(12, "value 12");
  EXPECT_TRUE(std::ranges::equal(std::span(file_).subspan(entry.position_bytes, entry.batch_bytes), batch.span()));
}

TEST_F(JournalFormatTest, ATornFrameIsTheEnd) {
  const uint64_t next = put(0, 0, 1, {10});
  put(0, next, 2, {11, 12});
  EXPECT_EQ(offsets(), (Offsets{10, 11, 12}));
  file_[place(0, next) + 200] ^= std::byte{1};
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value());
  EXPECT_TRUE(contents->is_continuous);
  EXPECT_EQ(offsets(), Offsets{10});
}

// Also in the half that was written last, where nothing else tells that it had more.
TEST_F(JournalFormatTest, WhatFollowsADamagedFrameIsTakenAndTold) {
  for (const uint64_t damaged : {0, 1}) {
    file_.assign(file_.size(), std::byte{0});
    encode_journal_head(file_.data(), head_);
    put(0, 0, 1, {10});
    const uint64_t next = put(1, 0, 2, {11});
    put(1, next, 3, {12});
    put(1, 2 * next, 4, {13});
    file_[place(1, damaged * next) + 100] ^= std::byte{1};
    const auto contents = parse();
    ASSERT_TRUE(contents.has_value());
    EXPECT_FALSE(contents->is_continuous);
    EXPECT_EQ(offsets(), damaged == 0 ? (Offsets{10, 12, 13}) : (Offsets{10, 11, 13}));
  }
}

TEST_F(JournalFormatTest, ATornBeginningOfALapIsNoDamage) {
  uint64_t at = 0;
  for (int64_t i = 0; i < 3; ++i) at += put(0, at, 1 + i, {i});
  put(1, 0, 4, {3});
  put(0, 0, 5, {4});
  file_[place(0, 0) + 100] ^= std::byte{1};
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value());
  EXPECT_TRUE(contents->is_continuous);
  EXPECT_EQ(offsets(), (Offsets{1, 2, 3}));
}

TEST_F(JournalFormatTest, WhatIsLeftOfOlderLapsIsNotTakenUnderATornBeginning) {
  uint64_t at = 0;
  for (int64_t i = 0; i < 3; ++i) at += put(0, at, 1 + i, {i});
  put(1, 0, 4, {3});
  put(0, 0, 5, {4});  // a short lap
  put(1, 0, 6, {5});
  put(0, 0, 7, {6});
  file_[place(0, 0) + 100] ^= std::byte{1};
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value());
  EXPECT_TRUE(contents->is_continuous);
  EXPECT_EQ(offsets(), Offsets{5});
}

TEST_F(JournalFormatTest, ADamagedBeginningIsTold) {
  const uint64_t next = put(0, 0, 1, {0});
  put(0, next, 2, {1});
  file_[place(0, 0) + 100] ^= std::byte{1};
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value());
  EXPECT_FALSE(contents->is_continuous);
  EXPECT_EQ(offsets(), Offsets{1});
}

TEST_F(JournalFormatTest, WhatIsLeftOfTheLapBeforeIsNotTaken) {
  // Lap one fills the first half; the second begins it anew.
  uint64_t at = 0;
  for (int64_t i = 0; i < 4; ++i) at += put(0, at, 1 + i, {i});
  put(1, 0, 5, {4});
  const uint64_t next = put(0, 0, 6, {5});
  ASSERT_EQ(next, kJournalBlockBytes);
  EXPECT_EQ(offsets(), (Offsets{4, 5}));
  put(0, next, 7, {6});
  EXPECT_EQ(offsets(), (Offsets{4, 5, 6}));
}

TEST_F(JournalFormatTest, AHalfWhoseNewLapIsTornHasNothing) {
  put(0, 0, 1, {0});
  put(1, 0, 2, {1});
  put(0, 0, 3, {2});
  file_[place(0, 0) + 100] ^= std::byte{1};
  EXPECT_EQ(offsets(), Offsets{1});
  EXPECT_TRUE(parse()->is_continuous);
}

TEST_F(JournalFormatTest, FramesOfAnotherFileAreNotTaken) {
  put(0, 0, 1, {0});
  head_.journal_id ^= 1;
  put(0, kJournalBlockBytes, 2, {1});
  EXPECT_EQ(offsets(), Offsets{0});
}

TEST_F(JournalFormatTest, ALostFrameInTheMiddleIsTold) {
  const uint64_t next = put(0, 0, 1, {0});
  put(0, next, 2, {1});
  put(1, 0, 3, {2});
  file_[place(0, next) + 100] ^= std::byte{1};
  const auto contents = parse();
  ASSERT_TRUE(contents.has_value());
  EXPECT_FALSE(contents->is_continuous);
}

TEST_F(JournalFormatTest, ALostFrameBeforeTheLastIsTold) {
  const uint64_t next = put(0, 0, 1, {0});
  const uint64_t last = next + put(0, next, 2, {1});
  put(0, last, 3, {2});
  EXPECT_TRUE(parse()->is_continuous);
  file_[place(0, next) + 100] ^= std::byte{1};
  EXPECT_FALSE(parse()->is_continuous);
  // The last one may be torn.
  file_[place(0, last) + 100] ^= std::byte{1};
  EXPECT_TRUE(parse()->is_continuous);
  EXPECT_EQ(offsets(), Offsets{0});
}

TEST_F(JournalFormatTest, AnEntryMustSayWhatItsBatchSays) {
  const protocol::Buffer batch = batch_at(10, "x");
  std::vector<std::byte> frame(kJournalFrameHeadBytes + kJournalEntryHeadBytes);
  const JournalEntry entry{JournalEntryKind::kBatch, {kTopicId, 1}, LeaderEpoch(3), Offset(11), batch.span()};
  encode_journal_entry_head(frame.data() + kJournalFrameHeadBytes, entry);
  frame.insert(frame.end(), batch.span().begin(), batch.span().end());
  encode_journal_frame_head(frame, head_.journal_id, 1, 1);
  std::memcpy(file_.data() + place(0, 0), frame.data(), frame.size());
  EXPECT_EQ(offsets(), Offsets{});
}

TEST_F(JournalFormatTest, WhatIsNoJournalIsRefused) {
  EXPECT_FALSE(parse({}).has_value());
  EXPECT_FALSE(parse(std::vector<std::byte>(file_.size())).has_value());
  auto other = file_;
  other[30] ^= std::byte{1};
  EXPECT_FALSE(parse(other).has_value());
  other = file_;
  other.resize(kJournalBlockBytes + kHalfBytes);
  EXPECT_FALSE(parse(other).has_value());
}

}  // namespace
}  // namespace klamm::storage::test
