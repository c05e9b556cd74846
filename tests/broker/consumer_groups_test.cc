#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages/consumer_group_describe_request.h"
#include "protocol/messages/consumer_group_describe_response.h"
#include "protocol/messages/consumer_group_heartbeat_request.h"
#include "protocol/messages/consumer_group_heartbeat_response.h"
#include "protocol/messages/create_partitions_request.h"
#include "protocol/messages/create_partitions_response.h"
#include "protocol/messages/delete_groups_request.h"
#include "protocol/messages/delete_groups_response.h"
#include "protocol/messages/join_group_request.h"
#include "protocol/messages/join_group_response.h"
#include "tests/broker/find_coordinator.h"
#include "tests/broker/sim_broker.h"

// Consumer groups (KIP-848) in the whole broker: over shards, through time, topics that change and restarts.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using protocol::String;
using reactor::Task;

struct Told {
  ErrorCode error = ErrorCode::kUnknownServerError;
  std::string message;
  std::string member_id;
  int32_t epoch = -1;
  std::optional<size_t> partition_count;  // of the assignment, when one was told
};

struct Beat {
  std::string group;
  std::string member_id;
  int32_t epoch = 0;
  std::optional<std::string> topic;
  std::optional<std::string> regex;
};

Task<Told> beat(SimClient& client, Beat what) {
  protocol::ConsumerGroupHeartbeatRequest request;
  String topic;
  request.group_id = what.group;
  request.member_id = what.member_id;
  request.member_epoch = what.epoch;
  if (what.epoch == 0) {
    request.rebalance_timeout_ms = 60'000;
    request.topic_partitions = {};
  }
  if (what.topic) {
    topic = *what.topic;
    request.subscribed_topic_names = {&topic, 1};
  }
  if (what.regex) request.subscribed_topic_regex = *what.regex;
  Told told;
  for (int i = 0; i < 100; ++i) {
    auto answer = co_await client.call<protocol::ConsumerGroupHeartbeatResponse>(request, 1);
    EXPECT_TRUE(answer) << answer.error();
    if (!answer) co_return told;
    told.error = answer->message.error_code;
    told.message = answer->message.error_message.view();
    told.member_id = answer->message.member_id.view();
    told.epoch = answer->message.member_epoch;
    if (!answer->message.assignment.is_null()) {
      told.partition_count = 0;
      for (const auto& row : answer->message.assignment->topic_partitions) *told.partition_count += row.partitions.size;
    }
    if (told.error != ErrorCode::kCoordinatorLoadInProgress && told.error != ErrorCode::kNotCoordinator) break;
  }
  co_return told;
}

Task<std::string> state_of(SimClient& client, std::string group) {
  String id = group;
  protocol::ConsumerGroupDescribeRequest request;
  request.group_ids = {&id, 1};
  auto answer = co_await client.call<protocol::ConsumerGroupDescribeResponse>(request, 1);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return "";
  const auto& row = answer->message.groups[0];
  if (row.error_code != ErrorCode::kNone) co_return std::string(row.error_message.view());
  co_return std::string(row.group_state.view()) + " " + std::to_string(row.members.size);
}

// The members of each row of one answer; -1 where there is an error.
Task<std::vector<int>> described_members(SimClient& client, std::vector<std::string> groups) {
  std::vector<String> ids(groups.begin(), groups.end());
  protocol::ConsumerGroupDescribeRequest request;
  request.group_ids = {ids.data(), ids.size()};
  auto answer = co_await client.call<protocol::ConsumerGroupDescribeResponse>(request, 1);
  EXPECT_TRUE(answer) << answer.error();
  std::vector<int> counts;
  if (!answer) co_return counts;
  for (size_t i = 0; i < answer->message.groups.size; ++i) {
    const auto& row = answer->message.groups[i];
    EXPECT_EQ(row.group_id.view(), groups[i]);
    counts.push_back(row.error_code == ErrorCode::kNone ? static_cast<int>(row.members.size) : -1);
  }
  co_return counts;
}

