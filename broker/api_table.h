#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "net/request.h"
#include "protocol/messages/api_keys.h"
#include "reactor/task.h"

// The one list of the APIs that this broker serves: one row per API. ApiVersions' answer, the admission of requests and
// docs/protocol.md come from it. Adding an API is one schema file, one handler, one row.
namespace klamm::broker {

class RequestContext;

/// Answers one request. Runs on the shard of its connection; the context outlives the task.
using Handler = reactor::Task<net::Response> (*)(RequestContext&);

/// @core any (constant)
struct ApiRow {
  protocol::ApiKey key;
  int16_t lowest_version;             // the lowest that is served; a lower one closes the connection
  int16_t highest_version;            // the highest settled one that is served
  int16_t lowest_advertised_version;  // what ApiVersions says; lower than lowest_version for Produce only (KIP-896)
  bool forwarded;  // decided by the controller: with a remote one the raw header and body would travel to it
  bool owns_body;  // the request is answered over views into a body of its own (net/request.h)
  bool overlaps;   // may start once the one before it on the connection has appended (net/request.h)
  Handler handler;
  // Of a version that no release has settled: served and advertised with unstable.api.versions.enable. 0: none.
  int16_t unstable_version = 0;

  constexpr int16_t highest(bool unstable) const {
    return unstable && unstable_version != 0 ? unstable_version : highest_version;
  }
  constexpr bool serves(int16_t version, bool unstable) const {
    return version >= lowest_version && version <= highest(unstable);
  }
};

/// Every row, in the order of the keys.
std::span<const ApiRow> api_table();

/// The row of an API, or null when it is not served. A constant-time lookup.
const ApiRow* find_api(int16_t api_key);

/// Text of docs/protocol.md: APIs and versions, from the table.
std::string protocol_markdown();

}  // namespace klamm::broker
