#include "metadata/checkpoint_writer.h"

#include <algorithm>
#include <utility>

#include "metadata/metadata_service.h"
#include "reactor/on_shard.h"
#include "storage/checkpoints.h"
#include "storage/delay.h"

namespace klamm::metadata {

using reactor::ShardId;
using reactor::Task;

CheckpointWriter::CheckpointWriter(reactor::Shard& shard, const std::vector<MetadataService*>& services,
                                   std::shared_ptr<const NodeOptions> options,
                                   std::function<void(const std::string&)> warn)
    : shard_(shard), services_(services), options_(std::move(options)), warn_(std::move(warn)) {
  written_.set();
}

void CheckpointWriter::start(bool are_current) {
  all_in_doubt_ = !are_current;
  if (options_->checkpoint_interval_ms > 0) gate_.spawn(run());
}

Task<void> CheckpointWriter::stop() {
  stop_.set();
  co_await gate_.close();
}

Task<void> CheckpointWriter::run() {
  while (!stop_.is_set()) {
    const int64_t next_ns = shard_.now_ns() + storage::delay_ns(options_->checkpoint_interval_ms);
    if (co_await stop_.wait_until(next_ns)) co_return;
    if (auto done = co_await write(); !done) warn_("the checkpoint files cannot be written: " + done.error());
  }
}

Task<CheckpointWriter::Sentence> CheckpointWriter::write() {
  while (is_writing_) co_await written_.wait();
  is_writing_ = true;
  written_.reset();
  auto deleted = std::exchange(deleted_, {});
  const bool was_in_doubt = std::exchange(all_in_doubt_, false);
  auto done = co_await write_all();
  if (!done) {
    deleted_.merge(deleted);
    all_in_doubt_ = all_in_doubt_ || was_in_doubt;
  }
  is_writing_ = false;
  written_.set();
  co_return done;
}

// A directory that cannot be written does not keep the others from it; the first sentence is told.
Task<CheckpointWriter::Sentence> CheckpointWriter::write_all() {
  Sentence result;
  for (const storage::LogDirectory& directory : options_->directories) {
    storage::DirectoryFaults& faults = services_[shard_.id()]->logs().faults();
    if (faults.is_offline(directory.path)) continue;
    storage::DirectoryCheckpoints checkpoints;
    for (ShardId id = 0; id < services_.size(); ++id) {
      // One shard after the other adds its part.
      co_await reactor::on_shard(id, [&, service = services_[id]]() -> Task<void> {
        return service->logs().add_checkpoints(directory.path, checkpoints);
      });
    }
    auto written = co_await storage::write_directory_checkpoints(shard_.io(), directory.path, std::move(checkpoints));
    if (!written) faults.note(directory.path, written.error());
    if (!written && result) result = std::unexpected(written.error().message);
  }
  co_return result;
}

void CheckpointWriter::begin_deletion(const std::vector<std::string>& names) {
  being_deleted_.insert(names.begin(), names.end());
}

void CheckpointWriter::end_deletion(const std::vector<std::string>& names) {
  for (const std::string& name : names) being_deleted_.erase(being_deleted_.find(name));
  if (!all_in_doubt_) {
    deleted_.insert(names.begin(), names.end());
    all_in_doubt_ = deleted_.size() > kNamesMax;
    if (all_in_doubt_) deleted_.clear();
  }
  deletion_ended_.set();
}

bool CheckpointWriter::is_being_deleted(const std::vector<std::string>& names) const {
  return std::ranges::any_of(names, [this](const auto& name) { return being_deleted_.contains(name); });
}

bool CheckpointWriter::is_in_doubt(const std::vector<std::string>& names) const {
  return all_in_doubt_ || std::ranges::any_of(names, [this](const auto& name) { return deleted_.contains(name); });
}

// After each wait everything is looked at again: the last look and the decision that follows are one turn.
Task<std::optional<CheckpointWriter::Sentence>> CheckpointWriter::before_creation(const std::vector<std::string>& names,
                                                                                  int64_t deadline_ns) {
  const int64_t until_ns = deadline_ns == 0 ? INT64_MAX : deadline_ns;
  while (true) {
    reactor::Event* awaited = nullptr;
    if (is_being_deleted(names)) {
      deletion_ended_.reset();
      awaited = &deletion_ended_;
    } else if (is_writing_) {
      // It may have been told of the topic before that was deleted.
      awaited = &written_;
    } else if (!is_in_doubt(names)) {
      co_return Sentence{};
    } else {
      auto written = co_await write();
      if (!written) co_return written;
      continue;
    }
    if (!co_await awaited->wait_until(until_ns)) co_return std::nullopt;
  }
}

}  // namespace klamm::metadata
