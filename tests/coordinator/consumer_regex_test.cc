#include <gtest/gtest.h>

#include "coordinator/topic_regex.h"
#include "tests/coordinator/consumer_harness.h"

// Subscriptions by regular expressions.
namespace klamm::coordinator::test {
namespace {

using Ints = std::vector<int32_t>;

class ConsumerRegex : public ::testing::Test {
 protected:
  ConsumerRegex() {
    g_.topics.set("t-1", 1);
    g_.topics.set("t-2", 1);
    g_.topics.set("u", 1);
  }
  void TearDown() override {
    EXPECT_FALSE(g_.answered_twice);
    EXPECT_TRUE(g_.group->records().is_same(g_.log.replay()));
  }
  static ConsumerHeartbeat joining(std::string member_id, std::string regex) {
    ConsumerHeartbeat request = ConsumerHarness::joining(std::move(member_id));
    request.topics.reset();
    request.topic_regex = std::move(regex);
    return request;
  }
  void resolve() {
    g_.resolve(
        [](const std::string& regex, const std::string& name) { return TopicRegex::compile(regex)->matches(name); });
  }
  ConsumerHarness g_;
};

TEST_F(ConsumerRegex, IsResolvedAfterTheFirstAnswer) {
  const ConsumerAnswer joined = g_.ask(joining("a", "t-.*"));
  EXPECT_EQ(joined.member_epoch, 1);
  EXPECT_TRUE(joined.assignment->empty());
  EXPECT_TRUE(g_.wants_regexes);
  EXPECT_EQ(g_.group->regexes_to_resolve(), std::vector<std::string>{"t-.*"});
  resolve();
  EXPECT_EQ(g_.group->records().group_epoch(), 2);
  g_.beat("a", 1);
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
  EXPECT_EQ(g_.has("a", "t-2"), Ints{0});
  EXPECT_TRUE(g_.group->is_subscribed_to("t-1"));
  EXPECT_FALSE(g_.group->is_subscribed_to("u"));
  EXPECT_FALSE(g_.wants_regexes);
}

TEST_F(ConsumerRegex, AnotherMemberFindsItResolved) {
  g_.ask(joining("a", "t-.*"));
  resolve();
  g_.beat("a", 1);
  EXPECT_EQ(g_.ask(joining("b", "t-.*")).member_epoch, 3);
  EXPECT_FALSE(g_.wants_regexes);
}

TEST_F(ConsumerRegex, NewTopicsAreFoundAfterAWhile) {
  g_.ask(joining("a", "t-.*"));
  resolve();
  g_.beat("a", 1);
  g_.topics.set("t-3", 1);
  g_.pass(10'000);
  g_.beat("a", 2);
  EXPECT_FALSE(g_.wants_regexes);  // not more often than that
  g_.pass(1);
  g_.beat("a", 2);
  EXPECT_TRUE(g_.wants_regexes);
  resolve();
  g_.beat("a", 2);
  EXPECT_EQ(g_.has("a", "t-3"), Ints{0});
  // And all of them from time to time.
  g_.options.session_timeout_ms.value = 10'000'000;
  g_.options.session_timeout_ms.max = 10'000'000;
  g_.use(g_.options);
  g_.beat("a", 3);
  g_.pass(599'999);
  g_.beat("a", 3);
  EXPECT_FALSE(g_.wants_regexes);
  g_.pass(2);
  g_.beat("a", 3);
  EXPECT_TRUE(g_.wants_regexes);
  resolve();
  EXPECT_EQ(g_.beat("a", 3).member_epoch, 3);  // nothing new
}

TEST_F(ConsumerRegex, IsForgottenWithItsLastMember) {
  g_.ask(joining("a", "t-.*"));
  g_.ask(joining("b", "t-.*"));
  resolve();
  g_.leave("a");
  EXPECT_EQ(g_.group->records().resolved_regexes().size(), 1U);
  g_.leave("b");
  EXPECT_TRUE(g_.group->records().resolved_regexes().empty());
  EXPECT_FALSE(g_.group->is_subscribed_to("t-1"));
}

TEST_F(ConsumerRegex, MayBeChangedAndDropped) {
  g_.ask(joining("a", "t-.*"));
  resolve();
  g_.beat("a", 1);
  ConsumerHeartbeat request = ConsumerHarness::beating("a", 2);
  request.topic_regex = "u";
  g_.ask(request);
  EXPECT_FALSE(g_.group->records().resolved_regexes().contains("t-.*"));
  EXPECT_TRUE(g_.member("a").current.pending_revocation.contains(g_.topics.id("t-1")));
  g_.pass(10'001);
  g_.beat("a", 2);
  EXPECT_TRUE(g_.wants_regexes);
  resolve();
  g_.beat("a", 2, TopicPartitions());
  EXPECT_EQ(g_.has("a", "u"), Ints{0});
  request = ConsumerHarness::beating("a", g_.member("a").current.member_epoch);
  request.topic_regex = "";
  request.topics = {"t-1"};
  g_.ask(request);
  g_.beat("a", g_.member("a").current.member_epoch, TopicPartitions());
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
  EXPECT_TRUE(g_.group->records().regexes().empty());
}

TEST_F(ConsumerRegex, StandsBesideNames) {
  ConsumerHeartbeat request = joining("a", "t-1");
  request.topics = {"u"};
  g_.ask(request);
  resolve();
  g_.beat("a", 2);
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
  EXPECT_EQ(g_.has("a", "u"), Ints{0});
}

TEST_F(ConsumerRegex, OneThatCannotBeResolvedKeepsItsTopics) {
  g_.ask(joining("a", "t-.*"));
  resolve();
  g_.beat("a", 1);
  // As after a log whose patterns are of another library.
  const auto fail_to_resolve = [&] {
    g_.wants_regexes = false;
    g_.apply([&](ConsumerEffects& effects) {
      ConsumerGroup::ResolvedTopics none;
      for (const std::string& regex : g_.group->regexes_to_resolve()) none.emplace_back(regex, std::nullopt);
      g_.group->regexes_resolved(std::move(none), g_.topics.version(), g_.now(), effects);
      g_.group->resolving_ended();
    });
  };
  g_.topics.set("t-3", 1);
  g_.pass(10'001);
  g_.beat("a", 2);
  ASSERT_TRUE(g_.wants_regexes);
  fail_to_resolve();
  EXPECT_EQ(g_.beat("a", 2).member_epoch, 2);
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
  g_.pass(10'001);
  g_.beat("a", 2);
  EXPECT_FALSE(g_.wants_regexes);  // it was looked at
  g_.ask(joining("b", "u"));
  fail_to_resolve();
  EXPECT_TRUE(g_.group->records().resolved_regexes().at("u").topics.empty());
}

TEST_F(ConsumerRegex, WhatCannotBeStoredIsTriedAgainAfterAWhile) {
  g_.ask(joining("a", "t-.*"));
  g_.writes_end = false;
  resolve();
  g_.refuse_write(ErrorCode::kUnknownServerError);
  g_.writes_end = true;
  g_.pass(9'999);
  g_.beat("a", 1);
  EXPECT_FALSE(g_.wants_regexes);
  g_.pass(1);
  g_.beat("a", 1);
  EXPECT_TRUE(g_.wants_regexes);
  resolve();
  g_.beat("a", 1);
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
}

TEST_F(ConsumerRegex, AreResolvedAPartAtATime) {
  g_.ask(joining("a", "t-.*"));
  g_.ask(joining("b", "u"));
  const auto tell = [&](std::string regex, std::vector<std::string> topics) {
    g_.apply([&](ConsumerEffects& effects) {
      ConsumerGroup::ResolvedTopics some;
      some.emplace_back(std::move(regex), std::move(topics));
      g_.group->regexes_resolved(std::move(some), g_.topics.version(), g_.now(), effects);
    });
  };
  g_.wants_regexes = false;
  tell("t-.*", {"t-1", "t-2"});
  g_.pass(10'001);
  g_.beat("a", 1);
  EXPECT_FALSE(g_.wants_regexes);  // they are at it
  tell("u", {"u"});
  g_.group->resolving_ended();
  g_.beat("b", g_.member("b").current.member_epoch);
  EXPECT_EQ(g_.has("b", "u"), Ints{0});
  EXPECT_EQ(g_.has("a", "t-1"), Ints{0});
}

TEST_F(ConsumerRegex, OneThatIsNoneIsRefused) {
  const ConsumerAnswer told = g_.ask(joining("a", "(t"));
  EXPECT_EQ(told.error, ErrorCode::kInvalidRegularExpression);
  EXPECT_NE(told.error_message.find("(t"), std::string::npos);
  EXPECT_FALSE(g_.wants_regexes);
}

}  // namespace
}  // namespace klamm::coordinator::test
