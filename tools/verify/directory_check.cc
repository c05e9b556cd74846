#include "tools/verify/directory_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "storage/checkpoints.h"
#include "tools/verify/metadata_check.h"

namespace klamm::tools {

using metadata::MetadataImage;
using metadata::PartitionImage;
using metadata::TopicImage;
using reactor::Task;

namespace {

void check_checkpoints(reactor::Io& io, const std::string& directory, Report& report) {
  for (const char* name : {storage::kRecoveryPointCheckpoint, storage::kLogStartCheckpoint,
                           storage::kReplicationCheckpoint, storage::kCleanerCheckpoint}) {
    const std::string path = directory + "/" + name;
    const auto read = storage::read_offset_checkpoint(io, path);
    if (!read && read.error().kind == storage::StorageErrorKind::kCorrupt) {
      report.damage(path, {}, read.error().message);
    } else if (!read) {
      report.failure(read.error().message);
    }
  }
}

/// Where nothing says otherwise the log is one without gaps.
bool may_have_gaps(const MetadataImage* image, const std::string& topic) {
  if (topic == "__consumer_offsets" || topic == "__transaction_state") return true;
  if (image == nullptr) return true;
  const auto compacts = [](const metadata::ConfigImage* config, std::string_view key) {
    const std::string* value = config == nullptr ? nullptr : config->find(key);
    return value != nullptr && value->find("compact") != std::string::npos;
  };
  const metadata::ConfigImage* of_topic = image->topic_config(topic);
  if (of_topic != nullptr && of_topic->find("cleanup.policy") != nullptr) return compacts(of_topic, "cleanup.policy");
  return compacts(image->config(metadata::ConfigResourceType::kBroker, ""), "log.cleanup.policy");
}

/// Whether a partition of this node is in the directory of this id.
bool is_home_of_some(const MetadataImage& image, const protocol::Uuid& id) {
  bool is_found = false;
  image.for_each_topic([&](const metadata::TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count() && !is_found; ++index) {
      const metadata::PartitionImage* const partition = topic.partition(index);
      is_found = partition != nullptr && partition->directory_of(image.node_id()) == id;
    }
  });
  return is_found;
}

}  // namespace

void NodeToCheck::note_replay(const std::string& topic, int32_t index, const std::string& directory,
                              const storage::JournalReplayPlan& plan, Report& report) {
  if (plan.count.batches == 0) return;
  ++partitions_to_replay;
  to_replay.batches += plan.count.batches;
  to_replay.bytes += plan.count.bytes;
  report.item({{"type", "toReplay"},
               {"topic", topic},
               {"partition", index},
               {"batches", plan.count.batches},
               {"bytes", plan.count.bytes},
               {"baseOffset", plan.batches.front()->base_offset.value},
               {"endOffset", plan.end.value}});
  report.mend(directory, {},
              fmt::format("{} batches, up to offset {}, are in a journal alone, and are put into the log",
                          plan.count.batches, plan.end.value - 1));
}

Task<void> DirectoryCheck::run() {
  check_checkpoints(io_, path_, report_);
  check_directory_id();
  auto scan = storage::scan_log_directory(io_, path_);
  if (!scan) {
    report_.failure(scan.error().message);
    co_return;
  }
  is_clean_ = scan->clean_shutdown.has_value();
  say_what_is_left(*scan);
  std::ranges::sort(scan->partitions, [](const auto& a, const auto& b) {
    return std::pair(a.topic, a.index) < std::pair(b.topic, b.index);
  });
  for (const storage::FoundPartition& found : scan->partitions) co_await check(found);
  check_missing(*scan);
}

void DirectoryCheck::say_counts() const {
  report_.item({{"type", "verified"},
                {"directory", path_},
                {"cleanlyStopped", is_clean_},
                {"partitions", partitions_},
                {"segments", counts_.segments},
                {"batches", counts_.batches},
                {"bytes", counts_.bytes},
                {"damages", report_.damage_count()},
                {"toMend", report_.mend_count()}});
}

void DirectoryCheck::check_directory_id() {
  const metadata::BrokerImage* broker = image() == nullptr ? nullptr : image()->this_broker();
  if (broker == nullptr || broker->log_directories.empty() || properties_.directory_id.is_zero()) return;
  if (std::ranges::find(broker->log_directories, properties_.directory_id) != broker->log_directories.end()) return;
  const std::string file = path_ + "/meta.properties";
  if (is_home_of_some(*image(), properties_.directory_id)) {
    return report_.mend(file, {}, "the last start went without the directory, and the next one registers it again");
  }
  report_.damage(
      file, {},
      fmt::format("directory.id {} is none that the broker has registered", properties_.directory_id.to_string()));
}

void DirectoryCheck::say_what_is_left(const storage::LogDirectoryScan& scan) {
  for (const std::string& name : scan.deleted)
    report_.mend(path_ + "/" + name, {}, "a partition whose removal was under way");
  for (const std::string& name : scan.strays) report_.note(path_ + "/" + name + " belongs to no partition");
}

/// Where the metadata log is read, a partition that it does not name is a stray.
Task<void> DirectoryCheck::check(const storage::FoundPartition& found) {
  PartitionToCheck partition;
  partition.directory = path_ + "/" + storage::partition_directory_name(found.topic, found.index);
  partition.points = found.points;
  // A topic may have been compacted once.
  partition.may_have_gaps = found.points.cleaned_to.has_value() || may_have_gaps(image(), found.topic);
  const TopicImage* const topic = image() == nullptr ? nullptr : image()->topic(found.topic);
  if (image() != nullptr) {
    if (topic == nullptr || topic->partition(found.index) == nullptr) {
      report_.mend(partition.directory, {}, "the metadata log has no such partition: it is put aside as a stray");
    } else {
      partition.topic_id = topic->id;
    }
  }
  const bool is_of_other = partition.topic_id && found.topic_id && *found.topic_id != *partition.topic_id;
  const bool is_stray = image() != nullptr && (!partition.topic_id || is_of_other);
  const storage::PartitionKey key{partition.topic_id.value_or(found.topic_id.value_or(protocol::Uuid{})), found.index};
  if (!is_stray) partition.journal_entries = node_.journals.entries_of(key);
  const bool has_entries = !partition.journal_entries.empty();
  const PartitionCounts counts = co_await check_partition(io_, partition, report_);
  if (has_entries && node_.seen.insert(key).second)
    node_.note_replay(found.topic, found.index, partition.directory, counts.to_replay, report_);
  ++partitions_;
  counts_.segments += counts.segments;
  counts_.batches += counts.batches;
  counts_.bytes += counts.bytes;
}

void DirectoryCheck::check_missing(const storage::LogDirectoryScan& scan) {
  if (image() == nullptr || properties_.directory_id.is_zero()) return;
  std::set<std::pair<std::string_view, int32_t>> found;
  for (const storage::FoundPartition& partition : scan.partitions) found.emplace(partition.topic, partition.index);
  image()->for_each_topic([&](const TopicImage& topic) {
    for (int32_t index = 0; index < topic.partition_count(); ++index) {
      const PartitionImage* partition = topic.partition(index);
      if (partition == nullptr || partition->directory_of(properties_.node_id) != properties_.directory_id) continue;
      if (found.contains({topic.name, index})) continue;
      const std::string name = path_ + "/" + storage::partition_directory_name(topic.name, index);
      is_clean_ ? report_.damage(name, {}, "the partition is missing")
                : report_.mend(name, {}, "the partition is missing, it may not have been made yet");
    }
  });
}

}  // namespace klamm::tools
