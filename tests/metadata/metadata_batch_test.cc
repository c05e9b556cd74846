#include "metadata/metadata_batch.h"

#include <gtest/gtest.h>

#include "metadata/quorum_state.h"
#include "records.h"

namespace klamm::metadata {
namespace {

std::vector<std::string> values_of(const MetadataBatch& batch) {
  std::vector<std::string> values;
  const auto read = for_each_record(batch, [&](const MetadataRecordView& record) -> std::expected<void, std::string> {
    EXPECT_EQ(record.offset, batch.base_offset + static_cast<int64_t>(values.size()));
    values.emplace_back(reinterpret_cast<const char*>(record.value.data()), record.value.size());
    return {};
  });
  EXPECT_TRUE(read.has_value());
  return values;
}

TEST(MetadataBatch, ComesBackAsItWasWritten) {
  const RecordValues values{test::topic_record("a", 1), std::string(300, 'x'), ""};
  protocol::Writer writer;
  write_batch(writer, {42, 7, 1000}, values);
  const auto batch = parse_batch(writer.written());
  ASSERT_TRUE(batch.has_value());
  EXPECT_EQ(batch->base_offset, 42);
  EXPECT_EQ(batch->last_offset, 44);
  EXPECT_EQ(batch->leader_epoch, 7);
  EXPECT_EQ(batch->max_timestamp_ms, 1000);
  EXPECT_FALSE(batch->is_control);
  EXPECT_EQ(batch->size_bytes, writer.position());
  EXPECT_EQ(values_of(*batch), values);
}

TEST(MetadataBatch, MarksControlRecords) {
  const std::vector<std::pair<ControlType, std::string>> records{{ControlType::kKRaftVoters, "v"}};
  protocol::Writer writer;
  write_control_batch(writer, {0, 1, 1}, records);
  const auto batch = parse_batch(writer.written());
  ASSERT_TRUE(batch.has_value());
  EXPECT_TRUE(batch->is_control);
  const auto read = for_each_record(*batch, [&](const MetadataRecordView& record) -> std::expected<void, std::string> {
    EXPECT_EQ(control_type(record.key), ControlType::kKRaftVoters);
    return {};
  });
  EXPECT_TRUE(read.has_value());
}

TEST(MetadataBatch, FindsEveryFlippedByteAndEveryCut) {
  const RecordValues values{test::topic_record("a", 1)};
  protocol::Writer writer;
  write_batch(writer, {42, 7, 1000}, values);
  const std::vector<std::byte> whole(writer.written().begin(), writer.written().end());
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(parse_batch(std::span(whole).first(size)).error(), BatchFault::kIncomplete);
  }
  // From the magic on all is covered by the check or the checksum.
  for (size_t at = 16; at < whole.size(); ++at) {
    std::vector<std::byte> flipped = whole;
    flipped[at] ^= std::byte{1};
    EXPECT_FALSE(parse_batch(flipped).has_value()) << at;
  }
}

TEST(MetadataBatch, HasNoOffsetsWhoseSumOverflows) {
  protocol::Writer writer;
  const RecordValues values(2, "v");
  write_batch(writer, {INT64_MAX, 7, 1000}, values);
  EXPECT_EQ(parse_batch(writer.written()).error(), BatchFault::kInvalid);
  protocol::Writer largest;
  write_batch(largest, {INT64_MAX - INT32_MAX - 1, 7, 1000}, values);
  ASSERT_TRUE(parse_batch(largest.written()).has_value());
}

TEST(QuorumState, IsKafkas) {
  EXPECT_EQ(quorum_state_text({1, 2}, 0, 1),
            R"({"clusterId":"","leaderId":1,"leaderEpoch":2,"votedId":-1,"appliedOffset":0,)"
            R"("currentVoters":[{"voterId":1}],"data_version":0})");
  EXPECT_EQ(
      quorum_state_text({1, 1}, 1, 1),
      R"({"leaderId":1,"leaderEpoch":1,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1})");
  for (const int16_t version : {int16_t{0}, int16_t{1}}) {
    EXPECT_EQ(parse_quorum_state(quorum_state_text({5, 77}, version, 5)), (QuorumState{5, 77}));
  }
  EXPECT_FALSE(parse_quorum_state("nonsense").has_value());
  EXPECT_FALSE(parse_quorum_state(R"({"leaderId":1,"leaderEpoch":1,"data_version":2})").has_value());
  EXPECT_FALSE(parse_quorum_state(R"({"leaderId":"x","leaderEpoch":1,"data_version":1})").has_value());
  EXPECT_FALSE(parse_quorum_state(R"({"leaderId":1,"leaderEpoch":4294967297,"data_version":1})").has_value());
  EXPECT_FALSE(parse_quorum_state(R"({"leaderId":1,"leaderEpoch":2147483647,"data_version":1})").has_value());
}

}  // namespace
}  // namespace klamm::metadata
