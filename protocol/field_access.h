#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "protocol/descriptor.h"
#include "protocol/wire_types.h"

namespace klamm::protocol {

// How the codec and the printer reach into message structs. Not for others.

/// The member's value. By copy, since a member may be of another type of the same layout (an enum, an Array<T>).
template <class T>
T load(const std::byte* where) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, where, sizeof(T));
  return value;
}
template <class T>
void store(std::byte* where, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(where, &value, sizeof(T));
}

/// Every Array<T> has this layout.
using AnyArray = Array<std::byte>;
/// Every Nullable<T> has this layout.
using AnyNullable = Nullable<std::byte>;

/// Size of one value (of an array: one element) in memory.
size_t memory_bytes(const FieldDescriptor& field);

/// Whether the member of the struct at `base` has the default that `defaults` (an instance) has.
bool is_default(const FieldDescriptor& field, const std::byte* base, const std::byte* defaults);

}  // namespace klamm::protocol
