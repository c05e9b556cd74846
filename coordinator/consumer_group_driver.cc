#include "coordinator/consumer_group_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "coordinator/group_migration.h"
#include "coordinator/log_text.h"
#include "coordinator/topic_regex.h"
#include "reactor/assert.h"
#include "reactor/log.h"
#include "reactor/sleep.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;

namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// So long others wait for their turn while names are matched.
constexpr int64_t kTurnNs = 200'000;
// So many bytes of patterns and topics go into one write: far below a batch's bound.
constexpr size_t kResolvedBytes = size_t{256} << 10;
// Of a group; below that it is not worth looking for them.
constexpr size_t kLateAnswersMin = 16;

GroupError not_found(std::string message) {
  return {ErrorCode::kGroupIdNotFound, std::move(message)};
}

// What one task may do before others get a turn, by the clock.
class Turn {
 public:
  explicit Turn(const reactor::Shard& shard) : shard_(shard) { begin(); }
  void begin() { ends_ns_ = shard_.precise_now_ns() + kTurnNs; }
  bool is_over() { return ++steps_ % kStepsPerLook == 0 && shard_.precise_now_ns() >= ends_ns_; }

 private:
  static constexpr uint32_t kStepsPerLook = 16;
  const reactor::Shard& shard_;
  int64_t ends_ns_ = 0;
  uint32_t steps_ = 0;
};

size_t bytes_of(const std::string& regex, const ConsumerGroup::RegexTopics& topics) {
  size_t bytes = regex.size();
  if (!topics) return bytes;
  for (const std::string& topic : *topics) bytes += topic.size() + sizeof(int32_t);
  return bytes;
}

}  // namespace

// The timer of a group, hung on it.
struct ConsumerGroupDriver::Alarm final : GroupAttachment, reactor::Completion {
  Alarm(ConsumerGroupDriver& the_driver, ConsumerGroup& the_group, uint64_t the_incarnation)
      : driver(the_driver), group(the_group), incarnation(the_incarnation) {
    callback = [](reactor::Completion* self) noexcept {
      auto& alarm = *static_cast<Alarm*>(self);
      alarm.driver.ring(alarm);
    };
  }

  ConsumerGroupDriver& driver;
  ConsumerGroup& group;
  const uint64_t incarnation;           // a group of the same id that was made later has another
  GroupPartition* partition = nullptr;  // known from the first event on
  reactor::Timer timer;
  bool has_warned = false;  // of a regular expression that is none here
  size_t late_count = 0;    // answers that nobody waits for any more, at most
};

ConsumerGroupDriver::~ConsumerGroupDriver() {
  KLAMM_ASSERT(waiting_count() == 0);
}

// ---- requests

Task<ConsumerAnswer> ConsumerGroupDriver::heartbeat(GroupPartition& partition, std::string_view group_id,
                                                    ConsumerHeartbeat& request, GroupWait& wait) {
  const reactor::GatePass pass(partition.gate());
  if (!pass || wait.is_cancelled) co_return ConsumerAnswer{.error = ErrorCode::kNotCoordinator};
  if (partition.is_settling(group_id)) {
    const ErrorCode error = co_await partition.settled(group_id);
    if (error != ErrorCode::kNone || wait.is_cancelled) co_return ConsumerAnswer{.error = ErrorCode::kNotCoordinator};
  }
  auto group = group_of(partition, group_id, request);
  if (!group) {
    co_return ConsumerAnswer{.error = group.error().code, .error_message = std::move(group.error().message)};
  }
  request.token = ++last_token_;
  if (request.member_id.empty()) request.new_member_id = make_member_id();
  GroupWaiters<ConsumerAnswer>::Place place(waiters_, request.token, wait);
  ConsumerEffects effects;
  (*group)->heartbeat(request, partition.now(), effects);
  apply(partition, **group, effects);
  partition.drop_blank(group_id);  // a group that nobody came into
  const bool is_in_time = co_await wait.told.wait_until(partition.write_deadline_ns());
  if (!is_in_time) gave_up(partition, group_id);
  if (!is_in_time) co_return ConsumerAnswer{.error = ErrorCode::kCoordinatorNotAvailable};
  co_return place.answer() ? std::move(*place.answer()) : ConsumerAnswer{.error = ErrorCode::kNotCoordinator};
}

