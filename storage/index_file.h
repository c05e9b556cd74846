#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/record_batch.h"
#include "reactor/io.h"
#include "reactor/io_await.h"
#include "reactor/task.h"
#include "storage/open_files.h"
#include "storage/storage_error.h"
#include "storage/types.h"

namespace klamm::storage {

// An entry of `.index`: the last offset of a batch and where the batch starts. On disk: offset relative to the
// segment's base (4 bytes), position (4).
struct OffsetIndexFormat {
  static constexpr uint32_t kEntryBytes = 8;
  struct Entry {
    Offset offset{};
    uint32_t position = 0;
  };
  static Entry decode(const std::byte* from, Offset base) {
    return {base + protocol::load_big_endian<int32_t>(from), protocol::load_big_endian<uint32_t>(from + 4)};
  }
  static void encode(const Entry& entry, Offset base, std::byte* to) {
    protocol::store_big_endian(to, static_cast<int32_t>(entry.offset - base));
    protocol::store_big_endian(to + 4, entry.position);
  }
};

// An entry of `.timeindex`: no record of the segment up to `offset` has a larger timestamp. On disk: timestamp (8
// bytes), offset relative to the segment's base (4).
struct TimeIndexFormat {
  static constexpr uint32_t kEntryBytes = 12;
  struct Entry {
    int64_t timestamp_ms = -1;
    Offset offset{};
  };
  static Entry decode(const std::byte* from, Offset base) {
    return {protocol::load_big_endian<int64_t>(from), base + protocol::load_big_endian<int32_t>(from + 8)};
  }
  static void encode(const Entry& entry, Offset base, std::byte* to) {
    protocol::store_big_endian(to, entry.timestamp_ms);
    protocol::store_big_endian(to + 8, static_cast<int32_t>(entry.offset - base));
  }
};

// One sparse index of a segment, in Kafka's binary format. The newest entries are in memory, and are appended to the
// file some at a time; look-ups of older ones read one block of the file, which is kept for the next look-up. An index
// only speeds a search up: entries that could not be written are dropped, and the search walks further.
// @core owner
template <class Format>
class IndexFile {
 public:
  using Entry = typename Format::Entry;

  // Of the file at `path`, which holds `file_entry_count` entries. It is opened when first needed, for `holder`, whose
  // part this is.
  IndexFile(OpenFiles& files, OpenFiles::Entry& holder, std::string path, Offset base, uint32_t file_entry_count)
      : files_(files), holder_(holder), path_(std::move(path)), base_(base), file_entries_(file_entry_count) {}
  IndexFile(const IndexFile&) = delete;
  IndexFile& operator=(const IndexFile&) = delete;
  ~IndexFile() {
    if (file_.valid()) files_.close(file_);
  }

  uint32_t entry_count() const { return file_entries_ + static_cast<uint32_t>(tail_.size()) - tail_written_; }
  void set_path(std::string path) { path_ = std::move(path); }

  void append(const Entry& entry) {
    if (tail_.size() == kTailEntriesMax) {
      tail_.erase(tail_.begin(), tail_.begin() + kTailEntriesMax / 2);
      tail_written_ -= kTailEntriesMax / 2;
    }
    if (tail_.size() == tail_.capacity()) tail_.reserve(std::clamp<size_t>(2 * tail_.capacity(), 4, kTailEntriesMax));
    tail_.push_back(entry);
    if (tail_.size() == kTailEntriesMax) write_tail();
  }

  // Writes what is only in memory; an error costs those entries and nothing else.
  bool write_tail() {
    if (tail_written_ == tail_.size()) return true;
    std::array<std::byte, kTailEntriesMax * Format::kEntryBytes> bytes;
    const auto count = static_cast<uint32_t>(tail_.size()) - tail_written_;
    for (uint32_t i = 0; i < count; ++i)
      Format::encode(tail_[tail_written_ + i], base_, bytes.data() + i * Format::kEntryBytes);
    const iovec piece{bytes.data(), count * Format::kEntryBytes};
    if (!ensure_open() ||
        !files_.io().write(file_, std::span(&piece, 1), uint64_t{file_entries_} * Format::kEntryBytes)) {
      tail_.resize(tail_written_);
      return false;
    }
    file_entries_ += count;
    tail_written_ += count;
    return true;
  }

