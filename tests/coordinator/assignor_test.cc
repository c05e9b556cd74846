#include "coordinator/assignor/assignor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "coordinator/assignor/java_order.h"
#include "coordinator/assignor/load_levels.h"
#include "coordinator/java_text.h"
#include "tests/coordinator/assign_lines.h"

namespace klamm::coordinator {
namespace {

using protocol::Uuid;

Uuid topic_id(uint64_t number) {
  return Uuid::from_halves(number * 0x9e3779b97f4a7c15ULL, number);
}

std::vector<TopicPartitions> assign(const WrittenGroup& group) {
  auto result = find_assignor(group.assignor)->assign(group.view());
  EXPECT_TRUE(result.has_value());
  return result.value_or(std::vector<TopicPartitions>(group.members.size()));
}

void take(WrittenGroup& group, const std::vector<TopicPartitions>& result) {
  for (size_t i = 0; i < result.size(); ++i) group.members[i].target = result[i];
}

size_t load(const TopicPartitions& partitions) {
  size_t count = 0;
  for (const auto& [id, of_topic] : partitions) count += of_topic.size();
  return count;
}

// Random groups, the same for the same seed.
class Groups {
 public:
  explicit Groups(uint32_t seed) : random_(seed) {}

  size_t up_to(size_t most) { return std::uniform_int_distribution<size_t>(1, most)(random_); }
  bool chance() { return random_() % 2 == 0; }

  WrittenGroup next(std::string assignor, bool is_homogeneous) {
    WrittenGroup group{.assignor = std::move(assignor), .is_homogeneous = is_homogeneous};
    const size_t topic_count = up_to(8);
    for (size_t i = 0; i < topic_count; ++i) {
      group.topics.push_back({topic_id(random_()), static_cast<int32_t>(up_to(40))});
    }
    const size_t member_count = up_to(30);
    for (size_t i = 0; i < member_count; ++i) add_member(group);
    return group;
  }

  void add_member(WrittenGroup& group) {
    WrittenGroup::Member& member = group.members.emplace_back();
    member.member_id = "member-" + std::to_string(random_());
    for (const AssignorTopic& topic : group.topics) {
      if (group.is_homogeneous || chance()) member.subscribed.push_back(topic.id);
    }
    std::ranges::sort(member.subscribed);
  }

