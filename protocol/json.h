#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "protocol/descriptor.h"

namespace klamm::protocol {

/// Appends a message as one line of JSON with the fields that `version` has, named as Kafka prints them ("topicData").
/// Tagged fields with their defaults are left out. Bytes are Base64, records only their size. For request logs and
/// dumps.
/// @core any
void append_json(const MessageDescriptor& descriptor, const void* message, int16_t version, std::string& out);

/// Appends a text as a JSON string. Bytes that are no UTF-8 become U+FFFD, as in Kafka.
/// @core any
void append_json_text(std::string_view text, std::string& out);

/// Appends the bytes in Base64, padded.
/// @core any
void append_base64(std::span<const std::byte> bytes, std::string& out);

template <class Message>
std::string to_json(const Message& message, int16_t version) {
  std::string out;
  append_json(Message::kDescriptor, &message, version, out);
  return out;
}

}  // namespace klamm::protocol
