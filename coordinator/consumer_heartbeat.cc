#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "coordinator/consumer_group.h"
#include "coordinator/log_text.h"
#include "coordinator/sort_unique.h"
#include "protocol/assert.h"

// ConsumerGroupHeartbeat: who may join, go on and leave, and what a member's word changes.
namespace klamm::coordinator {

using protocol::ErrorCode;

namespace {

// As Java's trim().isEmpty(): nothing but blanks and control characters.
bool is_blank_text(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c <= 0x20; });
}
bool is_blank_text(const std::optional<std::string>& text) {
  return text && is_blank_text(std::string_view(*text));
}

std::unexpected<GroupError> refuse(ErrorCode code, std::string message) {
  return std::unexpected(GroupError{code, std::move(message)});
}

MemberMetadata updated(const MemberMetadata& before, const ConsumerHeartbeat& request) {
  MemberMetadata after = before;
  if (request.instance_id) after.instance_id = request.instance_id;
  if (request.rack_id) after.rack_id = request.rack_id;
  if (request.rebalance_timeout_ms != -1) after.rebalance_timeout_ms = request.rebalance_timeout_ms;
  if (request.server_assignor) after.server_assignor = request.server_assignor;
  if (request.topics) {
    after.topics = *request.topics;
    sort_unique(after.topics);
  }
  if (request.topic_regex) after.topic_regex = request.topic_regex;
  after.client_id = request.client_id;
  after.client_host = request.client_host;
  after.classic.reset();
  return after;
}

// False: updated() would change nothing.
bool tells_news(const MemberMetadata& known, const ConsumerHeartbeat& request) {
  const auto is_other = [](const auto& told, const auto& before) { return told && told != before; };
  return request.topics || is_other(request.instance_id, known.instance_id) ||
         is_other(request.rack_id, known.rack_id) || is_other(request.server_assignor, known.server_assignor) ||
         is_other(request.topic_regex, known.topic_regex) || known.classic ||
         (request.rebalance_timeout_ms != -1 && request.rebalance_timeout_ms != known.rebalance_timeout_ms) ||
         request.client_id != known.client_id || request.client_host != known.client_host;
}

// Whether the member has other partitions than before the changes that these take back.
bool has_other_partitions(const ConsumerMember& member, std::span<const ConsumerChange> inverses) {
  for (const ConsumerChange& inverse : inverses) {
    const auto* before = std::get_if<CurrentAssignmentChange>(&inverse);
    if (before == nullptr || before->member_id != member.member_id) continue;
    return before->value ? before->value->assigned != member.current.assigned : !member.current.assigned.empty();
  }
  return false;
}

bool is_subset(const TopicPartitions& owned, const OwnedPartitions& assigned) {
  return std::ranges::all_of(owned, [&](const auto& topic) {
    return std::ranges::all_of(
        topic.second, [&](int32_t partition) { return find_partition(assigned, topic.first, partition) != nullptr; });
  });
}

GroupError unknown_member(std::string_view member_id, std::string_view group_id) {
  return {ErrorCode::kUnknownMemberId, fmt::format("Member {} is not a member of group {}.", member_id, group_id)};
}

}  // namespace

std::optional<GroupError> check_heartbeat(const ConsumerHeartbeat& request, std::string_view group_id, int16_t version,
                                          std::span<const std::string> assignors) {
  const auto invalid = [](const char* message) { return GroupError{ErrorCode::kInvalidRequest, message}; };
  const int32_t epoch = request.member_epoch;
  if ((version >= 1 || epoch > 0 || epoch == kLeaveEpoch) && is_blank_text(std::string_view(request.member_id))) {
    return invalid("MemberId can't be empty.");
  }
  if (is_blank_text(group_id)) return invalid("GroupId can't be empty.");
  if (is_blank_text(request.instance_id)) return invalid("InstanceId can't be empty.");
  if (is_blank_text(request.rack_id)) return invalid("RackId can't be empty.");
  if (epoch == 0) {
    if (request.rebalance_timeout_ms == -1) return invalid("RebalanceTimeoutMs must be provided in first request.");
    if (!request.owned || !request.owned->empty()) return invalid("TopicPartitions must be empty when (re-)joining.");
    if (!request.topics && !request.topic_regex) {
      return invalid("Either SubscribedTopicNames or SubscribedTopicRegex must be non-null when (re-)joining.");
    }
  } else if (epoch == kLeaveStaticEpoch) {
    if (!request.instance_id) return invalid("InstanceId can't be null.");
  } else if (epoch < kLeaveStaticEpoch) {
    return invalid("MemberEpoch is invalid.");
  }
  if (request.server_assignor && std::ranges::find(assignors, *request.server_assignor) == assignors.end()) {
    return GroupError{ErrorCode::kUnsupportedAssignor,
                      fmt::format("ServerAssignor {} is not supported. Supported assignors: {}.",
                                  *request.server_assignor, fmt::join(assignors, ", "))};
  }
  return std::nullopt;
}

