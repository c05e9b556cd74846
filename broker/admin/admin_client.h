#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "reactor/endpoint.h"

namespace klamm::broker {

/// Asks an admin endpoint, with plain sockets that block; for commands, not for shards. Result: the body of an answer
/// with status 200. The error is a sentence.
/// @core any thread that is not a shard
std::expected<std::string, std::string> ask_admin(const reactor::Endpoint& at, std::string_view target);

/// The body of an HTTP answer that ends with its connection. The error is a sentence.
std::expected<std::string, std::string> http_body(std::string_view answer);

}  // namespace klamm::broker
