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

struct LogOptions {
  std::string file;  // empty: stderr
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

  std::unique_ptr<Output> output_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace klamm::reactor
