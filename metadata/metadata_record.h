#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

// The value of a record of the metadata log: frame version, api key and version as unsigned varints, then the message.
namespace klamm::metadata {

inline constexpr uint32_t kFrameVersion = 1;

/// One record value, split. `body` and `whole` point into the bytes it was split from.
struct RecordFrame {
  uint32_t api_key = 0;
  int16_t version = 0;
  std::span<const std::byte> body;
  std::span<const std::byte> whole;
};

/// The error is a sentence.
std::expected<RecordFrame, std::string> parse_record_frame(std::span<const std::byte> value);

/// Values of records that are to be written, in order. An operation's records leave in one batch.
using RecordValues = std::vector<std::string>;

/// Encodes one record of ours; that it fits its version is asserted.
template <class Message>
std::string encode_record(const Message& message, int16_t version = Message::kHighestVersion) {
  protocol::Writer writer;
  writer.write_unsigned_varint(kFrameVersion);
  writer.write_unsigned_varint(static_cast<uint32_t>(Message::kApiKey));
  writer.write_unsigned_varint(static_cast<uint32_t>(version));
  const auto encoded = protocol::encode(message, version, writer);
  KLAMM_ASSERT(encoded.has_value());
  const auto bytes = writer.written();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The version of each record type that goes with a metadata.version (Kafka's MetadataVersion).
struct RecordVersions {
  int16_t register_broker = 4;
  int16_t partition = 2;
  int16_t partition_change = 2;
  bool transactions = true;
};
RecordVersions record_versions(int16_t metadata_version);

// Levels of metadata.version that Klamm can read and write.
inline constexpr int16_t kMetadataVersionMin = 7;   // 3.3-IV3
inline constexpr int16_t kMetadataVersionMax = 33;  // 4.4-IV2
inline constexpr int16_t kMetadataVersionDefault = 33;

/// Kafka's name of a record type ("TopicRecord"); a number for an unknown one.
std::string record_type_name(uint32_t api_key);

}  // namespace klamm::metadata
