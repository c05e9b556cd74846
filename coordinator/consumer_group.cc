#include "coordinator/consumer_group.h"

#include <fmt/format.h>

#include <tuple>

#include "coordinator/consumer_records.h"
#include "coordinator/log_text.h"
#include "protocol/assert.h"

namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

// When the group cannot become a classic one, those whose time is over are looked at again so late.
constexpr int64_t kRetryMs = 500;
// Members are removed by so many bytes of records at a time.
constexpr size_t kFenceBytes = size_t{256} << 10;

std::pair<RebalanceCause, std::string> why_it_ends(const ConsumerMember& member, GroupNow now) {
  const std::string id = log_text(member.member_id);
  if (member.away_until_ms <= now.ms) {
    return {RebalanceCause::kConnection, fmt::format("the connection of {} ended", id)};
  }
  if (member.rebalance_deadline_ms <= now.ms) {
    return {RebalanceCause::kRebalanceTimeout, fmt::format("{} did not give up its partitions in time", id)};
  }
  if (member.join_deadline_ms <= now.ms) {
    return {RebalanceCause::kRebalanceTimeout, fmt::format("{} did not join anew in time", id)};
  }
  if (member.sync_deadline_ms <= now.ms) {
    return {RebalanceCause::kRebalanceTimeout, fmt::format("{} did not ask for its assignment in time", id)};
  }
  return {RebalanceCause::kSessionTimeout, fmt::format("the session of {} has expired", id)};
}

}  // namespace

std::string_view name(ConsumerState state) {
  switch (state) {
    case ConsumerState::kEmpty:
      return "Empty";
    case ConsumerState::kAssigning:
      return "Assigning";
    case ConsumerState::kReconciling:
      return "Reconciling";
    case ConsumerState::kStable:
      return "Stable";
    case ConsumerState::kDead:
      return "Dead";
  }
  return "Unknown";
}

ConsumerState ConsumerGroup::state() const {
  if (is_dead_) return ConsumerState::kDead;
  if (state_.members().empty()) return ConsumerState::kEmpty;
  if (state_.group_epoch() > state_.assignment_epoch()) return ConsumerState::kAssigning;
  return state_.unreconciled_count() != 0 ? ConsumerState::kReconciling : ConsumerState::kStable;
}

// ---- changes and their writes

void ConsumerGroup::change(Draft& draft, ConsumerChange change) {
  add_record(draft.records, group_id_, change);
  draft.inverses.push_back(state_.apply(std::move(change)));
}

void ConsumerGroup::commit(Draft& draft, GroupNow now, ConsumerEffects& effects) {
  if (draft.resolves_regexes) {
    is_resolving_ = true;
    resolve_again_at_ms_.reset();
    effects.wants_regexes_resolved = true;
  }
  if (draft.records.empty()) return;
  std::ranges::move(draft.log_lines, std::back_inserter(effects.log_lines));
  PendingWrite& write = pending_writes_.emplace_back();
  write.id = next_write_id_++;
  write.inverses = std::move(draft.inverses);
  write.made_ms = now.ms;
  write.has_resolved_regexes = draft.has_resolved_regexes;
  write.classic = std::move(draft.classic);
  becomes_classic_ = write.classic.has_value();
  if (becomes_classic_) {
    effects.log_lines.push_back(fmt::format("group {}: goes on as a classic group with {} members ({})",
                                            log_text(group_id_), write.classic->members.size(), write.classic->reason));
  }
  for (const auto& [cause, reason] : draft.causes) {
    write.causes.push_back(cause);
    effects.log_lines.push_back(fmt::format("group {}: rebalance to epoch {} with {} members ({})", log_text(group_id_),
                                            state_.group_epoch(), state_.members().size(), reason));
  }
  const ConsumerState now_is = state();
  write.ends_rebalance = now_is == ConsumerState::kStable || now_is == ConsumerState::kEmpty;
  effects.writes.push_back({write.id, std::move(draft.records)});
}

