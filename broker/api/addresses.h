#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "broker/api/handler.h"

namespace klamm::broker {

/// Where a client of one listener reaches a broker. The view lives as long as the image and the connection.
struct BrokerAddress {
  std::string_view host;
  int32_t port = 0;
};

/// The address of `broker` on the listener that the request came by; nothing when it has none there. An advertised
/// address without a host stands for the address that the client has reached on this node.
/// @core owner
std::optional<BrokerAddress> address_of(const metadata::BrokerImage& broker, RequestContext& context);

/// This node's own address; a broker that answers has one.
BrokerAddress own_address(RequestContext& context);

/// A listener host that stands for every address of the machine.
bool is_wildcard(std::string_view host);

/// Whether a broker can be used by clients now: registered and not fenced.
bool is_alive(const metadata::MetadataImage& image, int32_t broker_id);

// What everybody may do, as Kafka's bit sets of AclOperation, when no authorizer is there.
inline constexpr int32_t kTopicAuthorizedOperations = 3576;
inline constexpr int32_t kClusterAuthorizedOperations = 8096;
inline constexpr int32_t kOperationsNotAsked = INT32_MIN;

}  // namespace klamm::broker
