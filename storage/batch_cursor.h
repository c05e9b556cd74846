#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reactor/file_lease.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/batch_header.h"
#include "storage/large_page_allocator.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Walks over the batches of a log file, header by header. Bytes between headers are read only when they fall into the
// window that is read anyway, or when a checksum or a body is asked for.
//
//   while (true) {
//     auto state = co_await cursor.next();
//     if (!state) ...                                  // the system refused
//     if (*state != BatchCursor::State::kBatch) break; // kEnd, or kInvalid with reason()
//     use(cursor.position(), cursor.header());
//   }
//
// @core owner
class BatchCursor {
 public:
  enum class State : uint8_t {
    kBatch,
    kEnd,      // the end was reached exactly
    kInvalid,  // what stands at position() is no whole batch of magic 2: see reason()
  };

  using Window = std::vector<std::byte, LargePageAllocator<std::byte>>;
  enum class Way : uint8_t {
    kThroughCache,
    kDirect,  // the file was opened with OpenMode::kReadDirect
  };

  // Of [from, end) of the file. `window_bytes` is how much one read brings; small to find one batch, large to scan.
  BatchCursor(reactor::Io& io, reactor::FileLease file, uint64_t from, uint64_t end, uint32_t window_bytes,
              Way way = Way::kThroughCache);

  // The memory of a window goes from one cursor to the next, where many large ones follow each other.
  void use_memory_of(Window window);
  Window take_memory() { return std::move(window_); }

  reactor::Task<StorageResult<State>> next();
  const BatchHeader& header() const { return header_; }
  uint64_t position() const { return position_; }
  uint64_t end_position() const { return position_ + header_.size_bytes; }
  const std::string& reason() const { return reason_; }

  // The current batch's bytes from `from` on, at most `size` of them; good until the next call of anything.
  reactor::Task<StorageResult<std::span<const std::byte>>> bytes(uint32_t from, uint32_t size);
  // Whether the current batch has the checksum that its header says. Reads all of it, a window at a time.
  reactor::Task<StorageResult<bool>> checksum_matches();

 private:
  // Fewer bytes than asked only at the end of the file.
  reactor::Task<StorageResult<std::span<const std::byte>>> load(uint64_t position, uint64_t size);
  reactor::Task<StorageResult<void>> fill_window(uint64_t position, uint64_t size);

  // Small windows are read at once where they are resident; every 16th goes through the ring, so that a long walk gives
  // others their turn.
  bool is_at_once_due() { return window_bytes_ <= kAtOnceWindowBytesMax && ++load_count_ % 16 != 0; }
  static constexpr uint32_t kAtOnceWindowBytesMax = 16 * 1024;

  reactor::Io& io_;
  reactor::FileLease file_;
  uint64_t position_;
  uint64_t next_position_;
  uint64_t end_;
  uint32_t window_bytes_;
  uint32_t alignment_bytes_;  // of reads
  uint32_t load_count_ = 0;
  uint64_t window_from_ = 0;
  Window window_;
  BatchHeader header_;
  std::string reason_;
};

}  // namespace klamm::storage
