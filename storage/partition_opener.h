#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/task.h"
#include "storage/checkpoints.h"
#include "storage/log_config.h"
#include "storage/log_directory_scan.h"
#include "storage/partition.h"
#include "storage/partition_key.h"
#include "storage/storage_error.h"

namespace klamm::storage {

class LogManager;

// Told on its shard what became of a partition that was to be opened.
// @core owner
class OpeningListener {
 public:
  // It is there for LogManager::find(), and nobody leads it yet.
  virtual void on_opened(Partition& partition) noexcept = 0;
  virtual void on_open_failed(const PartitionIdentity& identity, const StorageError& error) noexcept = 0;

 protected:
  ~OpeningListener() = default;
};

// How far the partitions are that a shard found at its start.
struct OpeningProgress {
  uint64_t asked_for = 0;
  uint64_t left = 0;
  uint64_t failed = 0;
  uint64_t scanned_bytes = 0;  // of segments that had to be read whole
};

// The partitions that a start has found and that are not open: they wait, are being opened, or could not be opened.
//
// Many are opened side by side where a clean stop came before: little is read of each. Otherwise a few, since each may
// have gigabytes to scan, and every one yields as it reads; so one large log delays those behind it little. Until a
// partition is open it keeps its place in the checkpoint files, and its directory is not to be marked as cleanly
// stopped if it has still to be looked through.
// @core owner
class PartitionOpener {
 public:
  explicit PartitionOpener(LogManager& logs) : logs_(logs) { all_done_.set(); }

  // Puts it in the line: of those that are urgent, or behind them.
  void add(PartitionIdentity identity, std::string log_directory, LogConfig config, OpenPoints points, bool is_urgent);
  // Begins with what is in the line. Once.
  void start(OpeningListener& listener);
  // Ends when nothing waits any more or is being opened (true), or at `deadline_ns` of the shard's clock (false).
  auto wait_all(int64_t deadline_ns) { return all_done_.wait_until(deadline_ns); }

  bool is_opening(const PartitionKey& key) const;
  OpeningProgress progress() const;

  struct TakenOut {
    PartitionIdentity identity;
    std::string log_directory;
    int64_t file_delete_delay_ms = 0;
  };
  // Takes it out; ends when nothing works on it any more. Nothing when it is not here, or has been opened meanwhile.
  reactor::Task<std::optional<TakenOut>> take_out(PartitionKey key);

  // Gives up what is being opened, begins nothing more, and waits for that.
  reactor::Task<void> stop();

  // Whether what the last process left in the directory has not been looked through.
  bool has_unrecovered(const std::string& log_directory) const;
  void add_checkpoints(const std::string& log_directory, DirectoryCheckpoints& into) const;

 private:
  enum class State : uint8_t { kWaiting, kOpening, kFailed };
  struct Unopened {
    PartitionIdentity identity;
    std::string log_directory;
    LogConfig config;
    OpenPoints points;
    State state = State::kWaiting;
    bool is_cancelled = false;  // read by its loader
  };

  reactor::Task<void> run_worker();
  reactor::Task<void> open(PartitionKey key);
  void note_done();

  LogManager& logs_;
  OpeningListener* listener_ = nullptr;
  std::unordered_map<PartitionKey, std::unique_ptr<Unopened>, PartitionKeyHash> unopened_;
  std::deque<PartitionKey> urgent_;
  std::deque<PartitionKey> line_;
  uint64_t asked_for_ = 0;
  uint64_t failed_ = 0;
  uint64_t left_ = 0;
  bool is_stopping_ = false;
  reactor::Event all_done_;
  reactor::Event one_ended_;
  reactor::Gate gate_;
};

}  // namespace klamm::storage
