#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace klamm::net {

// The address of a client, as connections are counted by it: IPv4 in its form in IPv6, so that a client has one
// address on every listener.
// @core any (a plain value)
struct IpAddress {
  std::array<uint8_t, 16> bytes{};
  bool operator==(const IpAddress&) const = default;
};

// A numeric address; a zone behind % counts for nothing. Nothing: it is none.
std::optional<IpAddress> parse_ip_address(std::string_view text);

}  // namespace klamm::net

template <>
struct std::hash<klamm::net::IpAddress> {
  size_t operator()(const klamm::net::IpAddress& address) const noexcept {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(address.bytes.data()), address.bytes.size()});
  }
};