// A group is made for its first member alone, in the place of an empty classic one if there is one.
std::expected<ConsumerGroup*, GroupError> ConsumerGroupDriver::group_of(GroupPartition& partition,
                                                                        std::string_view group_id,
                                                                        const ConsumerHeartbeat& request) {
  const StoredGroup* stored = partition.groups().find(group_id);
  if (stored == nullptr || !stored->exists()) {
    if (request.member_epoch == 0) return partition.make_consumer(group_id).consumer.get();
    const bool leaves = request.member_epoch < 0;
    return std::unexpected(not_found(fmt::format("{} {} not found.", leaves ? "Group" : "Consumer group", group_id)));
  }
  if (stored->consumer != nullptr) return stored->consumer.get();
  if (request.member_epoch != 0 || stored->is_of_other_protocol()) {
    return std::unexpected(not_found(fmt::format("Group {} is not a consumer group.", group_id)));
  }
  return replace(partition, group_id, stored->classic.get());
}

// `classic` is null where a group is known for its offsets alone.
std::expected<ConsumerGroup*, GroupError> ConsumerGroupDriver::replace(GroupPartition& partition,
                                                                       std::string_view group_id,
                                                                       ClassicGroup* classic) {
  std::vector<ConsumerChange> changes;
  if (classic != nullptr && !classic->is_empty()) {
    auto upgraded = consumer_group_of(*classic, configs_.broker(), topics_);
    if (!upgraded) {
      KLAMM_LOG_LIMITED(reactor::LogLevel::kInfo, "{}", log_text(upgraded.error().message));
      return std::unexpected(std::move(upgraded.error()));
    }
    changes = std::move(*upgraded);
    classic_.suspend(partition, *classic);
  }
  ConsumerGroup* group = partition.make_consumer(group_id).consumer.get();
  group->replace_classic(std::move(changes), classic == nullptr ? RebalanceCounts() : classic->rebalances());
  return group;
}

// ---- members of the classic protocol

Task<JoinAnswer> ConsumerGroupDriver::join(GroupPartition& partition, ConsumerGroup& group, JoinRequest& request,
                                           GroupWait& wait) {
  request.token = ++last_token_;
  if (request.member_id.empty()) request.new_member_id = make_member_id();
  GroupWaiters<JoinAnswer>::Place place(joins_, request.token, wait);
  ConsumerEffects effects;
  group.join(request, partition.now(), effects);
  apply(partition, group, effects);
  const bool is_in_time = co_await is_told(partition, group.group_id(), wait);
  if (!is_in_time) co_return JoinAnswer{.error = ErrorCode::kCoordinatorNotAvailable, .member_id = request.member_id};
  co_return place.answer() ? std::move(*place.answer()) : JoinAnswer{.error = ErrorCode::kNotCoordinator};
}

Task<SyncAnswer> ConsumerGroupDriver::sync(GroupPartition& partition, ConsumerGroup& group, SyncRequest& request,
                                           GroupWait& wait) {
  request.token = ++last_token_;
  GroupWaiters<SyncAnswer>::Place place(syncs_, request.token, wait);
  ConsumerEffects effects;
  group.sync(request, partition.now(), effects);
  apply(partition, group, effects);
  const bool is_in_time = co_await is_told(partition, group.group_id(), wait);
  if (!is_in_time) co_return SyncAnswer{.error = ErrorCode::kCoordinatorNotAvailable};
  co_return place.answer() ? std::move(*place.answer()) : SyncAnswer{.error = ErrorCode::kNotCoordinator};
}

ErrorCode ConsumerGroupDriver::heartbeat(GroupPartition& partition, ConsumerGroup& group, std::string_view member_id,
                                         const std::optional<std::string>& instance_id, int32_t generation,
                                         ConnectionId connection) {
  const ErrorCode error = group.classic_heartbeat(member_id, instance_id, generation, partition.now(), connection);
  arm(partition, group);
  return error;
}

Task<std::expected<std::vector<ErrorCode>, ErrorCode>> ConsumerGroupDriver::remove_members(
    GroupPartition& partition, ConsumerGroup& group, const std::vector<LeavingMember>& leaving) {
  GroupWait wait;
  const RequestToken token = ++last_token_;
  GroupWaiters<ConsumerAnswer>::Place place(waiters_, token, wait);
  ConsumerEffects effects;
  std::vector<ErrorCode> errors = group.remove_members(leaving, token, partition.now(), effects);
  apply(partition, group, effects);
  const bool is_in_time = co_await is_told(partition, group.group_id(), wait);
  if (!is_in_time) co_return std::unexpected(ErrorCode::kCoordinatorNotAvailable);
  const ErrorCode error = place.answer() ? place.answer()->error : ErrorCode::kNotCoordinator;
  if (error != ErrorCode::kNone) co_return std::unexpected(error);
  co_return errors;
}

