#include "tools/verify/verify.h"

#include <algorithm>
#include <utility>

#include "tools/journal_report.h"
#include "tools/node_directories.h"
#include "tools/verify/directory_check.h"
#include "tools/verify/metadata_check.h"

namespace klamm::tools {

using reactor::Task;

namespace {

void read_journals(reactor::Io& io, const NodeDirectories& directories, NodeToCheck& node, Report& report) {
  for (const NodeDirectory& directory : directories.directories) {
    const size_t before = node.journals.found().size();
    const auto read = node.journals.read(io, directory.path);
    if (!read) report.failure(read.error().message);
    if (node.journals.found().size() > before) say_kafka_must_wait(directory.path, report);
  }
  for (const storage::FoundJournal& journal : node.journals.found()) say_journal_faults(journal, report);
}

/// Partitions that are in journals, and in none of the directories. What nobody knows any more was deleted.
void check_unseen(NodeToCheck& node, Report& report) {
  for (const storage::PartitionKey& key : node.journals.partitions()) {
    if (node.seen.contains(key)) continue;
    if (node.metadata.image() == nullptr) {
      report.note("a journal has partition " + std::to_string(key.index) + " of topic " + key.topic_id.to_string() +
                  ", which is not here");
      continue;
    }
    const auto known = node.metadata.find(key);
    if (!known) continue;
    const auto plan =
        storage::plan_journal_replay(node.journals.entries_of(key), storage::Offset(0), storage::kNoLeaderEpoch);
    const std::string name = storage::partition_directory_name(known->topic->name, key.index);
    node.note_replay(known->topic->name, key.index, name, plan, report);
  }
}

void say_journals(const NodeToCheck& node, Report& report) {
  if (node.journals.empty()) return;
  report.item({{"type", "journals"},
               {"files", node.journals.found().size()},
               {"entries", node.journals.entry_count()},
               {"partitionsToReplay", node.partitions_to_replay},
               {"batches", node.to_replay.batches},
               {"bytes", node.to_replay.bytes}});
}

Task<void> verify_node(reactor::Io& io, const NodeDirectories& directories, Report& report) {
  NodeToCheck node;
  for (const NodeDirectory& directory : directories.directories) {
    MetadataView view = co_await check_metadata(io, directory.path, directory.properties, report);
    if (&directory == &directories.directories.front()) node.metadata = std::move(view);
  }
  read_journals(io, directories, node, report);
  for (const NodeDirectory& directory : directories.directories) {
    DirectoryCheck check(io, directory, node, report);
    co_await check.run();
    check.say_counts();
  }
  check_unseen(node, report);
  say_journals(node, report);
}

}  // namespace

Task<void> verify_directories(reactor::Io& io, std::vector<std::string> paths, bool while_in_use, Report& report) {
  const std::vector<NodeDirectories> nodes = take_node_directories(io, paths, while_in_use, report);
  for (const NodeDirectories& node : nodes) co_await verify_node(io, node, report);
}

}  // namespace klamm::tools
