#include "coordinator/group_driver.h"

#include <fmt/format.h>

#include <utility>

#include "reactor/assert.h"
#include "reactor/log.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;

namespace {

constexpr int64_t kNsPerMs = 1'000'000;
// The longest text of the protocol; an id that were longer could be neither told nor stored.
constexpr size_t kMemberIdBytesMax = 32'767;

}  // namespace

// The timer of a group, hung on it.
struct GroupDriver::Alarm final : GroupAttachment, reactor::Completion {
  Alarm(GroupDriver& the_driver, ClassicGroup& the_group, uint64_t the_incarnation)
      : driver(the_driver), group(the_group), incarnation(the_incarnation) {
    callback = [](reactor::Completion* self) noexcept {
      auto& alarm = *static_cast<Alarm*>(self);
      alarm.driver.ring(alarm);
    };
  }

  GroupDriver& driver;
  ClassicGroup& group;
  const uint64_t incarnation;           // a group of the same id that was made later has another
  GroupPartition* partition = nullptr;  // known from the first event on
  reactor::Timer timer;
};

GroupDriver::~GroupDriver() {
  KLAMM_ASSERT(waiting_count() == 0 && writes_.empty());
}

// ---- requests

Task<JoinAnswer> GroupDriver::join(GroupPartition& partition, std::string_view group_id, JoinRequest& request,
                                   GroupWait& wait) {
  JoinAnswer gone{.error = ErrorCode::kNotCoordinator, .member_id = request.member_id};
  const reactor::GatePass pass(partition.gate());
  if (!pass || wait.is_cancelled) co_return gone;
  for (;;) {
    if (partition.is_settling(group_id)) {
      const ErrorCode error = co_await partition.settled(group_id);
      if (error != ErrorCode::kNone || wait.is_cancelled) co_return gone;
    }
    ConsumerGroup* consumer = partition.consumer(group_id);
    if (consumer == nullptr) break;
    if (!consumer->is_empty()) co_return co_await consumers_.join(partition, *consumer, request, wait);
    // A classic group takes the place of an empty consumer group, unless somebody comes into that meanwhile.
    const ErrorCode error = co_await partition.delete_consumer(std::string(group_id));
    if (error != ErrorCode::kNone && error != ErrorCode::kNonEmptyGroup) {
      co_return JoinAnswer{.error = error, .member_id = request.member_id};
    }
    if (partition.state() != GroupPartition::State::kActive || wait.is_cancelled) co_return gone;
  }
  bool is_new = false;
  const auto group = group_to_join(partition, group_id, request, is_new);
  if (!group) {
    const bool is_of_other_protocol = group.error() == ErrorCode::kInconsistentGroupProtocol;
    co_return JoinAnswer{.error = group.error(), .member_id = is_of_other_protocol ? "" : request.member_id};
  }
  request.token = ++last_token_;
  if (request.member_id.empty()) {
    request.new_member_id = make_member_id(request.instance_id ? *request.instance_id : request.client_id);
  }
  GroupWaiters<JoinAnswer>::Place place(joins_, request.token, wait);
  ClassicEffects effects;
  (*group)->join(request, is_new, partition.now(), effects);
  apply(partition, **group, effects);
  co_await run_writes(partition);
  co_await wait.told.wait();
  co_return place.answer() ? std::move(*place.answer()) : std::move(gone);
}

// A group is made for its first member alone.
std::expected<ClassicGroup*, ErrorCode> GroupDriver::group_to_join(GroupPartition& partition, std::string_view group_id,
                                                                   const JoinRequest& request, bool& is_new) {
  const StoredGroup* stored = partition.groups().find(group_id);
  const bool exists = stored != nullptr && stored->exists();
  if (exists && (stored->consumer != nullptr || stored->is_of_other_protocol()))
    return std::unexpected(ErrorCode::kInconsistentGroupProtocol);
  if (!exists && !request.member_id.empty()) return std::unexpected(ErrorCode::kUnknownMemberId);
  is_new = !exists;
  return partition.classic(group_id, true);
}

