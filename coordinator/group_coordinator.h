#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <map>
#include <memory>
#include <string_view>

#include "coordinator/group_partition.h"
#include "coordinator/offset_options.h"
#include "metadata/image.h"
#include "metadata/metadata_service.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/error_code.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::coordinator {

inline constexpr std::string_view kGroupTopic = "__consumer_offsets";

/// The group coordinator of one shard: the partitions of `__consumer_offsets` that the shard owns and this node leads.
/// It follows the metadata images: a partition that is led here is loaded in the background, at most kLoadsMax at a
/// time; one that goes ends what waits on it.
/// @core owner
class GroupCoordinator final : private metadata::ImageListener {
 public:
  static constexpr uint32_t kLoadsMax = 2;

  GroupCoordinator(reactor::Shard& shard, metadata::MetadataService& metadata, const OffsetOptions& options,
                   GroupPartitionListener& listener);
  /// After stop(), or before an image came.
  ~GroupCoordinator();
  GroupCoordinator(const GroupCoordinator&) = delete;
  GroupCoordinator& operator=(const GroupCoordinator&) = delete;

  const OffsetOptions& options() const { return options_; }

  /// Kafka's partition of a group.
  static int32_t partition_for(std::string_view group_id, int32_t partition_count);
  /// The shard that owns a group; kNoShard while the topic is not there.
  static reactor::ShardId owner_shard(const metadata::MetadataImage& image, std::string_view group_id);

  /// The partition of a group that answers now. COORDINATOR_LOAD_IN_PROGRESS, or NOT_COORDINATOR when it is not here.
  std::expected<GroupPartition*, protocol::ErrorCode> find(std::string_view group_id);
  /// The partition of that index, in whatever state; null when it is not here.
  GroupPartition* partition(int32_t index) const {
    const auto found = partitions_.find(index);
    return found == partitions_.end() ? nullptr : found->second.get();
  }
  /// visit(GroupPartition&), in whatever state.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (auto& [index, partition] : partitions_) visit(*partition);
  }

  /// Ends what waits and lets go of all partitions; requests come no more.
  reactor::Task<void> stop();

 private:
  void on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept override;
  void on_partition_opened(storage::Partition& partition) noexcept override;
  void follow(const metadata::MetadataImage& image);
  void open(storage::Partition& partition);
  void retire(std::unique_ptr<GroupPartition> partition);
  void tell_changes(const metadata::MetadataImage& before, const metadata::MetadataImage& after);
  reactor::Task<void> run_loader();
  reactor::Task<void> run_expiry();

  reactor::Shard& shard_;
  metadata::MetadataService& metadata_;
  const OffsetOptions& options_;
  GroupPartitionListener& listener_;
  protocol::CodecScratch codec_;
  std::map<int32_t, std::unique_ptr<GroupPartition>> partitions_;
  std::deque<int32_t> to_load_;
  uint32_t loader_count_ = 0;
  bool is_expiry_running_ = false;
  bool is_stopping_ = false;
  reactor::Event stop_;
  reactor::Gate gate_;
};

}  // namespace klamm::coordinator
