#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/classic_group.h"
#include "coordinator/consumer_group_options.h"
#include "coordinator/consumer_group_state.h"
#include "coordinator/consumer_messages.h"
#include "coordinator/consumer_protocol.h"
#include "coordinator/group_counts.h"
#include "coordinator/group_topics.h"
#include "protocol/error_code.h"

namespace klamm::coordinator {

enum class ConsumerState : uint8_t { kEmpty, kAssigning, kReconciling, kStable, kDead };

/// Kafka's name of a state: "Reconciling".
std::string_view name(ConsumerState state);

/// One group of the consumer protocol (KIP-848): a state machine that does no input or output and knows no time but the
/// `now` that it is given. An event changes the state at once and says in `ConsumerEffects` what is to be answered,
/// written and logged; answers come when what they tell is in the log. When a write fails, all that the group has
/// changed since is taken back, and who waited for it is told the error. Behaves as Kafka 4.4's. That a connection has
/// gone it is told only where that shall count (`group.disconnect.grace.ms`). Limits: group.consumer.max.size members;
/// an answer that waits is a request that waits.
/// @core owner: the shard of the group's partition of __consumer_offsets
class ConsumerGroup {
 public:
  /// A regular expression is resolved anew at most so often, whatever members ask for.
  static constexpr int64_t kRegexBatchMs = 10'000;

  ConsumerGroup(std::string group_id, const GroupConfigs& configs, const GroupTopics& topics)
      : group_id_(std::move(group_id)), configs_(configs), topics_(topics) {}
  ConsumerGroup(const ConsumerGroup&) = delete;
  ConsumerGroup& operator=(const ConsumerGroup&) = delete;

  // ---- requests

  /// Also joins and leaves. The answer is in `effects`, now or after a write.
  void heartbeat(const ConsumerHeartbeat& request, GroupNow now, ConsumerEffects& effects);

  /// Whether offsets of this member and epoch may be stored. A commit of an older epoch (`is_older`) is taken for
  /// partitions that the member has had since then: may_commit().
  struct CommitCheck {
    protocol::ErrorCode error = protocol::ErrorCode::kNone;
    bool is_older = false;
  };
  CommitCheck check_commit(std::string_view member_id, int32_t member_epoch, bool knows_member_epochs) const;
  bool may_commit(std::string_view member_id, int32_t member_epoch, const Uuid& topic, int32_t partition) const;
  /// What a refused commit of a member is told.
  protocol::ErrorCode stale_error(std::string_view member_id) const;
  /// No member id: an administrator.
  protocol::ErrorCode check_fetch(const std::optional<std::string>& member_id, int32_t member_epoch) const;
  protocol::ErrorCode check_delete() const;
  bool is_subscribed_to(std::string_view topic) const { return state_.topics().contains(topic); }
  /// Of `names`, which are sorted. Walks whichever is fewer, these or those that the group is subscribed to.
  bool is_subscribed_to_any(std::span<const std::string> names) const {
    const auto& topics = state_.topics();
    if (names.size() <= topics.size()) {
      return std::ranges::any_of(names, [&](const std::string& name) { return topics.contains(name); });
    }
    return std::ranges::any_of(topics,
                               [&](const auto& topic) { return std::ranges::binary_search(names, topic.first); });
  }

  /// See ClassicGroup::connection_ended.
  void connection_ended(ConnectionId connection, int32_t grace_ms, GroupNow now);

  // ---- requests of members of the classic protocol; see consumer_classic.cc

  /// A JoinGroup. The answer is in `effects`, now or after a write; the error of one that comes at once may be
  /// MEMBER_ID_REQUIRED, with the id.
  void join(const JoinRequest& request, GroupNow now, ConsumerEffects& effects);
  /// A SyncGroup: what the member has of its target.
  void sync(const SyncRequest& request, GroupNow now, ConsumerEffects& effects);
  /// A Heartbeat. REBALANCE_IN_PROGRESS: the member has to join anew, to give up partitions or to get some.
  protocol::ErrorCode classic_heartbeat(std::string_view member_id, const std::optional<std::string>& instance_id,
                                        int32_t generation, GroupNow now, ConnectionId connection);
  /// LeaveGroup of the classic protocol, which administrators use for members of any: one error per member, in their
  /// order; that it is in the log says the answer to `token`.
  std::vector<protocol::ErrorCode> remove_members(const std::vector<LeavingMember>& leaving, RequestToken token,
                                                  GroupNow now, ConsumerEffects& effects);

  // ---- what happens elsewhere

