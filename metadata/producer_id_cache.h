#pragma once

#include <cstdint>

#include "metadata/controller.h"
#include "metadata/metadata_service.h"
#include "reactor/sync.h"
#include "reactor/task.h"

namespace klamm::metadata {

/// Producer ids for one shard's InitProducerId, out of a block of 1000 that the controller gave; the controller is
/// asked once per block, and all that wait meanwhile wait for one answer.
/// @core owner
class ProducerIdCache {
 public:
  ProducerIdCache(MetadataService& service, Controller& controller) : service_(service), controller_(controller) {}

  /// An id that nobody else gets, ever.
  reactor::Task<ControllerResult<int64_t>> next();

 private:
  reactor::Task<ApiError> refill();

  MetadataService& service_;
  Controller& controller_;
  ProducerIdBlock block_;
  int32_t used_ = 0;
  bool refilling_ = false;
  reactor::Event refilled_;
};

}  // namespace klamm::metadata
