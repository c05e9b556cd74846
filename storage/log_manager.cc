#include "storage/log_manager.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "protocol/types.h"
#include "reactor/assert.h"
#include "reactor/io_await.h"
#include "reactor/log.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/append_scratch.h"
#include "storage/compaction/log_cleaner.h"
#include "storage/delayed_removal.h"
#include "storage/file_names.h"
#include "storage/flush_check.h"
#include "storage/journal/journal.h"
#include "storage/journal/journal_replay.h"
#include "storage/log_loader.h"
#include "storage/open_files.h"
#include "storage/page_cache_window.h"
#include "storage/partition_opener.h"
#include "storage/producer_registry.h"
#include "storage/retention.h"
#include "storage/small_file.h"
#include "storage/sync_turns.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kFileNameBytesMax = 255;
// Partitions that a stop works on at a time: enough to keep the disk busy, few enough to bound what is open.
constexpr size_t kStopsAtATime = 16;
constexpr uint32_t kSealedSyncsAtATime = 16;
constexpr uint32_t kCheckpointsPerTurn = 256;

std::string parent_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

// "<topic>-<index>.<32 hex digits>-delete", the topic cut where the name would be too long.
std::string deleted_directory_name(const PartitionIdentity& identity, uint64_t high, uint64_t low) {
  const std::string suffix = fmt::format("-{}.{:016x}{:016x}-delete", identity.index, high, low);
  return identity.topic.substr(0, kFileNameBytesMax - suffix.size()) + suffix;
}

}  // namespace

struct LogManager::Impl {
  Impl(reactor::Shard& shard, StorageOptions the_options, LogManager& logs)
      : options(std::move(the_options)),
        faults(options),
        open_files(shard.io(), metrics, options.open_files_max),
        context{shard,     shard.io(), options, metrics,    scratch,   window,
                producers, removals,   faults,  open_files, sync_turns},
        window(context, options.page_cache_window_bytes),
        producers(shard, options, metrics),
        removals(shard),
        opener(logs),
        retention(shard, logs),
        flushes(shard, logs),
        cleaner(logs, context) {}

  StorageOptions options;
  StorageMetrics metrics;
  AppendScratch scratch;
  DirectoryFaults faults;
  OpenFiles open_files;
  SyncTurns sync_turns{kSealedSyncsAtATime};
  StorageContext context;
  PageCacheWindow window;
  ProducerRegistry producers;
  DelayedRemoval removals;
  PartitionOpener opener;
  std::vector<std::unique_ptr<Journal>> journals;  // one per directory; none without durable acknowledgement
  RetentionCheck retention;
  FlushCheck flushes;
  LogCleaner cleaner;
  bool is_stopped = false;
};

// Unless it ends well, what the journals have of a partition is still to be taken.
class LogManager::ReplayNote {
 public:
  ReplayNote(LogManager& logs, const PartitionKey& key) : logs_(logs), is_missing_(logs.has_entries_of(key)) {}
  ReplayNote(const ReplayNote&) = delete;
  ReplayNote& operator=(const ReplayNote&) = delete;
  ~ReplayNote() { logs_.has_unreplayed_ |= is_missing_; }
  void succeeded() { is_missing_ = false; }

 private:
  LogManager& logs_;
  bool is_missing_;
};

LogManager::LogManager(reactor::Shard& shard, StorageOptions options)
    : impl_(std::make_unique<Impl>(shard, std::move(options), *this)) {}
LogManager::~LogManager() = default;

const StorageOptions& LogManager::options() const {
  return impl_->options;
}
void LogManager::set_producer_id_expiration(int64_t expiration_ms) {
  impl_->options.producer_id_expiration_ms = expiration_ms;
}
void LogManager::set_cleaner_limits(const CleanerLimits& limits) {
  impl_->options.cleaner = limits;
}
const StorageMetrics& LogManager::metrics() const {
  return impl_->metrics;
}

bool LogManager::has_room_for_files() {
  return impl_->open_files.has_room();
}

Partition* LogManager::find(const protocol::Uuid& topic_id, int32_t index) const {
  const auto found = partitions_.find({topic_id, index});
  return found == partitions_.end() ? nullptr : found->second.get();
}

std::vector<PartitionKey> LogManager::keys() const {
  std::vector<PartitionKey> keys;
  keys.reserve(partitions_.size());
  for (const auto& [key, partition] : partitions_) keys.push_back(key);
  return keys;
}