Task<ErrorCode> join_classic(SimClient& client, std::string group) {
  protocol::JoinGroupRequest::JoinGroupRequestProtocol protocol;
  protocol.name = "range";
  protocol::JoinGroupRequest request;
  request.group_id = group;
  request.session_timeout_ms = 30'000;
  request.rebalance_timeout_ms = 60'000;
  request.protocol_type = "consumer";
  request.protocols = {&protocol, 1};
  auto answer = co_await client.call<protocol::JoinGroupResponse>(request, 3);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.error_code : ErrorCode::kUnknownServerError;
}

class ConsumerGroups : public testing::TestWithParam<uint32_t> {
 protected:
  static constexpr int kGroupCount = 6;
  static std::string group(int i) { return "group" + std::to_string(i); }
  static std::string member(int i) { return "member" + std::to_string(i); }

  // One member in each group.
  void settle(SimBroker& broker) {
    broker.run_client([](SimClient& client) -> Task<void> {
      EXPECT_TRUE(co_await create_topic(client, "t", 4));
      for (int i = 0; i < kGroupCount; ++i) {
        co_await find_coordinator(client, group(i));
        const Told told = co_await beat(client, {group(i), member(i), 0, "t", {}});
        EXPECT_EQ(told.error, ErrorCode::kNone);
        EXPECT_EQ(told.epoch, 2);
        EXPECT_EQ(told.partition_count, 4U);
      }
    });
  }

  sim::SimWorld world_;
  std::vector<std::pair<std::string, std::string>> settings_{{"group.initial.rebalance.delay.ms", "0"},
                                                             {"offsets.topic.num.partitions", "4"}};
};

