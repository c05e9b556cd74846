#include "storage/producer_windows.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"

namespace klamm::storage {

using protocol::load_big_endian;
using protocol::store_big_endian;

namespace {

constexpr uint32_t kMagic = 0x4b4c5057;  // "KLPW"
constexpr int16_t kVersion = 1;
constexpr size_t kCrcAt = 8;
constexpr size_t kFieldsAt = 12;

uint32_t whole_crc(uint32_t entry_crc, const std::byte* head) {
  return protocol::crc32c_extend(entry_crc, std::span(head + kFieldsAt, kWindowsHeadBytes - kFieldsAt));
}

// The bytes of the entry at the beginning of `rest`; nothing when it is impossible.
std::optional<size_t> entry_bytes(std::span<const std::byte> rest, Offset below) {
  if (rest.size() < kWindowBytes) return std::nullopt;
  const auto id = load_big_endian<int64_t>(rest.data());
  const auto count = load_big_endian<int16_t>(rest.data() + 10);
  if (id < 0 || count < 1 || count >= BatchWindow::kLimitMax) return std::nullopt;
  const size_t bytes = kWindowBytes + static_cast<size_t>(count) * kWindowBatchBytes;
  if (rest.size() < bytes) return std::nullopt;
  int64_t before = -1;
  for (const std::byte* at = rest.data() + kWindowBytes; at < rest.data() + bytes; at += kWindowBatchBytes) {
    const auto last = load_big_endian<int64_t>(at);
    const auto delta = load_big_endian<int32_t>(at + 20);
    if (delta < 0 || last < delta || last - delta <= before || last >= below.value) return std::nullopt;
    before = last;
  }
  return bytes;
}

}  // namespace

void encode_windows_head(std::byte* at, const ProducerWindowsHead& head, uint32_t entry_crc) {
  store_big_endian(at, kMagic);
  store_big_endian(at + 4, kVersion);
  store_big_endian(at + 6, int16_t{0});
  store_big_endian(at + kFieldsAt, head.offset.value);
  store_big_endian(at + 20, head.snapshot_crc);
  store_big_endian(at + 24, head.producer_count);
  store_big_endian(at + 28, head.entry_bytes);
  store_big_endian(at + kCrcAt, whole_crc(entry_crc, at));
}

void append_window(std::vector<std::byte>& to, ProducerId id, ProducerEpoch epoch, const BatchWindow& window,
                   uint16_t batches_max) {
  const int older = window.size() - 1;
  const int count = std::min<int>(older, batches_max);
  if (count <= 0) return;
  const size_t start = to.size();
  to.resize(start + kWindowBytes + static_cast<size_t>(count) * kWindowBatchBytes);
  std::byte* at = to.data() + start;
  store_big_endian(at, id.value);
  store_big_endian(at + 8, epoch.value);
  store_big_endian(at + 10, static_cast<int16_t>(count));
  at += kWindowBytes;
  for (int i = older - count; i < older; ++i) {
    const ProducerBatch& batch = window.at(static_cast<uint16_t>(i));
    store_big_endian(at, batch.last_offset.value);
    store_big_endian(at + 8, batch.timestamp_ms);
    store_big_endian(at + 16, batch.last_sequence);
    store_big_endian(at + 20, batch.offset_delta);
    at += kWindowBatchBytes;
  }
}

std::expected<ProducerWindowsReader, std::string> ProducerWindowsReader::open(std::span<const std::byte> file) {
  if (file.size() < kWindowsHeadBytes) return std::unexpected(fmt::format("{} bytes are too few", file.size()));
  const std::byte* const at = file.data();
  if (load_big_endian<uint32_t>(at) != kMagic) return std::unexpected("these are no producer windows");
  if (const auto version = load_big_endian<int16_t>(at + 4); version != kVersion) {
    return std::unexpected(fmt::format("unknown version {}", version));
  }
  const auto entries = file.subspan(kWindowsHeadBytes);
  if (load_big_endian<uint32_t>(at + kCrcAt) != whole_crc(protocol::crc32c(entries), at) ||
      load_big_endian<int16_t>(at + 6) != 0) {
    return std::unexpected("the checksum does not match");
  }
  ProducerWindowsHead head;
  head.offset = Offset(load_big_endian<int64_t>(at + kFieldsAt));
  head.snapshot_crc = load_big_endian<uint32_t>(at + 20);
  head.producer_count = load_big_endian<int32_t>(at + 24);
  head.entry_bytes = load_big_endian<int64_t>(at + 28);
  int64_t count = 0;
  for (auto rest = entries; !rest.empty(); ++count) {
    const auto bytes = entry_bytes(rest, head.offset);
    if (!bytes) return std::unexpected(fmt::format("entry {} is impossible", count));
    rest = rest.subspan(*bytes);
  }
  if (count != head.producer_count || static_cast<int64_t>(entries.size()) != head.entry_bytes) {
    return std::unexpected("the head and the entries do not agree");
  }
  return ProducerWindowsReader(head, entries);
}

std::span<const ProducerBatch> ProducerWindowsReader::take(ProducerId id, ProducerEpoch epoch) {
  batches_.clear();
  if (rest_.empty() || load_big_endian<int64_t>(rest_.data()) != id.value ||
      load_big_endian<int16_t>(rest_.data() + 8) != epoch.value) {
    return batches_;
  }
  const auto count = static_cast<size_t>(load_big_endian<int16_t>(rest_.data() + 10));
  const std::byte* at = rest_.data() + kWindowBytes;
  for (size_t i = 0; i < count; ++i, at += kWindowBatchBytes) {
    batches_.push_back({Offset(load_big_endian<int64_t>(at)), load_big_endian<int64_t>(at + 8),
                        load_big_endian<int32_t>(at + 16), load_big_endian<int32_t>(at + 20)});
  }
  rest_ = rest_.subspan(kWindowBytes + count * kWindowBatchBytes);
  return batches_;
}

}  // namespace klamm::storage