Task<SyncAnswer> GroupDriver::sync(GroupPartition& partition, std::string_view group_id, SyncRequest& request,
                                   GroupWait& wait) {
  SyncAnswer gone{.error = ErrorCode::kNotCoordinator};
  const reactor::GatePass pass(partition.gate());
  if (!pass || wait.is_cancelled) co_return gone;
  if (partition.is_settling(group_id)) {
    const ErrorCode error = co_await partition.settled(group_id);
    if (error != ErrorCode::kNone || wait.is_cancelled) co_return gone;
  }
  ConsumerGroup* consumer = partition.consumer(group_id);
  if (consumer != nullptr) co_return co_await consumers_.sync(partition, *consumer, request, wait);
  ClassicGroup* group = partition.classic(group_id, false);
  if (group == nullptr) co_return SyncAnswer{.error = ErrorCode::kUnknownMemberId};
  request.token = ++last_token_;
  GroupWaiters<SyncAnswer>::Place place(syncs_, request.token, wait);
  ClassicEffects effects;
  group->sync(request, effects);
  apply(partition, *group, effects);
  co_await run_writes(partition);
  co_await wait.told.wait();
  co_return place.answer() ? std::move(*place.answer()) : std::move(gone);
}

ErrorCode GroupDriver::heartbeat(GroupPartition& partition, std::string_view group_id, std::string_view member_id,
                                 const std::optional<std::string>& instance_id, int32_t generation,
                                 ConnectionId connection) {
  if (ConsumerGroup* consumer = partition.consumer(group_id)) {
    return consumers_.heartbeat(partition, *consumer, member_id, instance_id, generation, connection);
  }
  ClassicGroup* group = partition.classic(group_id, false);
  if (group == nullptr) return ErrorCode::kUnknownMemberId;
  const ErrorCode error = group->heartbeat(member_id, instance_id, generation, partition.now(), connection);
  arm(partition, *group);
  return error;
}

void GroupDriver::connection_ended(GroupPartition& partition, std::string_view group_id, ConnectionId connection,
                                   int32_t grace_ms) {
  if (ConsumerGroup* consumer = partition.consumer(group_id)) {
    return consumers_.connection_ended(partition, *consumer, connection, grace_ms);
  }
  ClassicGroup* group = partition.classic(group_id, false);
  if (group == nullptr) return;
  group->connection_ended(connection, grace_ms, partition.now());
  arm(partition, *group);
}

Task<std::expected<std::vector<ErrorCode>, ErrorCode>> GroupDriver::leave(GroupPartition& partition,
                                                                          std::string_view group_id,
                                                                          const std::vector<LeavingMember>& leaving) {
  const reactor::GatePass pass(partition.gate());
  if (!pass) co_return std::unexpected(ErrorCode::kNotCoordinator);
  if (partition.is_settling(group_id)) {
    const ErrorCode error = co_await partition.settled(group_id);
    if (error != ErrorCode::kNone) co_return std::unexpected(error);
  }
  if (ConsumerGroup* consumer = partition.consumer(group_id)) {
    co_return co_await consumers_.remove_members(partition, *consumer, leaving);
  }
  ClassicGroup* group = partition.classic(group_id, false);
  if (group == nullptr) co_return std::vector<ErrorCode>(leaving.size(), ErrorCode::kUnknownMemberId);
  ClassicEffects effects;
  auto errors = group->leave(leaving, partition.now(), effects);
  apply(partition, *group, effects);
  co_await run_writes(partition);
  co_return errors;
}

// "client-123e4567-e89b-42d3-a456-426614174000", as in Kafka.
std::string GroupDriver::make_member_id(std::string_view prefix) {
  const uint64_t high = shard_.io().random();
  const uint64_t low = shard_.io().random();
  const std::string uuid = fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff,
                                       high & 0xfff, 0x8000 | (low >> 50), low & 0xffff'ffff'ffff);
  size_t bytes = std::min(prefix.size(), kMemberIdBytesMax - uuid.size() - 1);
  // Not within a character.
  while (bytes > 0 && bytes < prefix.size() && (static_cast<unsigned char>(prefix[bytes]) & 0xc0) == 0x80) --bytes;
  return fmt::format("{}-{}", prefix.substr(0, bytes), uuid);
}

// ---- effects

void GroupDriver::apply(GroupPartition& partition, ClassicGroup& group, ClassicEffects& effects) {
  for (const std::string& line : effects.log_lines) KLAMM_LOG(reactor::LogLevel::kInfo, "{}", line);
  joins_.tell(effects.join_answers);
  syncs_.tell(effects.sync_answers);
  const uint64_t incarnation = static_cast<Alarm&>(*group.attachment).incarnation;
  for (GroupWrite& write : effects.writes) {
    writes_[&partition].push_back({group.group_id(), incarnation, std::move(write)});
  }
  arm(partition, group);
}

