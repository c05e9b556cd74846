#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "storage/log_config.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Whether the error says that the disk cannot be trusted any more, as an I/O error does; not that something is short
// (space, descriptors, memory), which may pass.
// @core any
bool is_directory_fault(const StorageError& error);

// Whether the system had no descriptor left: nothing was begun, and it may be tried again later.
// @core any
bool is_descriptor_shortage(const StorageError& error);

// What one shard knows of the failures of its log directories (EIO, a failed sync, names that cannot be reached).
// Whoever meets one notes it here; the listener is told, and takes the directory offline on every shard.
// @core owner
class DirectoryFaults {
 public:
  // `directory` is one of log.dirs; the sentence says what happened first.
  using Listener = std::function<void(const std::string& directory, const std::string& sentence)>;

  explicit DirectoryFaults(const StorageOptions& options) : options_(options) {}

  // Empty: nobody is told.
  void set_listener(Listener listener) { listener_ = std::move(listener); }

  // An error with something below a log directory; nothing happens when it is none of the directory.
  void note(std::string_view path, const StorageError& error);
  // After a failed sync nobody knows what became of the pages, whatever the error.
  void note_failed_sync(std::string_view path, const StorageError& error);

  bool is_offline(std::string_view log_directory) const { return offline_.contains(log_directory); }
  size_t offline_count() const { return offline_.size(); }
  // Of a path below a log directory.
  bool is_offline_below(std::string_view path) const;
  // By LogManager::take_offline().
  void set_offline(std::string log_directory) { offline_.insert(std::move(log_directory)); }

 private:
  const std::string* directory_of(std::string_view path) const;
  void tell(std::string_view path, const StorageError& error);

  const StorageOptions& options_;
  Listener listener_;
  std::set<std::string, std::less<>> told_;
  std::set<std::string, std::less<>> offline_;
};

}  // namespace klamm::storage