 private:
  std::mt19937 random_;
};

// Of a log that is not Klamm's. Whether it can be helped is another matter; nothing is written where nothing is.
TEST(Assignor, APresentTargetMayNamePartitionsThatAreNotThere) {
  for (const bool is_homogeneous : {true, false}) {
    Groups groups(3);
    WrittenGroup group = groups.next("uniform", is_homogeneous);
    for (auto& member : group.members) {
      for (const AssignorTopic& topic : group.topics) {
        member.target[topic.id] = {INT32_MIN, -1, topic.partition_count, INT32_MAX};
      }
    }
    for (const std::string_view name : assignor_names()) (void)find_assignor(name)->assign(group.view());
  }
}

void expect_each_partition_once(const WrittenGroup& group, const std::vector<TopicPartitions>& result) {
  std::map<Uuid, std::multiset<int32_t>> given;
  std::set<Uuid> wanted;
  for (size_t i = 0; i < group.members.size(); ++i) {
    const std::vector<Uuid>& subscribed = group.members[i].subscribed;
    wanted.insert(subscribed.begin(), subscribed.end());
    for (const auto& [id, partitions] : result[i]) {
      EXPECT_TRUE(std::ranges::binary_search(subscribed, id));
      EXPECT_TRUE(std::ranges::is_sorted(partitions));
      EXPECT_FALSE(partitions.empty());
      given[id].insert(partitions.begin(), partitions.end());
    }
  }
  for (const AssignorTopic& topic : group.topics) {
    std::multiset<int32_t> expected;
    for (int32_t i = 0; wanted.contains(topic.id) && i < topic.partition_count; ++i) expected.insert(i);
    EXPECT_EQ(given[topic.id], expected);
  }
}

void expect_even(const std::vector<size_t>& loads) {
  const auto [least, most] = std::ranges::minmax(loads);
  EXPECT_LE(most - least, 1U);
}

std::vector<size_t> loads_of(const std::vector<TopicPartitions>& result) {
  std::vector<size_t> loads;
  for (const TopicPartitions& partitions : result) loads.push_back(load(partitions));
  return loads;
}

// How many partitions of `before` are not in `after`.
size_t lost(const TopicPartitions& before, const TopicPartitions& after) {
  size_t count = 0;
  for (const auto& [id, partitions] : before) {
    const auto now = after.find(id);
    for (const int32_t partition : partitions) {
      if (now == after.end() || !std::ranges::binary_search(now->second, partition)) ++count;
    }
  }
  return count;
}

TEST(Assignors, AreFoundByName) {
  for (const std::string_view name : assignor_names()) EXPECT_EQ(find_assignor(name)->name(), name);
  EXPECT_EQ(find_assignor("sticky"), nullptr);
  EXPECT_EQ(find_assignor(""), nullptr);
}

TEST(Assignors, GiveEachPartitionToOneSubscriber) {
  Groups groups(1);
  for (int round = 0; round < 400; ++round) {
    const WrittenGroup group = groups.next(groups.chance() ? "uniform" : "range", groups.chance());
    expect_each_partition_once(group, assign(group));
  }
}

TEST(Assignors, HaveNothingForNobody) {
  for (const std::string_view name : assignor_names()) {
    EXPECT_EQ(find_assignor(name)->assign({})->size(), 0U);
    const AssignorGroup group{.members = {{.member_id = "a"}}};
    EXPECT_EQ(*find_assignor(name)->assign(group), std::vector<TopicPartitions>(1));
  }
}

TEST(Assignors, RefuseATopicThatIsNotThere) {
  for (const std::string assignor : {"uniform", "range"}) {
    for (const bool is_homogeneous : {true, false}) {
      WrittenGroup group{.assignor = assignor, .is_homogeneous = is_homogeneous, .topics = {{topic_id(1), 3}}};
      group.members.push_back({.member_id = "a", .subscribed = {topic_id(2)}});
      const AssignorResult result = find_assignor(assignor)->assign(group.view());
      ASSERT_FALSE(result.has_value());
      EXPECT_EQ(result.error(), protocol::ErrorCode::kUnknownServerError);
    }
  }
}

TEST(Uniform, IsEvenForEqualSubscriptions) {
  Groups groups(2);
  for (int round = 0; round < 200; ++round) expect_even(loads_of(assign(groups.next("uniform", true))));
}

TEST(Uniform, MovesNothingWhenNothingChanges) {
  Groups groups(3);
  for (int round = 0; round < 200; ++round) {
    WrittenGroup group = groups.next("uniform", true);
    const auto result = assign(group);
    take(group, result);
    EXPECT_EQ(assign(group), result);
  }
}

TEST(Uniform, MovesOnlyWhatALeaverLeaves) {
  Groups groups(4);
  for (int round = 0; round < 200; ++round) {
    WrittenGroup group = groups.next("uniform", true);
    groups.add_member(group);
    take(group, assign(group));
    group.members.erase(group.members.begin());
    const auto after = assign(group);
    expect_even(loads_of(after));
    for (size_t i = 0; i < after.size(); ++i) EXPECT_EQ(lost(group.members[i].target, after[i]), 0U);
  }
}

TEST(Uniform, MovesOnlyWhatANewcomerGets) {
  Groups groups(5);
  for (int round = 0; round < 200; ++round) {
    WrittenGroup group = groups.next("uniform", true);
    take(group, assign(group));
    groups.add_member(group);
    const auto after = assign(group);
    expect_even(loads_of(after));
    size_t moved = 0;
    for (size_t i = 0; i < after.size(); ++i) moved += lost(group.members[i].target, after[i]);
    EXPECT_EQ(moved, load(after.back()));
  }
}

TEST(Uniform, ForgetsTopicsNoLongerWantedAndPartitionsThatNeverWere) {
  WrittenGroup group{.assignor = "uniform", .is_homogeneous = false, .topics = {{topic_id(1), 2}, {topic_id(2), 1}}};
  std::vector<Uuid> both{topic_id(1), topic_id(2)};
  std::ranges::sort(both);
  group.members.push_back({.member_id = "a",
                           .subscribed = {topic_id(1)},
                           .target = {{topic_id(1), {0, 1, 99}}, {topic_id(2), {0}}, {topic_id(3), {0}}}});
  group.members.push_back({.member_id = "b", .subscribed = both});
  expect_each_partition_once(group, assign(group));
}

TEST(Range, GivesNeighboursAndEvenShares) {
  Groups groups(6);
  for (int round = 0; round < 200; ++round) {
    const WrittenGroup group = groups.next("range", groups.chance());
    const auto result = assign(group);
    for (const AssignorTopic& topic : group.topics) {
      std::vector<size_t> shares;
      for (size_t i = 0; i < result.size(); ++i) {
        if (!std::ranges::binary_search(group.members[i].subscribed, topic.id)) continue;
        const auto found = result[i].find(topic.id);
        shares.push_back(found == result[i].end() ? 0 : found->second.size());
        if (shares.back() == 0) continue;
        EXPECT_EQ(static_cast<size_t>(found->second.back() - found->second.front()), shares.back() - 1);
      }
      if (!shares.empty()) expect_even(shares);
    }
  }
}

TEST(Range, GivesTheSamePartitionsOfTopicsThatAreAlike) {
  WrittenGroup group{.assignor = "range", .topics = {{topic_id(1), 7}, {topic_id(2), 7}}};
  std::vector<Uuid> both{topic_id(1), topic_id(2)};
  std::ranges::sort(both);
  for (const char* id : {"c", "a", "b"}) group.members.push_back({.member_id = id, .subscribed = both});
  for (const TopicPartitions& partitions : assign(group)) {
    EXPECT_EQ(partitions.at(topic_id(1)), partitions.at(topic_id(2)));
  }
}

TEST(Range, KeepsStaticMembersFirstAndByInstanceId) {
  WrittenGroup group{.assignor = "range", .topics = {{topic_id(1), 6}}};
  const auto add = [&](std::string member_id, std::optional<std::string> instance_id) {
    group.members.push_back(
        {.member_id = std::move(member_id), .instance_id = std::move(instance_id), .subscribed = {topic_id(1)}});
  };
  add("a", std::nullopt);
  add("z", "second");
  add("y", "first");
  const std::vector<TopicPartitions> expected{
      {{topic_id(1), {4, 5}}}, {{topic_id(1), {2, 3}}}, {{topic_id(1), {0, 1}}}};
  EXPECT_EQ(assign(group), expected);
  group.members[2].member_id = "0";
  EXPECT_EQ(assign(group), expected);
}

TEST(Range, SortsAsJavaDoes) {
  WrittenGroup group{.assignor = "range", .topics = {{topic_id(1), 2}}};
  // U+1F600 is two units from 0xd83d in Java, but comes after U+FF5E as UTF-8.
  for (const char* id : {"\xef\xbd\x9e", "\xf0\x9f\x98\x80"}) {
    group.members.push_back({.member_id = id, .subscribed = {topic_id(1)}});
  }
  EXPECT_EQ(assign(group)[1].at(topic_id(1)), std::vector<int32_t>{0});
}

// What Apache Kafka 4.4.0 answered; tests/coordinator/assignors_like_kafka.py compares many more.
TEST(Assignors, AnswerAsKafka) {
  struct Case {
    std::string_view group;
    std::string_view answer;
  };
  const Case cases[] = {
      {"uniform heterogeneous k5m_riye7M_W3J5ocow50A:6,MkkLQI-5l6jha79Ow6ih6g:8 AL4U4FMVUjKPZaImq4P_4Q//MkkL"
       "QI-5l6jha79Ow6ih6g,k5m_riye7M_W3J5ocow50A/MkkLQI-5l6jha79Ow6ih6g:1.3.5.7,k5m_riye7M_W3J5ocow50A:2;3b"
       "idH6qk6OGP2DC3oKOGow//MkkLQI-5l6jha79Ow6ih6g,k5m_riye7M_W3J5ocow50A/MkkLQI-5l6jha79Ow6ih6g:0.2.4.6,k"
       "5m_riye7M_W3J5ocow50A:0;RwhpgFxhaM0fbUNRDm_5ow//k5m_riye7M_W3J5ocow50A/k5m_riye7M_W3J5ocow50A:1.3.4."
       "5;BBAaBBBBBBAa93//MkkLQI-5l6jha79Ow6ih6g/",
       "MkkLQI-5l6jha79Ow6ih6g:1.3,k5m_riye7M_W3J5ocow50A:2;MkkLQI-5l6jha79Ow6ih6g:0.2.4,k5m_riye7M_W3J5ocow"
       "50A:0;k5m_riye7M_W3J5ocow50A:1.3.4.5;MkkLQI-5l6jha79Ow6ih6g:5.6.7"},
      {"uniform heterogeneous -PoiPxmZt7570rWPaGr6iQ:8,jLbFylQENK7orBJsNEOumA:8 0CFIZU2YeuJlyh_qsvCRpA/BBBBB"
       "BAaAaBB27/jLbFylQENK7orBJsNEOumA/jLbFylQENK7orBJsNEOumA:0.1.2.3.4.5.6.7;kIE3R4vVNs9Ld4reH-epAQ/AaAaA"
       "aAaAaBB28/-PoiPxmZt7570rWPaGr6iQ/-PoiPxmZt7570rWPaGr6iQ:0.1.2.3;Ab7PKwdkvYjUDai6y-2rPg/SZjI79j6_K6rp"
       "eWlV29HEg/-PoiPxmZt7570rWPaGr6iQ/-PoiPxmZt7570rWPaGr6iQ:4.5.6.7;0DrbGdfzT2E5RylHk7ISdA/TVQVSkx6N_wxP"
       "20UJhr22g//;jhLmWxNk9dhxew1YA8qNmg/7ll0w3kPK1btcyoaETG-Fw//",
       "jLbFylQENK7orBJsNEOumA:0.1.2.3.4.5.6.7;-PoiPxmZt7570rWPaGr6iQ:0.1.2.3;-PoiPxmZt7570rWPaGr6iQ:4.5.6.7"
       ";;"},
      {"range heterogeneous CIYPgpgQNmP8m-OTveopYw:1,cEucB5_UrDPrrSvDcyaZGQ:3 MfT4mCJfWuEr8xdJt0dyIA//CIYPgp"
       "gQNmP8m-OTveopYw,cEucB5_UrDPrrSvDcyaZGQ/cEucB5_UrDPrrSvDcyaZGQ:1;Fz_ZJUok4BbFSHwB8tAiRQ//cEucB5_UrDP"
       "rrSvDcyaZGQ/;nCZEpv8q0kVP0FDX0c1VNw//cEucB5_UrDPrrSvDcyaZGQ/;jf6jUwA3X2a5YfAKDedwKg//CIYPgpgQNmP8m-O"
       "TveopYw/CIYPgpgQNmP8m-OTveopYw:0;O4c6Q-c5JT3Np_3Cqfcsyw//CIYPgpgQNmP8m-OTveopYw,cEucB5_UrDPrrSvDcyaZ"
       "GQ/cEucB5_UrDPrrSvDcyaZGQ:2;fBEvfLiGBNxCIDL2g_UPCA///cEucB5_UrDPrrSvDcyaZGQ:0",
       "CIYPgpgQNmP8m-OTveopYw:0,cEucB5_UrDPrrSvDcyaZGQ:1;cEucB5_UrDPrrSvDcyaZGQ:0;;;cEucB5_UrDPrrSvDcyaZGQ:"
       "2;"},
      {"uniform homogeneous ldNKtuWUTQRdB61KebKPJA:1,JOmJA9Z29xTs6RlKPKpI1w:1 YYZF8J7NfkUw93WN2pgiWQ//JOmJA9"
       "Z29xTs6RlKPKpI1w,ldNKtuWUTQRdB61KebKPJA/JOmJA9Z29xTs6RlKPKpI1w:0;BBBBAaBBAaAa95//JOmJA9Z29xTs6RlKPKp"
       "I1w,ldNKtuWUTQRdB61KebKPJA/;b2ggpCgLo6GAIVj-GMqLjg//JOmJA9Z29xTs6RlKPKpI1w,ldNKtuWUTQRdB61KebKPJA/ld"
       "NKtuWUTQRdB61KebKPJA:0;TiXZtSHT8B3EJt0RffNk9w//JOmJA9Z29xTs6RlKPKpI1w,ldNKtuWUTQRdB61KebKPJA/",
       "JOmJA9Z29xTs6RlKPKpI1w:0;;ldNKtuWUTQRdB61KebKPJA:0;"},
      {"uniform homogeneous ff_tlwepoFzR-5xLYrx90Q:3,3crgaYW8BBGm8xan3RZ7Rw:1 t7lb4TOp2CRx28Os5SrfTA//ff_tlw"
       "epoFzR-5xLYrx90Q,3crgaYW8BBGm8xan3RZ7Rw/;o8LVsue8W2rikhgcLdHTeQ//ff_tlwepoFzR-5xLYrx90Q,3crgaYW8BBGm"
       "8xan3RZ7Rw/ff_tlwepoFzR-5xLYrx90Q:2;Y8nCsrvYj4amddqleGJ8IQ//ff_tlwepoFzR-5xLYrx90Q,3crgaYW8BBGm8xan3"
       "RZ7Rw/ff_tlwepoFzR-5xLYrx90Q:0;2HJH-5h9W9OAZjU8Pqp5Yg//ff_tlwepoFzR-5xLYrx90Q,3crgaYW8BBGm8xan3RZ7Rw"
       "/ff_tlwepoFzR-5xLYrx90Q:1",
       "3crgaYW8BBGm8xan3RZ7Rw:0;ff_tlwepoFzR-5xLYrx90Q:2;ff_tlwepoFzR-5xLYrx90Q:0;ff_tlwepoFzR-5xLYrx90Q:1"},
  };
  for (const Case& each : cases) {
    const auto group = read_group(each.group);
    ASSERT_TRUE(group.has_value());
    EXPECT_EQ(written(find_assignor(group->assignor)->assign(group->view())), each.answer) << each.group;
  }
}

TEST(JavaOrder, IsThatOfATableThatGrew) {
  EXPECT_EQ(java_table_capacity(12), 16U);
  EXPECT_EQ(java_table_capacity(13), 32U);
  const std::vector<int32_t> hashes{17, 1, 0, 0x10000, -1};  // buckets 1, 1, 0, 1, 0 of 16
  EXPECT_EQ(java_table_order(hashes, 16), (std::vector<uint32_t>{2, 4, 0, 1, 3}));
  EXPECT_EQ(java_hash_code(Uuid::from_halves(0x100000002ULL, 0x400000010ULL)), (1 ^ 4) ^ (2 ^ 16));
  EXPECT_EQ(java_text("a\xf0\x9f\x98\x80"), u"a\xd83d\xde00");
}

TEST(LoadLevels, GiveToTheLeastAndTakeFromTheMost) {
  std::vector<int32_t> loads{3, 0, 1, 5};
  LoadLevels levels(loads);
  const std::vector<int32_t> members{0, 1, 2, 3};
  EXPECT_EQ(levels.begin(members), 5);
  EXPECT_EQ(levels.next_most_loaded(), 3);
  levels.pass_over_most_loaded();
  EXPECT_EQ(levels.next_most_loaded(), 0);
  EXPECT_EQ(levels.next_least_loaded(), 1);
  EXPECT_FALSE(levels.is_even());
  --loads[0];
  ++loads[1];
  EXPECT_EQ(levels.next_most_loaded(), 0);
  EXPECT_EQ(levels.next_least_loaded(), 1);
  EXPECT_TRUE(levels.is_even());
}

}  // namespace
}  // namespace klamm::coordinator
