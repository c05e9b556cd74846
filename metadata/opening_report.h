#pragma once

#include <cstdint>
#include <vector>

#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/partition_opener.h"

namespace klamm::metadata {

class MetadataService;

/// Tells in the log how the partitions of a start are opened: a line every five seconds, and one at the end. Silent
/// after a clean stop, when all was open with the first image.
/// @core owner: the controller's shard
class OpeningReport {
 public:
  /// `services`: one per shard, by shard id.
  OpeningReport(reactor::Shard& shard, const std::vector<MetadataService*>& services);

  /// Once, when the first image has been published; gives how many are not open yet.
  reactor::Task<uint64_t> start(int64_t began_ns, bool after_clean_stop);
  /// After every shard's opener has ended or been stopped.
  reactor::Task<void> stop();

 private:
  reactor::Task<storage::OpeningProgress> gather();
  reactor::Task<void> wait_all();
  reactor::Task<void> run();
  void tell(const storage::OpeningProgress& progress) const;

  reactor::Shard& shard_;
  const std::vector<MetadataService*>& services_;
  int64_t began_ns_ = 0;
  reactor::Event ended_;
  reactor::Gate gate_;
};

}  // namespace klamm::metadata
