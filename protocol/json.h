#pragma once

#include <cstdint>
#include <string>

#include "protocol/descriptor.h"

namespace klamm::protocol {

/// Appends a message as one line of JSON with the fields that `version` has, named as Kafka prints them ("topicData").
/// Bytes are Base64, records only their size. For request logs and dumps.
/// @core any
void append_json(const MessageDescriptor& descriptor, const void* message, int16_t version, std::string& out);

template <class Message>
std::string to_json(const Message& message, int16_t version) {
  std::string out;
  append_json(Message::kDescriptor, &message, version, out);
  return out;
}

}  // namespace klamm::protocol
