#include "broker/api_table.h"

#include <gtest/gtest.h>

#include "protocol/api_info.h"

namespace klamm::broker {
namespace {

using protocol::ApiKey;

TEST(ApiTable, EveryRowLiesInTheSchemasVersions) {
  for (const ApiRow& row : api_table()) {
    const protocol::ApiInfo* info = protocol::find_api(row.key);
    ASSERT_NE(info, nullptr);
    EXPECT_NE(info->request, nullptr) << info->name;
    EXPECT_TRUE(info->versions.contains(row.lowest_version)) << info->name;
    EXPECT_TRUE(info->versions.contains(row.highest_version)) << info->name;
    EXPECT_LE(row.lowest_advertised_version, row.lowest_version) << info->name;
    EXPECT_NE(row.handler, nullptr) << info->name;
    EXPECT_NE(info->listeners & protocol::kBrokerListener, 0) << info->name;
  }
}

TEST(ApiTable, StableVersionsAreServedUpToTheHighest) {
  for (const ApiRow& row : api_table()) {
    const protocol::ApiInfo* info = protocol::find_api(row.key);
    const int highest = info->versions.highest - (info->is_latest_unstable ? 1 : 0);
    EXPECT_EQ(row.highest_version, highest) << info->name;
    EXPECT_EQ(row.unstable_version, info->is_latest_unstable ? info->versions.highest : 0) << info->name;
    EXPECT_FALSE(row.serves(static_cast<int16_t>(highest + 1), false)) << info->name;
    EXPECT_EQ(row.serves(info->versions.highest, true), true) << info->name;
    EXPECT_EQ(row.lowest_version, info->versions.lowest) << info->name;
  }
}

TEST(ApiTable, RowsAreFoundByKey) {
  for (const ApiRow& row : api_table()) EXPECT_EQ(find_api(static_cast<int16_t>(row.key)), &row);
  EXPECT_EQ(find_api(-1), nullptr);
  EXPECT_EQ(find_api(INT16_MAX), nullptr);
  EXPECT_EQ(find_api(static_cast<int16_t>(ApiKey::kSaslHandshake)), nullptr);
}

TEST(ApiTable, OldProduceIsAdvertisedButNotServed) {
  const ApiRow* produce = find_api(static_cast<int16_t>(ApiKey::kProduce));
  EXPECT_EQ(produce->lowest_advertised_version, 0);
  EXPECT_FALSE(produce->serves(2, true));
  EXPECT_TRUE(produce->serves(3, false));
}

TEST(ApiTable, WhatTheControllerDecidesIsForwarded) {
  for (const ApiRow& row : api_table()) {
    EXPECT_EQ(row.forwarded, row.key == ApiKey::kCreateTopics || row.key == ApiKey::kDeleteTopics ||
                                 row.key == ApiKey::kCreatePartitions || row.key == ApiKey::kAlterConfigs ||
                                 row.key == ApiKey::kIncrementalAlterConfigs || row.key == ApiKey::kAlterClientQuotas);
  }
}

}  // namespace
}  // namespace klamm::broker
