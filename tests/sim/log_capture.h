#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "reactor/log.h"

namespace klamm::sim {

// Takes every log line while it lives.
class LogCapture {
 public:
  LogCapture() {
    reactor::set_log_tap(
        [](const reactor::LogLine& line, void* context) {
          auto* const self = static_cast<LogCapture*>(context);
          const std::lock_guard guard(self->mutex_);
          self->lines_.emplace_back(line.text);
        },
        this);
  }
  ~LogCapture() { reactor::set_log_tap(nullptr, nullptr); }
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  std::vector<std::string> lines() const {
    const std::lock_guard guard(mutex_);
    return lines_;
  }
  bool contains(const std::string& part) const {
    const std::lock_guard guard(mutex_);
    for (const std::string& line : lines_) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

}  // namespace klamm::sim
