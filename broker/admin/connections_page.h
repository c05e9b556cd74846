#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "broker/admin/http_server.h"
#include "broker/broker_shard.h"
#include "reactor/task.h"

namespace klamm::broker {

/// The connections of all shards as JSON, shard by shard and on each the newest first, in pages: `after` is the id of
/// the last one that was seen, and `next` of the answer is the value for the next page, null after the last. So a
/// reader sees every connection that lives while it reads, each once, and none is held.
///
/// A shard writes kRowsPerTurn rows at a time; a page has at most kRowsMax.
/// @core home (shard 0)
class ConnectionsPage {
 public:
  static constexpr size_t kRowsMax = 1000;
  static constexpr size_t kRowsPerTurn = 128;

  explicit ConnectionsPage(BrokerShard& home) : home_(home) {}

  /// `query`: `after` and `limit`, both optional. 400 for others than what it says.
  reactor::Task<HttpAnswer> write(std::string query);

 private:
  BrokerShard& home_;
};

/// Rows of one shard, with commas between them.
struct ConnectionRows {
  std::string text;
  size_t count = 0;
  uint64_t last_id = 0;
  bool is_last = true;  // the shard has no more
};

/// The connections with ids below `before_id`, the highest first, at most `count_max`.
/// @core owner of `connections`
ConnectionRows connection_rows(const net::ConnectionRegistry& connections, uint64_t before_id, size_t count_max,
                               int64_t now_ns);

/// The id of a connection as people read it: "1-42" is the 42nd of shard 1.
std::string connection_id_text(uint64_t id);
std::optional<uint64_t> parse_connection_id(std::string_view text);

}  // namespace klamm::broker
