#include "metadata/image_builder.h"
#include "metadata/image_builder_decode.h"
#include "protocol/messages/clear_elr_record.h"
#include "protocol/messages/partition_change_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/remove_topic_record.h"
#include "protocol/messages/topic_record.h"

namespace klamm::metadata {

namespace {

// More partitions of one topic than any log of Kafka's has; a larger index is taken for damage.
constexpr int32_t kPartitionIndexMax = 1'000'000;
// PartitionChangeRecord's leader when it is not changed.
constexpr int32_t kNoLeaderChange = -2;

PartitionImage to_image(const protocol::PartitionRecord& record) {
  PartitionImage partition;
  partition.leader = record.leader;
  partition.leader_epoch = record.leader_epoch;
  partition.partition_epoch = record.partition_epoch;
  partition.leader_recovery_state = static_cast<LeaderRecoveryState>(record.leader_recovery_state);
  partition.replicas = to_vector(record.replicas);
  partition.directories = to_vector(record.directories);
  partition.isr = to_vector(record.isr);
  partition.eligible_leader_replicas = to_vector(record.eligible_leader_replicas);
  partition.last_known_elr = to_vector(record.last_known_elr);
  partition.adding_replicas = to_vector(record.adding_replicas);
  partition.removing_replicas = to_vector(record.removing_replicas);
  return partition;
}

template <class T>
void set_if_there(std::vector<T>& value, const protocol::Array<T>& changed) {
  if (!changed.is_null) value = to_vector(changed);
}

// Any leader in the record, also the same one, begins a new leader epoch.
void merge(PartitionImage& partition, const protocol::PartitionChangeRecord& change) {
  if (change.leader != kNoLeaderChange) {
    partition.leader = change.leader;
    ++partition.leader_epoch;
  }
  ++partition.partition_epoch;
  if (change.leader_recovery_state >= 0) {
    partition.leader_recovery_state = static_cast<LeaderRecoveryState>(change.leader_recovery_state);
  }
  set_if_there(partition.replicas, change.replicas);
  set_if_there(partition.directories, change.directories);
  set_if_there(partition.isr, change.isr);
  set_if_there(partition.eligible_leader_replicas, change.eligible_leader_replicas);
  set_if_there(partition.last_known_elr, change.last_known_elr);
  set_if_there(partition.adding_replicas, change.adding_replicas);
  set_if_there(partition.removing_replicas, change.removing_replicas);
}

}  // namespace

ImageBuilder::Result ImageBuilder::apply_topic_record(const RecordFrame& record) {
  switch (record.api_key) {
    case protocol::TopicRecord::kApiKey:
      return decoded<protocol::TopicRecord>(
          record, [&](const auto& topic) { return create_topic(to_string(topic.name), topic.topic_id); });
    case protocol::RemoveTopicRecord::kApiKey:
      return decoded<protocol::RemoveTopicRecord>(record,
                                                  [&](const auto& removed) { return remove_topic(removed.topic_id); });
    case protocol::PartitionRecord::kApiKey:
      return decoded<protocol::PartitionRecord>(record, [&](const auto& added) -> Result {
        TopicImage* topic = open_topic(added.topic_id);
        if (topic == nullptr || added.partition_id < 0 || added.partition_id > kPartitionIndexMax) {
          return std::unexpected("the metadata log has a partition " + std::to_string(added.partition_id) +
                                 " of the unknown topic id " + added.topic_id.to_string());
        }
        const auto index = static_cast<size_t>(added.partition_id);
        if (index >= topic->partitions.size()) topic->partitions.resize(index + 1);
        const ShardId owner = topic->partitions[index].owner_shard;
        topic->partitions[index] = to_image(added);
        topic->partitions[index].owner_shard = owner;
        unplaced_topics_.insert(added.topic_id);
        return {};
      });
    case protocol::PartitionChangeRecord::kApiKey:
      return decoded<protocol::PartitionChangeRecord>(record, [&](const auto& change) -> Result {
        TopicImage* topic = open_topic(change.topic_id);
        if (topic == nullptr || topic->partition(change.partition_id) == nullptr) {
          return std::unexpected("the metadata log changes the unknown partition " +
                                 std::to_string(change.partition_id) + " of topic id " + change.topic_id.to_string());
        }
        merge(topic->partitions[static_cast<size_t>(change.partition_id)], change);
        if (!change.replicas.is_null) unplaced_topics_.insert(change.topic_id);
        return {};
      });
    default:
      return decoded<protocol::ClearElrRecord>(record, [&](const auto& cleared) -> Result {
        clear_elr(cleared.topic_name.view());
        return {};
      });
  }
}

}  // namespace klamm::metadata
