#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace klamm::reactor {

// A TCP address: a numeric IPv4 or IPv6 address (or a host name before it is resolved) and a port.
struct Endpoint {
  // Not an aggregate: g++ 12 destroys a braced aggregate temporary inside a co_await expression twice.
  Endpoint() = default;
  Endpoint(std::string host_text, uint16_t port_number) : host(std::move(host_text)), port(port_number) {}

  std::string host;  // without brackets; empty = every address of this machine
  uint16_t port = 0;
  std::string text() const;  // "127.0.0.1:9092", "[::1]:9092"
  bool operator==(const Endpoint&) const = default;
};

// Parses HOST:PORT, [V6]:PORT or :PORT. The error is a sentence for a person.
std::expected<Endpoint, std::string> parse_endpoint(std::string_view text);

}  // namespace klamm::reactor
