#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "storage/journal/journal_format.h"
#include "storage/partition_key.h"
#include "storage/storage_error.h"
#include "storage/types.h"

// What is in a journal file (see journal_format.h), found without having more of it in memory than a piece.
namespace klamm::storage {

// Where the bytes come from.
class JournalSource {
 public:
  virtual ~JournalSource() = default;
  virtual uint64_t size_bytes() const = 0;
  // So many from `position_bytes` on, which are there; good until the next call.
  virtual StorageResult<std::span<const std::byte>> at(uint64_t position_bytes, size_t size_bytes) = 0;
};

// A file. For the start and for tools: it waits for the disk.
class JournalFileSource final : public JournalSource {
 public:
  static StorageResult<std::unique_ptr<JournalFileSource>> open(reactor::Io& io, std::string path);
  ~JournalFileSource() override;
  JournalFileSource(const JournalFileSource&) = delete;
  JournalFileSource& operator=(const JournalFileSource&) = delete;

  uint64_t size_bytes() const override { return size_bytes_; }
  StorageResult<std::span<const std::byte>> at(uint64_t position_bytes, size_t size_bytes) override;

 private:
  JournalFileSource(reactor::Io& io, std::string path, reactor::FileHandle file)
      : io_(io), path_(std::move(path)), file_(file) {}

  reactor::Io& io_;
  std::string path_;
  reactor::FileHandle file_;
  uint64_t size_bytes_ = 0;
  std::vector<std::byte> window_;
  uint64_t window_from_bytes_ = 0;
};

// One write.
struct JournalFrame {
  uint64_t position_bytes = 0;  // in the file
  uint64_t size_bytes = 0;      // without padding
  int64_t sequence = 0;
  uint32_t entry_count = 0;
};

// An entry, whose batch stays in the file.
struct FoundJournalEntry {
  Offset base_offset{};
  Offset next_offset{};         // behind its batch; the base offset of a truncation
  uint64_t position_bytes = 0;  // of its batch in the file
  uint32_t batch_bytes = 0;     // 0: a truncation
  LeaderEpoch leader_epoch{};
  uint32_t file = 0;   // which of a JournalSet's
  uint32_t frame = 0;  // which of the file's, there

  bool is_batch() const { return batch_bytes != 0; }
};

struct JournalContents {
  JournalHead head;
  std::vector<JournalFrame> frames;  // oldest first
  uint64_t entry_count = 0;          // of all frames
  bool is_continuous = true;         // false: frames between others are lost, which no crash explains; the rest is here
};

// Any bytes may come. kCorrupt, whose message says why, where this is no journal.
StorageResult<JournalContents> parse_journal(JournalSource& source);

// The entries of a frame that parse_journal() has found, in order. kCorrupt: they are not what they were then.
using JournalEntryVisitor = std::function<void(const PartitionKey&, const FoundJournalEntry&)>;
StorageResult<void> visit_journal_frame(JournalSource& source, const JournalFrame& frame,
                                        const JournalEntryVisitor& visit);

}  // namespace klamm::storage
