#include "storage/producer_snapshot_writer.h"

#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"
#include "reactor/assert.h"
#include "reactor/io_await.h"
#include "storage/file_names.h"
#include "storage/producer_snapshot.h"
#include "storage/producer_windows.h"

namespace klamm::storage {

using reactor::Task;

namespace {

constexpr size_t kBufferBytes = 256 * 1024;

// What each window may have for all to fit the file.
uint16_t batches_that_fit(uint64_t producers, uint64_t batches) {
  const uint64_t room = kWindowsFileBytesMax - kWindowsHeadBytes;
  if (producers * kWindowBytes + batches * kWindowBatchBytes <= room) return BatchWindow::kLimitMax;
  const uint64_t part = room / producers;
  return static_cast<uint16_t>(part < kWindowBytes ? 0 : (part - kWindowBytes) / kWindowBatchBytes);
}

}  // namespace

ProducerSnapshotWriter::ProducerSnapshotWriter(reactor::Io& io, Offset offset, const ProducerState& producers)
    : io_(io),
      offset_(offset),
      producer_count_(static_cast<int32_t>(producers.size())),
      batches_max_(batches_that_fit(producers.size(), producers.batch_count())) {}

ProducerSnapshotWriter::~ProducerSnapshotWriter() {
  if (snapshot_.handle.valid()) io_.close(snapshot_.handle);
  if (windows_) io_.close(windows_->handle);
}

StorageResult<std::unique_ptr<ProducerSnapshotWriter>> ProducerSnapshotWriter::create(reactor::Io& io,
                                                                                      const std::string& directory,
                                                                                      Offset offset,
                                                                                      const ProducerState& producers) {
  std::unique_ptr<ProducerSnapshotWriter> writer(new ProducerSnapshotWriter(io, offset, producers));
  auto snapshot = writer->make(offset_file_path(directory, offset, kProducerSnapshotSuffix),
                               reactor::OpenMode::kCreateExclusive, kSnapshotHeadBytes);
  if (!snapshot) return std::unexpected(snapshot.error());
  writer->snapshot_ = std::move(*snapshot);
  // The checksum begins with the number of producers.
  std::array<std::byte, sizeof(int32_t)> count{};
  protocol::store_big_endian(count.data(), writer->producer_count_);
  writer->snapshot_.crc = protocol::crc32c(count);
  if (producers.size() == 0) return writer;
  auto windows = writer->make(offset_file_path(directory, offset, kProducerWindowsSuffix), reactor::OpenMode::kCreate,
                              kWindowsHeadBytes);
  if (windows) {
    writer->windows_ = std::move(*windows);
  } else {
    writer->failure_ = windows.error();
  }
  return writer;
}

StorageResult<ProducerSnapshotWriter::File> ProducerSnapshotWriter::make(const std::string& path,
                                                                         reactor::OpenMode mode, size_t head_bytes) {
  auto opened = io_.open(path, mode);
  if (!opened && opened.error().code == EEXIST) {
    return std::unexpected(StorageError{StorageErrorKind::kAlreadyExists, EEXIST, "there is a file " + path});
  }
  if (!opened) return std::unexpected(StorageError::io(opened.error(), "cannot make " + path));
  return File{path, *opened, {}, head_bytes, 0};
}

void ProducerSnapshotWriter::take(const ProducerSummary& producer, const BatchWindow& window) {
  if (failure_) return;
  std::vector<std::byte>& entries = snapshot_.buffer;
  entries.resize(entries.size() + kSnapshotEntryBytes);
  encode_snapshot_entry(entries.data() + entries.size() - kSnapshotEntryBytes, producer);
  if (entries.size() >= kBufferBytes) flush(snapshot_);
  if (window.size() < 2 || batches_max_ == 0) return;
  append_window(windows_->buffer, producer.producer_id, producer.epoch, window, batches_max_);
  ++window_count_;
  if (windows_->buffer.size() >= kBufferBytes) flush(*windows_);
}

void ProducerSnapshotWriter::flush(File& file) {
  file.crc = protocol::crc32c_extend(file.crc, file.buffer);
  write(file, file.buffer, file.end);
  file.end += file.buffer.size();
  file.buffer.clear();
}

void ProducerSnapshotWriter::write(File& file, std::span<const std::byte> bytes, uint64_t at) {
  if (failure_ || bytes.empty()) return;
  const iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
  auto written = io_.write(file.handle, std::span(&piece, 1), at);
  if (!written) failure_ = StorageError::io(written.error(), "cannot write " + file.path);
}

StorageResult<void> ProducerSnapshotWriter::finish() {
  if (!is_finished_) {
    is_finished_ = true;
    flush(snapshot_);
    KLAMM_ASSERT(failure_ ||
                 snapshot_.end == kSnapshotHeadBytes + static_cast<uint64_t>(producer_count_) * kSnapshotEntryBytes);
    if (windows_) finish_windows(snapshot_.crc);
    std::array<std::byte, kSnapshotHeadBytes> head{};
    encode_snapshot_head(head.data(), snapshot_.crc, producer_count_);
    write(snapshot_, head, 0);
  }
  if (failure_) return std::unexpected(*failure_);
  return {};
}

void ProducerSnapshotWriter::finish_windows(uint32_t snapshot_crc) {
  flush(*windows_);
  std::array<std::byte, kWindowsHeadBytes> head{};
  const auto entry_bytes = static_cast<int64_t>(windows_->end - kWindowsHeadBytes);
  encode_windows_head(head.data(), {offset_, snapshot_crc, window_count_, entry_bytes}, windows_->crc);
  write(*windows_, head, 0);
}

Task<StorageResult<void>> ProducerSnapshotWriter::sync() {
  if (producer_count_ == 0) co_return StorageResult<void>{};
  auto synced = co_await reactor::sync_data(io_, snapshot_.handle);
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + snapshot_.path));
  if (!windows_) co_return StorageResult<void>{};
  synced = co_await reactor::sync_data(io_, windows_->handle);
  if (!synced) co_return std::unexpected(StorageError::io(synced.error(), "cannot sync " + windows_->path));
  co_return StorageResult<void>{};
}

// What cannot be removed is recognised by its head.
Task<void> ProducerSnapshotWriter::remove_files() {
  auto removed = co_await reactor::unlink(io_, snapshot_.path);
  if (windows_) removed = co_await reactor::unlink(io_, windows_->path);
}

}  // namespace klamm::storage
