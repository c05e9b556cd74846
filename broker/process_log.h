#pragma once

#include <memory>
#include <string_view>

#include "broker/request_log_writer.h"
#include "net/net_log.h"

namespace klamm::broker {

/// Brings the lines of the rooms below to the log of the process (reactor/log.h), and requests to the request log.
/// @core any
class ProcessLog final : public net::LogSink {
 public:
  /// Without a request log none is written.
  explicit ProcessLog(RequestLogWriter* requests = nullptr) : requests_(requests) {}

  void write(net::LogLevel level, std::string_view line) noexcept override;
  bool write_request(std::unique_ptr<net::RequestLogEntry> entry) noexcept override;

 private:
  RequestLogWriter* requests_;
};

}  // namespace klamm::broker
