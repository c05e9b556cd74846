#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "storage/producer_state.h"

// `.snapshot` files: Kafka's ProducerSnapshot, version 1, with a CRC-32C over what follows it.
namespace klamm::storage {

std::vector<std::byte> encode_producer_snapshot(std::span<const ProducerSummary> producers);
// The error says what is wrong with the bytes.
std::expected<std::vector<ProducerSummary>, std::string> decode_producer_snapshot(std::span<const std::byte> bytes);

}  // namespace klamm::storage
