#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "reactor/log.h"

namespace klamm::reactor {

namespace detail {
class LogRing;
}

// Lines that somebody else makes, on the log thread, whatever their length.
class LogFeed {
 public:
  // The next line, its text in `text`; false: none is there. @core the log thread
  virtual bool next(LogLine& line, std::string& text) noexcept = 0;

 protected:
  ~LogFeed() = default;
};
// Has the log thread ask its feed. To be called behind a sequentially consistent store that the feed looks at.
void wake_log_thread();

struct LogOptions {
  std::string file;  // empty: stderr
  LogFeed* feed = nullptr;
  std::string feed_file;  // its texts alone, one a line; empty: they stand among the others as lines of the log
};

// The one thread that takes lines from all rings and gives them, oldest first, to spdlog. Made by main() before the
// shards; when it goes, everything that was written is out. Its own signals are blocked.
class LogThread {
 public:
  explicit LogThread(const LogOptions& options = {});
  ~LogThread();
  LogThread(const LogThread&) = delete;
  LogThread& operator=(const LogThread&) = delete;

 private:
  class Output;
  void run();
  bool drain();
  bool drain_lines();
  bool drain_feed();

  std::unique_ptr<Output> output_;
  LogFeed* feed_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace klamm::reactor
