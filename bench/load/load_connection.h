#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace klamm::load {

// A request that waits for its answer: when it should have left.
struct Pending {
  int64_t due_ns = 0;
  int32_t correlation_id = 0;
};

// One non-blocking connection.
class LoadConnection {
 public:
  LoadConnection(int fd, uint32_t index) : fd_(fd), index_(index) {}

  int fd() const { return fd_; }
  uint32_t index() const { return index_; }
  size_t in_flight() const { return pending_.size(); }
  bool wants_to_write() const { return !unsent_.empty(); }
  uint64_t next_partition = 0;
  std::deque<int64_t> backlog;  // open loop: due times of requests that could not leave yet

  // Sends a frame with the next correlation id; what the socket does not take is kept. False: broken.
  bool send(std::span<std::byte> frame, int64_t due_ns, bool expects_answer);
  bool flush();

  // Cuts responses out of what was read. `on_response(start, size, pending)`; false: broken.
  template <class OnResponse>
  bool received(std::span<const std::byte> bytes, OnResponse on_response);

 private:
  int fd_;
  uint32_t index_;
  int32_t next_correlation_id_ = 1;
  std::deque<Pending> pending_;
  std::vector<std::byte> unsent_;
  std::vector<std::byte> start_;  // the length and first bytes of the response under way
  uint64_t left_bytes_ = 0;       // of it, still to come
};

}  // namespace klamm::load

#include "bench/load/load_connection_inl.h"
