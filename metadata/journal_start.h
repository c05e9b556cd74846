#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "metadata/node_options.h"
#include "reactor/shard.h"
#include "reactor/task.h"
#include "storage/journal/journal_set.h"

namespace klamm::metadata {

class MetadataService;

/// What the start has to do with journals: those that a crash has left are read, whatever the number of shards was
/// then; each shard gets its own; and the old ones go when the partitions have what was in them.
/// @core owner: the controller's shard. Errors are sentences.
class JournalStart {
 public:
  JournalStart(reactor::Shard& shard, const std::vector<MetadataService*>& services)
      : shard_(shard), services_(services) {}

  /// Before partitions are made or opened. What cannot be read as a journal is told in `said`.
  reactor::Task<std::expected<void, std::string>> begin(const NodeOptions& options, std::vector<std::string>& said);
  /// After that. Journals stay where a partition could not take what they have.
  reactor::Task<void> end(std::vector<std::string>& said);

 private:
  reactor::Shard& shard_;
  const std::vector<MetadataService*>& services_;
  storage::JournalSet journals_;
};

}  // namespace klamm::metadata
