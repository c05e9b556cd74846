#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "protocol/types.h"

// The order in which Java's hash tables are walked. Kafka's assignors break ties by it, so it is part of their results.
namespace klamm::coordinator {

/// Uuid.hashCode() of Kafka.
int32_t java_hash_code(const protocol::Uuid& id);

/// Capacity of a HashMap or HashSet with `count` keys from which none was taken away; in Java 19 and later also of one
/// that was made as a copy.
size_t java_table_capacity(size_t count);

/// Indices of the keys as a table of that capacity is walked; `hashes` are theirs in the order of insertion.
std::vector<uint32_t> java_table_order(std::span<const int32_t> hashes, size_t capacity);

}  // namespace klamm::coordinator
