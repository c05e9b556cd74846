#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "metadata/image.h"
#include "metadata/image_difference.h"
#include "storage/log_directory_scan.h"
#include "storage/log_manager.h"

namespace klamm::metadata {

enum class PartitionActionKind : uint8_t {
  kCreate,     // make the directory and an empty log
  kOpen,       // the directory was found at the start
  kLead,       // this node leads under the epoch of the new image
  kFollow,     // another node leads, or none
  kConfigure,  // settings of the log changed
  kDelete,
};

/// One thing to do on the shard that owns the partition. State, settings and directory come from the new image.
struct PartitionAction {
  PartitionActionKind kind = PartitionActionKind::kCreate;
  Uuid topic_id;
  int32_t index = 0;
  bool operator==(const PartitionAction&) const = default;
};

/// What one shard has to do, in order.
struct ShardPlan {
  // Removals that must come first, because a new topic takes their directory names.
  std::vector<PartitionAction> replaced;
  std::vector<PartitionAction> prepare;
  std::vector<PartitionAction> retire;
  bool empty() const { return replaced.empty() && prepare.empty() && retire.empty(); }
};

/// The partition directories that were found at the start, by topic id and index.
/// @core any once made
class PartitionFinder {
 public:
  struct Found {
    std::string log_directory;
    storage::OpenPoints points;
  };
  /// `topic_id` is the partition's own, or its topic's when the directory does not tell (no partition.metadata).
  void add(const std::string& log_directory, const Uuid& topic_id, const storage::FoundPartition& partition);
  const Found* find(const Uuid& topic_id, int32_t index) const;
  size_t size() const { return found_.size(); }

 private:
  std::unordered_map<storage::PartitionKey, Found, storage::PartitionKeyHash> found_;
};

/// The one reconciler: what the step from one image to the next asks of this node's partitions, per shard. Pure.
///
/// A partition belongs to this node when it is among the replicas. `before` may be an empty image (the start). `found`
/// may be null (nothing was found on the disk: every new partition is created).
std::vector<ShardPlan> reconcile(const MetadataImage& before, const MetadataImage& after, int32_t node_id,
                                 uint32_t shard_count, const PartitionFinder* found);

}  // namespace klamm::metadata
