#pragma once

#include <fmt/core.h>

#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>

#include "reactor/rate_limit.h"

// The log. A line is formatted into a slot of the calling thread's own ring and given to spdlog by one background
// thread, so a shard neither locks nor waits for a disk. A line that is longer than a slot is cut and marked; when the
// ring is full the line is dropped and counted, and the count is reported once there is room.
//
//   KLAMM_LOG(LogLevel::kInfo, "listening on {}", endpoint.text());
//   KLAMM_LOG_LIMITED(LogLevel::kWarning, "closing {}: {}", peer, why);  // at most one line a second from this place
//   and shard
//
// Before a LogThread exists (start-up, unit tests) the calling thread writes the line to stderr itself.
// @core any
namespace klamm::reactor {

enum class LogLevel : uint8_t { kDebug, kInfo, kWarning, kError };

// One line as it leaves; `shard` is -1 on a thread that is not a shard.
struct LogLine {
  int64_t wall_clock_ms = 0;
  int32_t shard = -1;
  LogLevel level = LogLevel::kInfo;
  std::string_view text;
};

// The text of a line without its level and time; longer ones are cut.
inline constexpr size_t kLogLineBytesMax = 1000;
inline constexpr std::string_view kLogCutMark = " [cut]";

namespace detail {
inline std::atomic<LogLevel> log_level_min{LogLevel::kInfo};
void log_line(LogLevel level, fmt::string_view format, fmt::format_args arguments) noexcept;
int64_t log_clock_ns();
}  // namespace detail

void set_log_level(LogLevel least);
// Lines of this process that were dropped, as far as the log thread has heard.
uint64_t dropped_log_line_count();
inline bool log_enabled(LogLevel level) {
  return level >= detail::log_level_min.load(std::memory_order_relaxed);
}

template <class... Arguments>
void log(LogLevel level, fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  if (log_enabled(level)) detail::log_line(level, format, fmt::make_format_args(arguments...));
}
template <class... Arguments>
void log_debug(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  log(LogLevel::kDebug, format, std::forward<Arguments>(arguments)...);
}
template <class... Arguments>
void log_info(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  log(LogLevel::kInfo, format, std::forward<Arguments>(arguments)...);
}
template <class... Arguments>
void log_warning(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  log(LogLevel::kWarning, format, std::forward<Arguments>(arguments)...);
}
template <class... Arguments>
void log_error(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  log(LogLevel::kError, format, std::forward<Arguments>(arguments)...);
}

// Takes every line instead of the log, on the thread that writes it; for tests and simulations. Null ends it.
using LogTap = void (*)(const LogLine& line, void* context);
void set_log_tap(LogTap tap, void* context);

// "2025-01-31T12:00:00.123Z WARN  [shard 1] text"
std::string to_text(const LogLine& line);

// Evaluates its arguments only when the level is on.
#define KLAMM_LOG(level, ...)                                                            \
  do {                                                                                   \
    if (::klamm::reactor::log_enabled(level)) ::klamm::reactor::log(level, __VA_ARGS__); \
  } while (false)

// At most one line a second from this place on this thread; then a line tells how many were kept back.
#define KLAMM_LOG_LIMITED(level, ...)                                                                          \
  do {                                                                                                         \
    static thread_local ::klamm::reactor::RateLimit klamm_rate_limit;                                          \
    if (::klamm::reactor::log_enabled(level)) {                                                                \
      if (const auto klamm_kept_back = klamm_rate_limit.admit(::klamm::reactor::detail::log_clock_ns())) {     \
        ::klamm::reactor::log(level, __VA_ARGS__);                                                             \
        if (*klamm_kept_back > 0)                                                                              \
          ::klamm::reactor::log(level, "({} more lines like the one above were kept back)", *klamm_kept_back); \
      }                                                                                                        \
    }                                                                                                          \
  } while (false)

}  // namespace klamm::reactor
