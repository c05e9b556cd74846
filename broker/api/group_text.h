#pragma once

#include <optional>
#include <string>

#include "protocol/wire_types.h"

// Texts of group messages between the wire, where they are views, and the coordinator, which owns what it keeps.
namespace klamm::broker {

inline std::optional<std::string> owned(const protocol::String& text) {
  if (text.is_null) return std::nullopt;
  return std::string(text.view());
}

/// A view: `text` stays until the answer is encoded.
inline protocol::String nullable(const std::optional<std::string>& text) {
  return text ? protocol::String(*text) : protocol::String::null();
}

inline protocol::Bytes bytes_of(const std::string& text) {
  return protocol::Bytes(std::string_view(text));
}

}  // namespace klamm::broker
