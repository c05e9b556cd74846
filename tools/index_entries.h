#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reactor/io.h"
#include "storage/index_file.h"
#include "storage/types.h"

namespace klamm::tools {

/// Kafka makes the indexes of an active segment as large as they may become, full of zeros.
inline bool is_unused(const storage::OffsetIndexFormat::Entry& entry) {
  return entry.position == 0;
}
inline bool is_unused(const storage::TimeIndexFormat::Entry& entry) {
  return entry.timestamp_ms == 0;
}

/// The entries of an `.index` or `.timeindex` file one after the other, a block at a time; the file is only read.
/// @core owner
template <class Format>
class IndexEntries {
 public:
  using Entry = typename Format::Entry;

  /// The error is the system's, as a sentence.
  static std::expected<IndexEntries, std::string> open(reactor::Io& io, const std::string& path, storage::Offset base) {
    const auto file = io.open(path, reactor::OpenMode::kRead);
    if (!file) return std::unexpected("cannot open " + path + ": " + file.error().text());
    return IndexEntries(io, path, *file, base);
  }
  IndexEntries(IndexEntries&& other) noexcept
      : io_(other.io_),
        path_(std::move(other.path_)),
        file_(std::exchange(other.file_, {})),
        base_(other.base_),
        block_(std::move(other.block_)),
        at_(other.at_),
        position_(other.position_) {}
  IndexEntries& operator=(IndexEntries&&) = delete;
  ~IndexEntries() {
    if (file_.valid()) io_->close(file_);
  }

  /// Nothing at the end, where tail_bytes() are left that are no entry, and where failure() says why no more is read.
  std::optional<Entry> next() {
    if (block_.size() - at_ < Format::kEntryBytes && !fill()) return std::nullopt;
    const Entry entry = Format::decode(block_.data() + at_, base_);
    at_ += Format::kEntryBytes;
    position_ += Format::kEntryBytes;
    return entry;
  }
  /// Where the entry that next() gave stands.
  uint64_t position() const { return position_ - Format::kEntryBytes; }
  size_t tail_bytes() const { return block_.size() - at_; }
  /// The system's error as a sentence; empty when there was none.
  const std::string& failure() const { return failure_; }

 private:
  static constexpr size_t kBlockEntries = 4096;

  IndexEntries(reactor::Io& io, std::string path, reactor::FileHandle file, storage::Offset base)
      : io_(&io), path_(std::move(path)), file_(file), base_(base) {}

  bool fill() {
    block_.resize(kBlockEntries * Format::kEntryBytes);
    at_ = 0;
    const auto got = io_->read_now(file_, block_, position_);
    if (!got) failure_ = "cannot read " + path_ + ": " + got.error().text();
    block_.resize(got ? *got : 0);
    return block_.size() >= Format::kEntryBytes;
  }

  reactor::Io* io_;
  std::string path_;
  reactor::FileHandle file_;
  storage::Offset base_;
  std::vector<std::byte> block_;
  size_t at_ = 0;
  uint64_t position_ = 0;
  std::string failure_;
};

}  // namespace klamm::tools
