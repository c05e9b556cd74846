#pragma once

#include <algorithm>
#include <cstdint>
#include <expected>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "coordinator/classic_effects.h"
#include "coordinator/classic_member.h"
#include "coordinator/classic_messages.h"
#include "coordinator/classic_start.h"
#include "coordinator/group_counts.h"
#include "coordinator/protocol_choice.h"
#include "protocol/error_code.h"
#include "protocol/messages/group_metadata_value.h"

namespace klamm::coordinator {

enum class ClassicState : uint8_t { kEmpty, kPreparingRebalance, kCompletingRebalance, kStable, kDead };

/// Kafka's name of a state: "PreparingRebalance".
std::string_view name(ClassicState state);

/// What holds for every classic group of a broker. Times in milliseconds.
/// @core any (constant)
struct ClassicGroupRules {
  int32_t initial_rebalance_delay_ms = 3000;               // group.initial.rebalance.delay.ms
  int32_t max_size = std::numeric_limits<int32_t>::max();  // group.max.size: members
  int32_t new_member_join_timeout_ms = 5 * 60 * 1000;      // Kafka's constant
};

/// The time of an event by two clocks: deadlines follow the monotonic one, what is stored the wall clock.
struct GroupNow {
  int64_t ms = 0;
  int64_t wall_ms = 0;
};

/// What an owner may hang on a group and what ends with it: the driver's timer.
class GroupAttachment {
 public:
  virtual ~GroupAttachment() = default;
};

/// One group of the classic protocol: a state machine that does no input or output and knows no time but the
/// `now` that it is given. An event changes the state and says in
/// `ClassicEffects` what is to be answered, written and logged. Behaves as Kafka 4.4's (KIP-345, KIP-394, KIP-814),
/// with two differences that no client notices: a request that is replaced by a newer one of the same member is
/// answered with REBALANCE_IN_PROGRESS instead of never, and among equals the oldest member is made the leader.
/// That a connection has gone it is told only where that shall count (`group.disconnect.grace.ms`); else the member
/// times out, as in Kafka. Limits: `max_size` members; kPendingMembersMax member ids that were handed out and not used,
/// of which the one that ends first makes room.
/// @core owner: the shard of the group's partition of __consumer_offsets
class ClassicGroup {
 public:
  static constexpr size_t kPendingMembersMax = 10'000;

  ClassicGroup(std::string group_id, const ClassicGroupRules& rules, GroupNow now);
  ClassicGroup(const ClassicGroup&) = delete;
  ClassicGroup& operator=(const ClassicGroup&) = delete;

  // ---- requests

  /// A JoinGroup; the answer is in `effects`, now or after a later event. The first event of a group that did not exist
  /// before is one with `is_new_group`: it is written even if nothing comes of the join.
  void join(const JoinRequest& request, bool is_new_group, GroupNow now, ClassicEffects& effects);
  void sync(const SyncRequest& request, ClassicEffects& effects);
  protocol::ErrorCode heartbeat(std::string_view member_id, const std::optional<std::string>& instance_id,
                                int32_t generation, GroupNow now, ConnectionId connection = kNoConnection);
  /// One error per member, in their order; or one for the whole.
  std::expected<std::vector<protocol::ErrorCode>, protocol::ErrorCode> leave(const std::vector<LeavingMember>& leaving,
                                                                             GroupNow now, ClassicEffects& effects);

  /// Whether an offset commit of this member and generation is to be taken. Generation -1 without a member: a consumer
  /// that assigns itself, or an administrator.
  protocol::ErrorCode check_commit(std::string_view member_id, const std::optional<std::string>& instance_id,
                                   int32_t generation) const;
  /// An accepted commit keeps the member's session alive while the group is stable or prepares a rebalance.
  void commit_accepted(std::string_view member_id, GroupNow now, ConnectionId connection = kNoConnection);
  /// Whether the group, or offsets of a topic that nobody of it reads, may be deleted.
  protocol::ErrorCode check_delete() const;
  protocol::ErrorCode check_offset_delete() const;

  /// A client has closed a connection, or it was cut. A dynamic member that came over it last and does not come back on
  /// another within `grace_ms` is out, also while it waits; so is a member id that was handed out over it (KIP-394). A
  /// static member stays for its session timeout.
  void connection_ended(ConnectionId connection, int32_t grace_ms, GroupNow now);

  // ---- time and writes

  /// When on_time() is to be called at the latest; kNever for no timer. It may be earlier than needed.
  int64_t wake_at_ms() const { return wake_at_ms_; }
  void on_time(GroupNow now, ClassicEffects& effects);
  /// A write of `effects` has ended: is past the high watermark, or has failed.
  void written(uint64_t write_id, protocol::ErrorCode error, GroupNow now, ClassicEffects& effects);