  // Closes the file, if it is open, with all entries in it. False: it is not open, and some are in memory only. Nobody
  // may be searching.
  bool close() {
    if (file_.valid()) {
      write_tail();
      files_.close(std::exchange(file_, {}));
      block_.reset();
    }
    return tail_written_ == tail_.size();
  }

  // The newest entry: from memory where there is one, else from the file.
  reactor::Task<StorageResult<std::optional<Entry>>> last() {
    if (!tail_.empty()) co_return tail_.back();
    if (file_entries_ == 0) co_return std::nullopt;
    auto block = co_await load_block((file_entries_ - 1) / kBlockEntries);
    if (!block) co_return std::unexpected(block.error());
    co_return entry_of(**block, (file_entries_ - 1) % kBlockEntries);
  }

  // The last entry for which `holds` is true, where it is true of a prefix of the entries; nothing when of none.
  template <class Predicate>
  reactor::Task<StorageResult<std::optional<Entry>>> last_where(Predicate holds) {
    auto count = co_await count_where(holds);
    if (!count) co_return std::unexpected(count.error());
    if (*count == 0) co_return std::nullopt;
    co_return co_await entry_at(*count - 1);
  }

  // How many entries `holds` is true of, where it is true of a prefix.
  template <class Predicate>
  reactor::Task<StorageResult<uint32_t>> count_where(Predicate holds) {
    const uint32_t tail_begin = file_entries_ - tail_written_;
    if (!tail_.empty() && (holds(tail_.front()) || tail_begin == 0)) {
      const auto end = std::partition_point(tail_.begin(), tail_.end(), holds);
      co_return tail_begin + static_cast<uint32_t>(end - tail_.begin());
    }
    co_return co_await count_in_file(holds,
                                     tail_begin == 0 ? file_entries_ : (tail_.empty() ? file_entries_ : tail_begin));
  }

  reactor::Task<StorageResult<std::optional<Entry>>> entry_at(uint32_t index) {
    if (index >= entry_count()) co_return std::nullopt;
    const uint32_t tail_begin = file_entries_ - tail_written_;
    if (index >= tail_begin) co_return tail_[index - tail_begin];
    auto block = co_await load_block(index / kBlockEntries);
    if (!block) co_return std::unexpected(block.error());
    co_return entry_of(**block, index % kBlockEntries);
  }

  // Forgets all entries but the first `count`, in memory and in the file. `exact`: the file is also cut when it is
  // longer than what is known of it (Kafka leaves active indexes with zeros at their end).
  reactor::Task<StorageResult<void>> truncate_to(uint32_t count) {
    const uint32_t tail_begin = file_entries_ - tail_written_;
    if (count < tail_begin) {
      tail_.clear();
      tail_written_ = 0;
      file_entries_ = count;
    } else {
      tail_.resize(std::min<size_t>(tail_.size(), count - tail_begin));
      if (tail_.size() < tail_written_) {
        tail_written_ = static_cast<uint32_t>(tail_.size());
        file_entries_ = tail_begin + tail_written_;
      }
    }
    block_.reset();
    if (!ensure_open()) co_return std::unexpected(open_error());
    auto cut = co_await reactor::truncate(files_.io(), file_, uint64_t{file_entries_} * Format::kEntryBytes);
    if (!cut) co_return std::unexpected(StorageError::io(cut.error(), "cannot truncate " + path_));
    co_return StorageResult<void>{};
  }

  // Makes the file if it is not there yet.
  bool ensure_open() {
    if (file_.valid()) return true;
    auto opened = files_.open(path_, reactor::OpenMode::kCreate, &holder_);
    if (!opened) {
      error_ = opened.error();
      return false;
    }
    file_ = *opened;
    files_.touch(holder_);
    return true;
  }
  reactor::FileHandle file() const { return file_; }

