#pragma once

#include <string_view>

#include "net/net_log.h"

namespace klamm::broker {

/// Brings the lines of the rooms below to the log of the process (reactor/log.h).
/// @core any
class ProcessLog final : public net::LogSink {
 public:
  void write(net::LogLevel level, std::string_view line) noexcept override;
};

}  // namespace klamm::broker
