#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/coordinator/consumer_harness.h"

namespace klamm::coordinator::test {

/// What all consumers of a history were told.
struct EpochLedger {
  int32_t newest_told = 0;
};

/// A consumer of the consumer protocol, as Kafka's is: it says what it has, gives up what it is told to, and begins
/// anew when it was fenced. Its requests and their answers may be lost on the way.
class ModelConsumer {
 public:
  using Owned = std::set<std::pair<Uuid, int32_t>>;

  ModelConsumer(ConsumerHarness& group, EpochLedger& ledger, int number)
      : group_(group), ledger_(ledger), number_(number), is_static_(number % 3 == 0) {}

  bool is_up() const { return is_up_; }
  bool has_joined() const { return epoch_ > 0; }
  const std::string& member_id() const { return member_id_; }
  int32_t epoch() const { return epoch_; }
  const Owned& owned() const { return owned_; }

  void start(std::vector<std::string> topics, std::optional<std::string> regex, std::optional<std::string> assignor) {
    is_up_ = true;
    member_id_ = "c" + std::to_string(number_) + "-" + std::to_string(++process_count_);
    topics_ = std::move(topics);
    regex_ = std::move(regex);
    assignor_ = std::move(assignor);
    connection_ = static_cast<ConnectionId>(1000 * number_ + process_count_);
    reset();
  }
  void subscribe(std::vector<std::string> topics) {
    if (regex_) return;
    topics_ = std::move(topics);
    says_all_ = true;
  }

  /// One heartbeat, or the look at the answer to the last. `loss`: 0 the request, 1 the answer does not arrive.
  void act(uint32_t loss) {
    if (token_) {
      take_answer();
      return;
    }
    if (loss == 0) {
      says_all_ = true;  // as after any error
      return;
    }
    token_ = group_.send(request());
    is_answer_lost_ = loss == 1;
  }
  /// The answer did not come in time: the request is sent again over another connection, and only its answer counts.
  void repeat() {
    if (token_) token_ = group_.send(last_request_);
  }

  void leave() {
    const bool comes_back = is_static_ && number_ % 2 == 0;
    ConsumerHeartbeat request = ConsumerHarness::beating(member_id_, comes_back ? kLeaveStaticEpoch : kLeaveEpoch);
    request.instance_id = instance_id();
    group_.send(request);
    stop();
  }
  void vanish(std::optional<int32_t> grace_ms) {
    lose_connection(grace_ms);
    stop();
  }
  void lose_connection(std::optional<int32_t> grace_ms) {
    if (grace_ms) group_.group->connection_ended(connection_, *grace_ms, group_.now());
    connection_ += 100'000;
  }
  /// The broker that had the request is gone.
  void broker_restarted() {
    token_.reset();
    says_all_ = true;
  }

  bool reads(const std::string& topic) const {
    if (regex_) return topic.starts_with("r");
    return std::ranges::find(topics_, topic) != topics_.end();
  }

 private:
  std::optional<std::string> instance_id() const {
    return is_static_ ? std::optional("i" + std::to_string(number_)) : std::nullopt;
  }
  void reset() {
    epoch_ = 0;
    owned_.clear();
    says_all_ = true;
    token_.reset();
    last_request_ = {};
  }
  void stop() {
    is_up_ = false;
    reset();
  }

  ConsumerHeartbeat request() {
    ConsumerHeartbeat request = ConsumerHarness::beating(member_id_, epoch_);
    request.instance_id = instance_id();
    request.connection = connection_;
    if (epoch_ == 0 || says_all_) {
      request.rebalance_timeout_ms = 30'000;
      request.topics = topics_;
      if (regex_) request.topic_regex = regex_;
      request.server_assignor = assignor_;
    }
    if (epoch_ == 0 || says_all_ || has_news_) {
      request.owned.emplace();
      for (const auto& [topic, partition] : owned_) (*request.owned)[topic].push_back(partition);
    }
    says_all_ = has_news_ = false;
    last_request_ = request;
    return request;
  }

  void take_answer() {
    const auto found = group_.answers.find(*token_);
    if (found == group_.answers.end()) return;
    token_.reset();
    if (std::exchange(is_answer_lost_, false)) {
      says_all_ = true;
      return;
    }
    const ConsumerAnswer& told = found->second;
    switch (told.error) {
      case ErrorCode::kNone:
        take(told);
        break;
      case ErrorCode::kFencedMemberEpoch:
      case ErrorCode::kUnknownMemberId:
        reset();
        break;
      case ErrorCode::kFencedInstanceId:
        stop();
        break;
      default:
        says_all_ = true;  // and tries again
    }
  }

  void take(const ConsumerAnswer& told) {
    EXPECT_EQ(told.member_id, member_id_);
    EXPECT_GE(told.member_epoch, epoch_) << member_id_ << " was told an older epoch";
    epoch_ = told.member_epoch;
    ledger_.newest_told = std::max(ledger_.newest_told, told.member_epoch);
    if (!told.assignment) return;
    Owned next;
    for (const auto& [topic, partitions] : *told.assignment) {
      for (const OwnedPartition& one : partitions) next.emplace(topic, one.partition);
    }
    has_news_ = next != owned_;
    owned_ = std::move(next);
  }

  ConsumerHarness& group_;
  EpochLedger& ledger_;
  const int number_;
  const bool is_static_;
  int process_count_ = 0;
  bool is_up_ = false;
  std::string member_id_;
  std::vector<std::string> topics_;
  std::optional<std::string> regex_;
  std::optional<std::string> assignor_;
  ConnectionId connection_ = kNoConnection;
  int32_t epoch_ = 0;
  Owned owned_;
  bool says_all_ = true;
  bool has_news_ = false;
  std::optional<RequestToken> token_;
  bool is_answer_lost_ = false;
  ConsumerHeartbeat last_request_;
};

}  // namespace klamm::coordinator::test
