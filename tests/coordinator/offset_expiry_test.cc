#include "coordinator/offset_expiry.h"

#include <gtest/gtest.h>

#include "tests/coordinator/group_harness.h"

namespace klamm::coordinator::test {
namespace {

constexpr int64_t kRetentionMs = 1000;
constexpr char kMemberId[] = "member";

CommittedOffset committed_at(int64_t ms) {
  CommittedOffset offset;
  offset.offset = 5;
  offset.commit_timestamp_ms = ms;
  return offset;
}

// What a Java consumer says it reads.
std::string subscription(std::vector<std::string> topics) {
  protocol::Writer writer;
  writer.write_int16(1);
  writer.write_int32(static_cast<int32_t>(topics.size()));
  for (const std::string& topic : topics) writer.write_string(topic);
  writer.write_int32(-1);
  writer.write_int32(0);
  return std::string(protocol::Bytes(writer.written()).text());
}

class OffsetExpiryTest : public ::testing::Test {
 protected:
  std::vector<std::string> expired(int64_t now_ms) {
    const ExpiredOffsets found = find_expired(group_, transactional_, now_ms, kRetentionMs);
    has_ended_ = found.group_has_ended;
    std::vector<std::string> names;
    for (const OffsetChange& change : found.changes) {
      EXPECT_FALSE(change.offset.has_value());
      names.push_back(change.topic + "-" + std::to_string(change.partition));
    }
    std::ranges::sort(names);
    return names;
  }
  // A stable group of one member.
  void join(std::string metadata) {
    JoinRequest asked = GroupHarness::request("", {{"range", std::move(metadata)}});
    asked.new_member_id = kMemberId;
    harness_.join(asked);
    harness_.pass(harness_.rules.initial_rebalance_delay_ms);
    harness_.sync_all();
    ASSERT_EQ(harness_.group->state(), ClassicState::kStable);
    group_.classic = std::move(harness_.group);
  }

  using Names = std::vector<std::string>;
  GroupHarness harness_;
  StoredGroup group_{"g"};
  TransactionalOffsets transactional_;
  bool has_ended_ = false;
};

TEST_F(OffsetExpiryTest, ASimpleGroupsOffsetsExpireAfterTheirCommit) {
  group_.offsets.put("t", 0, committed_at(100));
  group_.offsets.put("t", 1, committed_at(600));
  EXPECT_EQ(expired(1099), Names{});
  EXPECT_EQ(expired(1100), (Names{"t-0"}));
  EXPECT_FALSE(has_ended_);
  EXPECT_EQ(expired(1600), (Names{"t-0", "t-1"}));
  EXPECT_TRUE(has_ended_);
}

TEST_F(OffsetExpiryTest, AnExpireTimestampOfItsOwnGoesAloneByIt) {
  CommittedOffset offset = committed_at(100);
  offset.expire_timestamp_ms = 5000;
  group_.offsets.put("t", 0, offset);
  EXPECT_EQ(expired(4999), Names{});
  EXPECT_EQ(expired(5000), (Names{"t-0"}));
}

TEST_F(OffsetExpiryTest, TimesThatNoClockShowsDoNotOverflow) {
  group_.offsets.put("t", 0, committed_at(INT64_MIN));
  group_.offsets.put("t", 1, committed_at(INT64_MAX));
  EXPECT_EQ(expired(5000), (Names{"t-0"}));
}

TEST_F(OffsetExpiryTest, WhatAMemberReadsStays) {
  join(subscription({"read"}));
  group_.offsets.put("read", 0, committed_at(100));
  group_.offsets.put("other", 0, committed_at(100));
  EXPECT_EQ(expired(1'000'000), (Names{"other-0"}));
  EXPECT_FALSE(has_ended_);
}

TEST_F(OffsetExpiryTest, OffsetsOfMembersWhoseTopicsAreNotKnownStay) {
  join("not a subscription");
  group_.offsets.put("other", 0, committed_at(100));
  EXPECT_EQ(expired(1'000'000), Names{});
  EXPECT_FALSE(has_ended_);
}

TEST_F(OffsetExpiryTest, AnEmptyGroupsOffsetsExpireWhenItHasBeenEmptyForSoLong) {
  join(subscription({"read"}));
  group_.offsets.put("read", 0, committed_at(100));
  harness_.group = std::move(group_.classic);
  harness_.leave(kMemberId);
  ASSERT_TRUE(harness_.group->is_empty());
  const int64_t since_ms = harness_.group->state_timestamp_ms();
  group_.classic = std::move(harness_.group);
  EXPECT_EQ(expired(since_ms + kRetentionMs - 1), Names{});
  EXPECT_EQ(expired(since_ms + kRetentionMs), (Names{"read-0"}));
  EXPECT_TRUE(has_ended_);
}

TEST_F(OffsetExpiryTest, AnOpenTransactionKeepsOffsetAndGroup) {
  group_.offsets.put("t", 0, committed_at(100));
  transactional_.put(9, "g", "t", 0, committed_at(100));
  EXPECT_EQ(expired(1'000'000), Names{});
  transactional_.end(9, false, [](auto&&...) {});
  EXPECT_EQ(expired(1'000'000), (Names{"t-0"}));
}

TEST_F(OffsetExpiryTest, GroupsOfOtherProtocolsAreLeftAlone) {
  group_.other.is_there = true;
  group_.offsets.put("t", 0, committed_at(100));
  EXPECT_EQ(expired(1'000'000), Names{});
  EXPECT_FALSE(has_ended_);
}

}  // namespace
}  // namespace klamm::coordinator::test
