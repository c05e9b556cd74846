#pragma once

#include <cstdint>
#include <utility>

#include "metadata/image.h"

namespace klamm::metadata {

class MetadataService;

/// One shard's hold on one image. The image itself belongs to shard 0, which frees it once every shard has let it go.
struct ImageHold {
  const MetadataImage* image = nullptr;
  MetadataService* service = nullptr;  // of the shard that holds
  uint32_t count = 0;
};

/// A counted pointer to an image, of one shard: it must be copied and destroyed on the shard where it was made. The
/// last one tells shard 0 by a message. A request that waits drops its pointer and takes the newest when it wakes.
/// @core owner
class ImagePtr {
 public:
  ImagePtr() = default;
  explicit ImagePtr(ImageHold* hold) : hold_(hold) { ++hold_->count; }
  ImagePtr(const ImagePtr& other) : hold_(other.hold_) {
    if (hold_ != nullptr) ++hold_->count;
  }
  ImagePtr(ImagePtr&& other) noexcept : hold_(std::exchange(other.hold_, nullptr)) {}
  ImagePtr& operator=(ImagePtr other) noexcept {
    std::swap(hold_, other.hold_);
    return *this;
  }
  ~ImagePtr() { reset(); }

  const MetadataImage* get() const { return hold_ == nullptr ? nullptr : hold_->image; }
  const MetadataImage* operator->() const { return hold_->image; }
  const MetadataImage& operator*() const { return *hold_->image; }
  explicit operator bool() const { return hold_ != nullptr; }
  void reset();

 private:
  ImageHold* hold_ = nullptr;
};

}  // namespace klamm::metadata