void ConsumerGroup::roll_back(std::vector<ConsumerChange>& inverses, GroupNow now) {
  if (inverses.empty()) return;
  while (!inverses.empty()) {
    state_.apply(std::move(inverses.back()));
    inverses.pop_back();
  }
  needs_refresh_ = true;
  loaded(now);
}

// An answer tells nothing that is not in the log yet.
void ConsumerGroup::answer(RequestToken token, Answer answer, ConsumerEffects& effects) {
  if (!answer) {
    effects.answers.emplace_back(
        token, ConsumerAnswer{.error = answer.error().code, .error_message = std::move(answer.error().message)});
  } else if (pending_writes_.empty()) {
    effects.answers.emplace_back(token, std::move(*answer));
  } else {
    pending_writes_.back().answers.emplace_back(token, std::move(*answer));
  }
}

void ConsumerGroup::forget_answers(const std::function<bool(RequestToken)>& is_waiting) {
  const auto is_late = [&](const auto& answer) { return !is_waiting(answer.first); };
  for (PendingWrite& write : pending_writes_) {
    std::erase_if(write.answers, is_late);
    std::erase_if(write.join_answers, is_late);
    std::erase_if(write.sync_answers, is_late);
  }
}

size_t ConsumerGroup::answer_count() const {
  size_t count = 0;
  for (const PendingWrite& write : pending_writes_) {
    count += write.answers.size() + write.join_answers.size() + write.sync_answers.size();
  }
  return count;
}

void ConsumerGroup::written(uint64_t write_id, ErrorCode error, GroupNow now, ConsumerEffects& effects) {
  const auto found = std::ranges::find(pending_writes_, write_id, &PendingWrite::id);
  if (found == pending_writes_.end()) return;
  if (error == ErrorCode::kNone) {
    KLAMM_ASSERT(found == pending_writes_.begin(), "writes of a group are stored in their order");
    tell(*found, error, effects);
    note_rebalance(*found);
    if (found->classic) become_classic(std::move(*found->classic), effects);
    pending_writes_.pop_front();
    return;
  }
  // What came after it was built upon it. What came before may be under way while one that is refused ends at once.
  std::vector<PendingWrite> failed(std::make_move_iterator(found), std::make_move_iterator(pending_writes_.end()));
  pending_writes_.erase(found, pending_writes_.end());
  effects.log_lines.push_back(fmt::format("group {}: {} changes were not stored and are taken back: {}",
                                          log_text(group_id_), failed.size(), protocol::name(error)));
  for (auto write = failed.rbegin(); write != failed.rend(); ++write) roll_back(write->inverses, now);
  for (PendingWrite& write : failed) {
    if (write.has_resolved_regexes) resolve_again_at_ms_ = now.wall_ms + kRegexBatchMs;
    tell(write, error, effects);
  }
  if (!std::exchange(becomes_classic_, false)) return;
  if (error == ErrorCode::kUnknownServerError) classic_size_max_ = failed.back().classic->members.size() - 1;
  want_wake(now.ms + kRetryMs);  // who has not been heard of meanwhile, or was about to be removed
}

// Nothing is left of it, and nobody has another time to be heard of.
void ConsumerGroup::become_classic(ClassicStart start, ConsumerEffects& effects) {
  start.rebalances = rebalances_;
  effects.classic = std::move(start);
  state_ = ConsumerGroupState();
  becomes_classic_ = false;
  wake_at_ms_ = kNever;
}

void ConsumerGroup::tell(PendingWrite& write, ErrorCode error, ConsumerEffects& effects) {
  const auto add = [error]<class One>(std::vector<std::pair<RequestToken, One>>& from, auto& into) {
    for (auto& [token, answer] : from)
      into.emplace_back(token, error == ErrorCode::kNone ? std::move(answer) : One{.error = error});
  };
  add(write.answers, effects.answers);
  add(write.join_answers, effects.join_answers);
  add(write.sync_answers, effects.sync_answers);
}

