#pragma once

#include <expected>
#include <string>

#include "reactor/io.h"

namespace klamm::tools {

/// A log directory that nobody else has while this lives: its `.lock`, as a broker of Kafka or Klamm takes it. One that
/// was never in use has none, and gets none.
/// @core owner
class DirectoryLock {
 public:
  /// The error is a sentence: the directory is in use.
  static std::expected<DirectoryLock, std::string> take(reactor::Io& io, const std::string& path);
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;
  ~DirectoryLock();

 private:
  DirectoryLock(reactor::Io& io, reactor::FileHandle file) : io_(&io), file_(file) {}

  reactor::Io* io_;
  reactor::FileHandle file_;
};

}  // namespace klamm::tools