  /// A topic that the group reads has come, gone or changed: the next heartbeat of any member finds out.
  void topics_changed() { needs_refresh_ = true; }
  /// The regular expressions that are to be resolved.
  std::vector<std::string> regexes_to_resolve() const;
  /// Of a regular expression: ascending, unique. Nothing: it cannot be resolved here, and keeps the topics it has.
  using RegexTopics = std::optional<std::vector<std::string>>;
  using ResolvedTopics = std::vector<std::pair<std::string, RegexTopics>>;
  /// Some of them, in one write. resolving_ended() when all of them are told.
  void regexes_resolved(ResolvedTopics resolved, int64_t version, GroupNow now, ConsumerEffects& effects);
  void resolving_ended() { is_resolving_ = false; }

  /// When on_time() is to be called at the latest; kNever for no timer. It may be earlier than needed.
  int64_t wake_at_ms() const { return wake_at_ms_; }
  void on_time(GroupNow now, ConsumerEffects& effects);
  /// A write of `effects` has ended: is past the high watermark, or has failed. One that was taken back is not known.
  void written(uint64_t write_id, protocol::ErrorCode error, GroupNow now, ConsumerEffects& effects);

  // ---- life

  /// When everything is loaded: sessions begin anew.
  void loaded(GroupNow now);
  /// This broker leads the group no more, or it was deleted: who waits is told so.
  void unload(ConsumerEffects& effects);
  /// Drops the answers that nobody waits for any more.
  void forget_answers(const std::function<bool(RequestToken)>& is_waiting);
  /// Takes what the log says of the group.
  void restore(ConsumerGroupState state) { state_ = std::move(state); }
  /// The group, which has no members, is deleted: nothing is left of it but the write that says so, whose id is given.
  uint64_t drop(GroupRecords& records);
  /// The group takes the place of a classic group: with the next heartbeat, a join, it deletes that and makes the
  /// changes that bring the members over.
  void replace_classic(std::vector<ConsumerChange> changes = {}, const RebalanceCounts& rebalances = {});
  /// It is being written that a classic group takes its place: no request is to come until that has ended.
  bool becomes_classic() const { return becomes_classic_; }
  /// Nothing of the group is in the log, and nothing on its way there.
  bool is_blank() const { return state_.is_blank() && pending_writes_.empty(); }

  // ---- what others look at

  const std::string& group_id() const { return group_id_; }
  ConsumerState state() const;
  bool is_empty() const { return state_.members().empty(); }
  size_t member_count() const { return state_.members().size(); }
  bool has_pending_writes() const { return !pending_writes_.empty(); }
  /// That wait for writes.
  size_t answer_count() const;
  const ConsumerGroupState& records() const { return state_; }
  const RebalanceCounts& rebalances() const { return rebalances_; }
  ConsumerDescription describe() const;

  std::unique_ptr<GroupAttachment> attachment;

 private:
  // What one event changes: written as a whole, or taken back as a whole.
  struct Draft {
    GroupRecords records;
    std::vector<ConsumerChange> inverses;
    std::vector<std::pair<RebalanceCause, std::string>> causes;  // of new epochs
    std::optional<ClassicStart> classic;  // takes the place of the group: then there are records and nothing else
    std::vector<std::string> log_lines;
    bool resolves_regexes = false;
    bool has_resolved_regexes = false;
  };
  struct PendingWrite {
    uint64_t id = 0;
    std::vector<ConsumerChange> inverses;
    std::vector<std::pair<RequestToken, ConsumerAnswer>> answers;
    std::vector<std::pair<RequestToken, JoinAnswer>> join_answers;
    std::vector<std::pair<RequestToken, SyncAnswer>> sync_answers;
    std::optional<ClassicStart> classic;
    std::vector<RebalanceCause> causes;  // of its new epochs
    int64_t made_ms = 0;
    bool has_resolved_regexes = false;
    bool ends_rebalance = false;  // everybody has what is its own then, or nobody is left
  };
  enum class RegexChanged : uint8_t { kNo, kYes, kYesAndResolved };
  using Answer = std::expected<ConsumerAnswer, GroupError>;

  // consumer_group.cc
  void change(Draft& draft, ConsumerChange change);
  void commit(Draft& draft, GroupNow now, ConsumerEffects& effects);
  void roll_back(std::vector<ConsumerChange>& inverses, GroupNow now);
  void answer(RequestToken token, Answer answer, ConsumerEffects& effects);
  void become_classic(ClassicStart start, ConsumerEffects& effects);
  static void tell(PendingWrite& write, protocol::ErrorCode error, ConsumerEffects& effects);
  void new_epoch(uint64_t metadata_hash, RebalanceCause cause, std::string reason, Draft& draft);
  size_t fence(std::span<const std::string> member_ids, RebalanceCause cause, std::string reason, GroupNow now,
               Draft& draft);
  void remove_member(const std::string& member_id, Draft& draft);
  void set_deadline(ConsumerMember& member, int64_t deadline_ms);
  void want_wake(int64_t deadline_ms) { wake_at_ms_ = std::min(wake_at_ms_, deadline_ms); }
  void note_rebalance(const PendingWrite& write);

