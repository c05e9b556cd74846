#include "broker/process_log.h"

#include <utility>

#include "reactor/log.h"

namespace klamm::broker {
namespace {

reactor::LogLevel level_of(net::LogLevel level) {
  switch (level) {
    case net::LogLevel::kInfo:
      return reactor::LogLevel::kInfo;
    case net::LogLevel::kWarn:
      return reactor::LogLevel::kWarning;
    case net::LogLevel::kError:
      return reactor::LogLevel::kError;
  }
  return reactor::LogLevel::kError;
}

}  // namespace

void ProcessLog::write(net::LogLevel level, std::string_view line) noexcept {
  reactor::log(level_of(level), "{}", line);
}

bool ProcessLog::write_request(std::unique_ptr<net::RequestLogEntry> entry) noexcept {
  return requests_ != nullptr && requests_->write(std::move(entry));
}

}  // namespace klamm::broker
