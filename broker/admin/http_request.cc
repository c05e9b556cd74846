#include "broker/admin/http_request.h"

#include <algorithm>

namespace klamm::broker {
namespace {

constexpr std::string_view kEndOfLine = "\r\n";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A character of a method or of a header's name.
bool is_token_char(char c) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kOthers.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_token_char);
}

bool is_visible(char c) {
  return c > 0x20 && c < 0x7f;
}

// Whether a byte may be in a head at all.
bool is_head_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 ? byte != 0x7f : c == '\r' || c == '\n' || c == '\t';
}

bool equals_ignoring_case(std::string_view a, std::string_view lower) {
  return std::ranges::equal(a, lower,
                            [](char x, char y) { return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + 32) : x) == y; });
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t";
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Whether every LF follows a CR, and every CR but one at the very end is followed by a LF.
bool has_whole_line_ends(std::string_view bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r')) return false;
    if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] != '\n') return false;
  }
  return true;
}

HttpParse refused(int status) {
  return {.state = HttpParse::State::kRefused, .request = {}, .refusal = status};
}

// "GET /metrics HTTP/1.1". 0, or the status of the refusal.
int parse_request_line(std::string_view line, HttpRequest& request, bool& is_1_1) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return 400;
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  const bool is_http = version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
                       version[6] == '.' && is_digit(version[7]);
  if (!is_token(method) || !is_http || !target.starts_with('/') || !std::ranges::all_of(target, is_visible)) return 400;
  if (version[5] != '1') return 505;
  if (method != "GET" && method != "HEAD") return 405;
  is_1_1 = version[7] != '0';
  request.is_head = method == "HEAD";
  const size_t question = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question);
  request.query = target.substr(std::min(question + 1, target.size()));
  return 0;
}

// "[::1]:9644" is "[::1]".
std::string_view without_port(std::string_view host) {
  const size_t from = host.starts_with('[') ? std::min(host.find(']'), host.size()) : 0;
  return host.substr(0, std::min(host.find(':', from), host.size()));
}

// False: it is malformed, or announces a body.
bool check_header(std::string_view line, int& host_count, std::string& host) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  if (!is_token(name)) return false;  // also a folded line, and a blank before the colon
  if (equals_ignoring_case(name, "host")) {
    ++host_count;
    host = without_port(trimmed(line.substr(colon + 1)));
  }
  if (equals_ignoring_case(name, "content-length")) return trimmed(line.substr(colon + 1)) == "0";
  return !equals_ignoring_case(name, "transfer-encoding");
}

HttpParse parse_head(std::string_view head) {
  HttpParse parse;
  bool is_1_1 = false;
  size_t end = head.find(kEndOfLine);
  if (const int status = parse_request_line(head.substr(0, end), parse.request, is_1_1); status != 0)
    return refused(status);
  int host_count = 0;
  for (size_t at = end + 2; at < head.size(); at = end + 2) {
    end = head.find(kEndOfLine, at);
    if (!check_header(head.substr(at, end - at), host_count, parse.request.host)) return refused(400);
  }
  if (host_count > 1 || (is_1_1 && host_count == 0)) return refused(400);
  parse.state = HttpParse::State::kWhole;
  return parse;
}

}  // namespace

HttpParse parse_http_request(std::string_view bytes) {
  const size_t blank = bytes.find("\r\n\r\n");
  const bool is_whole = blank != std::string_view::npos && blank + 4 <= kHttpRequestBytesMax;
  const std::string_view head = is_whole ? bytes.substr(0, blank + 2) : bytes.substr(0, kHttpRequestBytesMax);
  if (!std::ranges::all_of(head, is_head_char) || !has_whole_line_ends(head)) return refused(400);
  if (is_whole) return parse_head(head);
  if (bytes.size() >= kHttpRequestBytesMax) return refused(431);
  return {};
}

bool is_address_or_localhost(std::string_view host) {
  if (host.empty() || host.starts_with('[') || equals_ignoring_case(host, "localhost")) return true;
  return std::ranges::all_of(host, [](char c) { return is_digit(c) || c == '.'; });
}

std::optional<std::string_view> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) == name) return pair.substr(std::min(equals + 1, pair.size()));
  }
  return std::nullopt;
}

}  // namespace klamm::broker
