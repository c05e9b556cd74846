#pragma once

#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "metadata/commit_queue.h"
#include "metadata/image_builder.h"
#include "metadata/metadata_log.h"
#include "metadata/node_options.h"
#include "reactor/shard.h"
#include "reactor/task.h"

// The steps of LocalController's start. Each error is a sentence that stops the process.
namespace klamm::metadata {

/// Folds a metadata log into an image, and keeps what the next epoch needs of its control records.
class ImageReplay final : public ReplaySink {
 public:
  explicit ImageReplay(ImageBuilder& state) : state_(state) {}
  Result on_record(std::span<const std::byte> value) override;
  Result on_control(ControlType type, std::span<const std::byte> value) override;
  const std::optional<std::string>& voters() const { return voters_; }

 private:
  ImageBuilder& state_;
  std::optional<std::string> voters_;
};

/// Formats the metadata log of a new node. Refused when the directories hold partitions that a lost metadata log knew.
reactor::Task<std::expected<void, std::string>> format_if_new(reactor::Io& io, MetadataLog& log,
                                                              const NodeOptions& options, bool& formatted);

/// Puts the records of a new epoch of this node's controller into the queue: LeaderChange, first records of an empty
/// log, an end to a transaction that a predecessor left open.
void append_epoch_start(CommitQueue& queue, const MetadataLog& log, const ImageBuilder& state,
                        const NodeOptions& options, const std::optional<std::string>& voters);

/// What the log directories hold of the image's partitions.
struct FoundOnDisk {
  PartitionFinder finder;
  bool after_clean_stop = true;      // of every directory
  std::vector<std::string> strays;   // directories of partitions that the image does not know
  std::vector<std::string> deleted;  // directories whose removal was under way
  // Log directories that are not to be marked as stopped cleanly, and why (LogDirectoryScan::unrecovered_move()).
  std::map<std::string, std::string> unmarkable;
};
std::expected<FoundOnDisk, std::string> find_partitions(reactor::Io& io, const MetadataImage& image,
                                                        const NodeOptions& options);

/// Records that name, for each partition of this node, the directory in which it was found, or will be made when its
/// record names none: a Kafka that was killed has not always written down where it put a new one, and an operator may
/// have moved one. One that is not found and whose record names a directory that this node does not have keeps that
/// name, for its log is there.
RecordValues directory_records(const MetadataImage& image, const PartitionFinder& finder, const NodeOptions& options);

/// Sentences about directories that are not there, though partitions of this node are in them.
std::vector<std::string> missing_directories(const MetadataImage& image);

/// Renames strays so that they are out of the way but kept, as Kafka does, and removes what was being removed.
reactor::Task<std::vector<std::string>> clear_away(reactor::Io& io, FoundOnDisk& found);

}  // namespace klamm::metadata
