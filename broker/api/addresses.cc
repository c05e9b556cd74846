#include "broker/api/addresses.h"

namespace klamm::broker {
namespace {

// An IPv4 client of a listener on all addresses reaches an IPv6 socket.
std::string_view plain_host(std::string_view host) {
  constexpr std::string_view kMapped = "::ffff:";
  return host.starts_with(kMapped) && host.find('.') != std::string_view::npos ? host.substr(kMapped.size()) : host;
}

BrokerAddress reached(const metadata::EndpointImage& endpoint, const net::ConnectionInfo& connection) {
  BrokerAddress address{endpoint.host, endpoint.port};
  if (is_wildcard(endpoint.host)) address.host = plain_host(connection.local.host);
  if (endpoint.port == 0) address.port = connection.local.port;
  return address;
}

std::optional<BrokerAddress> pick(std::span<const metadata::EndpointImage> endpoints, std::string_view listener,
                                  const net::ConnectionInfo& connection, bool is_this_node) {
  for (const metadata::EndpointImage& endpoint : endpoints) {
    if (endpoint.listener_name != listener) continue;
    if (is_this_node) return reached(endpoint, connection);
    return BrokerAddress{endpoint.host, endpoint.port};
  }
  return std::nullopt;
}

}  // namespace

bool is_wildcard(std::string_view host) {
  return host.empty() || host == "0.0.0.0" || host == "::";
}

std::optional<BrokerAddress> address_of(const metadata::BrokerImage& broker, RequestContext& context) {
  const net::ConnectionInfo& connection = context.connection();
  if (broker.id == context.shard().node().node_id) {
    return pick(context.shard().node().listeners, connection.listener_name, connection, true);
  }
  return pick(broker.endpoints, connection.listener_name, connection, false);
}

BrokerAddress own_address(RequestContext& context) {
  const net::ConnectionInfo& connection = context.connection();
  return pick(context.shard().node().listeners, connection.listener_name, connection, true)
      .value_or(BrokerAddress{connection.local.host, connection.local.port});
}

bool is_alive(const metadata::MetadataImage& image, int32_t broker_id) {
  const metadata::BrokerImage* broker = image.broker(broker_id);
  return broker != nullptr && !broker->fenced;
}

}  // namespace klamm::broker
