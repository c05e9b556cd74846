#pragma once

#include <algorithm>
#include <cstdint>

#include "reactor/event.h"
#include "reactor/file_lease.h"
#include "reactor/task.h"
#include "storage/storage_context.h"

namespace klamm::storage {

class PageCacheWindow;
class SegmentFile;

// What a file has in the window. Part of the file.
class WindowedFile {
 public:
  WindowedFile() = default;
  WindowedFile(const WindowedFile&) = delete;
  WindowedFile& operator=(const WindowedFile&) = delete;

 private:
  friend class PageCacheWindow;
  struct Chunk;
  Chunk* first_ = nullptr;  // oldest
  Chunk* last_ = nullptr;
};

// Bounds how much of what a shard's logs write stays in the page cache (`log.page.cache.window.bytes`): when more has
// been written, the oldest is written back and dropped, by the ring's workers. Off with a budget of 0.
//
// Bytes are counted in chunks of one file each, in the order in which they were begun. What readers of old data bring
// into the page cache is not counted, and is left to the kernel; so is what was written to files that are closed now.
// @core owner. Bounds: a chunk per kChunksPerBudget-th of the budget and one per file; kDropsMax drops at a time. A
// disk that is slower than the writes lets the held bytes grow until the kernel slows the writes down.
class PageCacheWindow {
 public:
  static constexpr uint64_t kChunksPerBudget = 16;
  static constexpr uint32_t kDropsMax = 2;

  PageCacheWindow(StorageContext& context, uint64_t budget_bytes);
  PageCacheWindow(const PageCacheWindow&) = delete;
  PageCacheWindow& operator=(const PageCacheWindow&) = delete;
  ~PageCacheWindow();

  bool is_on() const { return budget_bytes_ != 0; }
  // Written bytes of a file after which its write-back should have begun, so that a drop need not wait for it.
  uint64_t chunk_bytes() const { return chunk_bytes_; }

  // [from, end) of the file was written.
  void note_written(SegmentFile& file, WindowedFile& windowed, uint64_t from, uint64_t end);
  // The file is closed: nothing of it is dropped any more. Must come before the file goes.
  void forget(WindowedFile& windowed);
  // Drops nothing from now on and waits for what is under way. Must be awaited before destruction.
  reactor::Task<void> stop();

 private:
  using Chunk = WindowedFile::Chunk;
  void trim();
  void unlink(Chunk& chunk);
  reactor::Task<void> drop(SegmentFile& file, reactor::FileLease lease, uint64_t from, uint64_t end);

  StorageContext& context_;
  uint64_t budget_bytes_;
  uint64_t chunk_bytes_;
  Chunk* first_ = nullptr;  // oldest
  Chunk* last_ = nullptr;
  uint32_t drops_ = 0;  // under way
  bool is_stopped_ = false;
  reactor::Event idle_;
};

}  // namespace klamm::storage
