#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "net/ip_address.h"
#include "net/ip_rates.h"
#include "net/sampled_rate.h"

namespace klamm::net {

// Which listener, in the order in which they are served.
using ListenerIndex = uint32_t;

// The bounds on connections. A value that is not set is no bound.
// @core any (a plain value)
struct ConnectionLimits {
  static constexpr uint32_t kNone = INT32_MAX;
  struct OfListener {
    uint32_t connections_max = kNone;    // listener.name.<name>.max.connections
    uint32_t creation_rate_max = kNone;  // listener.name.<name>.max.connection.creation.rate
  };

  uint32_t connections_max = kNone;         // max.connections
  uint32_t creation_rate_max = kNone;       // max.connection.creation.rate
  uint32_t connections_per_ip_max = kNone;  // max.connections.per.ip
  std::unordered_map<IpAddress, uint32_t> per_ip_overrides;
  std::vector<OfListener> listeners;  // by index
  // The listener between brokers, when it is not the only one: connections on it count, but max.connections and
  // max.connection.creation.rate do not hold them up.
  std::optional<ListenerIndex> protected_listener;
};

// Where a connection came from, as it is counted.
struct ConnectionOrigin {
  IpAddress address;
  ListenerIndex listener = 0;
};

// How many connections there are, by listener and by address, and whether there may be one more (Kafka's rules,
// KIP-308, KIP-402, KIP-612). Knows nothing of sockets. The table of addresses has at most as many entries as there
// are connections.
// @core owner (the listeners' shard)
class ConnectionQuotas {
 public:
  explicit ConnectionQuotas(ConnectionLimits limits = {}) : limits_(std::move(limits)) {}

  void set_limits(ConnectionLimits limits) { limits_ = std::move(limits); }
  const ConnectionLimits& limits() const { return limits_; }
  void set_ip_rates(IpRateLimits limits, RateWindows windows) { ip_rates_.set_limits(std::move(limits), windows); }

  // Whether one more may be served on the listener; else none is taken before another has ended.
  bool has_room(ListenerIndex listener) const;
  // Notes that one came. Result: how long it and those behind it have to wait, in ms.
  int64_t note_arrival(ListenerIndex listener, int64_t now_ms);
  // Notes where it came from. Result: 0, or how long it is to be left without an answer and then closed, in ms; it
  // counts for no rate then.
  int64_t note_origin(const ConnectionOrigin& origin, int64_t now_ms);
  // Counts one more. False: its address has as many as it may, and it is not counted.
  bool take(const ConnectionOrigin& origin);
  void give_back(const ConnectionOrigin& origin);

  bool is_protected(ListenerIndex listener) const { return limits_.protected_listener == listener; }
  uint32_t connection_count() const { return total_; }
  uint32_t connection_count(ListenerIndex listener) const;
  uint32_t connection_count(const IpAddress& address) const;
  size_t address_count() const { return by_address_.size(); }
  // By how many the total is above max.connections.
  uint32_t excess_count() const { return total_ > limits_.connections_max ? total_ - limits_.connections_max : 0; }

 private:
  struct OfListener {
    uint32_t count = 0;
    SampledRate arrivals;
  };
  ConnectionLimits::OfListener limits_of(ListenerIndex listener) const;
  OfListener& of(ListenerIndex listener);

  ConnectionLimits limits_;
  uint32_t total_ = 0;
  SampledRate arrivals_;
  std::vector<OfListener> listeners_;
  std::unordered_map<IpAddress, uint32_t> by_address_;
  IpRates ip_rates_;
};

}  // namespace klamm::net
