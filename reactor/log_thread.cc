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
  }
  void write(const LogLine& line) {
    const std::string text = to_text(line);
    sink_->log(spdlog::details::log_msg("klamm", level_of(line.level), text));
  }
  void flush() { sink_->flush(); }

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
  std::shared_ptr<spdlog::sinks::sink> sink_;
};

LogThread::LogThread(const LogOptions& options) : output_(std::make_unique<Output>(options)) {
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

// Gives out what is there now. Returns whether there was anything.
bool LogThread::drain() {
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
