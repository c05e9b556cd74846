#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace klamm::net {

// Says in a phrase what a peer probably speaks whose first bytes are no frame that can be served: "HTTP", "a TLS client
// hello", "a Kafka request of 209715200 bytes". `frame_bytes_max` is socket.request.max.bytes. Pure. @core any
std::string garbage_guess(std::span<const std::byte> first_bytes, uint32_t frame_bytes_max);

// Whether the bytes are surely some other protocol, whatever their first four say as a length.
bool looks_foreign(std::span<const std::byte> first_bytes);

}  // namespace klamm::net
