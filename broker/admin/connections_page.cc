#include "broker/admin/connections_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "broker/admin/http_request.h"
#include "net/connection_registry.h"
#include "protocol/api_info.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"

namespace klamm::broker {
namespace {

using Json = nlohmann::ordered_json;

// The clock of a shard is read once in a turn of its loop, and some times of requests in between.
int64_t elapsed_ms(int64_t since_ns, int64_t now_ns) {
  constexpr int64_t kNsPerMs = 1'000'000;
  return std::max<int64_t>(now_ns - since_ns, 0) / kNsPerMs;
}

constexpr unsigned kShardShift = 48;
constexpr uint64_t kNumberMask = (uint64_t{1} << kShardShift) - 1;

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view phase_name(net::RequestPhase phase) {
  switch (phase) {
    case net::RequestPhase::kReceived:
      return "received";
    case net::RequestPhase::kQueued:
      return "queued";
    case net::RequestPhase::kExecuting:
      return "executing";
    case net::RequestPhase::kWaiting:
      return "waiting";
    case net::RequestPhase::kRemoteShard:
      return "remote-shard";
    case net::RequestPhase::kResponseQueued:
      return "response-queued";
    case net::RequestPhase::kSending:
      return "sending";
  }
  return "";
}

Json request_json(const net::Connection& connection, int64_t now_ns) {
  const auto since_ms = [&](int64_t time_ns) { return elapsed_ms(time_ns, now_ns); };
  const auto request = connection.in_progress();
  if (!request) return nullptr;
  const protocol::ApiInfo* api = protocol::find_api(request->api_key);
  return {{"api", api == nullptr ? "" : std::string(api->name)},
          {"apiKey", request->api_key},
          {"apiVersion", request->api_version},
          {"phase", phase_name(request->phase)},
          {"sinceMs", since_ms(request->since_ns)},
          {"receivedMs", since_ms(request->received_ns)}};
}

Json waits_for_json(const net::Connection& connection) {
  switch (connection.waits_for()) {
    case net::Connection::WaitsFor::kNothing:
      return nullptr;
    case net::Connection::WaitsFor::kTurn:
      return "turn";
    case net::Connection::WaitsFor::kQuota:
      return "quota";
    case net::Connection::WaitsFor::kMemory:
      return "memory";
  }
  return nullptr;
}

Json row_json(const net::Connection& connection, int64_t now_ns) {
  const net::ConnectionInfo& info = connection.info();
  const auto since_ms = [&](int64_t time_ns) { return elapsed_ms(time_ns, now_ns); };
  const Json waits_for = waits_for_json(connection);
  return {{"id", connection_id_text(info.id)},
          {"shard", info.id >> kShardShift},
          {"listener", info.listener_name},
          {"local", info.local.text()},
          {"peer", info.peer.text()},
          {"clientId", info.last_client_id},
          {"softwareName", info.client_software_name},
          {"softwareVersion", info.client_software_version},
          {"request", request_json(connection, now_ns)},
          {"waitsFor", waits_for},
          {"waitsMs", waits_for.is_null() ? Json(nullptr) : Json(since_ms(connection.waits_since_ns()))},
          {"requests", connection.request_count()},
          {"receivedBytes", connection.received_bytes()},
          {"sentBytes", connection.sent_bytes()},
          {"connectedMs", since_ms(connection.opened_ns())},
          {"idleMs", since_ms(connection.active_ns())}};
}

// What a page is asked for.
struct Asked {
  uint64_t before_id = UINT64_MAX;  // on the first shard that is looked at
  reactor::ShardId shard = 0;
  size_t limit = ConnectionsPage::kRowsMax;
};

std::optional<Asked> parse_query(std::string_view query) {
  Asked asked;
  if (const auto limit = query_value(query, "limit")) {
    const auto number = parse_number<size_t>(*limit);
    if (!number || *number == 0) return std::nullopt;
    asked.limit = std::min(*number, ConnectionsPage::kRowsMax);
  }
  if (const auto after = query_value(query, "after")) {
    const auto id = parse_connection_id(*after);
    if (!id) return std::nullopt;
    asked.before_id = *id;
    asked.shard = static_cast<reactor::ShardId>(*id >> kShardShift);
  }
  return asked;
}

ConnectionRows rows_of(BrokerShard& shard, uint64_t before_id, size_t count_max) {
  if (shard.connections() == nullptr) return {};
  return connection_rows(*shard.connections(), before_id, count_max, shard.reactor().now_ns());
}

}  // namespace

std::string connection_id_text(uint64_t id) {
  return fmt::format("{}-{}", id >> kShardShift, id & kNumberMask);
}

std::optional<uint64_t> parse_connection_id(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto shard = parse_number<uint16_t>(text.substr(0, dash));
  const auto number = parse_number<uint64_t>(text.substr(dash + 1));
  if (!shard || !number || *number > kNumberMask) return std::nullopt;
  return (uint64_t{*shard} << kShardShift) | *number;
}

// The registry's list has the newest first, so ids sink along it.
ConnectionRows connection_rows(const net::ConnectionRegistry& connections, uint64_t before_id, size_t count_max,
                               int64_t now_ns) {
  ConnectionRows rows;
  const net::Connection* connection = connections.newest();
  while (connection != nullptr && connection->info().id >= before_id) connection = connection->next_in_registry;
  for (; connection != nullptr && rows.count < count_max; connection = connection->next_in_registry) {
    if (rows.count++ > 0) rows.text += ",\n";
    rows.text += row_json(*connection, now_ns).dump(-1, ' ', false, Json::error_handler_t::replace);
    rows.last_id = connection->info().id;
  }
  rows.is_last = connection == nullptr;
  return rows;
}

reactor::Task<HttpAnswer> ConnectionsPage::write(std::string query) {
  auto asked = parse_query(query);
  if (!asked) co_return http_error(400);
  HttpAnswer answer;
  answer.content_type = "application/json";
  answer.body = "{\"connections\":[";
  size_t count = 0;
  std::optional<uint64_t> next;
  while (asked->shard < home_.reactor().shard_count() && count < asked->limit) {
    const size_t count_max = std::min(kRowsPerTurn, asked->limit - count);
    const uint64_t before_id = asked->before_id;
    const reactor::ShardId shard = asked->shard;
    const ConnectionRows rows = co_await reactor::on_shard(
        shard, [this, shard, before_id, count_max] { return rows_of(home_.peer(shard), before_id, count_max); });
    if (rows.count > 0) {
      answer.body += count == 0 ? "\n" : ",\n";
      answer.body += rows.text;
      count += rows.count;
      asked->before_id = rows.last_id;
      next = rows.last_id;
    }
    if (rows.is_last) {
      ++asked->shard;
      asked->before_id = UINT64_MAX;
    }
    co_await reactor::yield_now();
  }
  const bool is_last_page = asked->shard >= home_.reactor().shard_count();
  answer.body += fmt::format("\n],\n\"next\":{}}}\n",
                             is_last_page || !next ? "null" : fmt::format("\"{}\"", connection_id_text(*next)));
  co_return answer;
}

}  // namespace klamm::broker