  // ---- life

  /// Takes the newest record of the group at loading. False: the record makes no sense (it came from a disk).
  bool restore(const protocol::GroupMetadataValue& value);
  /// When everything is loaded: sessions begin anew, and a group that is over its size, or has not rebalanced since it
  /// became a classic one, has to rebalance.
  void loaded(GroupNow now, ClassicEffects& effects);
  /// This broker leads the group no more, or it was deleted: the group is dead, who waits is told so.
  void unload(GroupNow now, ClassicEffects& effects);

  // ---- to the consumer protocol and back (KIP-848)

  /// A consumer group takes its place as soon as that is written; until then nothing happens here. Who waits is told
  /// to join anew.
  void suspend(ClassicEffects& effects);
  /// It was not written. Harmless for a group that was not suspended.
  void resume(GroupNow now);
  /// The group, which is new, takes the place of a consumer group.
  void take_over(ClassicStart start, GroupNow now, ClassicEffects& effects);

  // ---- what others look at

  const std::string& group_id() const { return group_id_; }
  ClassicState state() const { return state_; }
  int32_t generation() const { return generation_; }
  const std::optional<std::string>& protocol_type() const { return protocol_type_; }
  const std::optional<std::string>& protocol_name() const { return protocol_name_; }
  /// The protocol of the generation; of one that has none yet, the one that its members would choose now.
  std::string common_protocol() const;
  const std::optional<std::string>& leader() const { return leader_; }
  int64_t state_timestamp_ms() const { return state_timestamp_ms_; }  // -1 unknown
  size_t member_count() const { return members_.size(); }
  size_t pending_member_count() const { return pending_members_.size(); }
  const std::list<ClassicMember>& members() const { return members_; }
  const RebalanceCounts& rebalances() const { return rebalances_; }
  bool is_empty() const { return state_ == ClassicState::kEmpty; }
  bool uses_consumer_protocol() const { return protocol_type_ == kConsumerProtocolType; }
  /// Nobody has ever joined: its offsets are committed from outside.
  bool is_simple() const { return !protocol_type_ && is_empty() && pending_members_.empty(); }
  ClassicDescription describe() const;

  std::unique_ptr<GroupAttachment> attachment;

 private:
  using Members = std::list<ClassicMember>;

  // A member id that was handed out and not used yet.
  struct PendingMember {
    int64_t deadline_ms = kNever;
    ConnectionId connection = kNoConnection;
  };

  // What join_deadline_ms_ is the end of.
  enum class JoinWait : uint8_t { kNone, kInitialDelay, kRebalance };

  struct PendingWrite {
    uint64_t id = 0;
    int32_t generation = 0;
    enum class Kind : uint8_t { kNewGroup, kState, kAssignment, kStaticMember } kind = Kind::kState;
    std::unordered_map<std::string, std::string> assignments;  // kAssignment: by member
    // kStaticMember: what to go back to
    std::string new_member_id;
    std::string old_member_id;
    std::vector<JoinProtocol> old_protocols;
    int32_t old_session_timeout_ms = 0;
    int32_t old_rebalance_timeout_ms = 0;
    std::optional<std::string> leader_before;
    bool can_skip_assignment = false;
    RequestToken token = kNoRequest;
  };

  // classic_group.cc: members and states
  ClassicMember* find(std::string_view member_id);
  const ClassicMember* find(std::string_view member_id) const;
  const std::string* static_member_id(const std::optional<std::string>& instance_id) const;
  protocol::ErrorCode validate_member(std::string_view member_id, const std::optional<std::string>& instance_id) const;
  bool is_leader(std::string_view member_id) const { return leader_ && *leader_ == member_id; }
  ClassicMember& add_member(ClassicMember member);
  void remove_member(std::string_view member_id);
  void update_member(ClassicMember& member, const JoinRequest& request, ClassicEffects& effects);
  void transition(ClassicState state, GroupNow now);
  bool supports(std::string_view protocol_type, std::span<const JoinProtocol> protocols) const;
  std::string select_protocol() const;
  int32_t rebalance_timeout_ms() const;
  bool has_all_joined() const { return members_.size() == joined_count_ && pending_members_.empty(); }
  void set_deadline(ClassicMember& member, int64_t deadline_ms);
  static void came_by(ClassicMember& member, ConnectionId connection);
  void want_wake(int64_t deadline_ms) { wake_at_ms_ = std::min(wake_at_ms_, deadline_ms); }
  protocol::ErrorCode leave_one(const LeavingMember& leaving, ClassicEffects& effects);
  void end_waits(ClassicMember& member, ClassicEffects& effects);
  void answer_join(ClassicMember& member, JoinAnswer answer, ClassicEffects& effects);
  void answer_sync(ClassicMember& member, SyncAnswer answer, ClassicEffects& effects);
  JoinAnswer current_generation(const ClassicMember& member, bool with_members) const;