// What was taken back was no rebalance.
void ConsumerGroup::note_rebalance(const PendingWrite& write) {
  for (const RebalanceCause cause : write.causes) rebalances_.begin(cause, write.made_ms);
  if (write.ends_rebalance) rebalances_.end(write.made_ms);
}

// ---- epochs and members

void ConsumerGroup::new_epoch(uint64_t metadata_hash, RebalanceCause cause, std::string reason, Draft& draft) {
  change(draft, GroupEpochChange{{{state_.group_epoch() + 1, metadata_hash}}});
  draft.causes.emplace_back(cause, std::move(reason));
}

void ConsumerGroup::remove_member(const std::string& member_id, Draft& draft) {
  change(draft, CurrentAssignmentChange{member_id, std::nullopt});
  change(draft, TargetMemberChange{member_id, std::nullopt});
  change(draft, MemberMetadataChange{member_id, std::nullopt});
}

// As many of them as fit well into a batch of the log, whatever their names are like: how many. If nobody of the
// consumer protocol is left, the group is a classic one again.
size_t ConsumerGroup::fence(std::span<const std::string> member_ids, RebalanceCause cause, std::string reason,
                            GroupNow now, Draft& draft) {
  if (downgrade(member_ids, cause, reason, now, draft)) return member_ids.size();
  size_t count = 0;
  while (count < member_ids.size() && draft.records.size_bytes_max() < kFenceBytes) {
    const std::string& id = member_ids[count++];
    const MemberMetadata metadata = state_.find(id)->metadata;
    remove_member(id, draft);
    drop_unread_regex(metadata, draft);
  }
  new_epoch(metadata_hash(), cause, std::move(reason), draft);
  if (is_empty()) change(draft, TargetEpochChange{{{state_.group_epoch(), 0}}});
  return count;
}

void ConsumerGroup::set_deadline(ConsumerMember& member, int64_t deadline_ms) {
  member.deadline_ms = deadline_ms;
  want_wake(deadline_ms);
}

// ---- time and connections

void ConsumerGroup::on_time(GroupNow now, ConsumerEffects& effects) {
  std::vector<std::string> gone;
  RebalanceCause cause = RebalanceCause::kOther;
  std::string reason;
  wake_at_ms_ = kNever;
  if (becomes_classic_) return;
  for (const auto& [id, member] : state_.members()) {
    if (member.ends_at_ms() > now.ms) {
      want_wake(member.ends_at_ms());
      continue;
    }
    gone.push_back(id);
    std::tie(cause, reason) = why_it_ends(member, now);
  }
  if (gone.empty()) return;
  if (gone.size() > 1) reason += fmt::format(", and {} more", gone.size() - 1);
  Draft draft;
  if (fence(gone, cause, std::move(reason), now, draft) < gone.size()) want_wake(now.ms);
  commit(draft, now, effects);
}

void ConsumerGroup::connection_ended(ConnectionId connection, int32_t grace_ms, GroupNow now) {
  for (const auto& [id, one] : state_.members()) {
    if (one.connection != connection) continue;
    ConsumerMember& member = *state_.find(id);
    member.connection = kNoConnection;
    if (member.is_static()) continue;
    member.away_until_ms = now.ms + grace_ms;
    want_wake(member.away_until_ms);
  }
}

// ---- life

void ConsumerGroup::loaded(GroupNow now) {
  const int64_t session_timeout_ms = configs_.of(group_id_).session_timeout_ms;
  for (const auto& [id, one] : state_.members()) {
    ConsumerMember& member = *state_.find(id);
    if (member.deadline_ms == kNever) set_deadline(member, now.ms + session_timeout_ms);
    const bool owes_partitions = member.current.state == MemberState::kUnrevokedPartitions;
    if (!owes_partitions || member.uses_classic_protocol()) {
      member.rebalance_deadline_ms = kNever;
    } else if (member.rebalance_deadline_ms == kNever) {
      member.rebalance_deadline_ms = now.ms + std::max(member.metadata.rebalance_timeout_ms, 0);
      want_wake(member.rebalance_deadline_ms);
    }
  }
}