void LogManager::for_each(const std::function<void(Partition&)>& visit) const {
  for (const auto& [key, partition] : partitions_) visit(*partition);
}

Task<StorageResult<Partition*>> LogManager::adopt(PartitionIdentity identity, std::unique_ptr<PartitionLog> log) {
  const PartitionKey key{identity.topic_id, identity.index};
  if (impl_->is_stopped || partitions_.contains(key)) {
    co_await log->close();
    const auto kind = impl_->is_stopped ? StorageErrorKind::kClosed : StorageErrorKind::kAlreadyExists;
    co_return std::unexpected(
        StorageError{kind, 0, fmt::format("partition {}-{} cannot be added", identity.topic, identity.index)});
  }
  if (Journal* const journal = journal_of(parent_of(log->directory()))) log->join_journal(*journal, key);
  auto partition = std::make_unique<Partition>(impl_->context, std::move(identity), std::move(log));
  Partition* const added = partition.get();
  if (impl_->faults.is_offline_below(partition->directory())) partition->take_offline();
  partitions_.emplace(key, std::move(partition));
  impl_->retention.start();
  impl_->cleaner.start();
  impl_->flushes.start();
  co_return added;
}

Task<StorageResult<Partition*>> LogManager::create(PartitionIdentity identity, std::string log_directory,
                                                   LogConfig config) {
  const PartitionKey key{identity.topic_id, identity.index};
  ReplayNote note(*this, key);
  std::string directory = log_directory + "/" + partition_directory_name(identity.topic, identity.index);
  if (impl_->faults.is_offline(log_directory)) {
    co_return std::unexpected(StorageError{StorageErrorKind::kIo, EIO, log_directory + " is offline"});
  }
  auto made = co_await reactor::make_directory(impl_->context.io, directory);
  if (!made && made.error().code == EEXIST) {
    co_return std::unexpected(
        StorageError{StorageErrorKind::kAlreadyExists, EEXIST, "there is a directory " + directory + " already"});
  }
  if (!made) {
    StorageError error = StorageError::io(made.error(), "cannot make " + directory);
    impl_->faults.note(directory, error);
    co_return std::unexpected(std::move(error));
  }
  const std::string metadata = partition_metadata_text(identity.topic_id);
  auto noted = write_new_file(impl_->context.io, directory + "/" + std::string(kPartitionMetadataFile),
                              std::as_bytes(std::span(metadata)));
  auto log = noted ? LogLoader::create(impl_->context, directory, config, Offset(0)) : std::unexpected(noted.error());
  if (!log) {
    impl_->faults.note(directory, log.error());
    // So that it can be tried again.
    auto removed = co_await remove_directory_tree(impl_->context.io, directory);
    co_return std::unexpected(log.error());
  }
  log = co_await catch_up(std::move(*log), key, OpenPoints());
  if (!log) co_return std::unexpected(log.error());
  note.succeeded();
  co_return co_await adopt(std::move(identity), std::move(*log));
}

Task<StorageResult<Partition*>> LogManager::open(PartitionIdentity identity, std::string log_directory,
                                                 LogConfig config, OpenPoints points, const bool* is_cancelled) {
  const PartitionKey key{identity.topic_id, identity.index};
  ReplayNote note(*this, key);
  OpenPoints at = points;
  // What a power loss took below the start of the log is in the journal, too: only then is it known where it ends.
  if (has_entries_of(key)) at.log_start.reset();
  const std::string directory = log_directory + "/" + partition_directory_name(identity.topic, identity.index);
  auto log = co_await load(directory, config, at, key, is_cancelled);
  if (log) log = co_await catch_up(std::move(*log), key, points);
  if (!log) {
    impl_->faults.note(log_directory, log.error());
    co_return std::unexpected(log.error());
  }
  note.succeeded();
  co_return co_await adopt(std::move(identity), std::move(*log));
}

Task<LogManager::Loaded> LogManager::load(std::string directory, LogConfig config, OpenPoints points, PartitionKey key,
                                          const bool* is_cancelled) {
  LogLoader loader(impl_->context, std::move(directory), config, points, is_cancelled);
  if (replay_ != nullptr) loader.set_journal_entries(replay_->entries_of(key));
  co_return co_await loader.open();
}

