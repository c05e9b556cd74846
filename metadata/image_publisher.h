#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "metadata/image.h"
#include "metadata/reconciler.h"
#include "reactor/task.h"

namespace klamm::metadata {

class MetadataService;

/// Brings images to all shards and frees them when no shard holds them any more.
/// @core owner (shard 0)
class ImagePublisher {
 public:
  /// `services`: one per shard, by shard id; they outlive the publisher.
  ImagePublisher(std::vector<MetadataService*> services, int32_t node_id);
  ~ImagePublisher();
  ImagePublisher(const ImagePublisher&) = delete;
  ImagePublisher& operator=(const ImagePublisher&) = delete;

  /// Ends when every shard has prepared, taken and retired (see MetadataService). One at a time. The sentences tell
  /// which partitions could not be made, opened or removed; the image is published nevertheless.
  reactor::Task<std::vector<std::string>> publish(MetadataImage next, const PartitionFinder* found);

  /// The newest published image; null before the first.
  const MetadataImage* latest() const { return latest_; }
  uint32_t shard_count() const { return static_cast<uint32_t>(services_.size()); }
  /// Images that are still held by some shard.
  size_t held_image_count() const { return held_.size(); }

  /// A shard has dropped its last pointer to the image.
  void let_go(const MetadataImage* image);

 private:
  struct Held {
    std::unique_ptr<const MetadataImage> image;
    uint32_t shard_count = 0;  // shards that hold it
  };
  std::vector<MetadataService*> services_;
  int32_t node_id_;
  std::unique_ptr<const MetadataImage> nothing_;
  std::vector<Held> held_;
  const MetadataImage* latest_ = nullptr;
};

}  // namespace klamm::metadata
