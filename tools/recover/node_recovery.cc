#include "tools/recover/node_recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "metadata/metadata_log.h"
#include "metadata/topic_config.h"
#include "tools/journal_report.h"
#include "tools/recover/changed_files.h"

namespace klamm::tools {

using metadata::PartitionImage;
using metadata::TopicImage;
using storage::FoundPartition;
using storage::PartitionKey;

void NodeRecovery::run() {
  if (!read_journals() || !load_image() || !scan_directories()) return;
  bool has_work = false;
  for (Directory& directory : directories_) {
    if (directory.scan.clean_shutdown && !has_journals()) {
      report_.note(directory.path + " was stopped cleanly: there is nothing to recover");
      continue;
    }
    if (!take_mark(directory)) return;
    has_work = true;
  }
  if (!has_work) return;
  std::erase_if(directories_, [&](const Directory& one) { return one.scan.clean_shutdown && !has_journals(); });
  for (Directory& directory : directories_) recover_found(directory);
  if (has_journals()) make_missing();
  finish();
}

// ---- what is there

bool NodeRecovery::read_journals() {
  for (const NodeDirectory& directory : node_.directories) {
    const auto read = journals_.read(io(), directory.path);
    if (!read) {
      report_.failure(read.error().message);
      return false;
    }
  }
  for (const storage::FoundJournal& journal : journals_.found()) say_journal_faults(journal, report_);
  return true;
}

bool NodeRecovery::load_image() {
  metadata::MetadataLog log(io(), node_.directories.front().path);
  const auto exists = log.exists();
  if (exists && !*exists) return true;
  auto loaded = exists ? load_metadata(log, node_.directories.front().properties) : std::unexpected(exists.error());
  // Journals name topics by their ids: without it they cannot be taken.
  if (!loaded) {
    report_.failure(loaded.error());
    return !has_journals();
  }
  metadata_ = std::move(*loaded);
  auto known = metadata::find_partitions(io(), *metadata_.image(), options_);
  if (!known) {
    report_.failure(known.error());
    return false;
  }
  known_ = std::move(*known);
  return true;
}

bool NodeRecovery::scan_directories() {
  for (const NodeDirectory& one : node_.directories) {
    auto scan = storage::scan_log_directory(io(), one.path);
    if (!scan) {
      report_.failure(scan.error().message);
      return false;
    }
    Directory& directory = directories_.emplace_back();
    directory.path = one.path;
    directory.scan = std::move(*scan);
  }
  return true;
}

// ---- the partitions

// What is written from now on is not trusted by whoever comes when this does not end.
bool NodeRecovery::take_mark(Directory& directory) {
  if (!directory.scan.clean_shutdown) return true;
  const auto removed = shard_.run(storage::remove_clean_shutdown(io(), directory.path));
  if (!removed) report_.failure(removed.error().message);
  return removed.has_value();
}

void NodeRecovery::recover_found(Directory& directory) {
  for (const FoundPartition& found : directory.scan.partitions) {
    const TopicImage* const topic = topic_of(found, directory.path);
    const bool is_stray = known_.has_value() && topic == nullptr;
    const protocol::Uuid id = topic != nullptr ? topic->id : found.topic_id.value_or(protocol::Uuid{});
    recover(directory, {.identity = {found.topic, id, found.index},
                        .log_directory = directory.path,
                        .points = found.points,
                        .config = config_of(found.topic),
                        .journals = is_stray ? nullptr : &journals_});
  }
}

void NodeRecovery::recover(Directory& directory, PartitionToRecover partition) {
  const storage::PartitionIdentity identity = partition.identity;
  const PartitionKey key{identity.topic_id, identity.index};
  const bool has_entries = partition.journals != nullptr && !journals_.entries_of(key).empty();
  const std::string path = directory.path + "/" + storage::partition_directory_name(identity.topic, identity.index);
  const FileSizes before = sizes_in(io(), path);
  const auto done = shard_.run(recover_partition(shard_.shard(), std::move(partition), directory.checkpoints));
  directory.changed_files += say_changes(path, before, sizes_in(io(), path), report_);
  ++directory.partitions;
  if (has_entries) done_.insert(key);
  if (!done) {
    ++directory.failed;
    unreplayed_ += has_entries ? 1 : 0;
    return report_.failure(path + ": " + done.error().message);
  }
  if (done->batches == 0) return;
  ++replayed_partitions_;
  replayed_.batches += done->batches;
  replayed_.bytes += done->bytes;
  report_.item({{"type", "replayed"},
                {"topic", identity.topic},
                {"partition", identity.index},
                {"batches", done->batches},
                {"bytes", done->bytes}});
}

/// The power may have taken a partition's directory with all that was in it. What nobody knows any more was deleted.
void NodeRecovery::make_missing() {
  std::vector<PartitionKey> keys = journals_.partitions();
  std::ranges::sort(keys, {}, [](const PartitionKey& key) { return std::pair(key.topic_id.to_string(), key.index); });
  for (const PartitionKey& key : keys) {
    if (done_.contains(key)) continue;
    if (metadata_.image() == nullptr) {
      ++unreplayed_;
      report_.failure(
          fmt::format("partition {} of topic {} is in a journal and not on the disk; only the metadata log, "
                      "which is in another directory of the node, knows whether it was deleted",
                      key.index, key.topic_id.to_string()));
      continue;
    }
    const auto known = metadata_.find(key);
    if (!known) continue;
    const TopicImage* const topic = known->topic;
    Directory* const home = home_of(*known->partition);
    if (home == nullptr) {
      ++unreplayed_;
      report_.failure(
          fmt::format("{}-{} is in a journal, and in none of the given directories: all of the node's are "
                      "needed",
                      topic->name, key.index));
      continue;
    }
    recover(*home, {.identity = {topic->name, topic->id, key.index},
                    .log_directory = home->path,
                    .points = {},
                    .config = config_of(topic->name),
                    .journals = &journals_,
                    .is_to_make = true});
  }
}

/// As a start has it: where its record says, and in the first directory where it names none of the node's.
NodeRecovery::Directory* NodeRecovery::home_of(const PartitionImage& partition) {
  const protocol::Uuid id = partition.directory_of(options_.node_id);
  for (const storage::LogDirectory& known : options_.directories) {
    if (known.id != id) continue;
    const auto found = std::ranges::find(directories_, known.path, &Directory::path);
    return found == directories_.end() ? nullptr : &*found;
  }
  const metadata::BrokerImage* const broker = metadata_.image()->this_broker();
  const bool has_all =
      broker == nullptr ||
      std::ranges::all_of(broker->log_directories, [&](const protocol::Uuid& one) { return node_.has_id(one); });
  return has_all ? &directories_.front() : nullptr;
}

const TopicImage* NodeRecovery::topic_of(const FoundPartition& found, const std::string& log_directory) const {
  const metadata::MetadataImage* const image = metadata_.image();
  if (image == nullptr) return nullptr;
  const TopicImage* const topic = found.topic_id ? image->topic(*found.topic_id) : image->topic(found.topic);
  if (topic == nullptr || topic->name != found.topic) return nullptr;
  const auto* const place = known_->finder.find(topic->id, found.index);
  return place != nullptr && place->log_directory == log_directory ? topic : nullptr;
}

storage::LogConfig NodeRecovery::config_of(const std::string& topic) const {
  const metadata::MetadataImage* const image = metadata_.image();
  const metadata::ConfigImage* const own = image == nullptr ? nullptr : image->topic_config(topic);
  storage::LogConfig config;
  if (image != nullptr) config = metadata::resolve_log_config(*image, options_, own);
  // The broker's own default may be to compact: offsets that are missing then are not lost, and nothing is cut there.
  if (own == nullptr || own->find("cleanup.policy") == nullptr) config.cleanup_compact = true;
  return config;
}

// ---- the end

// Checkpoints first: with the mark their bytes are trusted.
void NodeRecovery::finish() {
  std::vector<Directory*> good;
  for (Directory& directory : directories_) {
    if (directory.failed == 0 && write_checkpoints(directory)) good.push_back(&directory);
  }
  if (!has_journals() || remove_journals()) {
    for (const Directory* directory : good) {
      if (const auto move = directory->scan.unrecovered_move()) {
        report_.note(directory->path + " gets no mark of a clean stop: Kafka has to look through " + *move +
                     ", which it was moving there");
        continue;
      }
      const auto marked = shard_.run(storage::write_clean_shutdown(io(), directory->path, storage::CleanShutdown()));
      if (!marked) report_.failure(marked.error().message);
    }
  }
  for (const Directory& directory : directories_) {
    report_.item({{"type", "recovered"},
                  {"directory", directory.path},
                  {"partitions", directory.partitions},
                  {"failed", directory.failed},
                  {"changedFiles", directory.changed_files}});
  }
}

bool NodeRecovery::write_checkpoints(Directory& directory) {
  const auto written = shard_.run(storage::write_directory_checkpoints(io(), directory.path, directory.checkpoints));
  if (!written) report_.failure(written.error().message);
  return written.has_value();
}

bool NodeRecovery::remove_journals() {
  const size_t files = journals_.found().size();
  bool removed = false;
  if (unreplayed_ == 0) {
    const auto done = shard_.run(journals_.remove(io()));
    if (!done) report_.failure(done.error().message);
    removed = done.has_value();
  } else {
    report_.failure(
        "the journals are kept, since not every partition could take what they have; Kafka must not open "
        "the directories");
  }
  report_.item({{"type", "journals"},
                {"files", files},
                {"replayedPartitions", replayed_partitions_},
                {"batches", replayed_.batches},
                {"bytes", replayed_.bytes},
                {"removed", removed}});
  return removed;
}

}  // namespace klamm::tools