// In time. The group may be gone when it is not.
Task<bool> ConsumerGroupDriver::is_told(GroupPartition& partition, std::string group_id, GroupWait& wait) {
  const bool is_in_time = co_await wait.told.wait_until(partition.write_deadline_ns());
  if (!is_in_time) gave_up(partition, group_id);
  co_return is_in_time;
}

// The answer is kept until the write has ended, unless there are more such than requests that wait.
void ConsumerGroupDriver::gave_up(GroupPartition& partition, std::string_view group_id) {
  if (partition.state() != GroupPartition::State::kActive) return;
  ConsumerGroup* group = partition.consumer(group_id);
  if (group == nullptr) return;
  auto& alarm = static_cast<Alarm&>(*group->attachment);
  if (++alarm.late_count < kLateAnswersMin + waiting_count()) return;
  alarm.late_count = 0;
  group->forget_answers(
      [this](RequestToken token) { return waiters_.has(token) || joins_.has(token) || syncs_.has(token); });
}

void ConsumerGroupDriver::connection_ended(GroupPartition& partition, ConsumerGroup& group, ConnectionId connection,
                                           int32_t grace_ms) {
  group.connection_ended(connection, grace_ms, partition.now());
  arm(partition, group);
}

// As Kafka's own, which never begins with a dash: that would be an option to its tools.
std::string ConsumerGroupDriver::make_member_id() {
  for (;;) {
    std::string id = protocol::Uuid::from_halves(shard_.io().random(), shard_.io().random()).to_string();
    if (!id.starts_with('-')) return id;
  }
}

// ---- effects

// The group may be gone afterwards, when a write was refused and nothing was left of it.
void ConsumerGroupDriver::apply(GroupPartition& partition, ConsumerGroup& group, ConsumerEffects& effects) {
  for (const std::string& line : effects.log_lines) KLAMM_LOG(reactor::LogLevel::kInfo, "{}", line);
  waiters_.tell(effects.answers);
  joins_.tell(effects.join_answers);
  syncs_.tell(effects.sync_answers);
  arm(partition, group);
  if (effects.classic) {
    ClassicGroup& successor = partition.make_successor(group.group_id());
    classic_.take_over(partition, successor, std::move(*effects.classic));
  }
  const std::string group_id = group.group_id();
  if (effects.wants_regexes_resolved) {
    const uint64_t incarnation = static_cast<Alarm&>(*group.attachment).incarnation;
    partition.gate().spawn(resolve_regexes(partition, group_id, incarnation));
  }
  for (ConsumerWrite& write : effects.writes) {
    const ErrorCode refused = partition.write_consumer(group_id, std::move(write));
    if (refused != ErrorCode::kNone) break;  // told as one that has ended; the others were taken back with it
  }
}

void ConsumerGroupDriver::on_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                                     ErrorCode error) noexcept {
  ConsumerEffects effects;
  group.written(write_id, error, partition.now(), effects);
  apply(partition, group, effects);
}

// ---- time

void ConsumerGroupDriver::arm(GroupPartition& partition, ConsumerGroup& group) {
  auto& alarm = static_cast<Alarm&>(*group.attachment);
  alarm.partition = &partition;
  if (group.wake_at_ms() == kNever) return alarm.timer.cancel();
  const int64_t deadline_ns = group.wake_at_ms() * kNsPerMs;
  if (!alarm.timer.armed() || alarm.timer.deadline_ns() != deadline_ns) alarm.timer.arm(deadline_ns, alarm);
}

void ConsumerGroupDriver::ring(Alarm& alarm) noexcept {
  ConsumerEffects effects;
  alarm.group.on_time(alarm.partition->now(), effects);
  apply(*alarm.partition, alarm.group, effects);
}

// ---- regular expressions

// Null when it has gone, also when another of its name is there.
ConsumerGroup* ConsumerGroupDriver::find_same(GroupPartition& partition, std::string_view group_id,
                                              uint64_t incarnation) {
  if (partition.state() != GroupPartition::State::kActive) return nullptr;
  ConsumerGroup* group = partition.consumer(group_id);
  const bool is_same = group != nullptr && static_cast<Alarm&>(*group->attachment).incarnation == incarnation;
  return is_same ? group : nullptr;
}

