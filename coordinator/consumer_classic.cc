#include <fmt/format.h>

#include <utility>

#include "coordinator/consumer_group.h"
#include "coordinator/group_migration.h"
#include "coordinator/log_text.h"
#include "coordinator/sort_unique.h"

// Members of the classic protocol in a consumer group: the group was a classic one when they came, or they came while
// `group.consumer.migration.policy` lets them. A generation is their member epoch. They hear of a new target by their
// heartbeats, join anew, and get with their SyncGroup what they may have of it; there is no leader and no barrier.
namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

TopicPartitions without_epochs(const OwnedPartitions& owned) {
  TopicPartitions all;
  for (const auto& [topic, partitions] : owned) {
    for (const OwnedPartition& one : partitions) all[topic].push_back(one.partition);
  }
  return all;
}

MemberMetadata updated(const MemberMetadata& before, const JoinRequest& request, MemberSubscription subscription) {
  MemberMetadata after = before;
  if (request.instance_id) after.instance_id = request.instance_id;
  if (subscription.rack_id) after.rack_id = std::move(subscription.rack_id);
  if (request.rebalance_timeout_ms != -1) after.rebalance_timeout_ms = request.rebalance_timeout_ms;
  after.topics = std::move(subscription.topics);
  sort_unique(after.topics);
  after.topic_regex = "";
  after.client_id = request.client_id;
  after.client_host = request.client_host;
  after.classic = {.session_timeout_ms = request.session_timeout_ms, .protocols = request.protocols};
  return after;
}

}  // namespace

// ---- joining

void ConsumerGroup::join(const JoinRequest& request, GroupNow now, ConsumerEffects& effects) {
  if (is_dead_) {
    effects.join_answers.emplace_back(request.token, JoinAnswer{.error = ErrorCode::kNotCoordinator});
    return;
  }
  Draft draft;
  auto told = join_member(request, now, draft);
  if (!told) {
    roll_back(draft.inverses, now);
    effects.join_answers.emplace_back(request.token, JoinAnswer{.error = told.error()});
    return;
  }
  commit(draft, now, effects);
  const bool is_at_once = told->error != ErrorCode::kNone || pending_writes_.empty();
  auto& answers = is_at_once ? effects.join_answers : pending_writes_.back().join_answers;
  answers.emplace_back(request.token, std::move(*told));
}

std::expected<JoinAnswer, ErrorCode> ConsumerGroup::join_member(const JoinRequest& request, GroupNow now,
                                                                Draft& draft) {
  const std::string& asked_id = request.member_id.empty() ? request.new_member_id : request.member_id;
  if (configs_.broker().migration_policy == MigrationPolicy::kDisabled) {
    return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  }
  if (const auto full = check_size(asked_id, request.instance_id)) return std::unexpected(full->code);
  if (!supports_classic(request)) return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  if (request.member_id.empty() && !request.instance_id && request.needs_known_member_id) {
    return JoinAnswer{.error = ErrorCode::kMemberIdRequired, .member_id = asked_id};
  }
  const bool is_downgrade = is_last_consumer(request.instance_id);
  const int32_t epoch_before = state_.group_epoch();
  const auto member_id = admit_classic(request, draft);
  if (!member_id) return std::unexpected(member_id.error());
  auto subscription = parse_subscription(request.protocols.front().metadata);
  if (!subscription) return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  const TopicPartitions owned = with_ids(subscription->owned, topics_);
  const auto has_changed = take_subscription(*member_id, request, std::move(*subscription), now, draft);
  if (!has_changed) return std::unexpected(has_changed.error().code);

  JoinAnswer told{.protocol_type = std::string(kConsumerProtocolType),
                  .protocol_name = request.protocols.front().name,
                  .member_id = *member_id};
  const bool is_target_old = state_.assignment_epoch() < state_.group_epoch();
  if (!is_downgrade) {
    if (const auto failed = update_target(now, draft)) return std::unexpected(failed->code);
  }
  if (!is_downgrade || !is_target_old) {
    if (const auto failed = reconcile_member(*member_id, &owned, *has_changed, now, draft)) {
      return std::unexpected(failed->code);
    }
  }
  told.generation = state_.find(*member_id)->current.member_epoch;
  if (is_downgrade) {
    auto start = classic_group_of(state_, {}, topics_);
    if (!start) return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
    start->generation = epoch_before;
    start->has_to_rebalance = is_target_old;
    start->cause = RebalanceCause::kRejoined;
    start->reason = fmt::format("{} took the place of the last member of the consumer protocol", log_text(*member_id));
    roll_back(draft.inverses, now);
    draft = Draft();
    draft_classic(std::move(*start), now, draft);
    return told;
  }
  ConsumerMember& member = *state_.find(*member_id);
  member.connection = request.connection;
  member.away_until_ms = member.rebalance_deadline_ms = member.join_deadline_ms = kNever;
  member.sync_deadline_ms = now.ms + std::max(request.rebalance_timeout_ms, 0);
  want_wake(member.sync_deadline_ms);
  set_deadline(member, now.ms + request.session_timeout_ms);
  return told;
}

