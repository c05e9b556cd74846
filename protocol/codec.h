#pragma once

#include <cstdint>
#include <expected>
#include <type_traits>
#include <utility>

#include "protocol/arena.h"
#include "protocol/descriptor.h"
#include "protocol/reader.h"
#include "protocol/wire_error.h"
#include "protocol/writer.h"

namespace klamm::protocol {

/// Reads a message of `version` into `message` (the struct that the descriptor describes, uninitialised if you like).
/// Strings, bytes and records are views over the reader's bytes; arrays and nullable structs live in the arena. Members
/// that the version lacks get their defaults. Bytes behind the message stay unread. Unknown tagged fields are skipped.
/// Bounds as in Kafka 4.4: nothing is allocated for a count that the rest of the bytes cannot hold; see wire_error.h.
/// @core any
std::expected<void, DecodeError> decode_message(const MessageDescriptor& descriptor, Reader& reader, int16_t version,
                                                Arena& arena, void* message);

/// Appends a message in `version`. A member that the version lacks must have its default unless Kafka calls it
/// ignorable. After an error the writer is as it was before.
/// @core any
std::expected<void, EncodeError> encode_message(const MessageDescriptor& descriptor, const void* message,
                                                int16_t version, Writer& writer);

/// decode_message() for a generated struct.
template <class Message>
std::expected<Message, DecodeError> decode(Reader& reader, int16_t version, Arena& arena) {
  static_assert(std::is_trivially_copyable_v<Message>);
  std::expected<Message, DecodeError> message(std::in_place);
  auto done = decode_message(Message::kDescriptor, reader, version, arena, &*message);
  if (!done) return std::unexpected(done.error());
  return message;
}

/// encode_message() for a generated struct.
template <class Message>
std::expected<void, EncodeError> encode(const Message& message, int16_t version, Writer& writer) {
  return encode_message(Message::kDescriptor, &message, version, writer);
}

}  // namespace klamm::protocol
