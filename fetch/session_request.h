#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fetch/fetch_operation.h"
#include "fetch/fetch_session.h"
#include "fetch/partition_fetch.h"

namespace klamm::fetch {

/// A partition that a request names, to follow or to forget.
struct SessionRequestPartition {
  TopicKey topic;
  int32_t index = 0;
  SessionAsk asked;
};

/// What an incremental fetch (KIP-227) changes about its session. Views live until the change has been applied.
struct SessionChange {
  std::span<const SessionRequestPartition> changed;
  std::span<const SessionRequestPartition> forgotten;
  uint64_t connection_id = 0;
};

/// What it asks besides. Small: a fetch that waits keeps it.
struct SessionRequest {
  int32_t session_id = 0;
  int32_t epoch = 0;
  FetchLimits limits;
  FetchPatience patience;
  int8_t isolation_level = 0;
  bool uses_topic_ids = false;
  bool may_read = true;  // false: the request will be refused, but takes effect on the session, as in Kafka
};

/// What became of it.
struct SessionAnswer {
  struct Topic {
    std::string name;
    protocol::Uuid id;
  };
  struct Row {
    PartitionFetch fetch;
    uint32_t topic = 0;
    bool is_unknown = false;  // not there at all: was never read
  };
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  int32_t session_id = kNoSessionId;
  /// The session is empty and closed: the request is to be served without one.
  bool is_sessionless = false;
  std::vector<Topic> topics;
  /// Numbers of the partitions in `rows`.
  std::vector<uint32_t> slots() const {
    std::vector<uint32_t> slots;
    for (const Row& row : rows) slots.push_back(row.fetch.session_slot);
    return slots;
  }
  std::vector<Row> rows;  // in Kafka's order: the rotation; behind them those of unknown topic ids, then other unknown
};

}  // namespace klamm::fetch
