#include "coordinator/group_coordinator.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "coordinator/group_upkeep.h"
#include "coordinator/java_text.h"
#include "metadata/image_difference.h"
#include "reactor/assert.h"

namespace klamm::coordinator {

using protocol::ErrorCode;
using reactor::Task;

namespace {

constexpr int64_t kNsPerMs = 1'000'000;

Task<void> close_and_free(std::unique_ptr<GroupPartition> partition) {
  co_await partition->close();
}

}  // namespace

GroupCoordinator::GroupCoordinator(reactor::Shard& shard, metadata::MetadataService& metadata,
                                   const OffsetOptions& options, GroupPartitionListener& listener)
    : shard_(shard), metadata_(metadata), options_(options), listener_(listener) {
  metadata_.add_listener(*this);
  follow(metadata_.image());
}

GroupCoordinator::~GroupCoordinator() {
  KLAMM_ASSERT(partitions_.empty(), "the group coordinator was not stopped");
  if (!is_stopping_) metadata_.remove_listener(*this);
}

int32_t GroupCoordinator::partition_for(std::string_view group_id, int32_t partition_count) {
  const int32_t hash = java_hash_code(group_id);
  return hash == INT32_MIN ? 0 : std::abs(hash) % partition_count;
}

reactor::ShardId GroupCoordinator::owner_shard(const metadata::MetadataImage& image, std::string_view group_id) {
  const metadata::TopicImage* topic = image.topic(kGroupTopic);
  if (topic == nullptr || topic->partition_count() == 0) return metadata::kNoShard;
  return topic->owner_shard(partition_for(group_id, topic->partition_count()));
}

std::expected<GroupPartition*, ErrorCode> GroupCoordinator::find(std::string_view group_id) {
  const metadata::TopicImage* topic = metadata_.image().topic(kGroupTopic);
  if (topic == nullptr || topic->partition_count() == 0) return std::unexpected(ErrorCode::kNotCoordinator);
  const int32_t index = partition_for(group_id, topic->partition_count());
  const auto found = partitions_.find(index);
  if (found == partitions_.end()) {
    const bool will_come = metadata_.logs().opener().is_opening({topic->id, index});
    return std::unexpected(will_come ? ErrorCode::kCoordinatorLoadInProgress : ErrorCode::kNotCoordinator);
  }
  const ErrorCode error = found->second->availability();
  if (error != ErrorCode::kNone) return std::unexpected(error);
  return found->second.get();
}

// ---- following the images

void GroupCoordinator::on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept {
  if (is_stopping_) return;
  follow(after);
  tell_changes(before, after);
}

void GroupCoordinator::on_partition_opened(storage::Partition& partition) noexcept {
  if (!is_stopping_ && partition.identity().topic == kGroupTopic) follow(metadata_.image());
}

void GroupCoordinator::follow(const metadata::MetadataImage& image) {
  const metadata::TopicImage* topic = image.topic(kGroupTopic);
  if (topic == nullptr) return;
  for (int32_t index = 0; index < topic->partition_count(); ++index) {
    const metadata::PartitionImage* partition = topic->partition(index);
    if (partition == nullptr || partition->owner_shard != shard_.id() || partition->leader != image.node_id()) continue;
    const auto there = partitions_.find(index);
    if (there != partitions_.end() && there->second->state() != GroupPartition::State::kClosed) continue;
    storage::Partition* log = metadata_.logs().find(topic->id, index);
    if (log == nullptr || !log->is_leader()) continue;
    if (there != partitions_.end()) {
      retire(std::move(there->second));
      partitions_.erase(there);
    }
    open(*log);
  }
}

void GroupCoordinator::open(storage::Partition& partition) {
  const int32_t index = partition.identity().index;
  partitions_.emplace(index, std::make_unique<GroupPartition>(shard_, partition, options_, listener_, codec_));
  to_load_.push_back(index);
  if (loader_count_ < kLoadsMax && gate_.spawn(run_loader())) ++loader_count_;
  if (!is_expiry_running_) is_expiry_running_ = gate_.spawn(run_expiry());
}

void GroupCoordinator::retire(std::unique_ptr<GroupPartition> partition) {
  const bool is_started = gate_.spawn(close_and_free(std::move(partition)));
  KLAMM_ASSERT(is_started);
}

void GroupCoordinator::tell_changes(const metadata::MetadataImage& before, const metadata::MetadataImage& after) {
  std::vector<DeletedTopic> deleted;
  std::vector<std::string> changed;
  bool is_any_new = false;
  metadata::ImageDifference(before, after)
      .for_each_topic([&](const metadata::TopicImage* was, const metadata::TopicImage* is) {
        if (is == nullptr) deleted.push_back({was->name, was->id});
        if (was == nullptr) is_any_new = true;
        changed.push_back(is == nullptr ? was->name : is->name);
      });
  // The first image has all topics anew, as the coordinator sees it.
  if (is_any_new) listener_.on_new_topics(after.position().offset);
  if (changed.empty()) return;
  std::ranges::sort(changed);
  for (const auto& [index, partition] : partitions_) {
    listener_.on_topics_changed(*partition, changed);
    if (!deleted.empty()) gate_.spawn(forget_topics(*partition, deleted));
  }
}

// ---- work in the background

Task<void> GroupCoordinator::run_loader() {
  while (!to_load_.empty() && !is_stopping_) {
    const int32_t index = to_load_.front();
    to_load_.pop_front();
    const auto found = partitions_.find(index);
    if (found != partitions_.end() && !found->second->is_load_started()) co_await found->second->load();
  }
  --loader_count_;
}

Task<void> GroupCoordinator::run_expiry() {
  while (true) {
    const int64_t deadline_ns = shard_.now_ns() + options_.retention_check_interval_ms * kNsPerMs;
    const bool is_stopped = co_await stop_.wait_until(deadline_ns);
    if (is_stopped) co_return;
    std::vector<int32_t> indexes;
    for (const auto& [index, partition] : partitions_) indexes.push_back(index);
    for (const int32_t index : indexes) {
      const auto found = partitions_.find(index);
      if (found != partitions_.end() && !is_stopping_) co_await expire_offsets(*found->second);
    }
  }
}

Task<void> GroupCoordinator::stop() {
  if (std::exchange(is_stopping_, true)) co_return;
  metadata_.remove_listener(*this);
  stop_.set();
  for (const auto& [index, partition] : partitions_) co_await partition->close();
  co_await gate_.close();
  partitions_.clear();
}

}  // namespace klamm::coordinator
