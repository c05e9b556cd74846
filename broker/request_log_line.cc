#include "broker/request_log_line.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "broker/kafka_settings.h"
#include "broker/options.h"
#include "metadata/topic_config.h"
#include "protocol/api_info.h"
#include "protocol/arena.h"
#include "protocol/gaps.h"
#include "protocol/json.h"
#include "protocol/messages/alter_configs_request.h"
#include "protocol/messages/api_keys.h"
#include "protocol/messages/incremental_alter_configs_request.h"

namespace klamm::broker {
namespace {

using net::LoggedBody;
using net::RequestLogEntry;

constexpr size_t kDecodeBytesMax = size_t{4} << 20;
constexpr std::string_view kHidden = "[hidden]";

std::string timestamp(int64_t wall_clock_ms) {
  const std::time_t seconds = wall_clock_ms / 1000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", utc, wall_clock_ms % 1000);
}

// Kafka's constant for "OffsetForLeaderEpoch".
std::string constant_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += '_';
    text += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return text;
}

// As Kafka: in milliseconds with the microseconds behind the point.
double ms(int64_t ns) {
  return static_cast<double>(std::max<int64_t>(ns, 0) / 1000) / 1000;
}

class Line {
 public:
  explicit Line(std::string& out) : out_(out) { out_ += '{'; }
  void end() { out_ += '}'; }
  // What follows is the value.
  void name(std::string_view name) {
    if (!is_first_) out_ += ',';
    is_first_ = false;
    out_ += fmt::format("\"{}\":", name);
  }
  void text(std::string_view key, std::string_view value) {
    name(key);
    protocol::append_json_text(value, out_);
  }
  template <class Number>
  void number(std::string_view key, Number value) {
    name(key);
    out_ += fmt::format("{}", value);
  }
  void boolean(std::string_view key, bool value) {
    name(key);
    out_ += value ? "true" : "false";
  }

