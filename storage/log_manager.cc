#include "storage/log_manager.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "protocol/types.h"
#include "reactor/assert.h"
#include "reactor/io_await.h"
#include "reactor/when_all.h"
#include "storage/append_scratch.h"
#include "storage/delayed_removal.h"
#include "storage/file_names.h"
#include "storage/log_loader.h"
#include "storage/page_cache_window.h"
#include "storage/producer_registry.h"
#include "storage/small_file.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kFileNameBytesMax = 255;
// Partitions that a stop works on at a time: enough to keep the disk busy, few enough to bound what is open.
constexpr size_t kStopsAtATime = 16;

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
  Impl(reactor::Shard& shard, StorageOptions the_options)
      : options(std::move(the_options)),
        context{shard, shard.io(), options, metrics, scratch, window, producers},
        window(context, options.page_cache_window_bytes),
        producers(shard, options, metrics),
        removals(shard) {}

  StorageOptions options;
  StorageMetrics metrics;
  AppendScratch scratch;
  StorageContext context;
  PageCacheWindow window;
  ProducerRegistry producers;
  DelayedRemoval removals;
  bool is_stopped = false;
};

LogManager::LogManager(reactor::Shard& shard, StorageOptions options)
    : impl_(std::make_unique<Impl>(shard, std::move(options))) {}
LogManager::~LogManager() = default;

const StorageOptions& LogManager::options() const {
  return impl_->options;
}
void LogManager::set_producer_id_expiration(int64_t expiration_ms) {
  impl_->options.producer_id_expiration_ms = expiration_ms;
}
const StorageMetrics& LogManager::metrics() const {
  return impl_->metrics;
}

Partition* LogManager::find(const protocol::Uuid& topic_id, int32_t index) const {
  const auto found = partitions_.find({topic_id, index});
  return found == partitions_.end() ? nullptr : found->second.get();
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
  auto partition = std::make_unique<Partition>(impl_->context, std::move(identity), std::move(log));
  Partition* const added = partition.get();
  partitions_.emplace(key, std::move(partition));
  co_return added;
}

Task<StorageResult<Partition*>> LogManager::create(PartitionIdentity identity, std::string log_directory,
                                                   LogConfig config) {
  std::string directory = log_directory + "/" + partition_directory_name(identity.topic, identity.index);
  auto made = co_await reactor::make_directory(impl_->context.io, directory);
  if (!made && made.error().code == EEXIST) {
    co_return std::unexpected(
        StorageError{StorageErrorKind::kAlreadyExists, EEXIST, "there is a directory " + directory + " already"});
  }
  if (!made) co_return std::unexpected(StorageError::io(made.error(), "cannot make " + directory));
  const std::string metadata = partition_metadata_text(identity.topic_id);
  auto noted = write_new_file(impl_->context.io, directory + "/" + std::string(kPartitionMetadataFile),
                              std::as_bytes(std::span(metadata)));
  auto log = noted ? LogLoader::create(impl_->context, directory, config, Offset(0)) : std::unexpected(noted.error());
  if (!log) {
    // So that it can be tried again.
    auto removed = co_await remove_directory_tree(impl_->context.io, directory);
    co_return std::unexpected(log.error());
  }
  co_return co_await adopt(std::move(identity), std::move(*log));
}

Task<StorageResult<Partition*>> LogManager::open(PartitionIdentity identity, std::string log_directory,
                                                 LogConfig config, OpenPoints points) {
  LogLoader loader(impl_->context, log_directory + "/" + partition_directory_name(identity.topic, identity.index),
                   config, points);
  auto log = co_await loader.open();
  if (!log) co_return std::unexpected(log.error());
  co_return co_await adopt(std::move(identity), std::move(*log));
}

Task<StorageResult<void>> LogManager::remove(protocol::Uuid topic_id, int32_t index) {
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

  reactor::Io& io = impl_->context.io;
  const std::string from = partition->directory();
  const std::string to =
      parent_of(from) + "/" + deleted_directory_name(partition->identity(), io.random(), io.random());
  auto renamed = co_await reactor::rename(io, from, to);
  if (!renamed) co_return std::unexpected(StorageError::io(renamed.error(), "cannot rename " + from));
  partition->log().set_directory(to);
  remove_later(to, partition->config().file_delete_delay_ms);
  co_return StorageResult<void>{};
}

void LogManager::remove_later(std::string path, int64_t delay_ms) {
  if (!impl_->is_stopped) impl_->removals.add(std::move(path), delay_ms);
}

Task<StorageResult<void>> LogManager::stop() {
  impl_->is_stopped = true;
  impl_->removals.stop();
  std::vector<Partition*> all;
  for (const auto& [key, partition] : partitions_) all.push_back(partition.get());
  StorageResult<void> result;
  const auto stop_one = [](Partition& partition, StorageResult<void>& first_failure) -> Task<void> {
    partition.observers_.notify_gone(partition, PartitionGone::kShutdown);
    auto stopped = co_await partition.log().shut_down();
    if (!stopped && first_failure) first_failure = std::unexpected(stopped.error());
    co_await partition.log().close();
  };
  for (size_t i = 0; i < all.size(); i += kStopsAtATime) {
    std::vector<Task<void>> round;
    for (size_t k = i; k < std::min(i + kStopsAtATime, all.size()); ++k) round.push_back(stop_one(*all[k], result));
    co_await reactor::when_all(std::move(round));
  }
  co_await impl_->producers.stop();
  co_await impl_->window.stop();
  co_return result;
}

Task<void> LogManager::close() {
  impl_->is_stopped = true;
  impl_->removals.stop();
  for (const auto& [key, partition] : partitions_) {
    partition->observers_.notify_gone(*partition, PartitionGone::kShutdown);
    co_await partition->log().close();
  }
  co_await impl_->producers.stop();
  co_await impl_->window.stop();
}

void LogManager::add_checkpoints(const std::string& log_directory, DirectoryCheckpoints& into) const {
  for (const auto& [key, partition] : partitions_) {
    const PartitionIdentity& identity = partition->identity();
    if (identity.topic_id == protocol::kMetadataTopicId || parent_of(partition->directory()) != log_directory) continue;
    const std::pair<std::string, int32_t> name{identity.topic, identity.index};
    const PartitionLog& log = partition->log();
    into.recovery_points[name] = log.recovery_point();
    if (log.log_start() > log.first_segment_base()) into.log_starts[name] = log.log_start();
    into.high_watermarks[name] = partition->high_watermark();
  }
}

}  // namespace klamm::storage
