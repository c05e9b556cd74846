#include "broker/admin/connections_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "broker/admin/admin_client.h"
#include "broker/admin/connections_page.h"

namespace klamm::broker {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kColumns = 12;
using Line = std::array<std::string, kColumns>;
constexpr std::array<const char*, kColumns> kTitles = {"ID",       "LISTENER", "PEER",     "CLIENT ID",
                                                       "SOFTWARE", "REQUEST",  "PHASE",    "SINCE",
                                                       "RECEIVED", "SENT",     "REQUESTS", "WAITS FOR"};
constexpr std::array<bool, kColumns> kIsNumber = {false, false, false, false, false, false,
                                                  false, true,  true,  true,  true,  false};

std::string printable(std::string text) {
  for (char& c : text) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return text;
}

std::string text_at(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? printable(found->get<std::string>()) : "";
}

int64_t number_at(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_number() ? found->get<int64_t>() : 0;
}

std::string or_dash(std::string text) {
  return text.empty() ? "-" : text;
}

std::string request_text(const Json& request) {
  const std::string api = text_at(request, "api");
  return fmt::format("{} v{}", api.empty() ? fmt::format("{}", number_at(request, "apiKey")) : api,
                     number_at(request, "apiVersion"));
}

Line line_of(const Json& row) {
  const Json request = row.value("request", Json());
  const bool is_idle = !request.is_object();
  const std::string software = text_at(row, "softwareName");
  const std::string waits_for = text_at(row, "waitsFor");
  return {text_at(row, "id"),
          text_at(row, "listener"),
          text_at(row, "peer"),
          or_dash(text_at(row, "clientId")),
          software.empty() ? "-" : fmt::format("{} {}", software, text_at(row, "softwareVersion")),
          is_idle ? "-" : request_text(request),
          is_idle ? "idle" : text_at(request, "phase"),
          duration_text(is_idle ? number_at(row, "idleMs") : number_at(request, "sinceMs")),
          bytes_text(static_cast<uint64_t>(number_at(row, "receivedBytes"))),
          bytes_text(static_cast<uint64_t>(number_at(row, "sentBytes"))),
          fmt::format("{}", number_at(row, "requests")),
          waits_for.empty() ? "-" : fmt::format("{} {}", waits_for, duration_text(number_at(row, "waitsMs")))};
}

void append_line(std::string& out, const Line& line, const std::array<size_t, kColumns>& widths) {
  std::string text;
  for (size_t i = 0; i < kColumns; ++i) {
    if (i > 0) text += "  ";
    text += kIsNumber[i] ? fmt::format("{:>{}}", line[i], widths[i]) : fmt::format("{:<{}}", line[i], widths[i]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  out += text + "\n";
}

std::expected<Json, std::string> all_rows(const reactor::Endpoint& admin) {
  Json rows = Json::array();
  std::string target = "/connections";
  while (true) {
    const auto body = ask_admin(admin, target);
    if (!body) return std::unexpected(body.error());
    Json page = Json::parse(*body, nullptr, false);
    if (!page.is_object() || !page.contains("connections") || !page["connections"].is_array()) {
      return std::unexpected(fmt::format("what answers on {} is no admin endpoint of a Klamm", admin.text()));
    }
    for (Json& row : page["connections"]) rows.push_back(std::move(row));
    const std::string next = text_at(page, "next");
    if (next.empty() || page["connections"].empty()) return rows;
    target = "/connections?after=" + next;
  }
}

}  // namespace

std::string bytes_text(uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  if (unit == 0) return fmt::format("{} B", bytes);
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : (value < 99.95 ? 1 : 0), kUnits[unit]);
}

std::string duration_text(int64_t duration_ms) {
  if (duration_ms < 1000) return fmt::format("{} ms", duration_ms);
  const double seconds = static_cast<double>(duration_ms) / 1000;
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  if (seconds < 3600) return fmt::format("{} min", duration_ms / 60'000);
  if (seconds < 86'400) return fmt::format("{} h", duration_ms / 3'600'000);
  return fmt::format("{} d", duration_ms / 86'400'000);
}

std::string connections_table(const Json& rows) {
  std::vector<const Json*> sorted;
  for (const Json& row : rows) sorted.push_back(&row);
  std::ranges::sort(sorted, {}, [](const Json* row) { return parse_connection_id(text_at(*row, "id")).value_or(0); });
  std::vector<Line> lines(1);
  std::ranges::copy(kTitles, lines[0].begin());
  for (const Json* row : sorted) lines.push_back(line_of(*row));
  std::array<size_t, kColumns> widths{};
  for (const Line& line : lines) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string out;
  for (const Line& line : lines) append_line(out, line, widths);
  out += fmt::format("{} {}\n", rows.size(), rows.size() == 1 ? "connection" : "connections");
  return out;
}

std::expected<std::string, std::string> list_connections(const reactor::Endpoint& admin, bool as_json) {
  auto rows = all_rows(admin);
  if (!rows) return std::unexpected(rows.error());
  if (!as_json) return connections_table(*rows);
  return Json{{"connections", std::move(*rows)}}.dump(2) + "\n";
}

}  // namespace klamm::broker
