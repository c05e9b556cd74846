#include "protocol/error_code.h"

#include <gtest/gtest.h>

namespace klamm::protocol {
namespace {

TEST(ErrorCodeTest, HasKafkasNumbersNamesAndRetriability) {
  EXPECT_EQ(to_wire(ErrorCode::kNone), 0);
  EXPECT_EQ(to_wire(ErrorCode::kUnknownServerError), -1);
  EXPECT_EQ(to_wire(ErrorCode::kInvalidRecord), 87);
  EXPECT_EQ(name(ErrorCode::kNotLeaderOrFollower), "NOT_LEADER_OR_FOLLOWER");
  EXPECT_TRUE(is_retriable(ErrorCode::kNotLeaderOrFollower));
  EXPECT_FALSE(is_retriable(ErrorCode::kOffsetOutOfRange));
  EXPECT_FALSE(is_retriable(ErrorCode::kUnknownServerError));
}

TEST(ErrorCodeTest, EveryNumberInTheRangeHasANameAndAMessage) {
  for (int16_t number = kLowestErrorCode; number <= kHighestErrorCode; ++number) {
    const auto code = error_code_from_wire(number);
    ASSERT_TRUE(code.has_value());
    EXPECT_EQ(to_wire(*code), number);
    EXPECT_FALSE(default_message(*code).empty());
    EXPECT_NE(name(*code), "UNKNOWN_ERROR_CODE");
  }
}

TEST(ErrorCodeTest, NumbersOutsideTheRangeAreNoErrors) {
  for (const int number : {-32768, kLowestErrorCode - 1, kHighestErrorCode + 1, 32767}) {
    const auto wire = static_cast<int16_t>(number);
    EXPECT_FALSE(error_code_from_wire(wire).has_value());
    EXPECT_EQ(name(static_cast<ErrorCode>(wire)), "UNKNOWN_ERROR_CODE");
    EXPECT_FALSE(is_retriable(static_cast<ErrorCode>(wire)));
    EXPECT_FALSE(default_message(static_cast<ErrorCode>(wire)).empty());
  }
}

}  // namespace
}  // namespace klamm::protocol