void ConsumerGroup::heartbeat(const ConsumerHeartbeat& request, GroupNow now, ConsumerEffects& effects) {
  if (is_dead_) {
    answer(request.token, refuse(ErrorCode::kNotCoordinator, ""), effects);
    return;
  }
  Draft draft;
  if (std::exchange(replaces_classic_, false)) draft_upgrade(now, draft);
  const bool leaves = request.member_epoch == kLeaveEpoch || request.member_epoch == kLeaveStaticEpoch;
  Answer told = leaves ? leave(request, now, draft) : beat(request, now, draft);
  if (told) {
    commit(draft, now, effects);
  } else {
    roll_back(draft.inverses, now);
  }
  answer(request.token, std::move(told), effects);
}

ConsumerGroup::Answer ConsumerGroup::beat(const ConsumerHeartbeat& request, GroupNow now, Draft& draft) {
  if (auto full = check_size(request.member_id, request.instance_id)) return std::unexpected(std::move(*full));
  auto admitted = admit(request, draft);
  if (!admitted) return std::unexpected(std::move(admitted.error()));
  const std::string& member_id = *admitted;
  const size_t changes_before = draft.inverses.size();
  const auto has_subscription_changed = take_metadata(member_id, request, now, draft);
  if (!has_subscription_changed) return std::unexpected(has_subscription_changed.error());
  if (auto failed = update_target(now, draft)) return std::unexpected(std::move(*failed));
  const TopicPartitions* owned = request.owned ? &*request.owned : nullptr;
  if (auto fenced = reconcile_member(member_id, owned, *has_subscription_changed, now, draft)) {
    return std::unexpected(std::move(*fenced));
  }
  const GroupSettings settings = configs_.of(group_id_);
  ConsumerMember& member = *state_.find(member_id);
  member.connection = request.connection;
  member.away_until_ms = kNever;
  member.join_deadline_ms = member.sync_deadline_ms = kNever;
  set_deadline(member, now.ms + settings.session_timeout_ms);
  ConsumerAnswer told{.member_id = member_id,
                      .member_epoch = member.current.member_epoch,
                      .heartbeat_interval_ms = settings.heartbeat_interval_ms};
  const bool is_full_request =
      request.rebalance_timeout_ms != -1 && (request.topics || request.topic_regex) && request.owned;
  if (request.member_epoch == 0 || is_full_request ||
      has_other_partitions(member, std::span(draft.inverses).subspan(changes_before))) {
    told.assignment = member.current.assigned;
  }
  return told;
}

// ---- who it is

std::optional<GroupError> ConsumerGroup::check_size(std::string_view member_id,
                                                    const std::optional<std::string>& instance_id) const {
  if (instance_id && state_.find_static(*instance_id) != nullptr) return std::nullopt;
  const int32_t max_size = configs_.broker().max_size;
  if (state_.members().size() < static_cast<size_t>(max_size)) return std::nullopt;
  if (!member_id.empty() && state_.find(member_id) != nullptr) return std::nullopt;
  return GroupError{ErrorCode::kGroupMaxSizeReached,
                    fmt::format("The consumer group has reached its maximum capacity of {} members.", max_size)};
}

std::expected<std::string, GroupError> ConsumerGroup::admit(const ConsumerHeartbeat& request, Draft& draft) {
  return request.instance_id ? admit_static(request, draft) : admit_dynamic(request);
}

