#include "metadata/image_builder.h"

#include <gtest/gtest.h>

#include "metadata/image_difference.h"
#include "protocol/messages/abort_transaction_record.h"
#include "protocol/messages/access_control_entry_record.h"
#include "protocol/messages/begin_transaction_record.h"
#include "protocol/messages/broker_registration_change_record.h"
#include "protocol/messages/clear_elr_record.h"
#include "protocol/messages/config_record.h"
#include "protocol/messages/end_transaction_record.h"
#include "protocol/messages/partition_change_record.h"
#include "protocol/messages/remove_access_control_entry_record.h"
#include "protocol/messages/user_scram_credential_record.h"
#include "records.h"

namespace klamm::metadata {
namespace {

using namespace test;

class ImageBuilderTest : public ::testing::Test {
 protected:
  void apply(const std::vector<std::string>& records) {
    for (const std::string& record : records) builder_.apply_own(record);
    offset_ += static_cast<int64_t>(records.size());
    builder_.finish({offset_ - 1, 3});
  }
  std::expected<void, std::string> try_apply(const std::string& record) {
    return builder_.apply(*parse_record_frame(std::as_bytes(std::span(record.data(), record.size()))));
  }
  const MetadataImage& image() const { return builder_.image(); }

  ImageBuilder builder_{"cluster", 1, 2};
  int64_t offset_ = 0;
};

TEST_F(ImageBuilderTest, FoldsTopicsAndPartitions) {
  apply({topic_record("a", 1), partition_record(1, 0), partition_record(1, 1), topic_record("b", 2)});
  ASSERT_NE(image().topic("a"), nullptr);
  EXPECT_EQ(image().topic("a"), image().topic(topic_id(1)));
  EXPECT_EQ(image().topic("a")->partition_count(), 2);
  EXPECT_EQ(image().topic("a")->partition(1)->directory_of(1), directory_id());
  EXPECT_EQ(image().topic("a")->partition(2), nullptr);
  EXPECT_EQ(image().topic("a")->partition(-1), nullptr);
  EXPECT_EQ(image().topic("b")->partition_count(), 0);
  EXPECT_EQ(image().partition_count(), 2U);
  EXPECT_EQ(image().position(), (ImagePosition{3, 3}));
}

TEST_F(ImageBuilderTest, KeepsOlderImagesAsTheyWere) {
  apply({topic_record("a", 1), partition_record(1, 0)});
  const MetadataImage before = image();
  apply({partition_record(1, 1), topic_record("b", 2), remove_topic_record(1)});
  EXPECT_EQ(before.topic("a")->partition_count(), 1);
  EXPECT_EQ(before.topic("b"), nullptr);
  EXPECT_EQ(image().topic("a"), nullptr);
  EXPECT_EQ(image().topic(topic_id(1)), nullptr);
  EXPECT_NE(image().topic("b"), nullptr);
  EXPECT_EQ(image().partition_count(), 0U);
}

TEST_F(ImageBuilderTest, BeginsALeaderEpochWithEveryLeaderInAChange) {
  apply({topic_record("a", 1), partition_record(1, 0)});
  protocol::PartitionChangeRecord change;
  change.topic_id = topic_id(1);
  change.partition_id = 0;
  change.leader = -1;
  change.isr = {};
  const std::vector<int32_t> elr{1};
  change.eligible_leader_replicas = protocol::Array<int32_t>(elr);
  apply({encode_record(change)});
  const PartitionImage* partition = image().topic("a")->partition(0);
  EXPECT_EQ(partition->leader, kNoLeader);
  EXPECT_EQ(partition->leader_epoch, 1);
  EXPECT_EQ(partition->partition_epoch, 1);
  EXPECT_TRUE(partition->isr.empty());
  EXPECT_EQ(partition->eligible_leader_replicas, elr);

  protocol::PartitionChangeRecord unrelated;
  unrelated.topic_id = topic_id(1);
  unrelated.partition_id = 0;
  apply({encode_record(unrelated)});
  partition = image().topic("a")->partition(0);
  EXPECT_EQ(partition->leader_epoch, 1);
  EXPECT_EQ(partition->partition_epoch, 2);
  EXPECT_EQ(partition->eligible_leader_replicas, elr);

  apply({encode_record(protocol::ClearElrRecord{})});
  EXPECT_TRUE(image().topic("a")->partition(0)->eligible_leader_replicas.empty());
}

TEST_F(ImageBuilderTest, ForgetsTheSettingsOfARemovedTopic) {
  apply({topic_record("a", 1), config_record(2, "a", "retention.ms", "5"), config_record(4, "", "x", "1")});
  ASSERT_NE(image().topic_config("a"), nullptr);
  EXPECT_EQ(*image().topic_config("a")->find("retention.ms"), "5");
  apply({config_record(4, "", "x", std::nullopt)});
  EXPECT_EQ(image().config(ConfigResourceType::kBroker, ""), nullptr);
  apply({remove_topic_record(1)});
  EXPECT_EQ(image().topic_config("a"), nullptr);
}

TEST_F(ImageBuilderTest, ShowsATransactionOnlyAtItsEnd) {
  apply({topic_record("a", 1), encode_record(protocol::BeginTransactionRecord{}), topic_record("b", 2)});
  EXPECT_NE(image().topic("a"), nullptr);
  EXPECT_EQ(image().topic("b"), nullptr);
  EXPECT_TRUE(builder_.in_transaction());
  apply({encode_record(protocol::EndTransactionRecord{})});
  EXPECT_NE(image().topic("b"), nullptr);
}

TEST_F(ImageBuilderTest, UndoesAnAbortedTransaction) {
  apply({topic_record("a", 1), partition_record(1, 0)});
  const auto loads = builder_.placement().loads();
  const std::vector<uint32_t> before(loads.begin(), loads.end());
  apply({encode_record(protocol::BeginTransactionRecord{}), remove_topic_record(1), topic_record("b.c", 2),
         encode_record(protocol::AbortTransactionRecord{})});
  EXPECT_NE(image().topic("a"), nullptr);
  EXPECT_EQ(image().topic("b.c"), nullptr);
  EXPECT_EQ(builder_.colliding_topic("b_c"), nullptr);
  EXPECT_TRUE(std::ranges::equal(before, builder_.placement().loads()));
}

TEST_F(ImageBuilderTest, FoldsBrokersByTheirEpoch) {
  apply({register_record(1, 5)});
  ASSERT_NE(image().this_broker(), nullptr);
  EXPECT_TRUE(image().this_broker()->fenced);
  protocol::BrokerRegistrationChangeRecord change;
  change.broker_id = 1;
  change.broker_epoch = 5;
  change.fenced = -1;
  apply({encode_record(change, 0)});
  EXPECT_FALSE(image().this_broker()->fenced);
  change.broker_epoch = 6;
  EXPECT_FALSE(try_apply(encode_record(change, 0)).has_value());
}

TEST_F(ImageBuilderTest, KeepsWhatItDoesNotServe) {
  protocol::AccessControlEntryRecord acl;
  acl.id = topic_id(9);
  acl.resource_name = "t";
  acl.principal = "User:a";
  acl.host = "*";
  protocol::UserScramCredentialRecord scram;
  scram.name = "alice";
  apply({encode_record(acl), encode_record(scram)});
  EXPECT_EQ(image().kept_record_count(), 2U);
  image().for_each_kept([&](const KeptRecord& record) {
    EXPECT_EQ(record.bytes, record.api_key == 18 ? encode_record(acl) : encode_record(scram));
  });
  protocol::RemoveAccessControlEntryRecord removed;
  removed.id = acl.id;
  apply({encode_record(removed)});
  EXPECT_EQ(image().kept_record_count(), 1U);
}

TEST_F(ImageBuilderTest, StopsAtWhatItDoesNotKnow) {
  const std::string unknown_type{'\x01', '\x7d', '\x00', '\x00'};
  EXPECT_EQ(try_apply(unknown_type).error(), "the metadata log has a record of an unknown type 125");
  std::string unknown_version = topic_record("a", 1);
  unknown_version[2] = 9;
  EXPECT_EQ(try_apply(unknown_version).error(), "the metadata log has a TopicRecord of the unknown version 9");
  std::string cut = topic_record("a", 1);
  cut.resize(8);
  EXPECT_EQ(try_apply(cut).error(), "the metadata log has an unreadable TopicRecord");
  EXPECT_FALSE(try_apply(partition_record(4, 0)).has_value());
}

TEST_F(ImageBuilderTest, PlacesNewPartitionsRoundRobinFromTheLeastLoadedShard) {
  apply({topic_record("a", 1), partition_record(1, 0), partition_record(1, 1), partition_record(1, 2)});
  EXPECT_EQ(image().topic("a")->owner_shard(0), 0U);
  EXPECT_EQ(image().topic("a")->owner_shard(1), 1U);
  EXPECT_EQ(image().topic("a")->owner_shard(2), 0U);
  apply({topic_record("b", 2), partition_record(2, 0)});
  EXPECT_EQ(image().topic("b")->owner_shard(0), 1U);
  apply({remove_topic_record(1), topic_record("c", 3), partition_record(3, 0)});
  EXPECT_EQ(image().topic("c")->owner_shard(0), 0U);
}

TEST_F(ImageBuilderTest, FindsNamesThatCollide) {
  apply({topic_record("a.b_c", 1)});
  ASSERT_NE(builder_.colliding_topic("a_b.c"), nullptr);
  EXPECT_EQ(*builder_.colliding_topic("a_b.c"), "a.b_c");
  EXPECT_EQ(builder_.colliding_topic("a.b_c"), nullptr);
  apply({remove_topic_record(1)});
  EXPECT_EQ(builder_.colliding_topic("a_b.c"), nullptr);
}

}  // namespace
}  // namespace klamm::metadata
