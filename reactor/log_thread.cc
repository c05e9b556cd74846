#include "reactor/log_thread.h"

#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>

#include "reactor/log_ring.h"

namespace klamm::reactor {

// The spdlog side: one sink, which gets whole lines.
class LogThread::Output {
 public:
  explicit Output(const LogOptions& options) {
    if (options.file.empty()) {
      sink_ = std::make_shared<spdlog::sinks::stderr_sink_st>();
    } else {
      sink_ = std::make_shared<spdlog::sinks::basic_file_sink_st>(options.file);
    }
    sink_->set_pattern("%v");
    if (options.feed_file.empty()) return;
    feed_sink_ = std::make_shared<spdlog::sinks::basic_file_sink_st>(options.feed_file);
    feed_sink_->set_pattern("%v");
  }
  void write(const LogLine& line) {
    const std::string text = to_text(line);
    sink_->log(spdlog::details::log_msg("klamm", level_of(line.level), text));
  }
  void write_fed(const LogLine& line) {
    if (feed_sink_ == nullptr) return write(line);
    try {
      feed_sink_->log(spdlog::details::log_msg("klamm", level_of(line.level), line.text));
    } catch (const spdlog::spdlog_ex& error) {
      tell_of_full_disk(error.what());
    }
  }
  void flush() { sink_->flush(); }
  void flush_fed() {
    if (feed_sink_ == nullptr) return flush();
    try {
      feed_sink_->flush();
    } catch (const spdlog::spdlog_ex& error) {
      tell_of_full_disk(error.what());
    }
  }

 private:
  static spdlog::level::level_enum level_of(LogLevel level) {
    switch (level) {
      case LogLevel::kDebug:
        return spdlog::level::debug;
      case LogLevel::kInfo:
        return spdlog::level::info;
      case LogLevel::kWarning:
        return spdlog::level::warn;
      case LogLevel::kError:
        return spdlog::level::err;
    }
    return spdlog::level::info;
  }
  // A file that cannot be written costs its lines and nothing else.
  void tell_of_full_disk(const char* what) {
    detail::log_wake().dropped_count.fetch_add(1, std::memory_order_relaxed);
    KLAMM_LOG_LIMITED(LogLevel::kWarning, "a line was lost: {}", what);
  }
  std::shared_ptr<spdlog::sinks::sink> sink_;
  std::shared_ptr<spdlog::sinks::sink> feed_sink_;  // null: the same
};

LogThread::LogThread(const LogOptions& options) : output_(std::make_unique<Output>(options)), feed_(options.feed) {
  detail::log_wake().has_thread.store(true, std::memory_order_release);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LogThread::~LogThread() {
  detail::LogWake& wake = detail::log_wake();
  wake.has_thread.store(false, std::memory_order_release);
  stopping_.store(true, std::memory_order_seq_cst);
  wake.sleeping.store(0, std::memory_order_seq_cst);
  wake.sleeping.notify_one();
  thread_.join();
  while (drain()) {
  }
}

void LogThread::run() {
  ::pthread_setname_np(::pthread_self(), "klamm-log");
  std::atomic<uint32_t>& sleeping = detail::log_wake().sleeping;
  while (!stopping_.load(std::memory_order_seq_cst)) {
    if (drain()) continue;
    sleeping.store(1, std::memory_order_seq_cst);
    if (drain() || stopping_.load(std::memory_order_seq_cst)) {
      sleeping.store(0, std::memory_order_seq_cst);
      continue;
    }
    sleeping.wait(1);
  }
}

void wake_log_thread() {
  // The log thread says that it sleeps, then looks once more: one of the two sees the other.
  std::atomic<uint32_t>& sleeping = detail::log_wake().sleeping;
  if (sleeping.load(std::memory_order_seq_cst) != 0 && sleeping.exchange(0) != 0) sleeping.notify_one();
}

// Gives out what is there now. Returns whether there was anything.
bool LogThread::drain() {
  const bool had_lines = drain_lines();
  const bool was_fed = feed_ != nullptr && drain_feed();
  return had_lines || was_fed;
}

// Some lines at a time: those of the log itself come first.
bool LogThread::drain_feed() {
  constexpr uint32_t kLinesAtOnce = 64;
  uint32_t count = 0;
  LogLine line;
  std::string text;
  while (count < kLinesAtOnce && feed_->next(line, text)) {
    output_->write_fed(line);
    ++count;
  }
  if (count > 0) output_->flush_fed();
  return count > 0;
}

bool LogThread::drain_lines() {
  struct Waiting {
    detail::LogRing* ring;
    uint32_t index;
    int64_t wall_clock_ms;
  };
  struct Taken {
    detail::LogRing* ring;
    uint32_t count;
  };
  std::vector<Waiting> waiting;
  std::vector<Taken> taken;
  uint64_t dropped = 0;
  for (detail::LogRing* ring = detail::first_log_ring(); ring != nullptr; ring = ring->next_ring) {
    const uint32_t count = ring->count();
    for (uint32_t i = 0; i < count; ++i) waiting.push_back({ring, i, ring->at(i).wall_clock_ms});
    if (count > 0) taken.push_back({ring, count});
    dropped += ring->take_dropped();
  }
  // By time; lines of one thread in their order.
  std::ranges::sort(waiting, [](const Waiting& a, const Waiting& b) {
    if (a.wall_clock_ms != b.wall_clock_ms) return a.wall_clock_ms < b.wall_clock_ms;
    return a.ring != b.ring ? std::less<>()(a.ring, b.ring) : a.index < b.index;
  });
  LogLine line;
  for (const Waiting& one : waiting) {
    const detail::LogRing::Slot& slot = one.ring->at(one.index);
    line = LogLine{slot.wall_clock_ms, slot.shard, slot.level, std::string_view(slot.text.data(), slot.length)};
    output_->write(line);
  }
  for (const Taken& one : taken) one.ring->pop(one.count);
  if (dropped > 0) {
    detail::log_wake().dropped_count.fetch_add(dropped, std::memory_order_relaxed);
    const std::string text =
        fmt::format("{} log lines were dropped: they came faster than they could be written", dropped);
    line = LogLine{line.wall_clock_ms, -1, LogLevel::kWarning, text};
    if (line.wall_clock_ms == 0) {
      line.wall_clock_ms =
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
              .count();
    }
    output_->write(line);
  }
  if (!waiting.empty() || dropped > 0) output_->flush();
  return !waiting.empty() || dropped > 0;
}

}  // namespace klamm::reactor
