#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "coordinator/wire_text.h"
#include "protocol/wire_types.h"

// Texts of group messages between the wire, where they are views, and the coordinator, which owns what it keeps.
namespace klamm::broker {

using coordinator::nullable;
using coordinator::owned;

/// Read, Delete, Describe, DescribeConfigs, AlterConfigs: everything that there is, since nothing is forbidden.
inline constexpr int32_t kAllGroupOperations = 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 11;

inline protocol::Bytes bytes_of(const std::string& text) {
  return protocol::Bytes(std::string_view(text));
}

}  // namespace klamm::broker
