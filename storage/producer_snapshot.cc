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
constexpr size_t kCrcCoversFrom = 6;
constexpr size_t kEntriesAt = 10;
constexpr size_t kEntryBytes = 8 + 2 + 4 + 8 + 4 + 8 + 4 + 8;

void encode_entry(const ProducerSummary& producer, std::byte* at) {
  store_big_endian(at, producer.producer_id.value);
  store_big_endian(at + 8, producer.epoch.value);
  store_big_endian(at + 10, producer.last_sequence);
  store_big_endian(at + 14, producer.last_offset.value);
  store_big_endian(at + 22, producer.offset_delta);
  store_big_endian(at + 26, producer.timestamp_ms);
  store_big_endian(at + 34, producer.coordinator_epoch);
  store_big_endian(at + 38, producer.current_transaction_first_offset.value);
}

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

std::vector<std::byte> encode_producer_snapshot(std::span<const ProducerSummary> producers) {
  std::vector<std::byte> bytes(kEntriesAt + producers.size() * kEntryBytes);
  store_big_endian(bytes.data(), kVersion);
  store_big_endian(bytes.data() + kCrcCoversFrom, static_cast<int32_t>(producers.size()));
  std::byte* at = bytes.data() + kEntriesAt;
  for (const ProducerSummary& producer : producers) {
    encode_entry(producer, at);
    at += kEntryBytes;
  }
  store_big_endian(bytes.data() + kCrcAt, protocol::crc32c(std::span(bytes).subspan(kCrcCoversFrom)));
  return bytes;
}

std::expected<std::vector<ProducerSummary>, std::string> decode_producer_snapshot(std::span<const std::byte> bytes) {
  if (bytes.size() < kEntriesAt) return std::unexpected(fmt::format("{} bytes are too few", bytes.size()));
  if (const auto version = load_big_endian<int16_t>(bytes.data()); version != kVersion) {
    return std::unexpected(fmt::format("unknown version {}", version));
  }
  if (load_big_endian<uint32_t>(bytes.data() + kCrcAt) != protocol::crc32c(bytes.subspan(kCrcCoversFrom))) {
    return std::unexpected("the checksum does not match");
  }
  const auto count = load_big_endian<int32_t>(bytes.data() + kCrcCoversFrom);
  if (count < 0 || bytes.size() != kEntriesAt + static_cast<size_t>(count) * kEntryBytes) {
    return std::unexpected(fmt::format("{} producers do not fit {} bytes", count, bytes.size()));
  }
  std::vector<ProducerSummary> producers;
  producers.reserve(static_cast<size_t>(count));
  for (int32_t i = 0; i < count; ++i)
    producers.push_back(decode_entry(bytes.data() + kEntriesAt + static_cast<size_t>(i) * kEntryBytes));
  return producers;
}

}  // namespace klamm::storage
