#pragma once

#include "broker/broker_shard.h"
#include "net/request.h"

namespace klamm::broker {

/// Brings requests to their handlers by the API table.
///
/// Admission: an API that is not served, or a version of it that is not, closes the connection, as in Kafka;
/// ApiVersions alone is admitted in any version, for its answer tells the client which ones there are.
/// @core owner
class Dispatcher final : public net::RequestHandler {
 public:
  explicit Dispatcher(BrokerShard& shard) : shard_(shard) {}

  Admission admit(int16_t api_key, int16_t api_version, uint32_t frame_bytes) override;
  reactor::Task<net::Response> handle(net::Request& request) override;
  void on_disconnect(net::ConnectionInfo& connection) override;

 private:
  BrokerShard& shard_;
};

}  // namespace klamm::broker
