#include "reactor/endpoint.h"

#include <fmt/format.h>

#include <charconv>

namespace klamm::reactor {

namespace {

std::unexpected<std::string> wrong(std::string_view text, std::string_view why) {
  return std::unexpected(fmt::format("'{}' is not an address: {}", text, why));
}

}  // namespace

std::string Endpoint::text() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return is_v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::expected<Endpoint, std::string> parse_endpoint(std::string_view text) {
  Endpoint endpoint;
  std::string_view port_text;
  if (text.starts_with('[')) {
    const size_t close = text.find(']');
    if (close == std::string_view::npos) return wrong(text, "the bracket is not closed");
    endpoint.host = text.substr(1, close - 1);
    if (close + 1 >= text.size() || text[close + 1] != ':')
      return wrong(text, "HOST:PORT is expected, the port is missing");
    port_text = text.substr(close + 2);
  } else {
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return wrong(text, "HOST:PORT is expected, the port is missing");
    endpoint.host = text.substr(0, colon);
    if (endpoint.host.find(':') != std::string::npos)
      return wrong(text, "an IPv6 address is written in brackets, [::1]:9092");
    port_text = text.substr(colon + 1);
  }
  uint32_t port = 0;
  const auto [end, error] = std::from_chars(port_text.data(), port_text.data() + port_text.size(), port);
  if (error != std::errc{} || end != port_text.data() + port_text.size() || port > UINT16_MAX) {
    return wrong(text, "the port is a number from 0 to 65535");
  }
  endpoint.port = static_cast<uint16_t>(port);
  return endpoint;
}

}  // namespace klamm::reactor
