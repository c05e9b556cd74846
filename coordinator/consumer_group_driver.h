#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "coordinator/consumer_group.h"
#include "coordinator/consumer_group_options.h"
#include "coordinator/group_partition.h"
#include "coordinator/group_wait.h"
#include "coordinator/group_waiters.h"
#include "coordinator/image_topics.h"
#include "metadata/metadata_service.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::coordinator {

/// The driver of the classic groups, as far as a consumer group takes the place of one, or one its place.
/// @core owner
class ClassicGroups {
 public:
  virtual ~ClassicGroups() = default;
  /// A consumer group is about to take its place.
  virtual void suspend(GroupPartition& partition, ClassicGroup& group) = 0;
  /// It is new and takes the place of a consumer group.
  virtual void take_over(GroupPartition& partition, ClassicGroup& group, ClassicStart start) = 0;
};

/// Brings the consumer groups of a shard to life (KIP-848), as GroupDriver does with classic ones: tokens, member ids,
/// timers, writes and answers. It resolves their regular expressions in the background, and tells them what has become
/// of the topics that they read.
/// @core owner: the shard of the partitions
class ConsumerGroupDriver {
 public:
  ConsumerGroupDriver(reactor::Shard& shard, metadata::MetadataService& metadata, const GroupConfigs& configs,
                      ClassicGroups& classic)
      : shard_(shard), metadata_(metadata), configs_(configs), classic_(classic), topics_(metadata) {}
  ConsumerGroupDriver(const ConsumerGroupDriver&) = delete;
  ConsumerGroupDriver& operator=(const ConsumerGroupDriver&) = delete;
  ~ConsumerGroupDriver();

  const GroupConfigs& configs() const { return configs_; }

  // What is given by reference stays until the task has ended.
  reactor::Task<ConsumerAnswer> heartbeat(GroupPartition& partition, std::string_view group_id,
                                          ConsumerHeartbeat& request, GroupWait& wait);
  // Of members of the classic protocol.
  reactor::Task<JoinAnswer> join(GroupPartition& partition, ConsumerGroup& group, JoinRequest& request,
                                 GroupWait& wait);
  reactor::Task<SyncAnswer> sync(GroupPartition& partition, ConsumerGroup& group, SyncRequest& request,
                                 GroupWait& wait);
  protocol::ErrorCode heartbeat(GroupPartition& partition, ConsumerGroup& group, std::string_view member_id,
                                const std::optional<std::string>& instance_id, int32_t generation,
                                ConnectionId connection);
  /// LeaveGroup of members of a consumer group. One error per member; or one for all.
  reactor::Task<std::expected<std::vector<protocol::ErrorCode>, protocol::ErrorCode>> remove_members(
      GroupPartition& partition, ConsumerGroup& group, const std::vector<LeavingMember>& leaving);
  void connection_ended(GroupPartition& partition, ConsumerGroup& group, ConnectionId connection, int32_t grace_ms);

  /// Requests that wait for their answer.
  size_t waiting_count() const { return waiters_.size() + joins_.size() + syncs_.size(); }

  // ---- the partition's events, from GroupDriver
  std::unique_ptr<ConsumerGroup> make(std::string group_id);
  void on_loaded(GroupPartition& partition, ConsumerGroup& group) noexcept;
  void on_unloaded(GroupPartition& partition, ConsumerGroup& group) noexcept;
  void on_written(GroupPartition& partition, ConsumerGroup& group, uint64_t write_id,
                  protocol::ErrorCode error) noexcept;
  void on_topics_changed(GroupPartition& partition, const std::vector<std::string>& names) noexcept;
  void on_new_topics(int64_t version) noexcept { topics_.note_new_topics(version); }

 private:
  struct Alarm;
  std::expected<ConsumerGroup*, GroupError> group_of(GroupPartition& partition, std::string_view group_id,
                                                     const ConsumerHeartbeat& request);
  std::expected<ConsumerGroup*, GroupError> replace(GroupPartition& partition, std::string_view group_id,
                                                    ClassicGroup* classic);
  reactor::Task<bool> is_told(GroupPartition& partition, std::string group_id, GroupWait& wait);
  void gave_up(GroupPartition& partition, std::string_view group_id);
  void apply(GroupPartition& partition, ConsumerGroup& group, ConsumerEffects& effects);
  void arm(GroupPartition& partition, ConsumerGroup& group);
  void ring(Alarm& alarm) noexcept;
  ConsumerGroup* find_same(GroupPartition& partition, std::string_view group_id, uint64_t incarnation);
  reactor::Task<void> resolve_regexes(GroupPartition& partition, std::string group_id, uint64_t incarnation);
  reactor::Task<ConsumerGroup::RegexTopics> match(std::string_view regex, std::span<const std::string_view> names);
  static void warn_of_regex(ConsumerGroup* group, std::string_view regex);
  std::string make_member_id();

  reactor::Shard& shard_;
  metadata::MetadataService& metadata_;
  const GroupConfigs& configs_;
  ClassicGroups& classic_;
  ImageTopics topics_;
  GroupWaiters<ConsumerAnswer> waiters_;
  GroupWaiters<JoinAnswer> joins_;
  GroupWaiters<SyncAnswer> syncs_;
  RequestToken last_token_ = kNoRequest;
  uint64_t last_incarnation_ = 0;
};

}  // namespace klamm::coordinator
