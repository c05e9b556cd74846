#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "protocol/messages/offset_commit_request.h"
#include "protocol/messages/offset_commit_response.h"
#include "protocol/messages/offset_fetch_request.h"
#include "protocol/messages/offset_fetch_response.h"
#include "tests/broker/sim_client.h"

// Offsets of groups for partition 0 of the topic "t".
namespace klamm::broker {

inline reactor::Task<protocol::ErrorCode> commit_offset(SimClient& client, std::string group, int64_t offset) {
  protocol::OffsetCommitRequest::OffsetCommitRequestPartition row;
  row.committed_offset = offset;
  protocol::OffsetCommitRequest::OffsetCommitRequestTopic topic;
  topic.name = "t";
  topic.partitions = {&row, 1};
  protocol::OffsetCommitRequest request;
  request.group_id = group;
  request.topics = {&topic, 1};
  const auto answer = co_await client.call<protocol::OffsetCommitResponse>(request, 8);
  EXPECT_TRUE(answer) << answer.error();
  co_return answer ? answer->message.topics[0].partitions[0].error_code : protocol::ErrorCode::kUnknownServerError;
}

struct Committed {
  protocol::ErrorCode error = protocol::ErrorCode::kUnknownServerError;
  int64_t offset = -100;
};

inline reactor::Task<Committed> committed_offset(SimClient& client, std::string group) {
  int32_t index = 0;
  protocol::OffsetFetchRequest::OffsetFetchRequestTopics topic;
  topic.name = "t";
  topic.partition_indexes = {&index, 1};
  protocol::OffsetFetchRequest::OffsetFetchRequestGroup asked;
  asked.group_id = group;
  asked.topics = {&topic, 1};
  protocol::OffsetFetchRequest request;
  request.groups = {&asked, 1};
  const auto answer = co_await client.call<protocol::OffsetFetchResponse>(request, 8);
  EXPECT_TRUE(answer) << answer.error();
  Committed seen;
  if (!answer) co_return seen;
  const auto& row = answer->message.groups[0];
  seen.error = row.error_code;
  if (seen.error == protocol::ErrorCode::kNone) seen.offset = row.topics[0].partitions[0].committed_offset;
  co_return seen;
}

}  // namespace klamm::broker
