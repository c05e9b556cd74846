#pragma once

#include <cstdint>
#include <string>

namespace klamm::load {

enum class Mode : uint8_t { kClosed, kOpen };
enum class Api : uint8_t { kProduce, kFetch, kApiVersions, kPrepared };

// What a run of the load generator does.
struct Options {
  std::string host = "127.0.0.1";
  uint16_t port = 9092;
  Mode mode = Mode::kClosed;
  Api api = Api::kProduce;
  uint32_t connection_count = 1;
  uint32_t in_flight_max = 1;         // of one connection
  double requests_per_second = 1000;  // open loop, over all connections
  double duration_s = 10;
  double warmup_s = 1;         // not measured
  uint64_t request_count = 0;  // the run ends after so many, those of the warm-up too; 0: by its time alone
  std::string topic = "load";
  int32_t partition_count = 1;
  bool keeps_partition = false;  // connection i sends to partition i alone; else a connection goes through all of them
  bool create_topic = false;
  int16_t acks = -1;
  uint32_t record_count = 1;  // of the batch of one request
  uint32_t record_bytes = 100;
  int64_t fetch_offset = 0;
  uint32_t fetch_bytes_max = 1u << 20;
  uint32_t fetch_wait_ms_max = 500;
  std::string congestion_control;  // empty: the system's
  std::string client_id = "klamm-load";
  std::string frames_file;  // kPrepared: request frames, length included, one behind the other
  uint32_t error_at = 0;    // kPrepared: where an answer, without its length, has its error code
};

}  // namespace klamm::load