// Brings a log that was just opened or made to where it was acknowledged, and onto the disk.
Task<LogManager::Loaded> LogManager::catch_up(std::unique_ptr<PartitionLog> log, PartitionKey key, OpenPoints points) {
  const bool has_entries = has_entries_of(key);
  if (has_entries) {
    auto replayed = co_await replay(std::move(log), key, points);
    if (!replayed) co_return replayed;
    log = std::move(*replayed);
  }
  if ((has_entries || impl_->options.is_durable_before_acks) && log->recovery_point() < log->log_end()) {
    auto flushed = co_await log->make_durable();
    if (!flushed) {
      co_await log->close();
      co_return std::unexpected(flushed.error());
    }
  }
  co_return Loaded(std::move(log));
}

Task<LogManager::Loaded> LogManager::replay(std::unique_ptr<PartitionLog> log, PartitionKey key, OpenPoints points) {
  auto count = co_await replay_journal(impl_->context, *log, *replay_, key);
  if (!count) {
    co_await log->close();
    co_return std::unexpected(count.error());
  }
  impl_->metrics.journal_replayed_batches += count->batches;
  impl_->metrics.journal_replayed_bytes += count->bytes;
  if (count->batches > 0) {
    KLAMM_LOG(reactor::LogLevel::kInfo, "{}: {} record batches ({} bytes) are taken from the journal", log->directory(),
              count->batches, count->bytes);
  }
  if (!points.log_start) co_return Loaded(std::move(log));
  if (log->log_end() < *points.log_start) {
    // So it begins anew there, as without a journal.
    const std::string directory = log->directory();
    const LogConfig config = log->config();
    co_await log->close();
    log.reset();
    co_return co_await load(directory, config, points, key);
  }
  log->advance_log_start(*points.log_start);
  co_return Loaded(std::move(log));
}

Task<StorageResult<void>> LogManager::start_journals(int64_t generation) {
  if (!impl_->options.is_durable_before_acks) co_return StorageResult<void>{};
  for (const LogDirectory& directory : impl_->options.directories) {
    auto journal = co_await Journal::make(impl_->context, directory.path, generation, impl_->options.journal_bytes);
    if (!journal) co_return std::unexpected(journal.error());
    impl_->journals.push_back(std::move(*journal));
  }
  co_return StorageResult<void>{};
}

Journal* LogManager::journal_of(const std::string& log_directory) const {
  for (const auto& journal : impl_->journals) {
    if (journal->directory() == log_directory) return journal.get();
  }
  return nullptr;
}

DirectoryFaults& LogManager::faults() {
  return impl_->faults;
}
const DirectoryFaults& LogManager::faults() const {
  return impl_->faults;
}

void LogManager::take_offline(const std::string& log_directory) {
  if (impl_->faults.is_offline(log_directory)) return;
  impl_->faults.set_offline(log_directory);
  for (const auto& [key, partition] : partitions_) {
    if (parent_of(partition->directory()) == log_directory) partition->take_offline();
  }
}

PartitionOpener& LogManager::opener() {
  return impl_->opener;
}
const PartitionOpener& LogManager::opener() const {
  return impl_->opener;
}

Task<StorageResult<void>> LogManager::remove(protocol::Uuid topic_id, int32_t index) {
  const PartitionKey key{topic_id, index};
  auto unopened = co_await impl_->opener.take_out(key);
  if (unopened) {
    std::string from = unopened->log_directory + "/" + partition_directory_name(unopened->identity.topic, index);
    auto renamed = co_await rename_deleted(std::move(unopened->identity), std::move(from));
    if (!renamed) co_return std::unexpected(renamed.error());
    remove_later(*renamed, unopened->file_delete_delay_ms);
    co_return StorageResult<void>{};
  }
  const auto found = partitions_.find({topic_id, index});
  if (found == partitions_.end()) {
    co_return std::unexpected(
        StorageError{StorageErrorKind::kNotFound, 0,
                     fmt::format("no partition {} of topic {} is here", index, topic_id.to_string())});
  }
  const std::unique_ptr<Partition> partition = std::move(found->second);
  partitions_.erase(found);
  partition->observers_.notify_gone(*partition, PartitionGone::kDeleted);
  co_await partition->log().close();

  PartitionIdentity identity = partition->identity();
  std::string from = partition->directory();
  auto renamed = co_await rename_deleted(std::move(identity), std::move(from));
  if (!renamed) co_return std::unexpected(renamed.error());
  partition->log().set_directory(*renamed);
  remove_later(*renamed, partition->config().file_delete_delay_ms);
  co_return StorageResult<void>{};
}

