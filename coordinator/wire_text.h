#pragma once

#include <optional>
#include <string>

#include "protocol/wire_types.h"

// Texts between messages, where they are views and may be null, and groups, which own what they keep.
namespace klamm::coordinator {

inline std::optional<std::string> owned(const protocol::String& text) {
  if (text.is_null) return std::nullopt;
  return std::string(text.view());
}

/// A view: `text` stays until the message is encoded.
inline protocol::String nullable(const std::optional<std::string>& text) {
  return text ? protocol::String(*text) : protocol::String::null();
}

}  // namespace klamm::coordinator
