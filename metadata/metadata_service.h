#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "metadata/image.h"
#include "metadata/image_ptr.h"
#include "metadata/node_options.h"
#include "metadata/reconciler.h"
#include "reactor/shard.h"
#include "reactor/sync.h"
#include "reactor/task.h"
#include "storage/log_manager.h"

namespace klamm::metadata {

class ImagePublisher;

/// Told on its shard each time the shard's image has been replaced. Partitions that the new image has on this shard are
/// open and lead already; those that it no longer has are still there and go right after the call.
/// @core owner
class ImageListener {
 public:
  /// Short, and without suspension; both images live until it returns.
  virtual void on_image(const MetadataImage& before, const MetadataImage& after) noexcept = 0;
  /// A partition of the shard's image that was found at the start, and was not open yet when the image came, is now.
  virtual void on_partition_opened(storage::Partition&) noexcept {}

 protected:
  ~ImageListener() = default;
};

/// One shard's view of the metadata: its current image, and the reconciler's hand on the partitions that it owns.
///
/// A new image comes in three steps, each taken by all shards before the next: prepare (create, open and lead the
/// partitions that the new image gives this shard), publish (make it current), retire (remove what it no longer has).
/// So whoever sees a partition in an image finds it on its owner shard, ready for a Produce. The start is the
/// exception: what was found on the disk and takes longer than `NodeOptions::opening_patience_ms` to open is opened in
/// the background, and is in the image before it is there; it takes its place as the newest image has it then.
/// @core owner
class MetadataService final : storage::OpeningListener {
 public:
  MetadataService(reactor::Shard& shard, storage::LogManager& logs, std::shared_ptr<const NodeOptions> options);
  ~MetadataService();
  MetadataService(const MetadataService&) = delete;
  MetadataService& operator=(const MetadataService&) = delete;

  /// The newest image of this shard; an empty one (position -1) before the first was published, never null.
  ImagePtr current() const { return current_; }
  /// The same without counting: for code that does not suspend while it uses it.
  const MetadataImage& image() const { return *current_; }
  /// Resumes when the current image holds the metadata record at `offset`.
  reactor::Task<ImagePtr> wait_for_offset(int64_t offset);
  /// Listeners must outlive the service or be removed.
  void add_listener(ImageListener& listener) { listeners_.push_back(&listener); }
  void remove_listener(ImageListener& listener);

  reactor::Shard& shard() { return shard_; }
  storage::LogManager& logs() { return logs_; }
  const NodeOptions& options() const { return *options_; }

  // ---- for ImagePublisher
  /// The errors are sentences, one per partition that could not be made or opened.
  reactor::Task<std::vector<std::string>> prepare(const MetadataImage& next, std::span<const PartitionAction> actions,
                                                  const PartitionFinder* found);
  void publish(const MetadataImage& next);
  reactor::Task<std::vector<std::string>> retire(std::span<const PartitionAction> actions);
  void set_publisher(ImagePublisher* publisher) { publisher_ = publisher; }

 private:
  friend class ImagePtr;
  void let_go(ImageHold* hold);
  // The image whose partitions this shard has, or is about to.
  const MetadataImage& newest() const { return preparing_ == nullptr ? *current_ : *preparing_; }
  void on_opened(storage::Partition& partition) noexcept override;
  void on_open_failed(const storage::PartitionIdentity& identity, const storage::StorageError& error) noexcept override;
  reactor::Task<std::vector<std::string>> open_found(const MetadataImage& next,
                                                     std::span<const PartitionAction> actions,
                                                     const PartitionFinder& found);
  reactor::Task<std::vector<std::string>> create(const MetadataImage& next, PartitionAction action);
  void apply(const MetadataImage& next, const PartitionAction& action);
  reactor::Task<std::vector<std::string>> remove(PartitionAction action);
  std::string directory_path(const Uuid& id) const;

  reactor::Shard& shard_;
  storage::LogManager& logs_;
  std::shared_ptr<const NodeOptions> options_;
  ImagePublisher* publisher_ = nullptr;
  std::unique_ptr<MetadataImage> empty_;
  ImagePtr current_;
  const MetadataImage* preparing_ = nullptr;  // from prepare() until it is published
  bool is_patient_ = false;                   // a failed opening is gathered here, and not logged
  std::vector<std::string> unopened_;
  std::vector<ImageListener*> listeners_;
  reactor::Event changed_;
};

}  // namespace klamm::metadata
