#include "net/garbage_guess.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace klamm::net {
namespace {

struct Prefix {
  std::string_view bytes;
  std::string_view what;
};

using namespace std::string_view_literals;

constexpr std::array kPrefixes{
    Prefix{"GET "sv, "an HTTP request"},
    Prefix{"POST"sv, "an HTTP request"},
    Prefix{"PUT "sv, "an HTTP request"},
    Prefix{"HEAD"sv, "an HTTP request"},
    Prefix{"DELETE "sv, "an HTTP request"},
    Prefix{"OPTIONS"sv, "an HTTP request"},
    Prefix{"PATCH"sv, "an HTTP request"},
    Prefix{"TRACE"sv, "an HTTP request"},
    Prefix{"CONNECT"sv, "an HTTP proxy request"},
    Prefix{"PRI * HTTP/2"sv, "an HTTP/2 client"},
    Prefix{"\x16\x03\x00"sv, "a TLS client hello"},
    Prefix{"\x16\x03\x01"sv, "a TLS client hello"},
    Prefix{"\x16\x03\x02"sv, "a TLS client hello"},
    Prefix{"\x16\x03\x03"sv, "a TLS client hello"},
    Prefix{"\x16\x03\x04"sv, "a TLS client hello"},
    Prefix{"SSH-"sv, "an SSH client"},
    Prefix{"PROXY "sv, "a PROXY protocol header"},
    Prefix{"\r\n\r\n\0\r\nQUIT\n"sv, "a PROXY protocol header"},
    Prefix{"EHLO"sv, "an SMTP client"},
    Prefix{"HELO"sv, "an SMTP client"},
    Prefix{"AMQP"sv, "an AMQP client"},
    Prefix{"ruok"sv, "a ZooKeeper command"},
    Prefix{"stat"sv, "a ZooKeeper command"},
    Prefix{"\0\0\0\x08\x04\xd2\x16\x2f"sv, "a PostgreSQL client"},
    Prefix{"\x03\x00\x00"sv, "a remote desktop client"},
    Prefix{"\x05\x01\x00"sv, "a SOCKS client"},
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view foreign_protocol(std::string_view bytes) {
  for (const Prefix& prefix : kPrefixes) {
    if (bytes.starts_with(prefix.bytes)) return prefix.what;
  }
  if (bytes.size() >= 8 && bytes[0] == '\x10' && bytes.substr(4, 4) == "MQTT") return "an MQTT client";
  if (bytes.size() >= 4 && bytes[0] == '*' && bytes[1] >= '0' && bytes[1] <= '9' && bytes[2] == '\r') {
    return "a Redis client";
  }
  return {};
}

bool is_text(std::string_view bytes) {
  return bytes.size() >= 4 && std::all_of(bytes.begin(), bytes.end(), [](char c) {
           return (c >= ' ' && c <= '~') || c == '\r' || c == '\n' || c == '\t';
         });
}

int64_t big_endian(std::string_view bytes, size_t at, size_t count) {
  int64_t value = static_cast<signed char>(bytes[at]);
  for (size_t i = 1; i < count; ++i) value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Whether what follows the length is a plausible API key and version.
bool has_kafka_header(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  const int64_t api_key = big_endian(bytes, 4, 2);
  const int64_t api_version = big_endian(bytes, 6, 2);
  return api_key >= 0 && api_key <= 120 && api_version >= 0 && api_version <= 30;
}

}  // namespace

bool looks_foreign(std::span<const std::byte> first_bytes) {
  return !foreign_protocol(text_of(first_bytes)).empty();
}

std::string garbage_guess(std::span<const std::byte> first_bytes, uint32_t frame_bytes_max) {
  const std::string_view bytes = text_of(first_bytes);
  if (const std::string_view what = foreign_protocol(bytes); !what.empty()) return std::string(what);
  if (bytes.size() < 4) return "a broken frame";
  if (is_text(bytes.substr(0, std::min<size_t>(bytes.size(), 16)))) return "lines of text";
  const int64_t size = big_endian(bytes, 0, 4);
  if (size > frame_bytes_max && has_kafka_header(bytes)) {
    return fmt::format("a Kafka request of {} bytes, more than socket.request.max.bytes ({})", size, frame_bytes_max);
  }
  if (size < 0) return fmt::format("a frame of negative size {}", size);
  if (size > frame_bytes_max) return fmt::format("unknown bytes (as a frame, its size would be {})", size);
  if (size < 8) return fmt::format("a frame of {} bytes, too short for a request header", size);
  return "a request of an unknown kind";
}

}  // namespace klamm::net
