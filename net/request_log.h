#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/request_times.h"
#include "protocol/gaps.h"

namespace klamm::net {

struct RequestSlot;

// At most so many bytes of a request's body, and of its response's, are taken for the log. Of a larger body its records
// are not among them, and they are never printed.
inline constexpr size_t kLoggedBodyBytesMax = 16u << 10;

// The body of a request or response as it was on the wire, its records left out.
struct LoggedBody {
  std::vector<std::byte> bytes;
  std::vector<protocol::Gap> gaps;  // where the records were
  uint64_t whole_bytes = 0;         // as it was, records included
  bool is_there = false;            // false: none was sent, or it is larger than the bound
};

// One request that has ended, with all that a line about it needs: it goes to another thread.
struct RequestLogEntry {
  int64_t wall_clock_ms = 0;
  uint32_t shard = 0;
  int16_t api_key = 0;
  int16_t api_version = 0;
  int32_t correlation_id = 0;
  bool is_answered = false;  // false: acks=0, or the connection was closed instead
  RequestTimes times;
  int64_t crossing_ns = 0;
  int32_t throttle_ms = 0;
  std::string client_id;
  std::string connection;  // "local:port-remote:port-shard-index"
  std::string listener;
  std::string client_software_name;
  std::string client_software_version;
  LoggedBody request;
  LoggedBody response;

  size_t size_bytes() const;  // of memory, about
};

// Takes copies of all that. @core owner: the shard of the connection; the request has ended
std::unique_ptr<RequestLogEntry> log_entry(const RequestSlot& slot, uint32_t shard, int64_t wall_clock_ms);

}  // namespace klamm::net
