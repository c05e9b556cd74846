#include "broker/error_map.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

using protocol::ErrorCode;
using storage::StorageErrorKind;

TEST(ErrorMap, StorageErrorsHaveKafkasCodes) {
  EXPECT_EQ(error_code_of(storage::StorageError{StorageErrorKind::kIo, 5, ""}), ErrorCode::kKafkaStorageError);
  EXPECT_EQ(error_code_of(storage::StorageError{StorageErrorKind::kOffsetOutOfRange, 0, ""}),
            ErrorCode::kOffsetOutOfRange);
  EXPECT_EQ(error_code_of(storage::StorageError{StorageErrorKind::kClosed, 0, ""}), ErrorCode::kNotLeaderOrFollower);
}

TEST(ErrorMap, ClientsAskForTheLeaderAgainWhenAPartitionGoes) {
  EXPECT_EQ(error_code_of(storage::PartitionGone::kLeaderChanged), ErrorCode::kNotLeaderOrFollower);
  EXPECT_EQ(error_code_of(storage::PartitionGone::kShutdown), ErrorCode::kNotLeaderOrFollower);
  EXPECT_EQ(error_code_of(storage::PartitionGone::kDeleted), ErrorCode::kUnknownTopicOrPartition);
}

}  // namespace
}  // namespace klamm::broker
