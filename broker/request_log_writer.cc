#include "broker/request_log_writer.h"

#include <chrono>
#include <utility>

#include "broker/request_log_line.h"

namespace klamm::broker {
namespace {

int64_t wall_clock_ms() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count();
}

}  // namespace

RequestLogWriter::RequestLogWriter(uint32_t shard_count, bool has_own_file) : has_own_file_(has_own_file) {
  for (uint32_t i = 0; i < shard_count; ++i) queues_.push_back(std::make_unique<Queue>(kBytesMax));
}

bool RequestLogWriter::write(std::unique_ptr<net::RequestLogEntry> entry) {
  Queue& queue = *queues_[entry->shard];
  const size_t bytes = entry->size_bytes();
  const bool is_taken = queue.push(std::move(entry), bytes);
  if (is_taken) reactor::wake_log_thread();
  return is_taken;
}

bool RequestLogWriter::next(reactor::LogLine& line, std::string& text) noexcept {
  for (size_t i = 0; i < queues_.size(); ++i) {
    Queue& queue = *queues_[turn_];
    turn_ = (turn_ + 1) % queues_.size();
    if (next_of(queue, line, text)) return true;
  }
  return false;
}

bool RequestLogWriter::next_of(Queue& queue, reactor::LogLine& line, std::string& text) {
  if (const auto entry = queue.pop()) {
    say(request_log_line(*entry), entry->wall_clock_ms, entry->shard, line, text);
    return true;
  }
  const uint64_t dropped = queue.take_dropped();
  if (dropped == 0) return false;
  const auto shard = static_cast<uint32_t>((turn_ + queues_.size() - 1) % queues_.size());
  const int64_t now_ms = wall_clock_ms();
  say(request_log_dropped_line(dropped, now_ms), now_ms, shard, line, text);
  return true;
}

void RequestLogWriter::say(std::string json, int64_t wall_clock_ms, uint32_t shard, reactor::LogLine& line,
                           std::string& text) const {
  text = has_own_file_ ? std::move(json) : "Completed request:" + json;
  line = {.wall_clock_ms = wall_clock_ms,
          .shard = static_cast<int32_t>(shard),
          .level = reactor::LogLevel::kInfo,
          .text = text};
}

}  // namespace klamm::broker
