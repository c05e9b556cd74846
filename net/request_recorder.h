#pragma once

#include "net/net_log.h"
#include "net/options.h"
#include "net/request_log.h"
#include "net/request_metrics.h"
#include "net/response_queue.h"
#include "reactor/shard.h"

namespace klamm::net {

// What is kept of the requests of one shard when they end: their times, and a line in the request log for those that it
// asks for.
// @core owner
class RequestRecorder final : public RequestEnds {
 public:
  RequestRecorder(const reactor::Shard& shard, LogSink& log, const RequestLogOptions& options)
      : shard_(shard), log_(log), options_(options) {}
  RequestRecorder(const RequestRecorder&) = delete;
  RequestRecorder& operator=(const RequestRecorder&) = delete;

  void on_end(RequestSlot& slot) noexcept override {
    slot.times.settle(shard_.now_ns());
    metrics_.record(slot);
    if (options_.mode != RequestLogMode::kOff) [[unlikely]]
      log(slot);
  }

  void set_options(const RequestLogOptions& options) { options_ = options; }
  // The bytes of a request are kept until its end only for the log.
  bool keeps_request_bytes() const { return options_.mode != RequestLogMode::kOff; }

  const RequestMetrics& metrics() const { return metrics_; }
  // Requests that had to be logged and found no room.
  uint64_t dropped_count() const { return dropped_count_; }

 private:
  void log(const RequestSlot& slot);

  const reactor::Shard& shard_;
  LogSink& log_;
  RequestLogOptions options_;
  RequestMetrics metrics_;
  uint64_t dropped_count_ = 0;
};

}  // namespace klamm::net
