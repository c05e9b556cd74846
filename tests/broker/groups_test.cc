#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages/describe_groups_request.h"
#include "protocol/messages/describe_groups_response.h"
#include "protocol/messages/heartbeat_request.h"
#include "protocol/messages/heartbeat_response.h"
#include "protocol/messages/join_group_request.h"
#include "protocol/messages/join_group_response.h"
#include "protocol/messages/sync_group_request.h"
#include "protocol/messages/sync_group_response.h"
#include "reactor/sleep.h"
#include "tests/broker/find_coordinator.h"
#include "tests/broker/sim_broker.h"

// Groups of the classic protocol in the whole broker: requests that wait on another shard, their ends, and restarts.
namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using reactor::Task;

struct Joined {
  ErrorCode error = ErrorCode::kNone;
  std::string member_id;
  int32_t generation = -1;
  bool ended_without = false;  // the connection went first
};

Task<Joined> join(SimClient& client, std::string group, std::string member_id) {
  protocol::JoinGroupRequest::JoinGroupRequestProtocol protocol;
  protocol.name = "range";
  protocol::JoinGroupRequest request;
  request.group_id = group;
  request.member_id = member_id;
  request.session_timeout_ms = 30'000;
  request.rebalance_timeout_ms = 600'000;
  request.protocol_type = "consumer";
  request.protocols = {&protocol, 1};
  Joined joined;
  for (int i = 0; i < 100; ++i) {
    auto answer = co_await client.call<protocol::JoinGroupResponse>(request, 3);
    joined.ended_without = !answer.has_value();
    if (!answer) co_return joined;
    joined.error = answer->message.error_code;
    joined.member_id = answer->message.member_id.view();
    joined.generation = answer->message.generation_id;
    const bool is_loading =
        joined.error == ErrorCode::kCoordinatorLoadInProgress || joined.error == ErrorCode::kNotCoordinator;
    if (!is_loading) co_return joined;
  }
  co_return joined;
}

Task<std::string> sync(SimClient& client, std::string group, Joined member, std::string assignment) {
  protocol::SyncGroupRequest::SyncGroupRequestAssignment part;
  part.member_id = member.member_id;
  part.assignment = protocol::Bytes(std::string_view(assignment));
  protocol::SyncGroupRequest request;
  request.group_id = group;
  request.member_id = member.member_id;
  request.generation_id = member.generation;
  request.assignments = {&part, 1};
  auto answer = co_await client.call<protocol::SyncGroupResponse>(request, 3);
  EXPECT_TRUE(answer) << answer.error();
  if (!answer) co_return "";
  EXPECT_EQ(answer->message.error_code, ErrorCode::kNone);
  co_return std::string(answer->message.assignment.text());
}

Task<ErrorCode> beat(SimClient& client, std::string group, Joined member) {
  protocol::HeartbeatRequest request;
  request.group_id = group;
  request.member_id = member.member_id;
  request.generation_id = member.generation;
  auto answer = co_await client.call<protocol::HeartbeatResponse>(request, 3);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.error_code : ErrorCode::kUnknownServerError;
}

// A heartbeat is answered well while its group is loaded, as in Kafka, so it does not tell.
Task<void> until_loaded(SimClient& client, std::string group) {
  protocol::String name(group);
  protocol::DescribeGroupsRequest request;
  request.groups = {&name, 1};
  while (true) {
    const auto answer = co_await client.call<protocol::DescribeGroupsResponse>(request, 5);
    EXPECT_TRUE(answer) << answer.error();
    if (!answer || answer->message.groups[0].error_code != ErrorCode::kCoordinatorLoadInProgress) co_return;
    co_await reactor::sleep_for(1'000'000);
  }
}

class Groups : public testing::TestWithParam<uint32_t> {
 protected:
  // Groups on several partitions, and so on all shards.
  static constexpr int kGroupCount = 6;
  static std::string group(int i) { return "group" + std::to_string(i); }

  // One stable member in each group.
  void settle(SimBroker& broker) {
    broker.run_client([this](SimClient& client) -> Task<void> {
      for (int i = 0; i < kGroupCount; ++i) {
        co_await find_coordinator(client, group(i));
        members_.push_back(co_await join(client, group(i), ""));
        EXPECT_EQ(members_.back().error, ErrorCode::kNone);
        EXPECT_EQ(members_.back().generation, 1);
        const std::string assignment = co_await sync(client, group(i), members_.back(), "part");
        EXPECT_EQ(assignment, "part");
      }
    });
  }

  size_t waiting_count(SimBroker& broker) {
    size_t count = 0;
    for (uint32_t id = 0; id < GetParam(); ++id) count += broker.broker().shard(id).group_driver().waiting_count();
    return count;
  }

  sim::SimWorld world_;
  std::vector<Joined> members_;
  std::vector<std::pair<std::string, std::string>> settings_{{"group.initial.rebalance.delay.ms", "0"},
                                                             {"offsets.topic.num.partitions", "4"}};
};

