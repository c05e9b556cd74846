#include "metadata/controller_start.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "metadata/bootstrap.h"
#include "metadata/log_directories.h"
#include "protocol/messages/abort_transaction_record.h"
#include "protocol/messages/kraft_version_record.h"
#include "protocol/messages/partition_change_record.h"
#include "reactor/io_await.h"
#include "storage/log_directory_scan.h"

namespace klamm::metadata {

ReplaySink::Result ImageReplay::on_record(std::span<const std::byte> value) {
  const auto frame = parse_record_frame(value);
  if (!frame) return std::unexpected(frame.error());
  return state_.apply(*frame);
}

ReplaySink::Result ImageReplay::on_control(ControlType type, std::span<const std::byte> value) {
  if (type == ControlType::kKRaftVersion) {
    protocol::Arena arena;
    protocol::Reader reader(value);
    const auto record = protocol::decode<protocol::KRaftVersionRecord>(reader, 0, arena);
    if (!record) return std::unexpected("the metadata log has an unreadable KRaftVersionRecord");
    state_.set_kraft_version(record->kraft_version);
  } else if (type == ControlType::kKRaftVoters) {
    voters_.emplace(reinterpret_cast<const char*>(value.data()), value.size());
  }
  return {};
}

reactor::Task<std::expected<void, std::string>> format_if_new(reactor::Io& io, MetadataLog& log,
                                                              const NodeOptions& options, bool& formatted) {
  using Result = std::expected<void, std::string>;
  const auto exists = log.exists();
  if (!exists) co_return std::unexpected(exists.error());
  formatted = !*exists;
  if (!formatted) co_return Result{};
  for (const storage::LogDirectory& directory : options.directories) {
    const auto scan = storage::scan_log_directory(io, directory.path);
    if (!scan) co_return std::unexpected(scan.error().message);
    if (!scan->partitions.empty()) {
      co_return std::unexpected(
          "the data directory " + directory.path + " holds partitions (the first is " +
          storage::partition_directory_name(scan->partitions.front().topic, scan->partitions.front().index) +
          "), but the metadata log " + log.directory() + " that knows them is missing; nothing is changed");
    }
  }
  const protocol::Buffer snapshot = format_snapshot(options, io.wall_clock_ms());
  co_return co_await log.format(snapshot.span());
}

void append_epoch_start(CommitQueue& queue, const MetadataLog& log, const ImageBuilder& state,
                        const NodeOptions& options, const std::optional<std::string>& voters) {
  const bool is_first = log.end_offset() == 0;
  const int16_t kraft_version = state.image().kraft_version();
  const bool takes_voters_over = is_first && kraft_version >= 1 && voters.has_value();
  queue.append_control(epoch_start_records(options.node_id, kraft_version, takes_voters_over ? &*voters : nullptr));
  if (state.in_transaction()) {
    protocol::AbortTransactionRecord abort;
    abort.reason = "the controller that began it has ended";
    queue.append({encode_record(abort)});
  }
  // Kafka too writes these again at the start of an empty log, though the snapshot has them.
  if (is_first || state.image().metadata_version() == 0) queue.append(bootstrap_records(state.image(), options));
}

std::expected<FoundOnDisk, std::string> find_partitions(reactor::Io& io, const MetadataImage& image,
                                                        const NodeOptions& options) {
  FoundOnDisk found;
  for (const storage::LogDirectory& directory : options.directories) {
    auto scan = storage::scan_log_directory(io, directory.path);
    if (!scan) return std::unexpected(scan.error().message);
    found.after_clean_stop = found.after_clean_stop && scan->clean_shutdown.has_value();
    if (auto move = scan->unrecovered_move()) found.unmarkable.emplace(directory.path, std::move(*move));
    for (const std::string& name : scan->deleted) found.deleted.push_back(directory.path + "/" + name);
    for (const storage::FoundPartition& partition : scan->partitions) {
      const TopicImage* topic = partition.topic_id ? image.topic(*partition.topic_id) : image.topic(partition.topic);
      const PartitionImage* known =
          topic == nullptr || topic->name != partition.topic ? nullptr : topic->partition(partition.index);
      const Uuid home = known == nullptr ? Uuid{} : known->directory_of(options.node_id);
      const bool is_elsewhere = known != nullptr && found.finder.find(topic->id, partition.index) != nullptr;
      if (known == nullptr || (is_elsewhere && home != directory.id)) {
        found.strays.push_back(directory.path + "/" +
                               storage::partition_directory_name(partition.topic, partition.index));
      } else {
        found.finder.add(directory.path, topic->id, partition);
      }
    }
  }
  return found;
}

namespace {

// Whether its log is in a directory that is not there.
bool is_elsewhere(const MetadataImage& image, const PartitionImage& partition) {
  const BrokerImage* broker = image.this_broker();
  return broker != nullptr && !broker->has_directory(partition.directory_of(image.node_id()));
}

// Where the partition is, or will be: see MetadataService::prepare(). Nothing when that is not there.
std::optional<Uuid> home_directory(const MetadataImage& image, const TopicImage& topic, int32_t index,
                                   const PartitionFinder& finder, const NodeOptions& options) {
  const auto& directories = options.directories;
  const PartitionFinder::Found* found = finder.find(topic.id, index);
  if (found == nullptr && is_elsewhere(image, *topic.partition(index))) return std::nullopt;
  const Uuid named = topic.partition(index)->directory_of(options.node_id);
  const auto home = found == nullptr
                        ? std::ranges::find(directories, named, &storage::LogDirectory::id)
                        : std::ranges::find(directories, found->log_directory, &storage::LogDirectory::path);
  return home == directories.end() ? directories.front().id : home->id;
}

}  // namespace

RecordValues directory_records(const MetadataImage& image, const PartitionFinder& finder, const NodeOptions& options) {
  RecordValues records;
  const int16_t version = record_versions(image.metadata_version()).partition_change;
  if (version < 1) return records;
  image.for_each_topic([&](const TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* partition = topic.partition(index);
      if (partition == nullptr) continue;
      const std::optional<Uuid> home = home_directory(image, topic, index, finder, options);
      if (!home || partition->directory_of(options.node_id) == *home) continue;
      std::vector<Uuid> directories = partition->directories;
      directories.resize(partition->replicas.size());
      const auto here = std::ranges::find(partition->replicas, options.node_id);
      if (here == partition->replicas.end()) continue;
      directories[static_cast<size_t>(here - partition->replicas.begin())] = *home;
      protocol::PartitionChangeRecord record;
      record.partition_id = index;
      record.topic_id = topic.id;
      record.directories = protocol::Array<Uuid>(directories);
      records.push_back(encode_record(record, version));
    }
  });
  return records;
}

