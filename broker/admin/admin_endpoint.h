#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "broker/admin/connections_page.h"
#include "broker/admin/http_server.h"
#include "broker/admin/metrics_page.h"
#include "broker/broker_shard.h"
#include "net/listener.h"
#include "reactor/endpoint.h"
#include "reactor/task.h"

namespace klamm::broker {

/// What the broker tells those who look after it (`admin.listener`): `/metrics` and `/connections`. Numbers and names
/// alone, never a record; it changes nothing, and asks nobody who he is.
/// @core home (shard 0)
class AdminEndpoint final : HttpHandler {
 public:
  /// All must outlive it.
  AdminEndpoint(BrokerShard& home, const std::vector<std::unique_ptr<net::Listener>>& listeners);

  /// The error is a sentence.
  std::expected<void, std::string> open(const reactor::Endpoint& at);
  const reactor::Endpoint& bound() const { return server_.bound(); }
  reactor::Task<void> stop() { return server_.stop(); }

 private:
  reactor::Task<HttpAnswer> answer(const HttpRequest& request) override;
  reactor::Task<HttpAnswer> metrics(bool with_partitions);

  MetricsPage metrics_;
  ConnectionsPage connections_;
  HttpServer server_;
};

}  // namespace klamm::broker