TEST_P(Groups, SurviveARestart) {
  {
    SimBroker broker(world_, GetParam(), options_of(settings_));
    ASSERT_TRUE(broker.started()) << broker.error();
    settle(broker);
    ASSERT_TRUE(broker.stopped()) << broker.error();
  }
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  broker.run_client([this](SimClient& client) -> Task<void> {
    for (int i = 0; i < kGroupCount; ++i) {
      co_await until_loaded(client, group(i));
      const ErrorCode error = co_await beat(client, group(i), members_[i]);
      EXPECT_EQ(error, ErrorCode::kNone);
      Joined later = members_[i];
      ++later.generation;
      const ErrorCode wrong = co_await beat(client, group(i), later);
      EXPECT_EQ(wrong, ErrorCode::kIllegalGeneration);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(Groups, AJoinThatWaitsEndsWithItsConnection) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  std::vector<std::unique_ptr<SimClient>> clients;
  int gone = 0;
  for (int i = 0; i < kGroupCount; ++i) {
    broker.start_client([&, i](SimClient&) -> Task<void> {
      clients.push_back(std::make_unique<SimClient>(reactor::Shard::current()));
      SimClient& client = *clients.back();
      const auto connected = co_await client.connect(broker.at());
      EXPECT_TRUE(connected);
      const Joined joined = co_await join(client, group(i), "");
      if (joined.ended_without) ++gone;
    });
  }
  broker.run_for(1'000'000'000);
  EXPECT_EQ(waiting_count(broker), kGroupCount);
  broker.run_client([&](SimClient&) -> Task<void> {
    for (const auto& client : clients) co_await client->close();
  });
  broker.run_for(1'000'000'000);
  EXPECT_EQ(gone, kGroupCount);
  EXPECT_EQ(waiting_count(broker), 0);
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(Groups, AJoinThatWaitsIsAnsweredWhenTheBrokerStops) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  std::vector<ErrorCode> errors;
  for (int i = 0; i < kGroupCount; ++i) {
    broker.start_client([&, i](SimClient& client) -> Task<void> {
      const Joined joined = co_await join(client, group(i), "");
      errors.push_back(joined.error);
    });
  }
  broker.run_for(1'000'000'000);
  EXPECT_EQ(waiting_count(broker), kGroupCount);
  EXPECT_TRUE(broker.stopped()) << broker.error();
  EXPECT_EQ(errors.size(), kGroupCount);
}

TEST_P(Groups, AJoinThatWaitsGoesOnWhenTheOtherMemberIsTakenForDead) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_client([this](SimClient& client) -> Task<void> {
    const Joined joined = co_await join(client, group(0), "");
    EXPECT_EQ(joined.error, ErrorCode::kNone);
    EXPECT_EQ(joined.generation, 2);
    const ErrorCode error = co_await beat(client, group(0), members_[0]);
    EXPECT_EQ(error, ErrorCode::kUnknownMemberId);
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

// ---- group.disconnect.grace.ms

class GroupsWithGrace : public Groups {
 protected:
  void SetUp() override { settings_.emplace_back("group.disconnect.grace.ms", "500"); }
};

TEST_P(GroupsWithGrace, AMemberWhoseConnectionEndedIsSoonOut) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_for(1'000'000'000);
  broker.run_client([this](SimClient& client) -> Task<void> {
    for (int i = 0; i < kGroupCount; ++i) {
      const ErrorCode error = co_await beat(client, group(i), members_[i]);
      EXPECT_EQ(error, ErrorCode::kUnknownMemberId);
    }
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

TEST_P(GroupsWithGrace, AMemberThatComesBackOnAnotherConnectionStays) {
  SimBroker broker(world_, GetParam(), options_of(settings_));
  ASSERT_TRUE(broker.started()) << broker.error();
  settle(broker);
  broker.run_for(300'000'000);
  std::unique_ptr<SimClient> kept;
  broker.run_client([&, this](SimClient&) -> Task<void> {
    kept = std::make_unique<SimClient>(reactor::Shard::current());
    const auto connected = co_await kept->connect(broker.at());
    EXPECT_TRUE(connected);
    for (int i = 0; i < kGroupCount; ++i) {
      const ErrorCode error = co_await beat(*kept, group(i), members_[i]);
      EXPECT_EQ(error, ErrorCode::kNone);
    }
  });
  broker.run_for(1'000'000'000);
  broker.run_client([&, this](SimClient&) -> Task<void> {
    for (int i = 0; i < kGroupCount; ++i) {
      const ErrorCode error = co_await beat(*kept, group(i), members_[i]);
      EXPECT_EQ(error, ErrorCode::kNone);
    }
    co_await kept->close();
  });
  EXPECT_TRUE(broker.stopped()) << broker.error();
}

INSTANTIATE_TEST_SUITE_P(Shards, GroupsWithGrace, testing::Values(1, 3));
INSTANTIATE_TEST_SUITE_P(Shards, Groups, testing::Values(1, 2, 3));

}  // namespace
}  // namespace klamm::broker