// One of its protocols is known to all members of the classic protocol.
bool ConsumerGroup::supports_classic(const JoinRequest& request) const {
  if (request.protocol_type != kConsumerProtocolType) return false;
  return std::ranges::any_of(request.protocols, [this](const JoinProtocol& one) {
    const auto found = state_.protocols().find(one.name);
    const int32_t count = found == state_.protocols().end() ? 0 : found->second;
    return static_cast<size_t>(count) == state_.classic_member_count();
  });
}

// A dynamic member that is not known is new, whatever its id.
std::expected<std::string, ErrorCode> ConsumerGroup::admit_classic(const JoinRequest& request, Draft& draft) {
  const bool is_unknown = request.member_id.empty();
  const std::string& member_id = is_unknown ? request.new_member_id : request.member_id;
  if (!request.instance_id) return member_id;
  const ConsumerMember* known = state_.find_static(*request.instance_id);
  if (is_unknown) {
    if (known != nullptr) replace_static(*known, member_id, draft);
    return member_id;
  }
  if (known == nullptr) return std::unexpected(ErrorCode::kUnknownMemberId);
  if (known->member_id != member_id) return std::unexpected(ErrorCode::kFencedInstanceId);
  return member_id;
}

std::expected<bool, GroupError> ConsumerGroup::take_subscription(const std::string& member_id,
                                                                 const JoinRequest& request,
                                                                 MemberSubscription subscription, GroupNow now,
                                                                 Draft& draft) {
  const ConsumerMember* known = state_.find(member_id);
  const bool is_new = known == nullptr;
  const MemberMetadata before = is_new ? MemberMetadata() : known->metadata;
  const MemberMetadata after = updated(before, request, std::move(subscription));
  if (is_new || before != after) change(draft, MemberMetadataChange{member_id, after});
  const auto regex = update_regex(before, after, now, draft);
  if (!regex) return std::unexpected(regex.error());
  const bool has_changed = before.topics != after.topics || *regex != RegexChanged::kNo;
  update_epoch(has_changed, is_new ? RebalanceCause::kJoined : RebalanceCause::kRejoined,
               fmt::format("{} {} with the classic protocol: {}", log_text(member_id),
                           is_new ? "joins" : "reads other topics", log_text(request.reason)),
               draft);
  return has_changed;
}

// ---- what they ask

// Of the classic protocol, in that generation.
std::expected<ConsumerMember*, ErrorCode> ConsumerGroup::find_classic(std::string_view member_id,
                                                                      const std::optional<std::string>& instance_id,
                                                                      int32_t generation) {
  if (is_dead_) return std::unexpected(ErrorCode::kNotCoordinator);
  if (instance_id) {
    const ConsumerMember* known = state_.find_static(*instance_id);
    if (known == nullptr) return std::unexpected(ErrorCode::kUnknownMemberId);
    if (known->member_id != member_id) return std::unexpected(ErrorCode::kFencedInstanceId);
  }
  ConsumerMember* member = state_.find(member_id);
  if (member == nullptr || !member->uses_classic_protocol()) return std::unexpected(ErrorCode::kUnknownMemberId);
  if (generation != member->current.member_epoch) return std::unexpected(ErrorCode::kIllegalGeneration);
  return member;
}

void ConsumerGroup::sync(const SyncRequest& request, GroupNow now, ConsumerEffects& effects) {
  auto told = assignment_of(request, now);
  if (!told) {
    effects.sync_answers.emplace_back(request.token, SyncAnswer{.error = told.error()});
    return;
  }
  auto& answers = pending_writes_.empty() ? effects.sync_answers : pending_writes_.back().sync_answers;
  answers.emplace_back(request.token, std::move(*told));
}

std::expected<SyncAnswer, ErrorCode> ConsumerGroup::assignment_of(const SyncRequest& request, GroupNow now) {
  const auto found = find_classic(request.member_id, request.instance_id, request.generation);
  if (!found) return std::unexpected(found.error());
  ConsumerMember& member = **found;
  const ClassicMemberMetadata& classic = *member.metadata.classic;
  if (classic.protocols.empty()) return std::unexpected(ErrorCode::kUnknownServerError);
  const JoinProtocol& protocol = classic.protocols.front();
  if (request.protocol_type && *request.protocol_type != kConsumerProtocolType) {
    return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  }
  if (request.protocol_name && *request.protocol_name != protocol.name) {
    return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  }
  // One that has partitions to give up has joined already: it is told that in time.
  const bool owes_partitions = member.current.state == MemberState::kUnrevokedPartitions;
  if (state_.assignment_epoch() > member.current.member_epoch && !owes_partitions) {
    want_join(member, now);
    return std::unexpected(ErrorCode::kRebalanceInProgress);
  }
  auto assignment = assignment_for(protocol.metadata, without_epochs(member.current.assigned), topics_);
  if (!assignment) return std::unexpected(ErrorCode::kUnknownServerError);
  member.sync_deadline_ms = kNever;
  member.connection = request.connection;
  member.away_until_ms = kNever;
  set_deadline(member, now.ms + classic.session_timeout_ms);
  return SyncAnswer{.protocol_type = request.protocol_type,
                    .protocol_name = request.protocol_name,
                    .assignment = std::move(*assignment)};
}

