#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "metadata/image.h"
#include "metadata/metadata_log.h"
#include "metadata/node_options.h"
#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::metadata {

/// Keeps the metadata log short, as Kafka's controller does: writes a snapshot when so many bytes of records or so much
/// time have passed since the last, and removes what is older than a snapshot when the log and its snapshots exceed the
/// retention.
///
/// A snapshot is written in the background from an image that is durable in the log, a batch at a time between which
/// others get their turn.
/// @core owner: the controller's shard
class SnapshotKeeper {
 public:
  using Sentence = std::expected<void, std::string>;

  /// `warn` is told when a snapshot cannot be written or something old cannot be removed; the next one is tried.
  SnapshotKeeper(reactor::Shard& shard, MetadataLog& log, std::shared_ptr<const NodeOptions> options,
                 std::function<void(const std::string&)> warn);

  /// `voters`: the log's VotersRecord, if it has one.
  void start(std::optional<std::string> voters);
  /// Ends what is under way; a snapshot that is not whole is given up.
  reactor::Task<void> stop();

  /// So many more bytes of the log are durable, the last of them written then, and this is what all of it says. Outside
  /// a metadata transaction.
  void note(MetadataImage image, size_t bytes, int64_t timestamp_ms);

 private:
  bool is_due_by_size() const { return options_->metadata_log.snapshot_bytes <= static_cast<int64_t>(bytes_since_); }
  bool is_due() const;
  int64_t next_look_ns() const;
  reactor::Task<void> run();
  reactor::Task<Sentence> write_snapshot();
  reactor::Task<Sentence> write_records(SnapshotFileWriter& file, MetadataImage image, int64_t timestamp_ms);
  reactor::Task<Sentence> clean();
  bool is_beyond_retention(const SnapshotFile& oldest, uint64_t snapshots_bytes) const;

  reactor::Shard& shard_;
  MetadataLog& log_;
  std::shared_ptr<const NodeOptions> options_;
  std::function<void(const std::string&)> warn_;
  std::optional<std::string> voters_;
  std::optional<MetadataImage> newest_;
  int64_t newest_timestamp_ms_ = 0;
  uint64_t bytes_since_ = 0;      // of records, since the last snapshot
  int64_t last_snapshot_ns_ = 0;  // or the start
  int64_t next_clean_ns_ = 0;
  bool is_stopping_ = false;
  reactor::Event work_;
  reactor::Gate gate_;
};

}  // namespace klamm::metadata