TEST_P(ConsumerGroups, SurviveARestart) {
  {
    SimBroker broker(world_, GetParam(), options_of(settings_));
    ASSERT_TRUE(broker.started()) << broker.error();
    settle(broker);
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    for (int i = 0; i < kGroupCount; ++i) {
      const Told told = co_await beat(client, {group(i), member(i), 2, {}, {}});
      EXPECT_EQ(told.error, ErrorCode::kNone);
      EXPECT_EQ(told.epoch, 2);
      EXPECT_FALSE(told.partition_count.has_value());
      const Told later = co_await beat(client, {group(i), member(i), 3, {}, {}});
      EXPECT_EQ(later.error, ErrorCode::kFencedMemberEpoch);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, SessionsEndByTheClock) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_for(44'000'000'000);
  broker.run_client([](SimClient& client) -> Task<void> {
    const Told told = co_await beat(client, {group(0), member(0), 2, {}, {}});
    EXPECT_EQ(told.error, ErrorCode::kNone);
  });
  broker.run_for(2'000'000'000);
  broker.run_client([](SimClient& client) -> Task<void> {
    const std::string kept = co_await state_of(client, group(0));
    EXPECT_EQ(kept, "Stable 1");
    const std::string ended = co_await state_of(client, group(1));
    EXPECT_EQ(ended, "Empty 0");
    const std::string none = co_await state_of(client, "nobody");
    EXPECT_EQ(none, "Group nobody not found.");
    const Told told = co_await beat(client, {group(1), member(1), 2, {}, {}});
    EXPECT_EQ(told.error, ErrorCode::kUnknownMemberId);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, AreDescribedInEachPlaceWhereTheyAreAsked) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    std::vector<std::string> groups{group(0), "nobody", group(1), group(0), "nobody", "", group(0)};
    const std::vector<int> counts = co_await described_members(client, groups);
    EXPECT_EQ(counts, (std::vector<int>{1, -1, 1, 1, -1, -1, 1}));
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, NewPartitionsReachTheirMembers) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_for(2'000'000'000);
  broker.run_client([](SimClient& client) -> Task<void> {
    protocol::CreatePartitionsRequest::CreatePartitionsTopic topic;
    topic.name = "t";
    topic.count = 6;
    topic.assignments = protocol::Array<protocol::CreatePartitionsRequest::CreatePartitionsAssignment>::null();
    protocol::CreatePartitionsRequest request;
    request.topics = {&topic, 1};
    request.timeout_ms = 1000;
    auto made = co_await client.call<protocol::CreatePartitionsResponse>(request, 3);
    EXPECT_TRUE(made && made->message.results[0].error_code == ErrorCode::kNone);
    for (int i = 0; i < kGroupCount; ++i) {
      const Told told = co_await beat(client, {group(i), member(i), 2, {}, {}});
      EXPECT_EQ(told.epoch, 3);
      EXPECT_EQ(told.partition_count, 6U);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, PatternsAreResolvedInTheBackground) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([](SimClient& client) -> Task<void> {
    EXPECT_TRUE(co_await create_topic(client, "t1", 2));
    EXPECT_TRUE(co_await create_topic(client, "t2", 3));
    EXPECT_TRUE(co_await create_topic(client, "other", 1));
    for (int i = 0; i < kGroupCount; ++i) {
      co_await find_coordinator(client, group(i));
      const Told told = co_await beat(client, {group(i), member(i), 0, {}, "t[0-9]"});
      EXPECT_EQ(told.epoch, 1);
      EXPECT_EQ(told.partition_count, 0U);
    }
  });
  broker.run_for(1'000'000'000);
  broker.run_client([](SimClient& client) -> Task<void> {
    for (int i = 0; i < kGroupCount; ++i) {
      const Told told = co_await beat(client, {group(i), member(i), 1, {}, {}});
      EXPECT_EQ(told.epoch, 2);
      EXPECT_EQ(told.partition_count, 5U);
    }
    const Told wrong = co_await beat(client, {group(0), "x", 0, {}, "t["});
    EXPECT_EQ(wrong.error, ErrorCode::kInvalidRegularExpression);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, EmptyGroupsChangeTheirProtocol) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    const ErrorCode refused = co_await join_classic(client, group(0));
    EXPECT_EQ(refused, ErrorCode::kInconsistentGroupProtocol);
    const Told left = co_await beat(client, {group(0), member(0), -1, {}, {}});
    EXPECT_EQ(left.error, ErrorCode::kNone);
    const ErrorCode joined = co_await join_classic(client, group(0));
    EXPECT_EQ(joined, ErrorCode::kNone);
    const std::string described = co_await state_of(client, group(0));
    EXPECT_EQ(described, "Group group0 is not a consumer group.");
    const Told back = co_await beat(client, {group(0), member(0), 0, "t", {}});
    EXPECT_EQ(back.error, ErrorCode::kGroupIdNotFound);
  });
  broker.run_for(31'000'000'000);  // the classic member's session
  broker.run_client([](SimClient& client) -> Task<void> {
    const Told back = co_await beat(client, {group(0), member(0), 0, "t", {}});
    EXPECT_EQ(back.error, ErrorCode::kNone);
    EXPECT_EQ(back.epoch, 2);  // a new group
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(ConsumerGroups, AreDeletedWithoutMembers) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_client([](SimClient& client) -> Task<void> {
    std::string name = group(0);
    String id = name;
    protocol::DeleteGroupsRequest request;
    request.groups_names = {&id, 1};
    auto answer = co_await client.call<protocol::DeleteGroupsResponse>(request, 2);
    EXPECT_TRUE(answer && answer->message.results[0].error_code == ErrorCode::kNonEmptyGroup);
    const Told left = co_await beat(client, {group(0), member(0), -1, {}, {}});
    EXPECT_EQ(left.epoch, -1);
    answer = co_await client.call<protocol::DeleteGroupsResponse>(request, 2);
    EXPECT_TRUE(answer && answer->message.results[0].error_code == ErrorCode::kNone);
    const Told gone = co_await beat(client, {group(0), member(0), 2, {}, {}});
    EXPECT_EQ(gone.error, ErrorCode::kGroupIdNotFound);
    EXPECT_EQ(gone.message, "Consumer group group0 not found.");
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, ConsumerGroups, testing::Values(1, 3));

}  // namespace
}  // namespace klamm::broker