  // classic_join.cc
  bool accepts(std::string_view member_id) const;
  void refuse_over_size(const JoinRequest& request, GroupNow now, ClassicEffects& effects);
  void join_new(const JoinRequest& request, GroupNow now, ClassicEffects& effects);
  void join_new_static(const JoinRequest& request, GroupNow now, ClassicEffects& effects);
  void join_known(const JoinRequest& request, GroupNow now, ClassicEffects& effects);
  void rejoin(ClassicMember& member, const JoinRequest& request, GroupNow now, ClassicEffects& effects);
  void add_pending(const JoinRequest& request, GroupNow now);
  void add_and_rebalance(const JoinRequest& request, const std::string& member_id, GroupNow now,
                         ClassicEffects& effects);
  void replace_static(const JoinRequest& request, const std::string& old_member_id, GroupNow now,
                      ClassicEffects& effects);
  ClassicMember& rename_static(const std::string& instance_id, const std::string& old_member_id,
                               const std::string& new_member_id, ClassicEffects& effects);
  void static_written(const PendingWrite& write, protocol::ErrorCode error, GroupNow now, ClassicEffects& effects);

  // classic_rebalance.cc
  void rebalance_or_complete(RebalanceCause cause, const std::string& reason, GroupNow now, ClassicEffects& effects);
  void prepare_rebalance(RebalanceCause cause, const std::string& reason, GroupNow now, ClassicEffects& effects);
  void maybe_complete_join(GroupNow now, ClassicEffects& effects);
  void complete_join(GroupNow now, ClassicEffects& effects);
  bool elect_joined_leader();
  void initial_delay_over(GroupNow now, ClassicEffects& effects);
  void sync_time_over(GroupNow now, ClassicEffects& effects);
  void member_expired(const std::string& member_id, GroupNow now, ClassicEffects& effects);
  void wait_for_joins(JoinWait wait, int64_t delay_ms, GroupNow now);
  void forget_syncs();
  void join_time_over(GroupNow now, ClassicEffects& effects);
  void expired_before_join(GroupNow now, ClassicEffects& effects);
  void set_wake();

  // classic_sync.cc
  protocol::ErrorCode validate_sync(const SyncRequest& request) const;
  void take_assignments(const SyncRequest& request, ClassicEffects& effects);
  void assignment_written(PendingWrite& write, protocol::ErrorCode error, GroupNow now, ClassicEffects& effects);
  void reset_assignments(protocol::ErrorCode error, GroupNow now, ClassicEffects& effects);
  void propagate_assignments(protocol::ErrorCode error, GroupNow now, ClassicEffects& effects);
  void synced(ClassicMember& member);
  SyncAnswer assignment_of(const ClassicMember& member) const;

  // classic_record.cc
  void write(PendingWrite pending, ClassicEffects& effects);
  const std::string& written_assignment(const ClassicMember& member, const PendingWrite& pending) const;

  const std::string group_id_;
  const ClassicGroupRules& rules_;

  ClassicState state_ = ClassicState::kEmpty;
  ClassicState previous_state_ = ClassicState::kDead;
  int64_t state_timestamp_ms_ = -1;
  int32_t generation_ = 0;
  std::optional<std::string> protocol_type_;
  std::optional<std::string> protocol_name_;
  std::optional<std::string> leader_;

  Members members_;  // oldest first
  std::unordered_map<std::string_view, Members::iterator> by_id_;
  std::unordered_map<std::string, std::string> static_members_;     // instance id -> member id
  std::unordered_map<std::string, PendingMember> pending_members_;  // by the id (KIP-394)
  ProtocolChoice protocols_;
  size_t joined_count_ = 0;  // members that wait for the answer to a JoinGroup
  size_t owing_sync_count_ = 0;
  bool is_suspended_ = false;
  bool new_member_added_ = false;  // since the initial delay began, or was last extended

  JoinWait join_wait_ = JoinWait::kNone;
  int64_t join_deadline_ms_ = kNever;
  int64_t initial_delay_ms_ = 0;
  int64_t initial_remaining_ms_ = 0;
  int64_t sync_deadline_ms_ = kNever;
  int64_t wake_at_ms_ = kNever;

  RebalanceCounts rebalances_;
  std::vector<PendingWrite> pending_writes_;
  uint64_t next_write_id_ = 1;
};

/// The member's row in the group's record. A view: both stay until the record is encoded. @core any
protocol::GroupMetadataValue::MemberMetadata member_record(const ClassicMember& member,
                                                           const std::string& protocol_name,
                                                           const std::string& assignment);

}  // namespace klamm::coordinator