std::vector<std::string> missing_directories(const MetadataImage& image) {
  struct Missing {
    std::string first;
    size_t count = 0;
  };
  std::map<Uuid, Missing> directories;
  image.for_each_topic([&](const TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* partition = topic.partition(index);
      if (partition == nullptr || !is_elsewhere(image, *partition)) continue;
      Missing& missing = directories[partition->directory_of(image.node_id())];
      if (missing.count++ == 0) missing.first = storage::partition_directory_name(topic.name, index);
    }
  });
  std::vector<std::string> said;
  for (const auto& [id, missing] : directories) {
    said.push_back("the log directory of id " + id.to_string() + " is none of log.dirs: its " +
                   std::to_string(missing.count) + " partitions (one is " + missing.first +
                   ") have no leader until a start finds it");
  }
  return said;
}

reactor::Task<std::vector<std::string>> clear_away(reactor::Io& io, FoundOnDisk& found) {
  std::vector<std::string> said;
  for (const std::string& path : found.strays) {
    std::string unique = random_uuid(io).to_string();
    std::string away = path + "." + unique + "-stray";
    const auto renamed = co_await reactor::rename(io, path, away);
    said.push_back(renamed ? path + " belongs to no partition of this cluster; it is now " + away
                           : renamed.error().text_about(path));
  }
  for (const std::string& path : found.deleted) {
    const auto removed = co_await storage::remove_directory_tree(io, path);
    if (!removed) said.push_back(removed.error().message);
  }
  co_return said;
}

}  // namespace klamm::metadata
