#include "storage/batch_header.h"

#include <fmt/core.h>

namespace klamm::storage {

std::expected<BatchHeader, std::string> parse_batch_header(std::span<const std::byte> bytes) {
  auto parsed = protocol::parse_header(bytes);
  if (!parsed) return std::unexpected(std::string(protocol::describe(parsed.error())));
  if (parsed->base_offset < 0 || parsed->last_offset_delta < 0 ||
      parsed->base_offset > INT64_MAX - parsed->last_offset_delta - 1) {
    return std::unexpected(fmt::format("a batch with base offset {} and last offset delta {}", parsed->base_offset,
                                       parsed->last_offset_delta));
  }
  BatchHeader header;
  header.base_offset = Offset(parsed->base_offset);
  header.size_bytes = static_cast<uint32_t>(parsed->size_bytes());
  header.last_offset_delta = parsed->last_offset_delta;
  header.leader_epoch = LeaderEpoch(parsed->partition_leader_epoch);
  header.crc = parsed->crc;
  header.max_timestamp_ms = parsed->max_timestamp;
  header.producer_id = ProducerId(parsed->producer_id);
  header.producer_epoch = ProducerEpoch(parsed->producer_epoch);
  header.base_sequence = parsed->base_sequence;
  header.attributes = parsed->attributes;
  return header;
}

}  // namespace klamm::storage
