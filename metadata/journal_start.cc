#include "metadata/journal_start.h"

#include <utility>

#include "metadata/metadata_service.h"
#include "reactor/on_shard.h"

namespace klamm::metadata {

reactor::Task<std::expected<void, std::string>> JournalStart::begin(const NodeOptions& options,
                                                                    std::vector<std::string>& said) {
  using Result = std::expected<void, std::string>;
  for (const storage::LogDirectory& directory : options.directories) {
    const auto read = journals_.read(shard_.io(), directory.path);
    if (!read) co_return std::unexpected(read.error().message);
  }
  for (const storage::FoundJournal& journal : journals_.found()) {
    if (!journal.unreadable_because.empty()) {
      said.push_back(journal.path + " is no journal that can be read and is not used: " + journal.unreadable_because);
    } else if (!journal.contents.is_continuous) {
      said.push_back(journal.path + " is damaged: a part of what it had is lost");
    }
  }
  const int64_t generation = journals_.next_generation();
  if (const auto removed = co_await journals_.remove_empty(shard_.io()); !removed) {
    co_return std::unexpected(removed.error().message);
  }
  for (reactor::ShardId id = 0; id < services_.size(); ++id) {
    storage::LogManager* const logs = &services_[id]->logs();
    const auto start = [logs, generation, journals = &journals_]() -> reactor::Task<storage::StorageResult<void>> {
      logs->set_replay(journals);
      co_return co_await logs->start_journals(generation);
    };
    auto started = co_await reactor::on_shard(id, start);
    if (!started) co_return std::unexpected(started.error().message);
  }
  co_return Result{};
}

reactor::Task<void> JournalStart::end(std::vector<std::string>& said) {
  bool has_unreplayed = false;
  for (reactor::ShardId id = 0; id < services_.size(); ++id) {
    storage::LogManager* const logs = &services_[id]->logs();
    const auto look = [logs] {
      logs->set_replay(nullptr);
      return logs->has_unreplayed();
    };
    has_unreplayed |= co_await reactor::on_shard(id, look);
  }
  if (journals_.empty()) co_return;
  if (has_unreplayed) {
    said.push_back("journals are kept, since not every partition could take what they have");
    co_return;
  }
  const auto removed = co_await journals_.remove(shard_.io());
  if (!removed) said.push_back(removed.error().message);
}

}  // namespace klamm::metadata
