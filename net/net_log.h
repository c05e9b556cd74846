#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace klamm::net {

struct RequestLogEntry;

enum class LogLevel : uint8_t { kInfo, kWarn, kError };

// Where the room's few log lines go; the broker connects it to the process's log. Must not block.
// @core owner: one per shard, or one that any shard may call.
class LogSink {
 public:
  virtual void write(LogLevel level, std::string_view line) noexcept = 0;
  // A request that the request log asks for. False: there was no room for it.
  virtual bool write_request(std::unique_ptr<RequestLogEntry> entry) noexcept;

 protected:
  ~LogSink() = default;
};

// Lets one line through per interval and counts what it held back. @core owner
class LogLimiter {
 public:
  explicit LogLimiter(int64_t interval_ns) : interval_ns_(interval_ns) {}

  // Nothing: hold the line back. Else the number of lines held back since the last one.
  std::optional<uint64_t> admit(int64_t now_ns) {
    if (started_ && now_ns - last_ns_ < interval_ns_) {
      ++held_back_;
      return std::nullopt;
    }
    started_ = true;
    last_ns_ = now_ns;
    const uint64_t held_back = held_back_;
    held_back_ = 0;
    return held_back;
  }

 private:
  int64_t interval_ns_;
  int64_t last_ns_ = 0;
  uint64_t held_back_ = 0;
  bool started_ = false;
};

}  // namespace klamm::net
