#include "coordinator/consumer_group.h"
#include "coordinator/topic_regex.h"

// Subscriptions by regular expressions: they are resolved on behalf of the group, and the topics that matched are
// records of it.
namespace klamm::coordinator {

using protocol::ErrorCode;

// `before` and `after` are of one member; the group has the later already.
std::expected<ConsumerGroup::RegexChanged, GroupError> ConsumerGroup::update_regex(const MemberMetadata& before,
                                                                                   const MemberMetadata& after,
                                                                                   GroupNow now, Draft& draft) {
  const auto& resolved = state_.resolved_regexes();
  const int64_t last_refresh_ms =
      resolved.empty() ? std::numeric_limits<int64_t>::min() : resolved.begin()->second.timestamp_ms;
  RegexChanged changed = RegexChanged::kNo;
  bool is_new = false;
  if (before.topic_regex != after.topic_regex) {
    changed = RegexChanged::kYes;
    drop_unread_regex(before, draft);
    if (!after.has_regex()) {
      if (before.has_regex()) changed = RegexChanged::kYesAndResolved;
    } else if (state_.regexes().find(*after.topic_regex)->second == 1) {
      const auto compiled = TopicRegex::compile(*after.topic_regex);
      if (!compiled) return std::unexpected(GroupError{ErrorCode::kInvalidRegularExpression, compiled.error()});
      is_new = true;
    } else if (resolved.contains(*after.topic_regex)) {
      changed = RegexChanged::kYesAndResolved;
    }
  }
  if (is_regex_refresh_due(last_refresh_ms, is_new, now)) draft.resolves_regexes = true;
  return changed;
}

// The last member that had it has it no more.
void ConsumerGroup::drop_unread_regex(const MemberMetadata& before, Draft& draft) {
  if (!before.has_regex() || state_.regexes().contains(*before.topic_regex)) return;
  change(draft, RegexChange{*before.topic_regex, std::nullopt});
}

bool ConsumerGroup::is_regex_refresh_due(int64_t last_refresh_ms, bool is_new, GroupNow now) const {
  if (state_.regexes().empty() || is_resolving_) return false;
  if (resolve_again_at_ms_) return now.wall_ms >= *resolve_again_at_ms_;
  const bool is_first = last_refresh_ms == std::numeric_limits<int64_t>::min();
  if (!is_first && now.wall_ms <= last_refresh_ms + kRegexBatchMs) return false;
  if (is_new || is_first || state_.regexes().size() != state_.resolved_regexes().size()) return true;
  const auto& any = state_.resolved_regexes().begin()->second;
  return any.version < topics_.version_with_new_topics() ||
         now.wall_ms > last_refresh_ms + configs_.broker().regex_refresh_interval_ms;
}

std::vector<std::string> ConsumerGroup::regexes_to_resolve() const {
  std::vector<std::string> regexes;
  for (const auto& [regex, member_count] : state_.regexes()) regexes.push_back(regex);
  return regexes;
}

void ConsumerGroup::regexes_resolved(ResolvedTopics resolved, int64_t version, GroupNow now, ConsumerEffects& effects) {
  if (is_dead_) return;
  if (becomes_classic_) {
    resolve_again_at_ms_ = now.wall_ms;
    return;
  }
  Draft draft;
  draft.has_resolved_regexes = true;
  bool have_topics_changed = false;
  for (auto& [regex, topics] : resolved) {
    if (!state_.regexes().contains(regex)) continue;
    const auto before = state_.resolved_regexes().find(regex);
    const bool had_none = before == state_.resolved_regexes().end();
    if (!topics) topics = had_none ? std::vector<std::string>() : before->second.topics;
    if (had_none ? !topics->empty() : before->second.topics != *topics) have_topics_changed = true;
    change(draft, RegexChange{regex, ResolvedRegex{std::move(*topics), version, now.wall_ms}});
  }
  const uint64_t hash = metadata_hash();
  if (have_topics_changed || hash != state_.metadata_hash()) {
    new_epoch(hash, RebalanceCause::kTopics, "a regular expression matches other topics", draft);
    needs_refresh_ = false;
  }
  commit(draft, now, effects);
}

}  // namespace klamm::coordinator
