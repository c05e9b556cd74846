#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/producer_state.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Writes the producers of a log at one offset: Kafka's `.snapshot`, and the older batches of each window in a
// `.producer-windows` beside it (none where there is no producer). Both are written into the page cache as the capture
// of the producers goes on, through buffers of 256 KiB, and have a valid head only when they are whole: what a crash
// leaves of them is recognised, by Kafka too.
//
// The windows are bounded by kWindowsFileBytesMax: where all of them need more, each producer gets an equal part, for
// its newest batches.
// @core owner
class ProducerSnapshotWriter final : public ProducerSink {
 public:
  // Makes the files. kAlreadyExists when there is a snapshot of that offset.
  static StorageResult<std::unique_ptr<ProducerSnapshotWriter>> create(reactor::Io& io, const std::string& directory,
                                                                       Offset offset, const ProducerState& producers);
  ~ProducerSnapshotWriter();
  ProducerSnapshotWriter(const ProducerSnapshotWriter&) = delete;
  ProducerSnapshotWriter& operator=(const ProducerSnapshotWriter&) = delete;

  // A failed write is kept for finish().
  void take(const ProducerSummary& producer, const BatchWindow& window) override;
  bool has_failed() const { return failure_.has_value(); }
  // After the last producer: makes the files whole. May be called again.
  StorageResult<void> finish();
  // Brings finished files to the disk. One without producers is not missed there.
  reactor::Task<StorageResult<void>> sync();
  reactor::Task<void> remove_files();

  Offset offset() const { return offset_; }
  bool has_windows() const { return windows_.has_value(); }

 private:
  struct File {
    std::string path;
    reactor::FileHandle handle;
    std::vector<std::byte> buffer;
    uint64_t end = 0;  // of what is written
    uint32_t crc = 0;
  };

  ProducerSnapshotWriter(reactor::Io& io, Offset offset, const ProducerState& producers);
  StorageResult<File> make(const std::string& path, reactor::OpenMode mode, size_t head_bytes);
  void flush(File& file);
  void write(File& file, std::span<const std::byte> bytes, uint64_t at);
  void finish_windows(uint32_t snapshot_crc);

  reactor::Io& io_;
  Offset offset_;
  int32_t producer_count_;
  int32_t window_count_ = 0;
  uint16_t batches_max_ = BatchWindow::kLimitMax;  // of one window
  File snapshot_;
  std::optional<File> windows_;
  std::optional<StorageError> failure_;
  bool is_finished_ = false;
};

}  // namespace klamm::storage