ErrorCode ConsumerGroup::classic_heartbeat(std::string_view member_id, const std::optional<std::string>& instance_id,
                                           int32_t generation, GroupNow now, ConnectionId connection) {
  const auto found = find_classic(member_id, instance_id, generation);
  if (!found) return found.error();
  ConsumerMember& member = **found;
  member.connection = connection;
  member.away_until_ms = kNever;
  set_deadline(member, now.ms + member.metadata.classic->session_timeout_ms);
  if (!has_news_for(member) && !waits_for_target(now)) return ErrorCode::kNone;
  want_join(member, now);
  return ErrorCode::kRebalanceInProgress;
}

// There is a new target, or it has to give partitions up, or what it waits for can be had.
bool ConsumerGroup::has_news_for(const ConsumerMember& member) const {
  if (member.current.member_epoch < state_.assignment_epoch()) return true;
  if (member.current.state == MemberState::kUnrevokedPartitions) return true;
  if (member.current.state != MemberState::kUnreleasedPartitions) return false;
  return std::ranges::none_of(state_.target(member.member_id), [&](const auto& topic) {
    return std::ranges::any_of(topic.second, [&](int32_t partition) {
      return find_partition(member.current.assigned, topic.first, partition) == nullptr &&
             state_.is_owned(topic.first, partition);
    });
  });
}

// Where all are of the classic protocol, nobody's heartbeat works out a target that is due, nor finds that topics have
// changed: somebody has to join for that.
bool ConsumerGroup::waits_for_target(GroupNow now) {
  if (state_.classic_member_count() != state_.members().size() || !is_target_due(now)) return false;
  if (needs_refresh_) needs_refresh_ = metadata_hash() != state_.metadata_hash();
  return needs_refresh_ || state_.assignment_epoch() < state_.group_epoch();
}

void ConsumerGroup::want_join(ConsumerMember& member, GroupNow now) {
  if (member.join_deadline_ms != kNever) return;
  member.join_deadline_ms = now.ms + std::max(member.metadata.rebalance_timeout_ms, 0);
  want_wake(member.join_deadline_ms);
}

// ---- from the classic protocol, and back to it

void ConsumerGroup::replace_classic(std::vector<ConsumerChange> changes, const RebalanceCounts& rebalances) {
  replaces_classic_ = true;
  replaced_members_ = std::move(changes);
  rebalances_ = rebalances;
}

void ConsumerGroup::draft_upgrade(GroupNow now, Draft& draft) {
  draft.records.add_group_metadata_tombstone(group_id_);
  for (ConsumerChange& one : std::exchange(replaced_members_, {})) change(draft, std::move(one));
  if (is_empty()) return;
  draft.log_lines.push_back(fmt::format("group {}: goes on as a consumer group with {} members of the classic protocol",
                                        log_text(group_id_), state_.members().size()));
  for (const auto& [id, one] : state_.members()) {
    set_deadline(*state_.find(id), now.ms + one.metadata.classic->session_timeout_ms);
  }
}

void ConsumerGroup::draft_classic(ClassicStart start, GroupNow now, Draft& draft) {
  start.timestamp_ms = now.wall_ms;
  add_downgrade(draft.records, group_id_, state_, start);
  draft.classic = std::move(start);
}

// True: they were the last of the consumer protocol, and the others go on as a classic group. Nothing has been changed
// before.
bool ConsumerGroup::downgrade(std::span<const std::string> leaving, RebalanceCause cause, const std::string& reason,
                              GroupNow now, Draft& draft) {
  if (state_.members().size() - leaving.size() > classic_size_max_) return false;
  if (!may_become_classic(state_, leaving, configs_.broker())) return false;
  auto start = classic_group_of(state_, leaving, topics_);
  if (!start) return false;
  start->has_to_rebalance = true;
  start->cause = cause;
  start->reason = reason;
  draft_classic(std::move(*start), now, draft);
  return true;
}

// A static member that joins takes its place, and then all are of the classic protocol.
bool ConsumerGroup::is_last_consumer(const std::optional<std::string>& instance_id) const {
  const ConsumerMember* known = instance_id ? state_.find_static(*instance_id) : nullptr;
  if (known == nullptr || known->uses_classic_protocol()) return false;
  const ConsumerGroupOptions& options = configs_.broker();
  const size_t count = state_.members().size();
  return state_.classic_member_count() == count - 1 && allows_downgrade(options.migration_policy) &&
         count <= static_cast<size_t>(options.classic_max_size) && count <= classic_size_max_;
}

}  // namespace klamm::coordinator
