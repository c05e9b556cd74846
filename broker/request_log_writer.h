#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/request_log.h"
#include "reactor/bounded_queue.h"
#include "reactor/log_thread.h"

namespace klamm::broker {

/// The request log between the shards, which leave what is to be logged, and the log thread, which makes lines of it.
/// Outlives both.
/// Limits: kSlotCount requests and kBytesMax of memory for each shard; what finds no room is dropped, and a line tells
/// of it.
class RequestLogWriter final : public reactor::LogFeed {
 public:
  static constexpr size_t kBytesMax = size_t{4} << 20;
  static constexpr uint32_t kSlotCount = reactor::BoundedQueue<net::RequestLogEntry>::kSlotCount;

  /// `has_own_file`: lines are JSON alone; else they stand in the process's log, behind Kafka's "Completed request:".
  RequestLogWriter(uint32_t shard_count, bool has_own_file);

  /// @core owner: the entry's shard. False: it was dropped.
  bool write(std::unique_ptr<net::RequestLogEntry> entry);

  bool next(reactor::LogLine& line, std::string& text) noexcept override;

 private:
  using Queue = reactor::BoundedQueue<net::RequestLogEntry>;
  bool next_of(Queue& queue, reactor::LogLine& line, std::string& text);
  void say(std::string json, int64_t wall_clock_ms, uint32_t shard, reactor::LogLine& line, std::string& text) const;

  std::vector<std::unique_ptr<Queue>> queues_;  // by shard
  size_t turn_ = 0;                             // whose entry comes next
  bool has_own_file_;
};

}  // namespace klamm::broker