  // consumer_heartbeat.cc
  Answer beat(const ConsumerHeartbeat& request, GroupNow now, Draft& draft);
  Answer leave(const ConsumerHeartbeat& request, GroupNow now, Draft& draft);
  std::optional<GroupError> check_size(std::string_view member_id, const std::optional<std::string>& instance_id) const;
  std::expected<std::string, GroupError> admit(const ConsumerHeartbeat& request, Draft& draft);
  std::expected<std::string, GroupError> admit_dynamic(const ConsumerHeartbeat& request) const;
  std::expected<std::string, GroupError> admit_static(const ConsumerHeartbeat& request, Draft& draft);
  std::optional<GroupError> check_epoch(const ConsumerMember& member, const ConsumerHeartbeat& request) const;
  void replace_static(const ConsumerMember& old_member, const std::string& new_id, Draft& draft);
  std::expected<bool, GroupError> take_metadata(const std::string& member_id, const ConsumerHeartbeat& request,
                                                GroupNow now, Draft& draft);

  // consumer_classic.cc
  std::expected<JoinAnswer, protocol::ErrorCode> join_member(const JoinRequest& request, GroupNow now, Draft& draft);
  std::expected<std::string, protocol::ErrorCode> admit_classic(const JoinRequest& request, Draft& draft);
  std::expected<bool, GroupError> take_subscription(const std::string& member_id, const JoinRequest& request,
                                                    MemberSubscription subscription, GroupNow now, Draft& draft);
  bool supports_classic(const JoinRequest& request) const;
  bool is_last_consumer(const std::optional<std::string>& instance_id) const;
  std::expected<ConsumerMember*, protocol::ErrorCode> find_classic(std::string_view member_id,
                                                                   const std::optional<std::string>& instance_id,
                                                                   int32_t generation);
  std::expected<SyncAnswer, protocol::ErrorCode> assignment_of(const SyncRequest& request, GroupNow now);
  bool has_news_for(const ConsumerMember& member) const;
  bool waits_for_target(GroupNow now);
  void want_join(ConsumerMember& member, GroupNow now);
  void draft_upgrade(GroupNow now, Draft& draft);
  void draft_classic(ClassicStart start, GroupNow now, Draft& draft);
  bool downgrade(std::span<const std::string> leaving, RebalanceCause cause, const std::string& reason, GroupNow now,
                 Draft& draft);

  // consumer_regex.cc
  std::expected<RegexChanged, GroupError> update_regex(const MemberMetadata& before, const MemberMetadata& after,
                                                       GroupNow now, Draft& draft);
  void drop_unread_regex(const MemberMetadata& before, Draft& draft);
  bool is_regex_refresh_due(int64_t last_refresh_ms, bool is_new, GroupNow now) const;

  // consumer_target.cc
  std::string preferred_assignor() const;
  bool is_homogeneous() const;
  uint64_t metadata_hash() const;
  void update_epoch(bool is_needed, RebalanceCause cause, const std::string& reason, Draft& draft);
  std::vector<Uuid> subscribed_topics(const MemberMetadata& metadata) const;
  bool is_target_due(GroupNow now) const;
  std::optional<GroupError> update_target(GroupNow now, Draft& draft);
  std::optional<GroupError> reconcile_member(const std::string& member_id, const TopicPartitions* owned,
                                             bool has_subscription_changed, GroupNow now, Draft& draft);

  const std::string group_id_;
  const GroupConfigs& configs_;
  const GroupTopics& topics_;
  ConsumerGroupState state_;
  std::deque<PendingWrite> pending_writes_;
  uint64_t next_write_id_ = 1;
  int64_t wake_at_ms_ = kNever;
  bool needs_refresh_ = true;  // topics may be other ones than the group epoch knows
  bool is_resolving_ = false;
  std::optional<int64_t> resolve_again_at_ms_;  // wall clock: what was resolved could not be stored
  bool is_dead_ = false;
  bool replaces_classic_ = false;
  std::vector<ConsumerChange> replaced_members_;  // with it: what the members of the classic group bring with them
  bool becomes_classic_ = false;
  // With more members a classic group does not fit into a batch of the log.
  size_t classic_size_max_ = std::numeric_limits<size_t>::max();
  RebalanceCounts rebalances_;
};

}  // namespace klamm::coordinator
