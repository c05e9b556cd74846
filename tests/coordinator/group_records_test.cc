#include "coordinator/group_records.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "coordinator/consumer_records.h"
#include "coordinator/group_replay.h"
#include "coordinator/java_text.h"
#include "protocol/messages/offset_commit_key.h"
#include "protocol/messages/offset_commit_value.h"
#include "protocol/messages/share_group_member_metadata_key.h"
#include "protocol/messages/share_group_member_metadata_value.h"
#include "protocol/messages/share_group_metadata_key.h"
#include "protocol/messages/share_group_metadata_value.h"
#include "protocol/record_batch.h"
#include "tests/coordinator/group_listener.h"
#include "tests/coordinator/kafka_consumer_group_log.h"
#include "tests/coordinator/kafka_group_log.h"
#include "tests/protocol/hex.h"

namespace klamm::coordinator::test {
namespace {

struct Pair {
  std::string key;
  std::optional<std::string> value;
  bool operator==(const Pair&) const = default;
};

// Keys and values of what Kafka wrote, without its control records.
std::vector<Pair> records_of_kafka() {
  const auto bytes = protocol::from_hex(kKafkaGroupLog);
  protocol::CodecScratch codec;
  std::vector<Pair> pairs;
  protocol::BatchIterator batches(bytes);
  while (true) {
    const auto batch = batches.next();
    EXPECT_TRUE(batch.has_value());
    if (!batch || !batch->has_value()) return pairs;
    if ((*batch)->header.is_control()) continue;
    protocol::RecordReader reader(**batch, codec);
    while (const auto record = reader.next()) {
      if (!record->has_value()) break;
      const protocol::Bytes& value = (*record)->value;
      pairs.push_back({std::string((*record)->key.text()),
                       value.is_null ? std::nullopt : std::optional(std::string(value.text()))});
    }
  }
}

std::vector<Pair> records_of(const GroupRecords& records) {
  std::vector<Pair> pairs;
  records.for_each([&](const protocol::Bytes& key, const protocol::Bytes& value) {
    pairs.push_back({std::string(key.text()), value.is_null ? std::nullopt : std::optional(std::string(value.text()))});
  });
  return pairs;
}

CommittedOffset offset(int64_t value, std::string metadata, int64_t committed_ms) {
  CommittedOffset made;
  made.offset = value;
  made.metadata = std::move(metadata);
  made.commit_timestamp_ms = committed_ms;
  made.topic_id = *protocol::Uuid::parse(kKafkaTopicId);
  return made;
}

TEST(GroupRecords, AreTheBytesThatKafkaWrites) {
  GroupRecords records;
  CommittedOffset first = offset(42, "note", 1796029470588);
  first.leader_epoch = 3;
  records.add_offset("audit", "ledger", 0, first);
  CommittedOffset second = offset(7, "kept", 1796029470590);
  second.expire_timestamp_ms = 1796033070590;
  records.add_offset("audit", "ledger", 1, second);
  records.add_offset("audit", "ledger", 2, offset(9, "gone", 1796029470591));
  records.add_offset_tombstone("audit", "ledger", 2);
  protocol::GroupMetadataValue::MemberMetadata member;
  member.member_id = kKafkaMemberId;
  member.group_instance_id = "static-1";
  member.client_id = "kproto";
  member.client_host = "/127.0.0.1";
  member.rebalance_timeout = 20000;
  member.session_timeout = 10000;
  member.subscription = protocol::Bytes(std::string_view("m"));
  member.assignment = protocol::Bytes(std::string_view("all"));
  protocol::GroupMetadataValue value;
  value.protocol_type = "consumer";
  value.generation = 1;
  value.protocol = "range";
  value.leader = kKafkaMemberId;
  value.current_state_timestamp = 1796029470597;
  value.members = {&member, 1};
  records.add_group_metadata("audit", value);
  records.add_offset("audit", "ledger", 3, offset(100, "txn", 1796029470632));
  records.add_offset("audit", "ledger", 3, offset(200, "txn", 1796029471748));

  const std::vector<Pair> kafka = records_of_kafka();
  const std::vector<Pair> ours = records_of(records);
  ASSERT_EQ(ours.size(), 7U);
  ASSERT_EQ(kafka.size(), ours.size());
  for (size_t i = 0; i < ours.size(); ++i) EXPECT_EQ(ours[i], kafka[i]) << "record " << i;
}

TEST(GroupRecords, AnOffsetOfAnyLengthIsAsTheCodecWritesIt) {
  for (const size_t length : {size_t{0}, size_t{126}, size_t{127}, size_t{16'382}, size_t{16'383}, size_t{32'767}}) {
    for (const bool has_topic_id : {true, false}) {
      CommittedOffset written = offset(INT64_MAX - 1, std::string(length, 'm'), 1796029470588);
      written.leader_epoch = 1 << 30;
      if (!has_topic_id) written.topic_id = {};
      const std::string group(length, 'g');
      GroupRecords records;
      records.add_offset(group, "ledger", 77, written);

      protocol::OffsetCommitKey key;
      key.group = group;
      key.topic = "ledger";
      key.partition = 77;
      protocol::OffsetCommitValue value;
      value.offset = written.offset;
      value.leader_epoch = written.leader_epoch;
      value.metadata = written.metadata;
      value.commit_timestamp = written.commit_timestamp_ms;
      value.topic_id = written.topic_id;
      protocol::Writer key_writer;
      key_writer.write_int16(1);
      ASSERT_TRUE(protocol::encode(key, protocol::OffsetCommitKey::kHighestVersion, key_writer));
      protocol::Writer value_writer;
      value_writer.write_int16(kOffsetCommitValueVersion);
      ASSERT_TRUE(protocol::encode(value, kOffsetCommitValueVersion, value_writer));
      const Pair expected{std::string(protocol::Bytes(key_writer.written()).text()),
                          std::string(protocol::Bytes(value_writer.written()).text())};
      EXPECT_EQ(records_of(records), std::vector{expected}) << length << ' ' << has_topic_id;
    }
  }
}

class Replay : public ::testing::Test {
 protected:
  std::expected<void, std::string> apply(std::span<const std::byte> bytes) {
    protocol::BatchIterator batches(bytes);
    while (true) {
      const auto batch = batches.next();
      EXPECT_TRUE(batch.has_value());
      if (!batch || !batch->has_value()) return {};
      if (auto applied = replay_.apply(**batch); !applied) return applied;
    }
  }
  std::expected<void, std::string> apply(const GroupRecords& records) {
    protocol::RecordBatchBuilder builder;
    records.for_each([&](const protocol::Bytes& key, const protocol::Bytes& value) { builder.append(1, key, value); });
    return apply(builder.build(codec_).span());
  }
  std::expected<void, std::string> apply(const std::string& key, const std::optional<std::string>& value) {
    protocol::RecordBatchBuilder builder;
    builder.append(1, protocol::Bytes(std::string_view(key)),
                   value ? protocol::Bytes(std::string_view(*value)) : protocol::Bytes::null());
    return apply(builder.build(codec_).span());
  }
  std::vector<std::string> finish() {
    return replay_.finish([this](std::string id) { return maker_.make_classic(std::move(id)); },
                          [this](std::string id) { return maker_.make_consumer(std::move(id)); });
  }
  template <class Message>
  static std::string encoded(int16_t prefix, const Message& message, int16_t version) {
    protocol::Writer writer;
    writer.write_int16(prefix);
    EXPECT_TRUE(protocol::encode(message, version, writer).has_value());
    return std::string(protocol::Bytes(writer.written()).text());
  }

  StillGroups maker_;
  GroupTable groups_;
  TransactionalOffsets transactional_;
  protocol::CodecScratch codec_;
  GroupReplay replay_{groups_, transactional_, codec_};
};

TEST_F(Replay, MakesWhatKafkaWrote) {
  const auto bytes = protocol::from_hex(kKafkaGroupLog);
  ASSERT_TRUE(apply(bytes).has_value());
  EXPECT_TRUE(finish().empty());
  StoredGroup* group = groups_.find("audit");
  ASSERT_NE(group, nullptr);
  EXPECT_EQ(groups_.size(), 1U);
  EXPECT_EQ(group->offsets.size(), 3U);
  const CommittedOffset* first = group->offsets.find("ledger", 0);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->offset, 42);
  EXPECT_EQ(first->leader_epoch, 3);
  EXPECT_EQ(first->metadata, "note");
  EXPECT_EQ(first->commit_timestamp_ms, 1796029470588);
  EXPECT_EQ(first->expire_timestamp_ms, kNoExpireTimestamp);
  EXPECT_EQ(first->topic_id.to_string(), kKafkaTopicId);
  EXPECT_EQ(first->record_offset, 0);
  const CommittedOffset* second = group->offsets.find("ledger", 1);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->expire_timestamp_ms, 1796033070590);
  EXPECT_EQ(group->offsets.find("ledger", 2), nullptr);
  // What was committed in a transaction that ended well, and not what was aborted.
  const CommittedOffset* third = group->offsets.find("ledger", 3);
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->offset, 100);
  EXPECT_TRUE(transactional_.empty());
  ASSERT_NE(group->classic, nullptr);
  EXPECT_EQ(group->classic->generation(), 1);
  ASSERT_EQ(group->classic->member_count(), 1U);
  EXPECT_EQ(group->classic->members().front().member_id, kKafkaMemberId);
  EXPECT_EQ(group->classic->members().front().assignment, "all");
}

TEST_F(Replay, ATransactionThatHasNotEndedIsPending) {
  const auto bytes = protocol::from_hex(kKafkaGroupLog);
  // Up to the commit of the first transaction.
  std::span<const std::byte> rest(bytes);
  size_t taken = 0;
  protocol::BatchIterator batches(rest);
  for (auto batch = batches.next(); batch && batch->has_value(); batch = batches.next()) {
    if ((*batch)->header.is_control()) break;
    taken += (*batch)->bytes.size();
  }
  ASSERT_TRUE(apply(rest.first(taken)).has_value());
  EXPECT_TRUE(transactional_.is_pending("audit", "ledger", 3));
  EXPECT_FALSE(transactional_.is_pending("audit", "ledger", 0));
  EXPECT_TRUE(transactional_.has_group("audit"));
  EXPECT_EQ(groups_.find("audit")->offsets.find("ledger", 3), nullptr);
  ASSERT_TRUE(apply(rest.subspan(taken)).has_value());
  EXPECT_FALSE(transactional_.has_group("audit"));
  EXPECT_EQ(groups_.find("audit")->offsets.find("ledger", 3)->offset, 100);
}

// Also byte for byte: what is read and written again is what Kafka wrote.
TEST_F(Replay, MakesTheConsumerGroupThatKafkaWrote) {
  const auto bytes = protocol::from_hex(kKafkaConsumerGroupLog);
  ASSERT_TRUE(apply(bytes).has_value());
  EXPECT_TRUE(finish().empty());
  const StoredGroup* stored = groups_.find("audit");
  ASSERT_TRUE(stored != nullptr && stored->consumer != nullptr);
  const ConsumerGroupState& group = stored->consumer->records();
  ASSERT_EQ(group.members().size(), 1U);
  const ConsumerMember& member = group.members().begin()->second;
  EXPECT_EQ(member.metadata.client_id, "console-consumer");
  EXPECT_EQ(member.metadata.topics, std::vector<std::string>{"ledger"});
  EXPECT_EQ(member.metadata.rebalance_timeout_ms, 300'000);
  EXPECT_FALSE(member.metadata.has_regex() || member.uses_classic_protocol());
  EXPECT_TRUE(member.current.is_reconciled_to(2));
  ASSERT_EQ(group.target(member.member_id).size(), 1U);
  const auto& [topic, partitions] = *group.target(member.member_id).begin();
  EXPECT_EQ(partitions, (std::vector<int32_t>{0, 1, 2}));
  EXPECT_EQ(stored->consumer->state(), ConsumerState::kStable);
  const uint64_t hash = topic_hash("ledger", {topic, 3}, [](int32_t) { return std::vector<std::string>(); });
  EXPECT_EQ(group_topics_hash(std::vector<uint64_t>{hash}), group.metadata_hash());

  protocol::BatchIterator batches(bytes);
  const auto batch = batches.next();
  protocol::RecordReader reader(**batch, codec_);
  size_t count = 0;
  for (auto record = reader.next(); record && record->has_value(); record = reader.next(), ++count) {
    const auto key = parse_group_record_key((*record)->key.view());
    GroupRecords again;
    add_record(again, "audit", parse_consumer_change(**key, (*record)->value.view()).value());
    again.for_each([&](const protocol::Bytes& key_bytes, const protocol::Bytes& value) {
      EXPECT_EQ(key_bytes.text(), (*record)->key.text());
      EXPECT_EQ(value.text(), (*record)->value.text()) << "of type " << static_cast<int>((*key)->type);
    });
  }
  EXPECT_EQ(count, 5U);
}

TEST_F(Replay, AGroupEndsWithItsTombstones) {
  GroupRecords records;
  records.add_offset("a", "t", 0, offset(1, "", 1));
  records.add_offset("b", "t", 0, offset(1, "", 1));
  records.add_offset_tombstone("a", "t", 0);
  ASSERT_TRUE(apply(records).has_value());
  // Without offsets it is there until the next look for what has expired, as in Kafka.
  ASSERT_NE(groups_.find("a"), nullptr);
  GroupRecords end;
  end.add_group_metadata_tombstone("a");
  ASSERT_TRUE(apply(end).has_value());
  EXPECT_EQ(groups_.find("a"), nullptr);
  EXPECT_NE(groups_.find("b"), nullptr);
}

TEST_F(Replay, GroupsOfOtherProtocolsAreKnownSoFar) {
  protocol::ShareGroupMetadataKey group;
  group.group_id = "new";
  protocol::ShareGroupMemberMetadataKey member;
  member.group_id = "new";
  member.member_id = "m";
  const std::string group_key = encoded(11, group, 0);
  const std::string member_key = encoded(10, member, 0);
  ASSERT_TRUE(apply(group_key, encoded(0, protocol::ShareGroupMetadataValue(), 0)).has_value());
  ASSERT_TRUE(apply(member_key, encoded(0, protocol::ShareGroupMemberMetadataValue(), 0)).has_value());
  ASSERT_NE(groups_.find("new"), nullptr);
  EXPECT_TRUE(groups_.find("new")->is_of_other_protocol());
  EXPECT_EQ(groups_.find("new")->other.member_ids.size(), 1U);
  ASSERT_TRUE(apply(member_key, std::nullopt).has_value());
  EXPECT_TRUE(groups_.find("new")->is_of_other_protocol());
  ASSERT_TRUE(apply(group_key, std::nullopt).has_value());
  EXPECT_EQ(groups_.find("new"), nullptr);
}

TEST_F(Replay, TellsWhatItCannotRead) {
  EXPECT_TRUE(apply(std::string("\0\x63zzz", 5), "x").has_value());
  EXPECT_EQ(finish().size(), 1U);  // a type that is not known is passed over, and that is said
  EXPECT_FALSE(apply(std::string("\0", 1), "x").has_value());
  EXPECT_FALSE(apply(std::string("\0\1\0\5ab", 6), "x").has_value());
  GroupRecords records;
  records.add_offset_tombstone("g", "t", 0);
  const std::string key = records_of(records).front().key;
  EXPECT_FALSE(apply(key, std::string("\0\x7f", 2)).has_value());  // a version that is not known
  EXPECT_FALSE(apply(key, std::string("\0\4\0\0", 4)).has_value());
  EXPECT_EQ(groups_.size(), 0U);
}

TEST(JavaText, CountsAndHashesAsJava) {
  EXPECT_EQ(java_hash_code(""), 0);
  EXPECT_EQ(java_hash_code("hello"), 99162322);
  EXPECT_EQ(java_hash_code("polygenelubricants"), INT32_MIN);
  EXPECT_EQ(java_hash_code("\xc3\xa4"), 228);
  EXPECT_EQ(java_hash_code("\xf0\x9f\x98\x80"), 31 * 0xd83d + 0xde00);
  EXPECT_EQ(utf16_length("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"), 5U);
  // Malformed: one replacement for each longest beginning of a character.
  EXPECT_EQ(java_hash_code("\xff"), 0xfffd);
  EXPECT_EQ(utf16_length("\xe2\x82"), 1U);
  EXPECT_EQ(utf16_length("\xe2\x28"), 2U);
  EXPECT_EQ(utf16_length("\xc0\x80"), 2U);
  EXPECT_EQ(utf16_length("\xed\xa0\x80"), 3U);
}

}  // namespace
}  // namespace klamm::coordinator::test
