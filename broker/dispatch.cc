#include "broker/dispatch.h"

#include <fmt/format.h>

#include "broker/api/handler.h"
#include "broker/api_table.h"
#include "protocol/api_info.h"
#include "protocol/assert.h"

namespace klamm::broker {
namespace {

std::string refusal_text(int16_t api_key, int16_t api_version) {
  const protocol::ApiInfo* info = protocol::find_api(api_key);
  if (info == nullptr) return fmt::format("API key {} is unknown", api_key);
  if (find_api(api_key) == nullptr) return fmt::format("{} is not served", info->name);
  return fmt::format("{} v{} is not served", info->name, api_version);
}

}  // namespace

net::RequestHandler::Admission Dispatcher::admit(int16_t api_key, int16_t api_version, uint32_t) {
  Admission admission;
  const ApiRow* row = find_api(api_key);
  const bool unstable = shard_.options().unstable_api_versions_enable;
  const bool is_served =
      row != nullptr && (row->serves(api_version, unstable) || row->key == protocol::ApiKey::kApiVersions);
  if (!is_served) {
    admission.reason = refusal_text(api_key, api_version);
    return admission;
  }
  admission.accept = true;
  admission.overlaps = row->overlaps;
  admission.owns_body = row->owns_body;
  admission.header_version = protocol::request_header_version(row->key, api_version).value_or(1);
  return admission;
}

reactor::Task<net::Response> Dispatcher::handle(net::Request& request) {
  const ApiRow* row = find_api(request.api_key);
  KLAMM_ASSERT(row != nullptr);
  ArenaPool::Lease lease = shard_.arenas().take();
  RequestContext context(request, shard_, lease.arena());
  co_return co_await row->handler(context);
}

void Dispatcher::on_disconnect(net::ConnectionInfo& connection) {
  shard_.waiting_requests().end_of(connection);
}

}  // namespace klamm::broker
