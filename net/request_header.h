#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>

namespace klamm::net {

// The shortest request: api key, api version and correlation id (RequestHeader v0).
inline constexpr uint32_t kRequestHeaderBytesMin = 8;

// RequestHeader v0, v1 or v2 (KIP-482), as views over a frame. @core any
struct RequestHeaderView {
  int16_t api_key = 0;
  int16_t api_version = 0;
  int32_t correlation_id = 0;
  std::string_view client_id;
  bool client_id_is_null = true;
  size_t size_bytes = 0;  // of the header; the body follows
};

// The first 8 bytes of every request, whatever its header version. `frame` has at least that many.
RequestHeaderView parse_request_start(std::span<const std::byte> frame);

// The error is a phrase for the log. Tagged fields are skipped.
std::expected<RequestHeaderView, std::string_view> parse_request_header(std::span<const std::byte> frame,
                                                                        int16_t header_version);

}  // namespace klamm::net
