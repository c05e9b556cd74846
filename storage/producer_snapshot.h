#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "storage/producer_state.h"

// Kafka's `.snapshot` files (version 1): a head, then one entry per producer, in no particular order.
namespace klamm::storage {

inline constexpr size_t kSnapshotHeadBytes = 10;
inline constexpr size_t kSnapshotEntryBytes = 46;
// The checksum covers the number of producers, the last field of the head, and the entries.
inline constexpr size_t kSnapshotCountAt = 6;

std::vector<std::byte> encode_producer_snapshot(std::span<const ProducerSummary> producers);
// The error says what is wrong with the bytes.
std::expected<std::vector<ProducerSummary>, std::string> decode_producer_snapshot(std::span<const std::byte> bytes);

// The head's checksum; `bytes` is a whole file.
uint32_t snapshot_crc(std::span<const std::byte> bytes);

// For a file that is written a part at a time; `at` has room for one head or entry.
void encode_snapshot_head(std::byte* at, uint32_t crc, int32_t producer_count);
void encode_snapshot_entry(std::byte* at, const ProducerSummary& producer);

}  // namespace klamm::storage
