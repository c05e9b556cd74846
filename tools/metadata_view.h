#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "metadata/image_builder.h"
#include "metadata/log_directories.h"
#include "metadata/metadata_log.h"
#include "storage/partition_key.h"

namespace klamm::tools {

/// What the metadata log of a log directory says. Null where there is none, or where it cannot be read, which the
/// report says then.
struct MetadataView {
  std::unique_ptr<metadata::ImageBuilder> state;
  const metadata::MetadataImage* image() const { return state ? &state->image() : nullptr; }

  struct KnownPartition {
    const metadata::TopicImage* topic = nullptr;
    const metadata::PartitionImage* partition = nullptr;
  };
  /// One of this node's; nothing when it has been deleted, or where nothing is known.
  std::optional<KnownPartition> find(const storage::PartitionKey& key) const;
};

/// Reads a metadata log that is there, as a start does; changes nothing. The error is a sentence.
/// @core owner
std::expected<MetadataView, std::string> load_metadata(metadata::MetadataLog& log,
                                                       const metadata::MetaProperties& properties);

}  // namespace klamm::tools
