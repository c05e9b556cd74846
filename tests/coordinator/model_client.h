#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/coordinator/group_harness.h"

namespace klamm::coordinator::test {

inline constexpr int kModelPartitionCount = 6;

/// What has been told to whom, over all clients: the means to see a broken promise.
struct ModelLedger {
  // generation -> partition -> who was told that it is its own; a static member is known by its instance id
  std::map<int32_t, std::map<char, std::string>> owners;
  int32_t newest_told = 0;  // the newest generation that any member was told
  std::vector<std::string> faults;
  ConnectionId new_connection() { return ++last_connection; }
  ConnectionId last_connection = kNoConnection;
};

/// A consumer of the model, as well-behaved as it is let be. It acts when it is told to, so that the test decides what
/// happens when.
class ModelClient {
 public:
  ModelClient(GroupHarness& group, ModelLedger& ledger, int number)
      : group_(group), ledger_(ledger), name_("c" + std::to_string(number)) {
    if (number % 3 == 0) instance_id_ = "i" + std::to_string(number);
  }

  bool is_up() const { return is_up_; }
  bool has_assignment() const { return is_up_ && phase_ == Phase::kStable; }
  bool waits() const { return phase_ == Phase::kJoining || phase_ == Phase::kSyncing; }
  const std::string& assignment() const { return assignment_; }
  const std::string& member_id() const { return member_id_; }
  const std::optional<std::string>& instance_id() const { return instance_id_; }
  int32_t generation() const { return generation_; }

  void start() {
    is_up_ = true;
    phase_ = Phase::kOut;
    member_id_.clear();
    generation_ = -1;
    assignment_.clear();
  }
  /// Killed: its connection goes with what waits on it. `grace_ms` below 0: nobody is told.
  void vanish(int32_t grace_ms) {
    end_connection(grace_ms);
    is_up_ = false;
  }
  /// Its connection breaks, and it tries again on another.
  void lose_connection(int32_t grace_ms) {
    end_connection(grace_ms);
    if (waits()) phase_ = Phase::kOut;
  }
  /// A generation that was never stored is gone with its broker.
  void broker_restarted(int32_t stored_generation) {
    lose_connection(-1);
    generation_ = std::min(generation_, stored_generation);
  }
  void leave() {
    if (!member_id_.empty()) group_.leave({{member_id_, instance_id_, "model"}});
    is_up_ = false;
  }

  /// The next thing that a client does.
  void act(const std::vector<JoinProtocol>& protocols, uint32_t shuffle) {
    switch (phase_) {
      case Phase::kOut:
        return join(protocols);
      case Phase::kJoining:
        return look_at_join(shuffle);
      case Phase::kSyncing:
        return look_at_sync();
      case Phase::kStable:
        return beat();
    }
  }

 private:
  enum class Phase { kOut, kJoining, kSyncing, kStable };

  std::string owner() const { return instance_id_.value_or(member_id_); }

  void join(const std::vector<JoinProtocol>& protocols) {
    JoinRequest asked = GroupHarness::request(member_id_, protocols);
    asked.instance_id = instance_id_;
    asked.new_member_id = name_ + "-" + std::to_string(++ids_);
    asked.needs_known_member_id = true;
    asked.can_skip_assignment = true;
    asked.rebalance_timeout_ms = 20'000;
    asked.connection = connection_;
    protocols_ = protocols;
    token_ = group_.join(std::move(asked));
    phase_ = Phase::kJoining;
  }

  void look_at_join(uint32_t shuffle) {
    const JoinAnswer* answer = group_.joined(token_);
    if (answer == nullptr) return;
    phase_ = Phase::kOut;
    switch (answer->error) {
      case ErrorCode::kNone:
        return joined(*answer, shuffle);
      case ErrorCode::kMemberIdRequired:
        member_id_ = answer->member_id;
        return;
      case ErrorCode::kFencedInstanceId:
        is_up_ = false;
        return;
      case ErrorCode::kUnknownMemberId:
      case ErrorCode::kIllegalGeneration:
        member_id_.clear();
        return;
      default:
        return;  // again, as the same
    }
  }

  void joined(const JoinAnswer& answer, uint32_t shuffle) {
    if (answer.generation < generation_) fault("was told an older generation");
    member_id_ = answer.member_id;
    generation_ = answer.generation;
    ledger_.newest_told = std::max(ledger_.newest_told, generation_);
    std::vector<SyncRequest::Assignment> parts;
    if (!answer.members.empty() && answer.leader == member_id_ && !answer.skip_assignment) {
      for (const JoinAnswer::Member& member : answer.members) parts.push_back({member.member_id, ""});
      for (int i = 0; i < kModelPartitionCount; ++i) {
        parts[(static_cast<size_t>(i) + shuffle) % parts.size()].assignment += static_cast<char>('0' + i);
      }
    }
    token_ = group_.sync(member_id_, generation_, std::move(parts), instance_id_, connection_);
    phase_ = Phase::kSyncing;
  }

  void look_at_sync() {
    const SyncAnswer* answer = group_.synced(token_);
    if (answer == nullptr) return;
    phase_ = Phase::kOut;
    if (answer->error == ErrorCode::kFencedInstanceId) is_up_ = false;
    if (answer->error == ErrorCode::kUnknownMemberId || answer->error == ErrorCode::kIllegalGeneration) {
      member_id_.clear();
    }
    if (answer->error != ErrorCode::kNone) return;
    phase_ = Phase::kStable;
    assignment_ = answer->assignment;
    for (const char partition : assignment_) {
      const auto [place, is_new] = ledger_.owners[generation_].emplace(partition, owner());
      if (!is_new && place->second != owner()) fault(std::string("shares partition ") + partition);
    }
  }

  void end_connection(int32_t grace_ms) {
    if (grace_ms >= 0) group_.group->connection_ended(connection_, grace_ms, group_.now());
    connection_ = ledger_.new_connection();
  }

  void beat() {
    const ErrorCode error = group_.beat(member_id_, generation_, instance_id_, connection_);
    if (error == ErrorCode::kNone) return;
    phase_ = Phase::kOut;
    if (error == ErrorCode::kFencedInstanceId) is_up_ = false;
    if (error == ErrorCode::kUnknownMemberId || error == ErrorCode::kIllegalGeneration) member_id_.clear();
  }

  void fault(const std::string& what) {
    ledger_.faults.push_back(owner() + " " + what + " in generation " + std::to_string(generation_));
  }

  GroupHarness& group_;
  ModelLedger& ledger_;
  const std::string name_;
  std::optional<std::string> instance_id_;
  bool is_up_ = false;
  Phase phase_ = Phase::kOut;
  std::string member_id_;
  int32_t generation_ = -1;
  std::string assignment_;
  std::vector<JoinProtocol> protocols_;
  RequestToken token_ = kNoRequest;
  ConnectionId connection_ = ledger_.new_connection();
  int ids_ = 0;
};

}  // namespace klamm::coordinator::test
