#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/load/options.h"
#include "protocol/buffer.h"

namespace klamm::load {

// Where a request frame has its correlation id: after the length, the API key and the version.
inline constexpr size_t kCorrelationIdAt = 8;

// One frame for each partition, length included, encoded once: only the correlation id changes.
std::vector<protocol::Buffer> make_requests(const Options& options);
// Those that were prepared. The error is a sentence for a person.
std::expected<std::vector<protocol::Buffer>, std::string> read_frames(const std::string& path);
protocol::Buffer make_create_topic(const Options& options);

// What a response (without its length) says went wrong: Kafka's error code, 0 for none. `start` is its first bytes, as
// many as are here; nothing when they are too few to tell.
std::optional<int16_t> response_error(const Options& options, std::span<const std::byte> start);

}  // namespace klamm::load
