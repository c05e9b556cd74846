#pragma once

#include <expected>
#include <string>

#include "bench/load/options.h"
#include "protocol/buffer.h"

namespace klamm::load {

// A connected, blocking socket with TCP_NODELAY and the wanted congestion control. The error is a sentence.
std::expected<int, std::string> connect_to(const Options& options);
// Sends a whole frame and reads its whole response, without the length.
std::expected<protocol::Buffer, std::string> call_blocking(int fd, const protocol::Buffer& frame);
// Makes the topic (unless it is there) and waits until every partition takes a record.
std::expected<void, std::string> prepare_topic(const Options& options);

}  // namespace klamm::load
