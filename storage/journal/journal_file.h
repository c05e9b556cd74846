#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/journal/journal_format.h"
#include "storage/large_page_allocator.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Bytes on their way into a journal: aligned for writes past the page cache, and on large pages when they are many.
// @core owner
class JournalBuffer {
 public:
  std::span<std::byte> span() { return {data(), size_bytes_}; }
  uint64_t size_bytes() const { return size_bytes_; }
  // Grows by `bytes`, whose content is undefined.
  std::byte* extend(uint64_t bytes);
  // With zeros, to the next full block.
  std::span<const std::byte> padded();
  // Empties it; memory beyond `kept_bytes_max` is given back.
  void clear(uint64_t kept_bytes_max);

 private:
  struct alignas(kJournalBlockBytes) Block {
    std::byte bytes[kJournalBlockBytes];
  };
  std::byte* data() { return reinterpret_cast<std::byte*>(blocks_.data()); }

  std::vector<Block, LargePageAllocator<Block>> blocks_;
  uint64_t size_bytes_ = 0;
};

// An open journal file: written to its whole length once, so that a write into it changes nothing but its bytes and
// costs the disk no more than they do. Past the page cache where the file system can do that.
// @core owner
class JournalFile {
 public:
  JournalFile(reactor::Io& io, std::string path) : io_(io), path_(std::move(path)) {}
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;
  ~JournalFile() { close(); }

  // Makes the file with its head, and syncs it and its name. Left over is nothing when that fails.
  reactor::Task<StorageResult<void>> create(JournalHead head);
  // `bytes` are whole blocks; they are on the disk when it ends well.
  reactor::Task<StorageResult<void>> write(std::span<const std::byte> bytes, uint64_t position);
  void close();
  reactor::Task<StorageResult<void>> remove();
  const std::string& path() const { return path_; }

 private:
  reactor::Task<StorageResult<void>> fill(JournalHead head);

  reactor::Io& io_;
  std::string path_;
  reactor::FileHandle file_;
};

}  // namespace klamm::storage
