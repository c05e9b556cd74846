#include "coordinator/consumer_records.h"

#include <gtest/gtest.h>

#include <random>

#include "coordinator/group_topics.h"
#include "coordinator/member_reconciliation.h"
#include "tests/coordinator/consumer_harness.h"

// Records of consumer groups and back, changes that are taken back, and hashes of topics.
namespace klamm::coordinator::test {
namespace {

const Uuid kTopic = Uuid::from_halves(1, 2);
const Uuid kOther = Uuid::from_halves(3, 4);

MemberMetadata some_metadata() {
  MemberMetadata metadata;
  metadata.instance_id = "i";
  metadata.rack_id = "r";
  metadata.client_id = "c";
  metadata.client_host = "/10.0.0.1";
  metadata.topics = {"a", "b"};
  metadata.topic_regex = "x.*";
  metadata.rebalance_timeout_ms = 5;
  metadata.server_assignor = "range";
  return metadata;
}

ConsumerChange through_log(const ConsumerChange& change) {
  GroupRecords records;
  add_record(records, "g", change);
  std::optional<ConsumerChange> read;
  records.for_each([&](const protocol::Bytes& key_bytes, const protocol::Bytes& value) {
    const auto key = parse_group_record_key(key_bytes.view());
    EXPECT_TRUE(is_of_consumer_group((*key)->type));
    EXPECT_EQ((*key)->group, "g");
    std::optional<std::span<const std::byte>> bytes;
    if (!value.is_null) bytes = value.view();
    read = parse_consumer_change(**key, bytes).value();
  });
  return *read;
}

TEST(ConsumerRecords, ComeBackAsTheyWere) {
  MemberMetadata classic = some_metadata();
  classic.topic_regex.reset();
  classic.classic = ClassicMemberMetadata{7, {{"range", "m"}}};
  const CurrentAssignment current{.member_epoch = 4,
                                  .previous_member_epoch = 3,
                                  .state = MemberState::kUnrevokedPartitions,
                                  .assigned = {{kTopic, {{0, 2}, {3, 4}}}, {kOther, {{1, 1}}}},
                                  .pending_revocation = {{kTopic, {{5, 3}}}}};
  ConsumerGroupState state;
  for (const ConsumerChange& change : std::initializer_list<ConsumerChange>{
           GroupEpochChange{{{9, 0xfedc'ba98'7654'3210ULL}}}, PartitionMetadataChange{true},
           MemberMetadataChange{"m", some_metadata()}, MemberMetadataChange{"n", classic},
           TargetEpochChange{{{8, 1234}}}, TargetMemberChange{"m", TopicPartitions{{kTopic, {0, 3}}}},
           CurrentAssignmentChange{"m", current}, RegexChange{"x.*", ResolvedRegex{{"x1", "x2"}, 5, 6}}}) {
    state.apply(through_log(change));
  }
  EXPECT_EQ(state.group_epoch(), 9);
  EXPECT_EQ(state.metadata_hash(), 0xfedc'ba98'7654'3210ULL);
  EXPECT_EQ(state.assignment_epoch(), 8);
  EXPECT_EQ(state.assignment_timestamp_ms(), 1234);
  EXPECT_TRUE(state.has_partition_metadata());
  EXPECT_EQ(state.find("m")->metadata, some_metadata());
  EXPECT_EQ(state.find("n")->metadata, classic);
  EXPECT_EQ(state.find("m")->current, current);
  EXPECT_EQ(state.target("m"), (TopicPartitions{{kTopic, {0, 3}}}));
  EXPECT_EQ(state.resolved_regexes().at("x.*"), (ResolvedRegex{{"x1", "x2"}, 5, 6}));
  EXPECT_EQ(state.classic_member_count(), 1U);
  EXPECT_TRUE(state.is_owned(kTopic, 5) && state.is_owned(kOther, 1));
  EXPECT_FALSE(state.is_owned(kTopic, 1));
  for (const ConsumerChange& tombstone : std::initializer_list<ConsumerChange>{
           CurrentAssignmentChange{"m", {}}, TargetMemberChange{"m", {}}, MemberMetadataChange{"m", {}},
           MemberMetadataChange{"n", {}}, RegexChange{"x.*", {}}, TargetEpochChange{}, PartitionMetadataChange{},
           GroupEpochChange{}}) {
    EXPECT_FALSE(state.is_blank());
    state.apply(through_log(tombstone));
  }
  EXPECT_TRUE(state.is_blank());
  EXPECT_TRUE(state.is_same(ConsumerGroupState()));
}

// Nothing behind them looks for it again.
TEST(ConsumerRecords, PartitionsBelowZeroAreNone) {
  ConsumerGroupState state;
  state.apply(through_log(TargetMemberChange{"m", TopicPartitions{{kTopic, {INT32_MIN, -1, 0}}, {kOther, {-7}}}}));
  EXPECT_EQ(state.target("m"), (TopicPartitions{{kTopic, {0}}}));
  state.apply(through_log(MemberMetadataChange{"m", some_metadata()}));
  const CurrentAssignment current{.assigned = {{kTopic, {{-1, 2}, {3, 4}}}, {kOther, {{-1, 1}}}},
                                  .pending_revocation = {{kOther, {{INT32_MIN, 3}, {5, 3}}}}};
  state.apply(through_log(CurrentAssignmentChange{"m", current}));
  EXPECT_EQ(state.find("m")->current.assigned, (OwnedPartitions{{kTopic, {{3, 4}}}}));
  EXPECT_EQ(state.find("m")->current.pending_revocation, (OwnedPartitions{{kOther, {{5, 3}}}}));
}

TEST(ConsumerRecords, BytesThatAreNoneAreToldSo) {
  const GroupRecordKey key{.type = GroupRecordType::kConsumerGroupMemberMetadata, .group = "g", .member_id = "m"};
  const std::string cut("\0\0\1", 3);
  EXPECT_FALSE(parse_consumer_change(key, std::as_bytes(std::span(cut))).has_value());
  const std::string later("\0\7", 2);
  EXPECT_FALSE(parse_consumer_change(key, std::as_bytes(std::span(later))).has_value());
  const std::string nothing;
  EXPECT_FALSE(parse_consumer_change(key, std::as_bytes(std::span(nothing))).has_value());
}

// Whatever the changes are, in their reverse order their inverses lead back.
TEST(ConsumerState, ChangesAreTakenBackWithoutATrace) {
  std::mt19937 random(11);
  const auto draw = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
  const auto owned = [&] {
    OwnedPartitions all;
    for (int32_t p = 0; p < 3; ++p) {
      if (draw(2) == 0) all[draw(2) == 0 ? kTopic : kOther].push_back({p, static_cast<int32_t>(draw(4))});
    }
    return all;
  };
  const auto any = [&]() -> ConsumerChange {
    const std::string id(1, static_cast<char>('a' + draw(3)));
    const bool is_tombstone = draw(3) == 0;
    switch (draw(6)) {
      case 0:
        return is_tombstone ? GroupEpochChange() : GroupEpochChange{{{static_cast<int32_t>(draw(9)), draw(9)}}};
      case 1:
        return is_tombstone ? TargetEpochChange() : TargetEpochChange{{{static_cast<int32_t>(draw(4)), draw(9)}}};
      case 2: {
        if (is_tombstone) return MemberMetadataChange{id, {}};
        MemberMetadata metadata = some_metadata();
        metadata.instance_id = id;
        metadata.topics.resize(draw(3));
        if (draw(2) == 0) metadata.topic_regex = "y";
        if (draw(3) == 0) metadata.classic.emplace();
        return MemberMetadataChange{id, metadata};
      }
      case 3:
        if (is_tombstone) return TargetMemberChange{id, {}};
        return TargetMemberChange{id, TopicPartitions{{kTopic, {static_cast<int32_t>(draw(3))}}}};
      case 4:
        if (is_tombstone) return CurrentAssignmentChange{id, {}};
        return CurrentAssignmentChange{id, CurrentAssignment{static_cast<int32_t>(draw(4)), 0,
                                                             static_cast<MemberState>(draw(3)), owned(), owned()}};
      default:
        if (is_tombstone) return RegexChange{id, {}};
        return RegexChange{id, ResolvedRegex{{id, "z"}, draw(5), draw(5)}};
    }
  };
  for (int round = 0; round < 200; ++round) {
    ConsumerGroupState state;
    for (uint32_t i = draw(20); i != 0; --i) state.apply(any());
    ConsumerGroupState same = state;
    std::vector<ConsumerChange> inverses;
    for (uint32_t i = 1 + draw(20); i != 0; --i) inverses.push_back(state.apply(any()));
    while (!inverses.empty()) {
      state.apply(std::move(inverses.back()));
      inverses.pop_back();
    }
    ASSERT_TRUE(state.is_same(same)) << "round " << round;
  }
}

// From hash4j 0.22, which Kafka 4.4 uses.
TEST(TopicHash, IsKafkas) {
  const auto no_racks = [](int32_t) { return std::vector<std::string>(); };
  const uint64_t orders =
      topic_hash("orders", {Uuid::from_halves(0x0123456789abcdefULL, 0xfedcba9876543210ULL), 3}, no_racks);
  EXPECT_EQ(orders, 0x7d22da17ec1a2b53ULL);
  const uint64_t cafe = topic_hash("caf\xc3\xa9-topic", {Uuid::from_halves(1, 2), 100}, no_racks);
  EXPECT_EQ(cafe, 0x27c08bbcf42d0f82ULL);
  const uint64_t racked = topic_hash("racked", {Uuid::from_halves(7, 9), 2}, [](int32_t partition) {
    return partition == 0 ? std::vector<std::string>{"rack-b", "a"} : std::vector<std::string>{"z"};
  });
  EXPECT_EQ(racked, 0x3f5435be2644be2dULL);
  EXPECT_EQ(group_topics_hash(std::vector<uint64_t>{orders, cafe}), 0x04bd6ce397a60821ULL);
  EXPECT_EQ(group_topics_hash({}), 0U);
}

class Reconciling : public ::testing::Test {
 protected:
  std::expected<CurrentAssignment, UnknownStateError> step(const CurrentAssignment& current, int32_t epoch,
                                                           const TopicPartitions& target,
                                                           const TopicPartitions* owned = nullptr,
                                                           bool has_subscription_changed = false) {
    return reconcile({.current = current,
                      .assignment_epoch = epoch,
                      .target = target,
                      .subscribed = subscribed_,
                      .has_subscription_changed = has_subscription_changed,
                      .owned = owned,
                      .is_owned = [this](const Uuid& topic, int32_t partition) {
                        return find_partition(others_, topic, partition) != nullptr;
                      }});
  }
  std::vector<Uuid> subscribed_ = {kTopic};
  OwnedPartitions others_;
};

TEST_F(Reconciling, WhatIsAboutToBeGivenUpMayComeBack) {
  const CurrentAssignment current{.member_epoch = 2,
                                  .state = MemberState::kUnrevokedPartitions,
                                  .assigned = {{kTopic, {{0, 2}}}},
                                  .pending_revocation = {{kTopic, {{1, 2}}}}};
  others_ = {{kTopic, {{1, 2}}}};  // its own, as the group counts
  const TopicPartitions owned = {{kTopic, {0}}};
  const auto next = step(current, 3, {{kTopic, {0, 1}}}, &owned);
  EXPECT_EQ(next->state, MemberState::kStable);
  EXPECT_EQ(next->member_epoch, 3);
  EXPECT_EQ(next->previous_member_epoch, 2);
  EXPECT_EQ(next->assigned, (OwnedPartitions{{kTopic, {{0, 2}, {1, 3}}}}));
}

TEST_F(Reconciling, WhoStillHasItStays) {
  const CurrentAssignment current{.member_epoch = 2,
                                  .state = MemberState::kUnrevokedPartitions,
                                  .assigned = {},
                                  .pending_revocation = {{kTopic, {{1, 2}}}}};
  EXPECT_EQ(*step(current, 3, {}), current);  // it does not say
  const TopicPartitions owned = {{kTopic, {1}}};
  EXPECT_EQ(*step(current, 3, {}, &owned), current);
}

TEST_F(Reconciling, WhatIsNotReadIsNotTaken) {
  const auto next = step({}, 3, {{kTopic, {0}}, {kOther, {0}}});
  EXPECT_EQ(next->assigned, (OwnedPartitions{{kTopic, {{0, 3}}}}));
}

TEST_F(Reconciling, WhatOthersHaveIsWaitedFor) {
  others_ = {{kTopic, {{1, 2}}}};
  auto next = step({}, 3, {{kTopic, {0, 1}}});
  EXPECT_EQ(next->state, MemberState::kUnreleasedPartitions);
  EXPECT_EQ(next->assigned, (OwnedPartitions{{kTopic, {{0, 3}}}}));
  others_.clear();
  next = step(*next, 3, {{kTopic, {0, 1}}});
  EXPECT_EQ(next->state, MemberState::kStable);
  EXPECT_EQ(next->assigned, (OwnedPartitions{{kTopic, {{0, 3}, {1, 3}}}}));
}

TEST_F(Reconciling, AStateOfALaterVersionIsLeftOnlyWithNothing) {
  const CurrentAssignment current{.member_epoch = 2, .state = MemberState::kUnknown};
  EXPECT_FALSE(step(current, 3, {}).has_value());
  const TopicPartitions some = {{kTopic, {1}}};
  EXPECT_FALSE(step(current, 3, {}, &some).has_value());
  const TopicPartitions nothing;
  EXPECT_EQ(step(current, 3, {}, &nothing)->state, MemberState::kStable);
}

}  // namespace
}  // namespace klamm::coordinator::test
