#include "storage/page_cache_window.h"

#include <memory>
#include <utility>

#include "reactor/assert.h"
#include "reactor/io_await.h"
#include "storage/segment_file.h"

namespace klamm::storage {

namespace {

constexpr uint64_t kChunkBytesMin = uint64_t{1} << 20;
constexpr uint64_t kChunkBytesMax = uint64_t{32} << 20;
// A page of the cache may be up to this large (a huge page), and goes only when all of it is in the range: what the
// drop before has left at its end is asked for again.
constexpr uint64_t kPageBytesMax = uint64_t{2} << 20;

}  // namespace

struct WindowedFile::Chunk {
  SegmentFile* file = nullptr;
  WindowedFile* windowed = nullptr;
  uint64_t from = 0;
  uint64_t end = 0;
  Chunk* before = nullptr;  // begun before it
  Chunk* after = nullptr;
  Chunk* after_in_file = nullptr;
  uint64_t size_bytes() const { return end - from; }
};

PageCacheWindow::PageCacheWindow(StorageContext& context, uint64_t budget_bytes)
    : context_(context),
      budget_bytes_(budget_bytes),
      chunk_bytes_(std::clamp(budget_bytes / kChunksPerBudget, kChunkBytesMin, kChunkBytesMax)) {}

PageCacheWindow::~PageCacheWindow() {
  KLAMM_ASSERT(first_ == nullptr && drops_ == 0, "the window goes before its files");
}

void PageCacheWindow::note_written(SegmentFile& file, WindowedFile& windowed, uint64_t from, uint64_t end) {
  if (!is_on() || from >= end) return;
  Chunk* chunk = windowed.last_;
  if (chunk == nullptr || chunk->end != from || chunk->size_bytes() >= chunk_bytes_) {
    chunk = std::make_unique<Chunk>(Chunk{.file = &file, .windowed = &windowed, .from = from, .end = from}).release();
    chunk->before = last_;
    (last_ != nullptr ? last_->after : first_) = chunk;
    last_ = chunk;
    (windowed.last_ != nullptr ? windowed.last_->after_in_file : windowed.first_) = chunk;
    windowed.last_ = chunk;
  }
  chunk->end = end;
  context_.metrics.page_cache_held_bytes += end - from;
  trim();
}

void PageCacheWindow::forget(WindowedFile& windowed) {
  while (windowed.first_ != nullptr) {
    const std::unique_ptr<Chunk> chunk(windowed.first_);
    unlink(*chunk);
    context_.metrics.page_cache_held_bytes -= chunk->size_bytes();
  }
}

// Always the file's oldest.
void PageCacheWindow::unlink(Chunk& chunk) {
  (chunk.before != nullptr ? chunk.before->after : first_) = chunk.after;
  (chunk.after != nullptr ? chunk.after->before : last_) = chunk.before;
  KLAMM_ASSERT(chunk.windowed->first_ == &chunk);
  chunk.windowed->first_ = chunk.after_in_file;
  if (chunk.after_in_file == nullptr) chunk.windowed->last_ = nullptr;
}

// Bytes whose drop is under way count as held until it has ended.
void PageCacheWindow::trim() {
  while (!is_stopped_ && first_ != nullptr && drops_ < kDropsMax &&
         context_.metrics.page_cache_held_bytes > budget_bytes_) {
    const std::unique_ptr<Chunk> chunk(first_);
    unlink(*chunk);
    ++drops_;
    context_.shard.spawn(drop(*chunk->file, reactor::FileLease(*chunk->file), chunk->from, chunk->end));
  }
}

reactor::Task<void> PageCacheWindow::drop(SegmentFile& file, reactor::FileLease lease, uint64_t from, uint64_t end) {
  const uint64_t also_from = from - std::min(from, kPageBytesMax);
  auto dropped = co_await reactor::drop_cache(context_.io, lease.handle(), also_from, end - also_from);
  if (dropped) {
    context_.metrics.page_cache_dropped_bytes += end - from;
  } else {
    // The kernel tells of a failed write-back once: a later sync of the file would end well.
    file.note_failed_writeback(dropped.error());
  }
  context_.metrics.page_cache_held_bytes -= end - from;
  --drops_;
  trim();
  if (drops_ == 0) idle_.set();
}

reactor::Task<void> PageCacheWindow::stop() {
  is_stopped_ = true;
  while (drops_ != 0) {
    idle_.reset();
    co_await idle_.wait();
  }
}

}  // namespace klamm::storage
