#include <algorithm>

#include "metadata/klamm_settings.h"
#include "metadata/log_directories.h"
#include "metadata/quorum_state.h"
#include "storage/checkpoints.h"
#include "storage/leader_epoch_cache.h"
#include "storage/log_directory_scan.h"
#include "tools/dump/dump.h"
#include "tools/dump/whole_file.h"
#include "tools/file_kind.h"

// The files that are text.
namespace klamm::tools {

void dump_leader_epochs(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto epochs = storage::LeaderEpochCache::parse(as_text(*bytes));
  if (!epochs) return report.damage(path, {}, epochs.error());
  for (const auto& entry : epochs->entries())
    report.item({{"type", "leaderEpoch"}, {"epoch", entry.epoch.value}, {"startOffset", entry.start_offset.value}});
}

void dump_offset_checkpoint(reactor::Io& io, const std::string& path, Report& report) {
  const auto checkpoint = storage::read_offset_checkpoint(io, path);
  if (!checkpoint) {
    if (checkpoint.error().kind == storage::StorageErrorKind::kCorrupt)
      return report.damage(path, {}, checkpoint.error().message);
    return report.failure(checkpoint.error().message);
  }
  for (const auto& [partition, offset] : *checkpoint) {
    report.item({{"type", "checkpoint"},
                 {"topic", partition.first},
                 {"partition", partition.second},
                 {"offset", offset.value}});
  }
}

void dump_partition_metadata(reactor::Io& io, const std::string& path, Report& report) {
  const auto id = storage::read_partition_metadata(io, directory_of(path));
  if (!id) {
    if (id.error().kind == storage::StorageErrorKind::kCorrupt) return report.damage(path, {}, id.error().message);
    return report.failure(id.error().message);
  }
  if (id->has_value()) report.item({{"type", "partitionMetadata"}, {"topicId", (*id)->to_string()}});
}

void dump_meta_properties(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto properties = metadata::parse_meta_properties(as_text(*bytes));
  if (!properties) return report.damage(path, {}, properties.error());
  report.item({{"type", "metaProperties"},
               {"clusterId", properties->cluster_id},
               {"nodeId", properties->node_id},
               {"directoryId", properties->directory_id.to_string()}});
}

void dump_quorum_state(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto state = metadata::parse_quorum_state(as_text(*bytes));
  if (!state) return report.damage(path, {}, state.error());
  // All of it: some fields matter to Kafka alone.
  Item item = {{"type", "quorumState"}};
  item.update(Item::parse(as_text(*bytes), nullptr, false));
  report.item(item);
}

void dump_klamm_settings(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto settings = metadata::parse_klamm_settings(as_text(*bytes));
  if (!settings) return report.damage(path, {}, "the file " + settings.error());
  const auto say = [&](const char* of, const std::string& resource, const metadata::KlammSettings::Values& values) {
    for (const auto& [name, value] : values)
      report.item({{"type", "setting"}, {of, resource}, {"name", name}, {"value", value}});
  };
  for (const auto& [id, values] : settings->topics) say("topicId", id.to_string(), values);
  for (const auto& [id, values] : settings->brokers) say("broker", id, values);
  for (const auto& [name, values] : settings->groups) say("group", name, values);
}

void dump_clean_shutdown(reactor::Io& io, const std::string& path, Report& report) {
  const auto marker = storage::read_clean_shutdown(io, directory_of(path));
  if (!marker) return report.failure(marker.error().message);
  if (marker->has_value()) report.item({{"type", "cleanShutdown"}, {"brokerEpoch", (*marker)->broker_epoch}});
}

}  // namespace klamm::tools