// Writes go to the partition in their order, since every task takes the oldest and queues it at once.
Task<void> GroupDriver::run_writes(GroupPartition& partition) {
  for (;;) {
    const auto found = writes_.find(&partition);
    if (found == writes_.end()) co_return;
    QueuedWrite queued = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty()) writes_.erase(found);
    const ErrorCode error = co_await partition.write_group(queued.group_id, std::move(queued.write.records));
    written(partition, queued, error);
  }
}

// For what no request waits for.
void GroupDriver::spawn_writes(GroupPartition& partition) {
  if (writes_.contains(&partition)) partition.gate().spawn(run_writes(partition));
}

void GroupDriver::written(GroupPartition& partition, const QueuedWrite& queued, ErrorCode error) {
  if (partition.state() != GroupPartition::State::kActive) return;
  ClassicGroup* group = partition.classic(queued.group_id, false);
  if (group == nullptr || static_cast<Alarm&>(*group->attachment).incarnation != queued.incarnation) return;
  ClassicEffects effects;
  group->written(queued.write.id, error, partition.now(), effects);
  apply(partition, *group, effects);
}

// ---- time

void GroupDriver::arm(GroupPartition& partition, ClassicGroup& group) {
  auto& alarm = static_cast<Alarm&>(*group.attachment);
  alarm.partition = &partition;
  if (group.wake_at_ms() == kNever) return alarm.timer.cancel();
  const int64_t deadline_ns = group.wake_at_ms() * kNsPerMs;
  if (!alarm.timer.armed() || alarm.timer.deadline_ns() != deadline_ns) alarm.timer.arm(deadline_ns, alarm);
}

void GroupDriver::ring(Alarm& alarm) noexcept {
  ClassicEffects effects;
  alarm.group.on_time(alarm.partition->now(), effects);
  apply(*alarm.partition, alarm.group, effects);
  spawn_writes(*alarm.partition);
}

// ---- from one protocol to the other

void GroupDriver::suspend(GroupPartition& partition, ClassicGroup& group) {
  ClassicEffects effects;
  group.suspend(effects);
  apply(partition, group, effects);
}

// It has nothing to write before somebody joins anew.
void GroupDriver::take_over(GroupPartition& partition, ClassicGroup& group, ClassicStart start) {
  ClassicEffects effects;
  group.take_over(std::move(start), partition.now(), effects);
  apply(partition, group, effects);
}

void GroupDriver::on_classic_back(GroupPartition& partition, ClassicGroup& group) noexcept {
  group.resume(partition.now());
  arm(partition, group);
}

// ---- the partition's events

std::unique_ptr<ClassicGroup> GroupDriver::make_classic(std::string group_id) {
  const GroupNow now{.ms = shard_.now_ns() / kNsPerMs, .wall_ms = shard_.now_ms()};
  auto group = std::make_unique<ClassicGroup>(std::move(group_id), rules_, now);
  group->attachment = std::make_unique<Alarm>(*this, *group, ++last_incarnation_);
  return group;
}

std::unique_ptr<ConsumerGroup> GroupDriver::make_consumer(std::string group_id) {
  return consumers_.make(std::move(group_id));
}

void GroupDriver::on_consumer_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                                      ErrorCode error) noexcept {
  consumers_.on_written(partition, group, write_id, error);
}

void GroupDriver::on_topics_changed(GroupPartition& partition, const std::vector<std::string>& names) noexcept {
  consumers_.on_topics_changed(partition, names);
}

void GroupDriver::on_new_topics(int64_t version) noexcept {
  consumers_.on_new_topics(version);
}

void GroupDriver::on_loaded(GroupPartition& partition) noexcept {
  partition.groups().for_each([&](StoredGroup& stored) {
    if (stored.consumer != nullptr) consumers_.on_loaded(partition, *stored.consumer);
    if (stored.classic == nullptr) return;
    ClassicEffects effects;
    stored.classic->loaded(partition.now(), effects);
    apply(partition, *stored.classic, effects);
  });
  spawn_writes(partition);
}

void GroupDriver::on_unloaded(GroupPartition& partition) noexcept {
  partition.groups().for_each([&](StoredGroup& stored) {
    if (stored.consumer != nullptr) consumers_.on_unloaded(partition, *stored.consumer);
    if (stored.classic == nullptr) return;
    ClassicEffects effects;
    stored.classic->unload(partition.now(), effects);
    apply(partition, *stored.classic, effects);
  });
  writes_.erase(&partition);
}

}  // namespace klamm::coordinator
