#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace klamm::broker {

/// A feature of Kafka 4.4 and the levels of it that a broker with this code can work under (KIP-584).
struct SupportedFeature {
  std::string_view name;
  int16_t lowest_level;
  int16_t highest_level;
};

/// All of them, by name.
std::span<const SupportedFeature> supported_features();

}  // namespace klamm::broker
