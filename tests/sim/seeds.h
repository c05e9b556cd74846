#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace klamm::sim {

// The seeds of a simulated test: 1 to `count`, or those that KLAMM_SIM_SEEDS names as FIRST:COUNT (`tools/dev sim` sets
// it).
inline ::testing::internal::ParamGenerator<uint64_t> seeds(uint64_t count) {
  uint64_t first = 1;
  if (const char* const asked = std::getenv("KLAMM_SIM_SEEDS")) {
    const std::string_view text = asked;
    const size_t colon = text.find(':');
    const char* const end = text.data() + text.size();
    const bool is_good = colon != std::string_view::npos &&
                         std::from_chars(text.data(), text.data() + colon, first).ptr == text.data() + colon &&
                         std::from_chars(text.data() + colon + 1, end, count).ptr == end;
    if (!is_good) std::abort();
  }
  return ::testing::Range(first, first + count);
}

}  // namespace klamm::sim