std::expected<std::string, GroupError> ConsumerGroup::admit_dynamic(const ConsumerHeartbeat& request) const {
  const std::string& member_id = request.member_id.empty() ? request.new_member_id : request.member_id;
  const ConsumerMember* known = state_.find(member_id);
  if (known == nullptr) {
    if (request.member_epoch != 0) return std::unexpected(unknown_member(member_id, group_id_));
  } else if (auto fenced = check_epoch(*known, request)) {
    return std::unexpected(std::move(*fenced));
  }
  return member_id;
}

std::expected<std::string, GroupError> ConsumerGroup::admit_static(const ConsumerHeartbeat& request, Draft& draft) {
  const std::string& member_id = request.member_id.empty() ? request.new_member_id : request.member_id;
  const ConsumerMember* known = state_.find_static(*request.instance_id);
  if (request.member_epoch == 0) {
    if (known == nullptr) return member_id;
    if (!known->uses_classic_protocol() && known->current.member_epoch != kLeaveStaticEpoch) {
      return refuse(ErrorCode::kUnreleasedInstanceId,
                    fmt::format("Static member {} with instance id {} cannot join the group because the instance id is "
                                "owned by {} member.",
                                member_id, *request.instance_id, known->member_id));
    }
    replace_static(*known, member_id, draft);
    return member_id;
  }
  if (known == nullptr) {
    return refuse(ErrorCode::kUnknownMemberId, fmt::format("Instance id {} is unknown.", *request.instance_id));
  }
  if (known->member_id != member_id) {
    return refuse(ErrorCode::kFencedInstanceId,
                  fmt::format("Static member {} with instance id {} was fenced by member {}.", member_id,
                              *request.instance_id, known->member_id));
  }
  if (auto fenced = check_epoch(*known, request)) return std::unexpected(std::move(*fenced));
  return member_id;
}

// A member that has not heard of its newest epoch is let go on when it has nothing that the epoch took from it.
std::optional<GroupError> ConsumerGroup::check_epoch(const ConsumerMember& member,
                                                     const ConsumerHeartbeat& request) const {
  const int32_t epoch = member.current.member_epoch;
  if (request.member_epoch == 0 || request.member_epoch == epoch) return std::nullopt;
  const bool is_greater = request.member_epoch > epoch;
  if (!is_greater && request.member_epoch == member.current.previous_member_epoch && request.owned &&
      is_subset(*request.owned, member.current.assigned)) {
    return std::nullopt;
  }
  return GroupError{ErrorCode::kFencedMemberEpoch,
                    fmt::format("The consumer group member has a {} member epoch ({}) than the one known by the group "
                                "coordinator ({}). The member must abandon all its partitions and rejoin.",
                                is_greater ? "greater" : "smaller", request.member_epoch, epoch)};
}

// A new process of a static member takes the place of the one before, with all that it had.
void ConsumerGroup::replace_static(const ConsumerMember& old_member, const std::string& new_id, Draft& draft) {
  const std::string old_id = old_member.member_id;
  MemberMetadata metadata = old_member.metadata;
  CurrentAssignment current = old_member.current;
  TopicPartitions target = state_.target(old_id);
  current.member_epoch = 0;
  current.previous_member_epoch = 0;
  if (const ConsumerMember* other = state_.find(new_id); other != nullptr && new_id != old_id) {
    const MemberMetadata lost = other->metadata;
    remove_member(new_id, draft);
    drop_unread_regex(lost, draft);
  }
  remove_member(old_id, draft);
  change(draft, MemberMetadataChange{new_id, std::move(metadata)});
  change(draft, TargetMemberChange{new_id, std::move(target)});
  change(draft, CurrentAssignmentChange{new_id, std::move(current)});
}

// ---- what it says

