#include "metadata/snapshot_file.h"

#include <sys/uio.h>

#include <charconv>
#include <utility>

#include "metadata/batch_reader.h"
#include "protocol/codec.h"
#include "protocol/messages/snapshot_header_record.h"
#include "reactor/io_await.h"

namespace klamm::metadata {

namespace {

constexpr size_t kOffsetDigits = 20;
constexpr size_t kEpochDigits = 10;

template <class Number>
std::optional<Number> digits(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || text[0] == '-') return std::nullopt;
  return value;
}

std::string padded(std::string number, size_t width) {
  return std::string(width - number.size(), '0') + number;
}

// Ends a reading on purpose.
const std::string kEnough = "enough";

}  // namespace

std::string snapshot_file_name(const SnapshotId& id) {
  return padded(std::to_string(id.end_offset), kOffsetDigits) + "-" + padded(std::to_string(id.epoch), kEpochDigits) +
         std::string(kSnapshotSuffix);
}

std::optional<SnapshotId> parse_snapshot_name(std::string_view name) {
  if (!name.ends_with(kSnapshotSuffix)) return std::nullopt;
  name.remove_suffix(kSnapshotSuffix.size());
  if (name.size() != kOffsetDigits + 1 + kEpochDigits || name[kOffsetDigits] != '-') return std::nullopt;
  const auto offset = digits<int64_t>(name.substr(0, kOffsetDigits));
  const auto epoch = digits<int32_t>(name.substr(kOffsetDigits + 1));
  if (!offset || !epoch) return std::nullopt;
  return SnapshotId{*offset, *epoch};
}

SnapshotFile inspect_snapshot(reactor::Io& io, const std::string& path, const SnapshotId& id) {
  SnapshotFile file{id, 0, 0};
  if (const auto status = io.status(path)) file.size_bytes = status->size_bytes;
  BatchReader reader(io, path);
  const auto first_record = [&](const MetadataRecordView& record) -> std::expected<void, std::string> {
    protocol::Arena arena;
    protocol::Reader value(record.value);
    const auto header = protocol::decode<protocol::SnapshotHeaderRecord>(value, 0, arena);
    if (header && control_type(record.key) == ControlType::kSnapshotHeader) {
      file.last_contained_log_timestamp_ms = header->last_contained_log_timestamp;
    }
    return std::unexpected(kEnough);
  };
  static_cast<void>(reader.read([&](const MetadataBatch& batch) -> std::expected<void, std::string> {
    if (batch.is_control) return for_each_record(batch, first_record);
    return std::unexpected(kEnough);
  }));
  return file;
}

bool is_whole_snapshot(reactor::Io& io, const std::string& path) {
  bool ends_with_footer = false;
  BatchReader reader(io, path);
  const auto read = reader.read([&](const MetadataBatch& batch) {
    return for_each_record(batch, [&](const MetadataRecordView& record) -> std::expected<void, std::string> {
      ends_with_footer = batch.is_control && control_type(record.key) == ControlType::kSnapshotFooter;
      return {};
    });
  });
  return read && read->rest == BatchReader::Rest::kNone && ends_with_footer;
}

SnapshotFileWriter::SnapshotFileWriter(reactor::Io& io, std::string directory, const SnapshotId& id)
    : io_(io),
      directory_(std::move(directory)),
      path_(directory_ + "/" + snapshot_file_name(id)),
      part_path_(path_ + std::string(kPartSuffix)) {}

SnapshotFileWriter::~SnapshotFileWriter() {
  close();
}

void SnapshotFileWriter::close() {
  if (file_.valid()) io_.close(std::exchange(file_, reactor::FileHandle{}));
}

reactor::Task<SnapshotFileWriter::Result> SnapshotFileWriter::open() {
  const auto opened = io_.open(part_path_, reactor::OpenMode::kCreate);
  if (!opened) co_return std::unexpected(opened.error().text_about(part_path_));
  file_ = *opened;
  // One may be there from a write that failed.
  const auto emptied = co_await reactor::truncate(io_, file_, 0);
  if (!emptied) co_return std::unexpected(emptied.error().text_about(part_path_));
  co_return Result{};
}

SnapshotFileWriter::Result SnapshotFileWriter::append(std::span<const std::byte> bytes) {
  const iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
  const auto written = io_.write(file_, std::span(&piece, 1), size_bytes_);
  if (!written) return std::unexpected(written.error().text_about(part_path_));
  size_bytes_ += bytes.size();
  return {};
}

reactor::Task<SnapshotFileWriter::Result> SnapshotFileWriter::finish() {
  const auto synced = co_await reactor::sync_data(io_, file_);
  if (!synced) co_return std::unexpected(synced.error().text_about(part_path_));
  close();
  const auto renamed = co_await reactor::rename(io_, part_path_, path_);
  if (!renamed) co_return std::unexpected(renamed.error().text_about(part_path_));
  const auto synced_name = co_await reactor::sync_directory(io_, directory_);
  if (!synced_name) co_return std::unexpected(synced_name.error().text_about(directory_));
  co_return Result{};
}

reactor::Task<void> SnapshotFileWriter::discard() {
  close();
  static_cast<void>(co_await reactor::unlink(io_, part_path_));
}

}  // namespace klamm::metadata
