#include "broker/properties.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

std::vector<std::pair<std::string, std::string>> parsed(std::string_view text) {
  const auto properties = parse_properties(text);
  std::vector<std::pair<std::string, std::string>> pairs;
  if (!properties) return {{"error", properties.error()}};
  for (const Property& property : *properties) pairs.emplace_back(property.key, property.value);
  return pairs;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(Properties, SeparatorsMayBeEqualsColonOrBlanks) {
  EXPECT_EQ(parsed("a=1\nb:2\nc 3\nd = 4\ne : 5\nf\t6\n"),
            (Pairs{{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"e", "5"}, {"f", "6"}}));
}

TEST(Properties, OnlyTheFirstSeparatorCounts) {
  EXPECT_EQ(parsed("a=b=c:d"), (Pairs{{"a", "b=c:d"}}));
}

TEST(Properties, CommentsAndBlankLinesAreSkipped) {
  EXPECT_EQ(parsed("# a=1\n  ! b=2\n\n   \t\nc=3 # not a comment\n"), (Pairs{{"c", "3 # not a comment"}}));
}

TEST(Properties, AKeyAloneHasAnEmptyValue) {
  EXPECT_EQ(parsed("a\nb="), (Pairs{{"a", ""}, {"b", ""}}));
}

TEST(Properties, BlanksBehindAValueStay) {
  EXPECT_EQ(parsed("a=1  \n"), (Pairs{{"a", "1  "}}));
}

TEST(Properties, ABackslashAtTheEndContinuesTheLine) {
  EXPECT_EQ(parsed("a=one,\\\n    two,\\\r\n three\nb=4"), (Pairs{{"a", "one,two,three"}, {"b", "4"}}));
}

TEST(Properties, TwoBackslashesAtTheEndDoNot) {
  EXPECT_EQ(parsed("a=1\\\\\nb=2"), (Pairs{{"a", "1\\"}, {"b", "2"}}));
}

TEST(Properties, ACommentIsNotContinued) {
  EXPECT_EQ(parsed("# a \\\nb=2"), (Pairs{{"b", "2"}}));
}

TEST(Properties, EscapesStandForCharacters) {
  EXPECT_EQ(parsed("a=\\t\\n\\r\\f\\\\\\q"), (Pairs{{"a", "\t\n\r\f\\q"}}));
}

TEST(Properties, EscapedSeparatorsBelongToTheKey) {
  EXPECT_EQ(parsed("a\\=b\\:c\\ d=1"), (Pairs{{"a=b:c d", "1"}}));
}

TEST(Properties, UnicodeEscapesBecomeUtf8) {
  EXPECT_EQ(parsed("a=\\u0041\\u00e4\\u20AC\\ud83d\\ude00"), (Pairs{{"a", "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"}}));
}

TEST(Properties, ABrokenUnicodeEscapeNamesItsLine) {
  EXPECT_EQ(parse_properties("a=1\nb=\\u12").error(), "line 2: \\u needs four hexadecimal digits");
}

TEST(Properties, LinesCountFromOneWhereTheEntryStarts) {
  const auto properties = parse_properties("# one\r\na=\\\n 1\n\nb=2");
  ASSERT_TRUE(properties);
  EXPECT_EQ((*properties)[0].line, 2U);
  EXPECT_EQ((*properties)[1].line, 5U);
}

TEST(Properties, ACarriageReturnAloneEndsALine) {
  EXPECT_EQ(parsed("a=1\rb=2"), (Pairs{{"a", "1"}, {"b", "2"}}));
}

TEST(Properties, AContinuationAtTheEndOfTheTextEndsThere) {
  EXPECT_EQ(parsed("a=1\\"), (Pairs{{"a", "1"}}));
}

}  // namespace
}  // namespace klamm::broker
