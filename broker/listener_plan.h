#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "broker/options.h"
#include "reactor/endpoint.h"

namespace klamm::broker {

/// One listener that is served.
struct PlannedListener {
  std::string name;              // "PLAINTEXT"
  reactor::Endpoint at;          // where it binds
  reactor::Endpoint advertised;  // what clients are told; no host or port 0: where the client has reached
};

/// What the options say about listeners.
struct ListenerPlan {
  std::vector<PlannedListener> served;
  // Listeners of a controller in a file of a combined broker and controller; they are not served.
  std::vector<std::string> controller_listeners;
  // The address of the first controller listener, for the voter that is written into a new metadata log.
  reactor::Endpoint controller_at{"localhost", 9093};
};

/// Reads listeners, advertised.listeners, listener.security.protocol.map and the controller's settings by Kafka's
/// rules. The error is a sentence: a malformed address, two listeners of one name, a protocol that is not PLAINTEXT, a
/// remote controller.
/// @core any
std::expected<ListenerPlan, std::string> plan_listeners(const Options& options);

}  // namespace klamm::broker
