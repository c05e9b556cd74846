#pragma once

#include <cstddef>

#include "metadata/controller.h"
#include "protocol/error_code.h"

namespace klamm::metadata {

/// What a client may still change of partitions (KIP-599), as a call to the controller carries it.
/// @core owner (the controller's shard)
class MutationQuota {
 public:
  /// Takes so many partitions that are to be made or deleted. False: its client has used up its quota, and they must
  /// not be.
  virtual bool take(size_t partition_count) = 0;

 protected:
  ~MutationQuota() = default;
};

/// The same for a call that may carry none. The error is for one topic.
inline ApiError take_mutations(MutationQuota* quota, size_t partition_count) {
  if (quota == nullptr || quota->take(partition_count)) return {};
  return {protocol::ErrorCode::kThrottlingQuotaExceeded, ""};
}

}  // namespace klamm::metadata