Task<StorageResult<std::string>> LogManager::rename_deleted(PartitionIdentity identity, std::string directory) {
  reactor::Io& io = impl_->context.io;
  std::string to = parent_of(directory) + "/" + deleted_directory_name(identity, io.random(), io.random());
  auto renamed = co_await reactor::rename(io, directory, to);
  if (!renamed) co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + directory));
  co_return to;
}

void LogManager::remove_later(std::string path, int64_t delay_ms) {
  if (!impl_->is_stopped) impl_->removals.add_directory(std::move(path), delay_ms);
}

Task<StorageResult<void>> LogManager::stop() {
  impl_->is_stopped = true;
  impl_->removals.stop();
  co_await impl_->opener.stop();
  co_await impl_->cleaner.stop();
  co_await impl_->retention.stop();
  co_await impl_->flushes.stop();
  std::vector<Partition*> all;
  for (const auto& [key, partition] : partitions_) all.push_back(partition.get());
  StorageResult<void> result;
  const auto stop_one = [](Partition& partition, StorageResult<void>& first_failure) -> Task<void> {
    partition.observers_.notify_gone(partition, PartitionGone::kShutdown);
    if (partition.is_offline()) co_return co_await partition.log().close();
    auto stopped = co_await partition.log().shut_down();
    if (!stopped && first_failure) first_failure = std::unexpected(stopped.error());
    co_await partition.log().close();
  };
  for (size_t i = 0; i < all.size(); i += kStopsAtATime) {
    std::vector<Task<void>> round;
    for (size_t k = i; k < std::min(i + kStopsAtATime, all.size()); ++k) round.push_back(stop_one(*all[k], result));
    co_await reactor::when_all(std::move(round));
  }
  for (const auto& journal : impl_->journals) {
    auto stopped = co_await journal->stop(result.has_value());
    if (!stopped && result) result = stopped;
  }
  co_await impl_->producers.stop();
  co_await impl_->window.stop();
  co_return result;
}

Task<void> LogManager::close() {
  if (std::exchange(impl_->is_stopped, true)) co_return;
  impl_->removals.stop();
  co_await impl_->opener.stop();
  co_await impl_->cleaner.stop();
  co_await impl_->retention.stop();
  co_await impl_->flushes.stop();
  // First: without them what is under way need not end in a segment.
  for (const auto& journal : impl_->journals) {
    static_cast<void>(co_await journal->stop(false));
  }
  for (const auto& [key, partition] : partitions_) {
    partition->observers_.notify_gone(*partition, PartitionGone::kShutdown);
    co_await partition->log().close();
  }
  co_await impl_->producers.stop();
  co_await impl_->window.stop();
}

Task<void> LogManager::add_checkpoints(std::string log_directory, DirectoryCheckpoints& into) const {
  // First: one that is opened while the others are asked is told of as it was found.
  impl_->opener.add_checkpoints(log_directory, into);
  const std::vector<PartitionKey> all = keys();
  uint32_t left = kCheckpointsPerTurn;
  for (const PartitionKey& key : all) {
    if (left-- == 0) {
      co_await reactor::yield_now();
      left = kCheckpointsPerTurn;
    }
    Partition* const partition = find(key.topic_id, key.index);
    if (partition == nullptr || parent_of(partition->directory()) != log_directory) continue;
    const PartitionIdentity& identity = partition->identity();
    if (identity.topic_id == protocol::kMetadataTopicId) continue;
    const std::pair<std::string, int32_t> name{identity.topic, identity.index};
    const PartitionLog& log = partition->log();
    into.recovery_points[name] = log.recovery_point();
    if (log.log_start() > log.first_segment_base() || log.has_left_files()) into.log_starts[name] = log.log_start();
    into.high_watermarks[name] = partition->high_watermark();
    // Also of one that is not compacted any more: its gaps are still right (see LogLoader).
    const bool is_compacted = partition->config().cleanup_compact && log.cleaned_to().value > 0;
    if (is_compacted || log.cleaned_to() > log.log_start()) into.cleaned[name] = log.cleaned_to();
  }
}

}  // namespace klamm::storage