 private:
  std::string& out_;
  bool is_first_ = true;
};

// A setting whose value may be secret: a password, or one that nobody knows.
bool may_be_secret(int8_t resource_type, std::string_view name) {
  constexpr int8_t kTopic = 2;
  constexpr int8_t kBroker = 4;
  constexpr int8_t kBrokerLogger = 8;
  constexpr int8_t kClientMetrics = 16;
  if (resource_type == kBrokerLogger || resource_type == kClientMetrics) return false;
  if (resource_type == kTopic) return metadata::find_topic_config_key(name) == nullptr;
  if (resource_type != kBroker) return true;
  if (find_option(name) != nullptr || is_listener_limit(name)) return false;
  if (std::ranges::count(throttled_rates(), name) > 0) return false;
  const KafkaSetting* const setting = find_kafka_setting(name);
  return setting == nullptr || setting->is_sensitive();
}

template <class Request>
void hide_secrets(Request& request) {
  for (auto& resource : request.resources) {
    for (auto& config : resource.configs) {
      if (may_be_secret(resource.resource_type, config.name.view())) config.value = protocol::String(kHidden);
    }
  }
}

void hide_secrets(int16_t api_key, void* request) {
  if (api_key == static_cast<int16_t>(protocol::ApiKey::kAlterConfigs)) {
    hide_secrets(*static_cast<protocol::AlterConfigsRequest*>(request));
  } else if (api_key == static_cast<int16_t>(protocol::ApiKey::kIncrementalAlterConfigs)) {
    hide_secrets(*static_cast<protocol::IncrementalAlterConfigsRequest*>(request));
  }
}

// What cannot be told is told by its size.
void append_size(const LoggedBody& body, std::string& out) {
  out += fmt::format("{{\"sizeInBytes\":{}}}", body.whole_bytes);
}

bool append_message(const protocol::MessageDescriptor& descriptor, int16_t version, const LoggedBody& body,
                    protocol::Reader& reader, int16_t api_key, std::string& out) {
  protocol::Arena arena(kDecodeBytesMax);
  void* const message = arena.allocate(descriptor.body.size_bytes, alignof(std::max_align_t));
  if (message == nullptr) return false;
  if (!protocol::decode_with_gaps(descriptor, reader, version, arena, body.gaps, message)) return false;
  if (descriptor.kind == protocol::MessageKind::kRequest) hide_secrets(api_key, message);
  protocol::append_json(descriptor, message, version, out);
  return true;
}

void append_request(const RequestLogEntry& entry, const protocol::ApiInfo* api, std::string& out) {
  protocol::Reader reader(entry.request.bytes);
  const bool is_told = entry.request.is_there && api != nullptr && api->request != nullptr &&
                       append_message(*api->request, entry.api_version, entry.request, reader, entry.api_key, out);
  if (!is_told) append_size(entry.request, out);
}

// ApiVersions in a version that is not known is answered in version 0.
int16_t answered_version(const RequestLogEntry& entry, const protocol::ApiInfo& api) {
  const bool is_known = api.versions.contains(entry.api_version);
  return is_known || api.key != protocol::ApiKey::kApiVersions ? entry.api_version : int16_t{0};
}

bool skip_response_header(const protocol::ApiInfo& api, int16_t version, protocol::Reader& reader) {
  constexpr size_t kCorrelationIdBytes = 4;
  if (!reader.skip(kCorrelationIdBytes)) return false;
  if (protocol::response_header_version(api.key, version).value_or(0) == 0) return true;
  // The broker sends no tagged fields there.
  const auto tagged_count = reader.read_unsigned_varint();
  return tagged_count && *tagged_count == 0;
}

void append_response(const RequestLogEntry& entry, const protocol::ApiInfo* api, std::string& out) {
  if (!entry.is_answered) {
    out += "null";
    return;
  }
  protocol::Reader reader(entry.response.bytes);
  bool is_told = entry.response.is_there && api != nullptr && api->response != nullptr;
  if (is_told) {
    const int16_t version = answered_version(entry, *api);
    is_told = skip_response_header(*api, version, reader) &&
              append_message(*api->response, version, entry.response, reader, entry.api_key, out);
  }
  if (!is_told) append_size(entry.response, out);
}

void append_header(const RequestLogEntry& entry, const protocol::ApiInfo* api, std::string& out) {
  Line header(out);
  header.number("requestApiKey", entry.api_key);
  header.number("requestApiVersion", entry.api_version);
  header.number("correlationId", entry.correlation_id);
  header.text("clientId", entry.client_id);  // null is an empty one, as in Kafka
  header.text("requestApiKeyName", api == nullptr ? "UNKNOWN" : constant_name(api->name));
  header.end();
}

void append_times(const RequestLogEntry& entry, Line& line) {
  const net::RequestTimes& times = entry.times;
  line.number("totalTimeMs", ms(times.total_ns()));
  line.number("requestQueueTimeMs", ms(times.queued_ns()));
  line.number("localTimeMs", ms(times.local_ns()));
  line.number("remoteTimeMs", ms(times.remote_ns()));
  line.number("throttleTimeMs", entry.throttle_ms);
  line.number("responseQueueTimeMs", ms(times.response_queued_ns()));
  line.number("sendTimeMs", ms(times.send_ns()));
  line.number("mutedTimeMs", ms(times.muted_ns()));
  line.number("crossCoreTimeMs", ms(entry.crossing_ns));
  line.number("shard", entry.shard);
}

std::string_view or_unknown(const std::string& text) {
  return text.empty() ? std::string_view("unknown") : std::string_view(text);
}

}  // namespace

std::string request_log_line(const RequestLogEntry& entry) {
  const protocol::ApiInfo* const api = protocol::find_api(entry.api_key);
  std::string out;
  Line line(out);
  line.text("timestamp", timestamp(entry.wall_clock_ms));
  line.boolean("isForwarded", false);
  line.name("requestHeader");
  append_header(entry, api, out);
  line.name("request");
  append_request(entry, api, out);
  line.name("response");
  append_response(entry, api, out);
  line.text("connection", entry.connection);
  append_times(entry, line);
  line.text("securityProtocol", "PLAINTEXT");
  line.text("principal", "User:ANONYMOUS");
  line.text("listener", entry.listener);
  line.name("clientInformation");
  Line client(out);
  client.text("softwareName", or_unknown(entry.client_software_name));
  client.text("softwareVersion", or_unknown(entry.client_software_version));
  client.end();
  line.end();
  return out;
}

std::string request_log_dropped_line(uint64_t count, int64_t wall_clock_ms) {
  return fmt::format(R"({{"timestamp":"{}","droppedRequests":{}}})", timestamp(wall_clock_ms), count);
}

}  // namespace klamm::broker