std::expected<bool, GroupError> ConsumerGroup::take_metadata(const std::string& member_id,
                                                             const ConsumerHeartbeat& request, GroupNow now,
                                                             Draft& draft) {
  const ConsumerMember* known = state_.find(member_id);
  const bool is_new = known == nullptr;
  if (!is_new && !tells_news(known->metadata, request)) {
    const auto regex = update_regex(known->metadata, known->metadata, now, draft);
    if (!regex) return std::unexpected(regex.error());
    update_epoch(false, RebalanceCause::kOther, "", draft);
    return false;
  }
  const MemberMetadata before = is_new ? MemberMetadata() : known->metadata;
  const MemberMetadata after = updated(before, request);
  const std::string assignor_before = preferred_assignor();
  if (is_new || before != after) change(draft, MemberMetadataChange{member_id, after});
  const bool have_topics_changed = before.topics != after.topics;
  const auto regex = update_regex(before, after, now, draft);
  if (!regex) return std::unexpected(regex.error());
  const bool has_assignor_changed = preferred_assignor() != assignor_before;
  const char* what = "reads other topics";
  if (has_assignor_changed) what = "wants another assignor";
  if (is_new) what = "joins";
  update_epoch(have_topics_changed || *regex == RegexChanged::kYesAndResolved || has_assignor_changed,
               is_new ? RebalanceCause::kJoined : RebalanceCause::kRejoined,
               fmt::format("{} {}", log_text(member_id), what), draft);
  return have_topics_changed || *regex != RegexChanged::kNo;
}

// ---- leaving

ConsumerGroup::Answer ConsumerGroup::leave(const ConsumerHeartbeat& request, GroupNow now, Draft& draft) {
  const ConsumerMember* member = nullptr;
  if (!request.instance_id) {
    member = state_.find(request.member_id);
    if (member == nullptr) return std::unexpected(unknown_member(request.member_id, group_id_));
  } else {
    member = state_.find_static(*request.instance_id);
    if (member == nullptr) {
      return refuse(ErrorCode::kUnknownMemberId, fmt::format("Instance id {} is unknown.", *request.instance_id));
    }
    if (member->member_id != request.member_id) {
      return refuse(ErrorCode::kFencedInstanceId,
                    fmt::format("Static member {} with instance id {} was fenced by member {}.", request.member_id,
                                *request.instance_id, member->member_id));
    }
  }
  const std::string member_id = member->member_id;
  ConsumerAnswer told{.member_id = member_id, .member_epoch = request.member_epoch};
  if (!request.instance_id || request.member_epoch != kLeaveStaticEpoch) {
    fence(std::span(&member_id, 1), RebalanceCause::kLeft, fmt::format("{} left", log_text(member_id)), now, draft);
    return told;
  }
  // It is expected back: what it has stays its own until its session ends.
  CurrentAssignment current = member->current;
  current.member_epoch = kLeaveStaticEpoch;
  current.pending_revocation.clear();
  for (auto& [topic, partitions] : current.assigned) {
    for (OwnedPartition& one : partitions) one.assignment_epoch = 0;
  }
  change(draft, CurrentAssignmentChange{member_id, std::move(current)});
  state_.find(member_id)->rebalance_deadline_ms = kNever;
  return told;
}

std::vector<ErrorCode> ConsumerGroup::remove_members(const std::vector<LeavingMember>& leaving, RequestToken token,
                                                     GroupNow now, ConsumerEffects& effects) {
  std::vector<ErrorCode> errors;
  std::vector<std::string> gone;
  std::set<std::string> seen;
  for (const LeavingMember& one : leaving) {
    const ConsumerMember* member = one.instance_id ? state_.find_static(*one.instance_id) : state_.find(one.member_id);
    const bool is_fenced = member != nullptr && !one.member_id.empty() && member->member_id != one.member_id;
    errors.push_back(member == nullptr ? ErrorCode::kUnknownMemberId
                     : is_fenced       ? ErrorCode::kFencedInstanceId
                                       : ErrorCode::kNone);
    if (errors.back() != ErrorCode::kNone || !seen.insert(member->member_id).second) continue;
    gone.push_back(member->member_id);
  }
  for (std::span<const std::string> left = gone; !left.empty();) {
    Draft draft;
    left = left.subspan(fence(left, RebalanceCause::kLeft, fmt::format("{} left", log_text(gone.back())), now, draft));
    commit(draft, now, effects);
  }
  answer(token, ConsumerAnswer(), effects);
  return errors;
}

}  // namespace klamm::coordinator
