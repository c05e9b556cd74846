#include "tools/metadata_view.h"

#include <algorithm>

#include "metadata/controller_start.h"

namespace klamm::tools {

std::optional<MetadataView::KnownPartition> MetadataView::find(const storage::PartitionKey& key) const {
  const metadata::TopicImage* const topic = image() == nullptr ? nullptr : image()->topic(key.topic_id);
  const metadata::PartitionImage* const partition = topic == nullptr ? nullptr : topic->partition(key.index);
  if (partition == nullptr) return std::nullopt;
  const bool is_here = std::ranges::find(partition->replicas, image()->node_id()) != partition->replicas.end();
  return is_here ? std::optional(KnownPartition{topic, partition}) : std::nullopt;
}

std::expected<MetadataView, std::string> load_metadata(metadata::MetadataLog& log,
                                                       const metadata::MetaProperties& properties) {
  MetadataView view;
  view.state = std::make_unique<metadata::ImageBuilder>(properties.cluster_id, properties.node_id, 1);
  metadata::ImageReplay replay(*view.state);
  if (const auto loaded = log.load(replay); !loaded) return std::unexpected(loaded.error());
  view.state->finish({log.end_offset() - 1, log.epoch()});
  return view;
}

}  // namespace klamm::tools
