#include "storage/producer_snapshot.h"

#include <fmt/core.h>

#include "protocol/crc32c.h"
#include "protocol/record_batch.h"

namespace klamm::storage {

using protocol::load_big_endian;
using protocol::store_big_endian;

namespace {

constexpr int16_t kVersion = 1;
constexpr size_t kCrcAt = 2;

ProducerSummary decode_entry(const std::byte* at) {
  ProducerSummary producer;
  producer.producer_id = ProducerId(load_big_endian<int64_t>(at));
  producer.epoch = ProducerEpoch(load_big_endian<int16_t>(at + 8));
  producer.last_sequence = load_big_endian<int32_t>(at + 10);
  producer.last_offset = Offset(load_big_endian<int64_t>(at + 14));
  producer.offset_delta = load_big_endian<int32_t>(at + 22);
  producer.timestamp_ms = load_big_endian<int64_t>(at + 26);
  producer.coordinator_epoch = load_big_endian<int32_t>(at + 34);
  producer.current_transaction_first_offset = Offset(load_big_endian<int64_t>(at + 38));
  return producer;
}

}  // namespace

uint32_t snapshot_crc(std::span<const std::byte> bytes) {
  return load_big_endian<uint32_t>(bytes.data() + kCrcAt);
}

void encode_snapshot_head(std::byte* at, uint32_t crc, int32_t producer_count) {
  store_big_endian(at, kVersion);
  store_big_endian(at + kCrcAt, crc);
  store_big_endian(at + kSnapshotCountAt, producer_count);
}

void encode_snapshot_entry(std::byte* at, const ProducerSummary& producer) {
  store_big_endian(at, producer.producer_id.value);
  store_big_endian(at + 8, producer.epoch.value);
  store_big_endian(at + 10, producer.last_sequence);
  store_big_endian(at + 14, producer.last_offset.value);
  store_big_endian(at + 22, producer.offset_delta);
  store_big_endian(at + 26, producer.timestamp_ms);
  store_big_endian(at + 34, producer.coordinator_epoch);
  store_big_endian(at + 38, producer.current_transaction_first_offset.value);
}

std::vector<std::byte> encode_producer_snapshot(std::span<const ProducerSummary> producers) {
  std::vector<std::byte> bytes(kSnapshotHeadBytes + producers.size() * kSnapshotEntryBytes);
  std::byte* at = bytes.data() + kSnapshotHeadBytes;
  for (const ProducerSummary& producer : producers) {
    encode_snapshot_entry(at, producer);
    at += kSnapshotEntryBytes;
  }
  const auto count = static_cast<int32_t>(producers.size());
  encode_snapshot_head(bytes.data(), 0, count);
  encode_snapshot_head(bytes.data(), protocol::crc32c(std::span(bytes).subspan(kSnapshotCountAt)), count);
  return bytes;
}

std::expected<std::vector<ProducerSummary>, std::string> decode_producer_snapshot(std::span<const std::byte> bytes) {
  if (bytes.size() < kSnapshotHeadBytes) return std::unexpected(fmt::format("{} bytes are too few", bytes.size()));
  if (const auto version = load_big_endian<int16_t>(bytes.data()); version != kVersion) {
    return std::unexpected(fmt::format("unknown version {}", version));
  }
  if (load_big_endian<uint32_t>(bytes.data() + kCrcAt) != protocol::crc32c(bytes.subspan(kSnapshotCountAt))) {
    return std::unexpected("the checksum does not match");
  }
  const auto count = load_big_endian<int32_t>(bytes.data() + kSnapshotCountAt);
  if (count < 0 || bytes.size() != kSnapshotHeadBytes + static_cast<size_t>(count) * kSnapshotEntryBytes) {
    return std::unexpected(fmt::format("{} producers do not fit {} bytes", count, bytes.size()));
  }
  std::vector<ProducerSummary> producers;
  producers.reserve(static_cast<size_t>(count));
  for (int32_t i = 0; i < count; ++i)
    producers.push_back(decode_entry(bytes.data() + kSnapshotHeadBytes + static_cast<size_t>(i) * kSnapshotEntryBytes));
  return producers;
}

}  // namespace klamm::storage