// One after the other, every member may have a pattern of its own; and a few of them in one write.
Task<void> ConsumerGroupDriver::resolve_regexes(GroupPartition& partition, std::string group_id, uint64_t incarnation) {
  ConsumerGroup* group = find_same(partition, group_id, incarnation);
  if (group == nullptr) co_return;
  const metadata::ImagePtr image = metadata_.current();
  std::vector<std::string> regexes = group->regexes_to_resolve();
  std::vector<std::string_view> names;
  names.reserve(image->topic_count());
  image->for_each_topic([&](const metadata::TopicImage& topic) { names.push_back(topic.name); });
  const auto tell = [&](ConsumerGroup::ResolvedTopics resolved) {
    ConsumerGroup* asking = find_same(partition, group_id, incarnation);
    if (asking == nullptr) return;
    ConsumerEffects effects;
    asking->regexes_resolved(std::move(resolved), image->position().offset, partition.now(), effects);
    apply(partition, *asking, effects);
  };
  ConsumerGroup::ResolvedTopics some;
  size_t bytes = 0;
  for (std::string& regex : regexes) {
    ConsumerGroup::RegexTopics topics = co_await match(regex, names);
    if (!topics) warn_of_regex(find_same(partition, group_id, incarnation), regex);
    const size_t more = bytes_of(regex, topics);
    if (!some.empty() && bytes + more > kResolvedBytes) {
      tell(std::exchange(some, {}));
      bytes = 0;
    }
    some.emplace_back(std::move(regex), std::move(topics));
    bytes += more;
    co_await reactor::yield_now();
  }
  tell(std::move(some));
  group = find_same(partition, group_id, incarnation);
  if (group != nullptr) group->resolving_ended();
}

// Nothing: it is no pattern. What is given by reference stays until the task has ended.
Task<ConsumerGroup::RegexTopics> ConsumerGroupDriver::match(std::string_view regex,
                                                            std::span<const std::string_view> names) {
  const auto compiled = TopicRegex::compile(regex);
  if (!compiled) co_return std::nullopt;
  Turn turn(shard_);
  std::set<std::string_view> matching;
  for (const std::string_view name : names) {
    if (compiled->matches(name)) matching.insert(name);
    if (!turn.is_over()) continue;
    co_await reactor::yield_now();
    turn.begin();
  }
  std::vector<std::string> topics;
  topics.reserve(matching.size());
  for (const std::string_view name : matching) {
    topics.emplace_back(name);
    if (!turn.is_over()) continue;
    co_await reactor::yield_now();
    turn.begin();
  }
  co_return topics;
}

// Brokers of another library may have taken it; the log tells of it. Once is enough.
void ConsumerGroupDriver::warn_of_regex(ConsumerGroup* group, std::string_view regex) {
  if (group == nullptr || std::exchange(static_cast<Alarm&>(*group->attachment).has_warned, true)) return;
  KLAMM_LOG(reactor::LogLevel::kWarning,
            "group {}: the regular expression {} cannot be resolved here; it keeps the topics that it has",
            log_text(group->group_id()), log_text(regex));
}

// ---- the partition's events

std::unique_ptr<ConsumerGroup> ConsumerGroupDriver::make(std::string group_id) {
  auto group = std::make_unique<ConsumerGroup>(std::move(group_id), configs_, topics_);
  group->attachment = std::make_unique<Alarm>(*this, *group, ++last_incarnation_);
  return group;
}

void ConsumerGroupDriver::on_loaded(GroupPartition& partition, ConsumerGroup& group) noexcept {
  group.loaded(partition.now());
  arm(partition, group);
}

void ConsumerGroupDriver::on_unloaded(GroupPartition& partition, ConsumerGroup& group) noexcept {
  ConsumerEffects effects;
  group.unload(effects);
  apply(partition, group, effects);
}

void ConsumerGroupDriver::on_topics_changed(GroupPartition& partition, const std::vector<std::string>& names) noexcept {
  partition.groups().for_each([&](StoredGroup& stored) {
    if (stored.consumer == nullptr || !stored.consumer->is_subscribed_to_any(names)) return;
    stored.consumer->topics_changed();
  });
}

}  // namespace klamm::coordinator
