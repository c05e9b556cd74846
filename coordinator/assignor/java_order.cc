#include "coordinator/assignor/java_order.h"

#include <algorithm>

namespace klamm::coordinator {

int32_t java_hash_code(const protocol::Uuid& id) {
  const uint64_t both = id.most_significant() ^ id.least_significant();
  return static_cast<int32_t>(static_cast<uint32_t>(both >> 32) ^ static_cast<uint32_t>(both));
}

// A table doubles when more than three quarters of it are used.
size_t java_table_capacity(size_t count) {
  size_t capacity = 16;
  while (count > capacity / 4 * 3) capacity *= 2;
  return capacity;
}

std::vector<uint32_t> java_table_order(std::span<const int32_t> hashes, size_t capacity) {
  std::vector<uint64_t> places;  // bucket, then index
  places.reserve(hashes.size());
  for (size_t i = 0; i < hashes.size(); ++i) {
    const auto hash = static_cast<uint32_t>(hashes[i]);
    const uint64_t bucket = (hash ^ (hash >> 16)) & (capacity - 1);
    places.push_back(bucket << 32 | i);
  }
  std::ranges::sort(places);
  std::vector<uint32_t> order;
  order.reserve(places.size());
  for (const uint64_t place : places) order.push_back(static_cast<uint32_t>(place));
  return order;
}

}  // namespace klamm::coordinator
