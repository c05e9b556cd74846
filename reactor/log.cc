#include "reactor/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "reactor/log_ring.h"
#include "reactor/log_thread.h"
#include "reactor/shard.h"

namespace klamm::reactor {

namespace {

std::atomic<detail::LogRing*> all_rings{nullptr};
std::atomic<LogTap> log_tap{nullptr};
std::atomic<void*> log_tap_context{nullptr};

// A ring for this thread: one that another thread has left, or a new one.
detail::LogRing* take_ring() {
  for (detail::LogRing* ring = all_rings.load(std::memory_order_acquire); ring != nullptr; ring = ring->next_ring) {
    bool free = false;
    if (ring->in_use.compare_exchange_strong(free, true, std::memory_order_acq_rel)) return ring;
  }
  auto* const ring = new detail::LogRing;
  ring->next_ring = all_rings.load(std::memory_order_relaxed);
  while (
      !all_rings.compare_exchange_weak(ring->next_ring, ring, std::memory_order_release, std::memory_order_relaxed)) {
  }
  return ring;
}

struct RingOfThread {
  detail::LogRing* ring = nullptr;
  ~RingOfThread() {
    if (ring != nullptr) ring->in_use.store(false, std::memory_order_release);
  }
};

detail::LogRing& ring_of_thread() {
  static thread_local RingOfThread own;
  if (own.ring == nullptr) own.ring = take_ring();
  return *own.ring;
}

int64_t wall_clock_ms() {
  if (Shard::has_current()) return Shard::current().now_ms();
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int32_t shard_number() {
  return Shard::has_current() ? static_cast<int32_t>(Shard::current().id()) : -1;
}

// Formats into the buffer; returns the length, the cut mark included.
size_t format_line(std::array<char, kLogLineBytesMax>& into, fmt::string_view format, fmt::format_args arguments) {
  const auto result = fmt::vformat_to_n(into.data(), into.size(), format, arguments);
  if (result.size <= into.size()) return result.size;
  std::ranges::copy(kLogCutMark, into.end() - static_cast<ptrdiff_t>(kLogCutMark.size()));
  return into.size();
}

void write_now(fmt::string_view format, fmt::format_args arguments, LogLine line) {
  std::array<char, kLogLineBytesMax> buffer;
  line.text = std::string_view(buffer.data(), format_line(buffer, format, arguments));
  if (const LogTap tap = log_tap.load(std::memory_order_acquire)) {
    tap(line, log_tap_context.load(std::memory_order_relaxed));
    return;
  }
  const std::string text = to_text(line) + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void push(fmt::string_view format, fmt::format_args arguments, const LogLine& line) {
  detail::LogRing& ring = ring_of_thread();
  detail::LogRing::Slot* const slot = ring.begin_push();
  if (slot == nullptr) return;
  slot->wall_clock_ms = line.wall_clock_ms;
  slot->shard = line.shard;
  slot->level = line.level;
  slot->length = static_cast<uint16_t>(format_line(slot->text, format, arguments));
  ring.end_push();
  wake_log_thread();
}

}  // namespace

namespace detail {

LogRing* first_log_ring() {
  return all_rings.load(std::memory_order_acquire);
}

LogWake& log_wake() {
  static LogWake wake;
  return wake;
}

void log_line(LogLevel level, fmt::string_view format, fmt::format_args arguments) noexcept {
  LogLine line;
  line.wall_clock_ms = wall_clock_ms();
  line.shard = shard_number();
  line.level = level;
  const bool is_tapped = log_tap.load(std::memory_order_relaxed) != nullptr;
  if (is_tapped || !log_wake().has_thread.load(std::memory_order_acquire)) {
    write_now(format, arguments, line);
  } else {
    push(format, arguments, line);
  }
}

int64_t log_clock_ns() {
  if (Shard::has_current()) return Shard::current().now_ns();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace detail

uint64_t dropped_log_line_count() {
  return detail::log_wake().dropped_count.load(std::memory_order_relaxed);
}

void set_log_level(LogLevel least) {
  detail::log_level_min.store(least, std::memory_order_relaxed);
}

void set_log_tap(LogTap tap, void* context) {
  log_tap_context.store(context, std::memory_order_relaxed);
  log_tap.store(tap, std::memory_order_release);
}

std::string to_text(const LogLine& line) {
  static constexpr std::string_view kNames[] = {"DEBUG", "INFO ", "WARN ", "ERROR"};
  const std::time_t seconds = line.wall_clock_ms / 1000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {} ", utc, line.wall_clock_ms % 1000,
                                 kNames[static_cast<size_t>(line.level)]);
  if (line.shard >= 0) text += fmt::format("[shard {}] ", line.shard);
  text += line.text;
  return text;
}

}  // namespace klamm::reactor