 private:
  // Entries in memory. A full tail is written and its older half forgotten.
  static constexpr uint32_t kTailEntriesMax = 64;
  static constexpr uint32_t kBlockBytes = 4096;
  static constexpr uint32_t kBlockEntries = kBlockBytes / Format::kEntryBytes;
  struct Block {
    uint32_t number = 0;
    uint32_t entry_count = 0;
    std::array<std::byte, kBlockBytes> bytes;
  };

  StorageError open_error() const { return StorageError::io(error_, "cannot open " + path_); }
  Entry entry_of(const Block& block, uint32_t index) const {
    return Format::decode(block.bytes.data() + size_t{index} * Format::kEntryBytes, base_);
  }

  // The block with that number; the pointer is good until the caller suspends.
  reactor::Task<StorageResult<const Block*>> load_block(uint32_t number) {
    const uint32_t wanted = std::min(kBlockEntries, file_entries_ - number * kBlockEntries);
    if (block_ && block_->number == number && block_->entry_count >= wanted) co_return block_.get();
    if (!ensure_open()) co_return std::unexpected(open_error());
    auto block = std::make_unique<Block>();
    const size_t bytes = size_t{wanted} * Format::kEntryBytes;
    auto got = co_await reactor::read_resident_first(files_.io(), file_, std::span(block->bytes).first(bytes),
                                                     uint64_t{number} * kBlockEntries * Format::kEntryBytes);
    if (!got) co_return std::unexpected(StorageError::io(got.error(), "cannot read " + path_));
    if (*got < bytes) co_return std::unexpected(StorageError::corrupt(path_ + " is shorter than it was"));
    block->number = number;
    block->entry_count = wanted;
    block_ = std::move(block);
    co_return block_.get();
  }

  template <class Predicate>
  reactor::Task<StorageResult<uint32_t>> count_in_file(Predicate holds, uint32_t count) {
    if (count == 0) co_return 0U;
    uint32_t low = 0;       // entries before it hold
    uint32_t high = count;  // entries from it on do not
    uint32_t probe = block_ ? std::min(block_->number, (count - 1) / kBlockEntries) : (count - 1) / kBlockEntries / 2;
    while (low < high) {
      auto loaded = co_await load_block(probe);
      if (!loaded) co_return std::unexpected(loaded.error());
      const Block& block = **loaded;
      const uint32_t first = probe * kBlockEntries;
      const uint32_t end = std::min(first + block.entry_count, count);
      uint32_t inside = 0;
      uint32_t inside_end = end - first;
      while (inside < inside_end) {
        const uint32_t middle = (inside + inside_end) / 2;
        if (holds(entry_of(block, middle))) {
          inside = middle + 1;
        } else {
          inside_end = middle;
        }
      }
      if (inside == 0) {
        high = first;
      } else if (inside == end - first) {
        low = end;
      } else {
        co_return first + inside;
      }
      if (low >= high) break;
      // Searches go forward more often than not: the block behind the last one is tried before the middle.
      const uint32_t low_block = low / kBlockEntries;
      const uint32_t high_block = (high - 1) / kBlockEntries;
      probe = (inside != 0 && low == end && probe + 1 <= high_block && !stepped_) ? probe + 1
                                                                                  : (low_block + high_block) / 2;
      stepped_ = inside != 0 && !stepped_;
    }
    stepped_ = false;
    co_return low;
  }

  OpenFiles& files_;
  OpenFiles::Entry& holder_;
  std::string path_;
  Offset base_;
  reactor::FileHandle file_;
  uint32_t file_entries_;      // entries in the file
  uint32_t tail_written_ = 0;  // of the tail, its first ones are in the file as well
  bool stepped_ = false;
  std::vector<Entry> tail_;
  std::unique_ptr<Block> block_;
  reactor::IoError error_;
};

using OffsetIndex = IndexFile<OffsetIndexFormat>;
using TimeIndex = IndexFile<TimeIndexFormat>;

}  // namespace klamm::storage
