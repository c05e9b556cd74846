#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "metadata/node_options.h"
#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::metadata {

class MetadataService;

/// Keeps the checkpoint files of all log directories: recovery points, log starts, high watermarks. They are written
/// every `NodeOptions::checkpoint_interval_ms` and at the end.
///
/// The files name partitions by topic and know no topic ids. So before the name of a deleted topic is given to a new
/// one, they are written without it: after a crash the new topic must not be cut by what was true of the old one.
/// @core owner: the controller's shard
class CheckpointWriter {
 public:
  using Sentence = std::expected<void, std::string>;

  /// `services`: one per shard, by shard id. `warn` is told when a write of every so often fails.
  CheckpointWriter(reactor::Shard& shard, const std::vector<MetadataService*>& services,
                   std::shared_ptr<const NodeOptions> options, std::function<void(const std::string&)> warn);

  /// From now on they are written every so often. `are_current`: no file may name what is not there.
  void start(bool are_current);
  /// Ends that; write() is still allowed.
  reactor::Task<void> stop();

  /// One write at a time. The error is a sentence.
  reactor::Task<Sentence> write();

  /// Around the deletion of topics: until it has ended their logs may still be there and be written down.
  void begin_deletion(const std::vector<std::string>& names);
  void end_deletion(const std::vector<std::string>& names);
  /// Writes if one of the topics may still be named as it was before. Nothing when `deadline_ns` (0: none) came first.
  reactor::Task<std::optional<Sentence>> before_creation(const std::vector<std::string>& names, int64_t deadline_ns);

 private:
  // Deleted topics that are remembered one by one; with more of them every name counts as one.
  static constexpr size_t kNamesMax = 4096;

  bool is_in_doubt(const std::vector<std::string>& names) const;
  bool is_being_deleted(const std::vector<std::string>& names) const;
  reactor::Task<Sentence> write_all();
  reactor::Task<void> run();

  reactor::Shard& shard_;
  const std::vector<MetadataService*>& services_;
  std::shared_ptr<const NodeOptions> options_;
  std::function<void(const std::string&)> warn_;
  std::set<std::string, std::less<>> deleted_;  // since the last write
  bool all_in_doubt_ = false;
  std::multiset<std::string, std::less<>> being_deleted_;
  bool is_writing_ = false;
  reactor::Event deletion_ended_;  // one of them
  reactor::Event written_;         // set unless a write is under way
  reactor::Event stop_;
  reactor::Gate gate_;
};

}  // namespace klamm::metadata
