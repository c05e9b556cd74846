#include "metadata/batch_reader.h"

#include <algorithm>

namespace klamm::metadata {

namespace {

constexpr size_t kWindowBytes = size_t{1} << 20;
// What a disk writes or does not write.
constexpr uint64_t kSectorBytes = 512;

// Closes the file at the end of a scope.
struct OpenFile {
  reactor::Io& io;
  reactor::FileHandle file;
  ~OpenFile() { io.close(file); }
};

}  // namespace

std::expected<std::span<const std::byte>, std::string> BatchReader::window(uint64_t position, size_t count) {
  const uint64_t left = file_bytes_ - position;
  count = static_cast<size_t>(std::min<uint64_t>(count, left));
  if (position < buffer_start_ || position + count > buffer_start_ + buffer_.size()) {
    const auto size = static_cast<size_t>(std::min<uint64_t>(left, std::max(count, kWindowBytes)));
    buffer_.resize(size);
    buffer_start_ = position;
    for (size_t filled = 0; filled < size;) {
      const auto read = io_.read_now(file_, std::span(buffer_).subspan(filled), position + filled);
      if (!read) return std::unexpected(read.error().text_about(path_));
      if (*read == 0) return std::unexpected(path_ + " became shorter while it was read");
      filled += *read;
    }
  }
  return std::span<const std::byte>(buffer_).subspan(static_cast<size_t>(position - buffer_start_));
}

// Whether a sector of [position, end) has only zeros: what a power loss leaves where it took what was written last.
std::expected<bool, std::string> BatchReader::has_lost_sector(uint64_t position, uint64_t end) {
  const auto bytes = window(position, static_cast<size_t>(end - position));
  if (!bytes) return std::unexpected(bytes.error());
  for (uint64_t at = position; at < end;) {
    const uint64_t next = std::min(end, (at / kSectorBytes + 1) * kSectorBytes);
    const auto sector = bytes->subspan(at - position, next - at);
    const bool is_lost = std::ranges::all_of(sector, [](std::byte byte) { return byte == std::byte{0}; });
    if (is_lost && next % kSectorBytes == 0) return true;
    at = next;
  }
  return false;
}

// Several batches may leave in one write, and a power loss may take any sectors of that, and leave the last of them.
// None was answered before all were on the disk. A batch that is wrong otherwise was damaged later.
std::expected<BatchReader::Rest, std::string> BatchReader::rest_after(uint64_t position, BatchFault fault) {
  if (fault == BatchFault::kUnsupported) return Rest::kUnsupported;
  const auto start = window(position, kBatchPrefixBytes);
  if (!start) return std::unexpected(start.error());
  const auto size = batch_size_bytes(*start);
  if (!size || *size < static_cast<int64_t>(kBatchHeaderBytes)) return Rest::kTorn;
  const uint64_t next = position + static_cast<uint64_t>(*size);
  if (next >= file_bytes_) return Rest::kTorn;
  const auto prefix = window(next, kBatchPrefixBytes);
  if (!prefix) return std::unexpected(prefix.error());
  const auto next_size = batch_size_bytes(*prefix);
  if (!next_size || *next_size < 0 || static_cast<uint64_t>(*next_size) > file_bytes_ - next) return Rest::kTorn;
  const auto bytes = window(next, static_cast<size_t>(*next_size));
  if (!bytes) return std::unexpected(bytes.error());
  if (!parse_batch(*bytes)) return Rest::kTorn;
  const auto is_lost = has_lost_sector(position, next);
  if (!is_lost) return std::unexpected(is_lost.error());
  return *is_lost ? Rest::kTorn : Rest::kDamaged;
}

std::expected<BatchReader::End, std::string> BatchReader::read(
    const std::function<std::expected<void, std::string>(const MetadataBatch&)>& visit) {
  const auto opened = io_.open(path_, reactor::OpenMode::kRead);
  if (!opened) return std::unexpected(opened.error().text_about(path_));
  const OpenFile open{io_, *opened};
  file_ = *opened;
  const auto status = io_.status(file_);
  if (!status) return std::unexpected(status.error().text_about(path_));
  file_bytes_ = status->size_bytes;

  End end;
  while (end.valid_bytes < file_bytes_) {
    auto bytes = window(end.valid_bytes, kBatchPrefixBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const auto size = batch_size_bytes(*bytes);
    if (size && *size > 0 && static_cast<uint64_t>(*size) <= file_bytes_ - end.valid_bytes) {
      bytes = window(end.valid_bytes, static_cast<size_t>(*size));
      if (!bytes) return std::unexpected(bytes.error());
    }
    const auto batch = parse_batch(*bytes);
    if (!batch) {
      const auto rest = rest_after(end.valid_bytes, batch.error());
      if (!rest) return std::unexpected(rest.error());
      end.rest = *rest;
      end.rest_bytes = file_bytes_ - end.valid_bytes;
      return end;
    }
    if (auto visited = visit(*batch); !visited) return std::unexpected(visited.error());
    end.valid_bytes += batch->size_bytes;
  }
  return end;
}

}  // namespace klamm::metadata
