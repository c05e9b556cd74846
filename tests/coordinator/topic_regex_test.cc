#include "coordinator/topic_regex.h"

#include <gtest/gtest.h>

#include <string>

namespace klamm::coordinator {
namespace {

bool matches(std::string_view pattern, std::string_view name) {
  const auto regex = TopicRegex::compile(pattern);
  EXPECT_TRUE(regex.has_value()) << pattern;
  return regex && regex->matches(name);
}

std::string error_of(std::string_view pattern) {
  const auto regex = TopicRegex::compile(pattern);
  EXPECT_FALSE(regex.has_value()) << pattern;
  return regex ? "" : regex.error();
}

TEST(TopicRegex, MatchesTheWholeName) {
  EXPECT_TRUE(matches("orders", "orders"));
  EXPECT_FALSE(matches("order", "orders"));
  EXPECT_FALSE(matches("rders", "orders"));
  EXPECT_TRUE(matches("orders|bills", "bills"));
  EXPECT_FALSE(matches("orders|bill", "bills"));
  EXPECT_TRUE(matches("(?i)ORDERS-\\d{1,3}", "orders-17"));
  EXPECT_TRUE(matches("a.b", "a-b"));
  EXPECT_FALSE(matches("a\\.b", "a-b"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
}

TEST(TopicRegex, SaysWhatIsWrong) {
  const auto expected = [](std::string_view pattern, std::string_view why) {
    return "SubscribedTopicRegex `" + std::string(pattern) +
           "` is not a valid regular expression: " + std::string(why) + ".";
  };
  EXPECT_EQ(error_of("[a"), expected("[a", "missing closing ]"));
  EXPECT_EQ(error_of("(a"), expected("(a", "missing closing )"));
  EXPECT_EQ(error_of("a)"), expected("a)", "regexp/syntax: internal error"));
  EXPECT_EQ(error_of("*"), expected("*", "missing argument to repetition operator"));
  EXPECT_EQ(error_of("a**"), expected("a**", "invalid nested repetition operator"));
  EXPECT_EQ(error_of("a{1001}"), expected("a{1001}", "invalid repeat count"));
  EXPECT_EQ(error_of("(?=a)"), expected("(?=a)", "invalid or unsupported Perl syntax"));
  EXPECT_EQ(error_of("(a)\\1"), expected("(a)\\1", "invalid escape sequence"));
  EXPECT_EQ(error_of("[z-a]"), expected("[z-a]", "invalid character class range"));
  EXPECT_EQ(error_of("a\\"), expected("a\\", "trailing backslash at end of expression"));
}

TEST(TopicRegex, IsBounded) {
  EXPECT_TRUE(TopicRegex::compile(std::string(TopicRegex::kPatternBytesMax, 'a')).has_value());
  const std::string error = error_of(std::string(TopicRegex::kPatternBytesMax + 1, 'a'));
  EXPECT_NE(error.find("longer than 4096 bytes"), std::string::npos);
  EXPECT_LT(error.size(), 300U);
  EXPECT_NE(error_of("((a{100}){100}){100}").find("invalid repeat count"), std::string::npos);
  EXPECT_NE(error_of("(\\pL{500}|\\pN{500}){2}").find("expression too large"), std::string::npos);
}

TEST(TopicRegex, IsLinearWhereOthersBacktrack) {
  const std::string name(249, 'a');
  EXPECT_FALSE(matches("(a*)*(a|aa)*b", name));
  EXPECT_FALSE(matches("(.*.*.*.*)*x", name));
}

TEST(TopicRegex, KeepsItsPattern) {
  auto regex = TopicRegex::compile("a+");
  ASSERT_TRUE(regex.has_value());
  const TopicRegex moved = std::move(*regex);
  EXPECT_EQ(moved.pattern(), "a+");
  EXPECT_TRUE(moved.matches("aa"));
}

}  // namespace
}  // namespace klamm::coordinator
