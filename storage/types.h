#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace klamm::storage {

// Distinct types for numbers that must not be mixed up; conversion both ways is explicit.
template <class Tag, class Value>
struct Id {
  Value value{};
  constexpr Id() = default;
  constexpr explicit Id(Value v) : value(v) {}
  constexpr auto operator<=>(const Id&) const = default;
};

struct OffsetTag;
struct LeaderEpochTag;
struct ProducerIdTag;
struct ProducerEpochTag;

using LeaderEpoch = Id<LeaderEpochTag, int32_t>;      // -1: none
using ProducerId = Id<ProducerIdTag, int64_t>;        // -1: not idempotent
using ProducerEpoch = Id<ProducerEpochTag, int16_t>;  // -1: none

// A record's position in its partition.
struct Offset : Id<OffsetTag, int64_t> {
  using Id::Id;
  constexpr auto operator<=>(const Offset&) const = default;
  constexpr Offset operator+(int64_t count) const { return Offset(value + count); }
  constexpr int64_t operator-(Offset other) const { return value - other.value; }
};

inline constexpr LeaderEpoch kNoLeaderEpoch{-1};
inline constexpr ProducerId kNoProducerId{-1};
inline constexpr ProducerEpoch kNoProducerEpoch{-1};

}  // namespace klamm::storage

template <>
struct std::hash<klamm::storage::ProducerId> {
  size_t operator()(klamm::storage::ProducerId id) const noexcept { return std::hash<int64_t>{}(id.value); }
};
