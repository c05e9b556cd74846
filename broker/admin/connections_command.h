#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reactor/endpoint.h"

namespace klamm::broker {

/// `klamm connections`: asks the admin endpoint page by page and gives what is to be printed: a table for people, or
/// JSON. The error is a sentence.
/// @core any thread that is not a shard
std::expected<std::string, std::string> list_connections(const reactor::Endpoint& admin, bool as_json);

/// Rows of /connections as a table, by shard and age. What a terminal would not print as it is becomes a '?'.
std::string connections_table(const nlohmann::ordered_json& rows);

/// "1.5 MB": three digits and a unit.
std::string bytes_text(uint64_t bytes);
/// "250 ms", "4.2 s", "3 min", "5 h", "2 d".
std::string duration_text(int64_t duration_ms);

}  // namespace klamm::broker
