#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace klamm::broker {

/// Which parts go into one answer of at most `items_max` items, in their order: each that still fits. The first one
/// that has items goes in whatever its size, so that asking for it alone always helps.
/// @core any
inline std::vector<bool> parts_that_fit(std::span<const size_t> item_counts, size_t items_max) {
  std::vector<bool> fits;
  size_t total = 0;
  for (const size_t count : item_counts) {
    fits.push_back(total == 0 || count <= items_max - total);
    if (fits.back()) total = count > items_max ? items_max : total + count;
  }
  return fits;
}

}  // namespace klamm::broker
