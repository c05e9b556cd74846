#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "bench/load/options.h"
#include "net/latency_histogram.h"

namespace klamm::load {

// What was measured after the warm-up.
struct Result {
  double seconds = 0;
  uint64_t requests = 0;
  uint64_t errors = 0;  // answers with an error code
  uint64_t sent_bytes = 0;
  uint64_t received_bytes = 0;
  double own_cpu_seconds = 0;
  net::LatencyHistogram latency_ns;
};

// Runs the load on this thread, over epoll. Closed loop: every connection keeps `in_flight_max` requests under way.
// Open loop: requests have their times, whether or not the answers keep up; latency counts from the time a request
// should have left, so a stalled server is not spared its queue (no coordinated omission). The error is a sentence for
// a person.
std::expected<Result, std::string> run_load(const Options& options);

}  // namespace klamm::load
