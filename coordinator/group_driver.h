#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "coordinator/classic_group.h"
#include "coordinator/consumer_group_driver.h"
#include "coordinator/group_partition.h"
#include "coordinator/group_wait.h"
#include "coordinator/group_waiters.h"
#include "protocol/error_code.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "reactor/timer.h"

namespace klamm::coordinator {

/// Brings the classic groups of a shard to life: gives their requests tokens and member ids, keeps their timers, takes
/// what they write to the log and their answers to whoever waits. One timer per group, at the earliest time of
/// anything in it: a heartbeat, which only moves a deadline back, costs none. Consumer groups have a driver of their
/// own, consumers(). The partition that is given with a request answers (GroupCoordinator::find) and is the group's.
/// @core owner: the shard of the partitions
class GroupDriver final : public GroupPartitionListener, private ClassicGroups {
 public:
  GroupDriver(reactor::Shard& shard, metadata::MetadataService& metadata, const ClassicGroupRules& rules,
              const GroupConfigs& configs)
      : shard_(shard), rules_(rules), consumers_(shard, metadata, configs, *this) {}
  GroupDriver(const GroupDriver&) = delete;
  GroupDriver& operator=(const GroupDriver&) = delete;
  ~GroupDriver() override;

  // What is given by reference stays until the task has ended.
  reactor::Task<JoinAnswer> join(GroupPartition& partition, std::string_view group_id, JoinRequest& request,
                                 GroupWait& wait);
  reactor::Task<SyncAnswer> sync(GroupPartition& partition, std::string_view group_id, SyncRequest& request,
                                 GroupWait& wait);
  protocol::ErrorCode heartbeat(GroupPartition& partition, std::string_view group_id, std::string_view member_id,
                                const std::optional<std::string>& instance_id, int32_t generation,
                                ConnectionId connection);
  /// See ClassicGroup::connection_ended. Of a group of either protocol, as is leave().
  void connection_ended(GroupPartition& partition, std::string_view group_id, ConnectionId connection,
                        int32_t grace_ms);
  /// One error per member; or one for all.
  reactor::Task<std::expected<std::vector<protocol::ErrorCode>, protocol::ErrorCode>> leave(
      GroupPartition& partition, std::string_view group_id, const std::vector<LeavingMember>& leaving);

  /// Requests that wait for their answer.
  size_t waiting_count() const { return joins_.size() + syncs_.size() + consumers_.waiting_count(); }
  ConsumerGroupDriver& consumers() { return consumers_; }

  std::unique_ptr<ClassicGroup> make_classic(std::string group_id) override;
  std::unique_ptr<ConsumerGroup> make_consumer(std::string group_id) override;
  void on_loaded(GroupPartition& partition) noexcept override;
  void on_unloaded(GroupPartition& partition) noexcept override;
  void on_consumer_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                           protocol::ErrorCode error) noexcept override;
  void on_classic_back(GroupPartition& partition, ClassicGroup& group) noexcept override;
  void on_topics_changed(GroupPartition& partition, const std::vector<std::string>& names) noexcept override;
  void on_new_topics(int64_t version) noexcept override;

 private:
  struct Alarm;
  struct QueuedWrite {
    std::string group_id;
    uint64_t incarnation = 0;
    GroupWrite write;
  };

  void suspend(GroupPartition& partition, ClassicGroup& group) override;
  void take_over(GroupPartition& partition, ClassicGroup& group, ClassicStart start) override;
  std::expected<ClassicGroup*, protocol::ErrorCode> group_to_join(GroupPartition& partition, std::string_view group_id,
                                                                  const JoinRequest& request, bool& is_new);
  void apply(GroupPartition& partition, ClassicGroup& group, ClassicEffects& effects);
  void arm(GroupPartition& partition, ClassicGroup& group);
  void ring(Alarm& alarm) noexcept;
  reactor::Task<void> run_writes(GroupPartition& partition);
  void spawn_writes(GroupPartition& partition);
  void written(GroupPartition& partition, const QueuedWrite& queued, protocol::ErrorCode error);
  std::string make_member_id(std::string_view prefix);

  reactor::Shard& shard_;
  const ClassicGroupRules& rules_;
  ConsumerGroupDriver consumers_;
  GroupWaiters<JoinAnswer> joins_;
  GroupWaiters<SyncAnswer> syncs_;
  // Of each partition, in the order of the events that caused them, whichever task takes them to it. Bounded by what
  // groups do: a group has one write under way per generation and static member.
  std::unordered_map<GroupPartition*, std::deque<QueuedWrite>> writes_;
  RequestToken last_token_ = kNoRequest;
  uint64_t last_incarnation_ = 0;
};

}  // namespace klamm::coordinator
