#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "protocol/types.h"

namespace klamm::storage {

struct PartitionKey {
  protocol::Uuid topic_id;
  int32_t index = 0;
  bool operator==(const PartitionKey&) const = default;
};

struct PartitionKeyHash {
  size_t operator()(const PartitionKey& key) const noexcept {
    return std::hash<protocol::Uuid>{}(key.topic_id) + static_cast<size_t>(key.index) * 0x9e3779b97f4a7c15ULL;
  }
};

}  // namespace klamm::storage
