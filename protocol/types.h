#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace klamm::protocol {

/// A 16-byte id as on the wire (topic ids, directory ids, cluster ids). Standard layout, zero by default.
/// The text form is Kafka's: URL-safe Base64 without padding, 22 characters.
/// @core any
struct Uuid {
  std::array<uint8_t, 16> bytes{};

  static constexpr size_t kTextSize = 22;

  static Uuid from_halves(uint64_t most_significant, uint64_t least_significant);
  /// Accepts what to_string() writes, padding "==" tolerated; nothing for any other text.
  static std::optional<Uuid> parse(std::string_view text);

  bool is_zero() const { return *this == Uuid{}; }
  uint64_t most_significant() const;
  uint64_t least_significant() const;
  std::string to_string() const;

  friend bool operator==(const Uuid&, const Uuid&) = default;
  friend auto operator<=>(const Uuid&, const Uuid&) = default;
};

/// Kafka's "no id".
inline constexpr Uuid kZeroUuid{};
/// The id of the metadata log's topic, `__cluster_metadata`.
inline constexpr Uuid kMetadataTopicId{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};

}  // namespace klamm::protocol

template <>
struct std::hash<klamm::protocol::Uuid> {
  size_t operator()(const klamm::protocol::Uuid& id) const noexcept {
    // Ids are random already; a multiplication keeps hand-made ones (0, 1, 2, …) apart.
    uint64_t high = 0;
    uint64_t low = 0;
    std::memcpy(&high, id.bytes.data(), 8);
    std::memcpy(&low, id.bytes.data() + 8, 8);
    return static_cast<size_t>((high ^ (low * 0x9e3779b97f4a7c15ULL)) * 0xff51afd7ed558ccdULL);
  }
};
