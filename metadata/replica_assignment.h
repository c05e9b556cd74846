#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "metadata/controller.h"
#include "metadata/image.h"
#include "metadata/node_options.h"

namespace klamm::metadata {

/// Kafka's bounds for one request that makes topics or partitions.
inline constexpr int64_t kPartitionsPerRequestMax = 10'000;
inline constexpr size_t kRecordsPerRequestMax = 10'000;

/// Where the replicas of new partitions go, and the records that say so: on a cluster of this one broker, with the
/// checks and messages of Kafka 4.4's controller. Made for one decision, over the image that it is made on.
/// @core owner (shard 0)
class ReplicaAssignment {
 public:
  ReplicaAssignment(const MetadataImage& image, const NodeOptions& options);

  /// Whether partitions can have so many replicas when the controller places them.
  ApiError check_factor(int16_t factor) const;
  /// The replicas of a partition that the controller places.
  std::vector<int32_t> placed() const { return {image_.node_id()}; }

  /// Whether the replicas of `partition` can be as a request wants them; `factor` is what they must number, if
  /// anything.
  ApiError check_told(const std::vector<int32_t>& broker_ids, std::optional<size_t> factor, int32_t partition) const;

  /// The record of a new partition, in the next log directory. Counts it there.
  std::string new_partition(const Uuid& topic_id, int32_t index, const std::vector<int32_t>& replicas);

 private:
  bool is_active(int32_t broker_id) const;
  void count_directories();
  Uuid next_directory();

  const MetadataImage& image_;
  const NodeOptions& options_;
  std::map<Uuid, size_t> directory_loads_;
};

}  // namespace klamm::metadata
