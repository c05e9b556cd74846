#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace klamm::broker {

/// What a client asked for.
/// @core any (a plain value)
struct HttpRequest {
  bool is_head = false;  // HEAD: the answer without its body
  std::string path;      // "/metrics"
  std::string query;     // what follows the '?', as it came
  std::string host;      // of the Host header, without its port; empty where HTTP/1.0 names none
};

/// The first request of a connection as far as its bytes are here.
struct HttpParse {
  enum class State : uint8_t { kIncomplete, kWhole, kRefused };
  State state = State::kIncomplete;
  HttpRequest request;  // of kWhole
  int refusal = 0;      // of kRefused: the status of the answer
};

/// The most bytes of a request, its last empty line included.
inline constexpr size_t kHttpRequestBytesMax = 8192;

/// Reads the head of a GET or HEAD request of HTTP/1.0 or 1.1 (RFC 9112), strictly: lines end with CR LF, no line is
/// folded, HTTP/1.1 names its host once, there is no body. What comes behind it is left alone. Refuses with 400, 405,
/// 431 or 505 as soon as that is certain.
/// @core any
HttpParse parse_http_request(std::string_view bytes);

/// Whether a Host names this machine by "localhost" or an address, as whoever knows where the endpoint is does. A page
/// in a browser that had its own name resolved to a loopback address (DNS rebinding) names that.
/// @core any
bool is_address_or_localhost(std::string_view host);

/// The value of a parameter of a query; nothing when it is not there.
/// @core any
std::optional<std::string_view> query_value(std::string_view query, std::string_view name);

}  // namespace klamm::broker
