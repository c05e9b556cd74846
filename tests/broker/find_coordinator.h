#pragma once

#include <gtest/gtest.h>

#include <string>

#include "protocol/messages/find_coordinator_request.h"
#include "protocol/messages/find_coordinator_response.h"
#include "tests/broker/sim_client.h"

namespace klamm::broker {

/// Until the topic of groups is there and the group's partition is led.
inline reactor::Task<void> find_coordinator(SimClient& client, std::string group) {
  using protocol::ErrorCode;
  protocol::FindCoordinatorRequest request;
  request.key = group;
  ErrorCode error = ErrorCode::kCoordinatorNotAvailable;
  for (int i = 0; i < 100 && error != ErrorCode::kNone; ++i) {
    auto answer = co_await client.call<protocol::FindCoordinatorResponse>(request, 3);
    EXPECT_TRUE(answer) << answer.error();
    if (!answer) co_return;
    error = answer->message.error_code;
  }
  EXPECT_EQ(error, ErrorCode::kNone);
}

}  // namespace klamm::broker
