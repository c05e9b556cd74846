#include "broker/admin/admin_endpoint.h"

#include <fmt/format.h>

namespace klamm::broker {
namespace {

bool is_loopback(const reactor::Endpoint& at) {
  return at.host.starts_with("127.") || at.host == "::1" || at.host == "localhost";
}

reactor::Task<HttpAnswer> refuse(int status) {
  co_return http_error(status);
}

}  // namespace

AdminEndpoint::AdminEndpoint(BrokerShard& home, const std::vector<std::unique_ptr<net::Listener>>& listeners)
    : metrics_(home, listeners), connections_(home), server_(home.reactor(), *this) {}

std::expected<void, std::string> AdminEndpoint::open(const reactor::Endpoint& at) {
  if (auto opened = server_.open(at); !opened) {
    return std::unexpected(fmt::format("admin.listener={}: cannot listen there: {}", at.text(), opened.error()));
  }
  return {};
}

reactor::Task<HttpAnswer> AdminEndpoint::answer(const HttpRequest& request) {
  const bool is_meant = !is_loopback(bound()) || is_address_or_localhost(request.host);
  if (!is_meant) return refuse(421);
  if (request.path == "/metrics") return metrics(query_value(request.query, "partitions") == "1");
  if (request.path == "/connections") return connections_.write(request.query);
  return refuse(404);
}

reactor::Task<HttpAnswer> AdminEndpoint::metrics(bool with_partitions) {
  HttpAnswer answer;
  answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body = co_await metrics_.write(with_partitions);
  co_return answer;
}

}  // namespace klamm::broker