void ConsumerGroup::unload(ConsumerEffects& effects) {
  for (PendingWrite& write : pending_writes_) tell(write, ErrorCode::kNotCoordinator, effects);
  pending_writes_.clear();
  becomes_classic_ = false;
  wake_at_ms_ = kNever;
  is_dead_ = true;
}

uint64_t ConsumerGroup::drop(GroupRecords& records) {
  KLAMM_ASSERT(is_empty(), "a group is deleted without members");
  Draft draft;
  draft.records = std::move(records);
  change(draft, TargetEpochChange());
  while (!state_.resolved_regexes().empty()) {
    change(draft, RegexChange{state_.resolved_regexes().begin()->first, std::nullopt});
  }
  change(draft, PartitionMetadataChange());
  change(draft, GroupEpochChange());
  records = std::move(draft.records);
  PendingWrite& write = pending_writes_.emplace_back();
  write.id = next_write_id_++;
  write.inverses = std::move(draft.inverses);
  return write.id;
}

// ---- offsets and descriptions

ErrorCode ConsumerGroup::stale_error(std::string_view member_id) const {
  const ConsumerMember* member = state_.find(member_id);
  const bool is_classic = member != nullptr && member->uses_classic_protocol();
  return is_classic ? ErrorCode::kIllegalGeneration : ErrorCode::kStaleMemberEpoch;
}

ConsumerGroup::CommitCheck ConsumerGroup::check_commit(std::string_view member_id, int32_t member_epoch,
                                                       bool knows_member_epochs) const {
  if (member_epoch < 0 && is_empty()) return {};
  const ConsumerMember* member = state_.find(member_id);
  if (member == nullptr) return {ErrorCode::kUnknownMemberId};
  if (!knows_member_epochs && !member->uses_classic_protocol()) return {ErrorCode::kUnsupportedVersion};
  if (member_epoch > member->current.member_epoch) return {stale_error(member_id)};
  return {ErrorCode::kNone, member_epoch < member->current.member_epoch};
}

bool ConsumerGroup::may_commit(std::string_view member_id, int32_t member_epoch, const Uuid& topic,
                               int32_t partition) const {
  const ConsumerMember* member = state_.find(member_id);
  if (member == nullptr) return false;
  const OwnedPartition* owned = find_partition(member->current.assigned, topic, partition);
  if (owned == nullptr) owned = find_partition(member->current.pending_revocation, topic, partition);
  return owned != nullptr && member_epoch >= owned->assignment_epoch;
}

ErrorCode ConsumerGroup::check_fetch(const std::optional<std::string>& member_id, int32_t member_epoch) const {
  if (!member_id && member_epoch < 0) return ErrorCode::kNone;
  const ConsumerMember* member = member_id ? state_.find(*member_id) : nullptr;
  if (member == nullptr) return ErrorCode::kUnknownMemberId;
  return member_epoch == member->current.member_epoch ? ErrorCode::kNone : stale_error(*member_id);
}

ErrorCode ConsumerGroup::check_delete() const {
  return is_empty() ? ErrorCode::kNone : ErrorCode::kNonEmptyGroup;
}

ConsumerDescription ConsumerGroup::describe() const {
  ConsumerDescription all{.state = std::string(name(state())),
                          .group_epoch = state_.group_epoch(),
                          .assignment_epoch = state_.assignment_epoch(),
                          .assignor = preferred_assignor()};
  all.members.reserve(state_.members().size());
  for (const auto& [id, member] : state_.members()) {
    ConsumerDescription::Member& row = all.members.emplace_back();
    row.member_id = id;
    row.metadata = member.metadata;
    row.member_epoch = member.current.member_epoch;
    row.target = state_.target(id);
    for (const OwnedPartitions* owned : {&member.current.assigned, &member.current.pending_revocation}) {
      for (const auto& [topic, partitions] : *owned) {
        std::vector<int32_t>& indexes = row.assigned[topic];
        for (const OwnedPartition& one : partitions) indexes.push_back(one.partition);
      }
    }
  }
  return all;
}

}  // namespace klamm::coordinator
