#include "broker/api/handler.h"

#include <fmt/format.h>

#include "protocol/api_info.h"
#include "protocol/assert.h"

namespace klamm::broker {
namespace {

constexpr size_t kFirstResponseBytes = 512;

std::string at_field(const char* field) {
  return field == nullptr ? "" : fmt::format(" at {}", field);
}

}  // namespace

net::Response RequestContext::undecodable(const protocol::DecodeError& error) const {
  return close_connection(fmt::format("{} v{}: {}{}", protocol::name(api_key()), version(),
                                      protocol::describe(error.fault), at_field(error.field)));
}

net::Response RequestContext::unencodable(const protocol::EncodeError& error) const {
  return close_connection(fmt::format("answer to {} v{}: {}{}", protocol::name(api_key()), version(),
                                      protocol::describe(error.fault), at_field(error.field)));
}

net::Response RequestContext::respond_nothing() {
  net::Response response;
  response.kind = net::Response::Kind::kNothing;
  rest_after(response);
  return response;
}

void RequestContext::throttle(QuotaType type, int32_t throttle_ms) {
  if (throttle_ms <= throttle_ms_) return;
  throttle_ms_ = throttle_ms;
  throttled_by_ = type;
}

RequestMutationQuota RequestContext::mutation_quota(int16_t strict_version) {
  BrokerShard& home = shard_.peer(0);
  return {home.reactor(), home.metadata(), home.mutation_quotas(), quota_client(), version() >= strict_version};
}

void RequestContext::throttle(const RequestMutationQuota& quota) {
  throttle(QuotaType::kControllerMutation, quota.throttle_ms(shard_.reactor().now_ns() / 1'000'000));
}

// The time on this shard up to the first wait; what others do for it is not counted.
int32_t RequestContext::throttle_ms() {
  if (is_time_counted_ || !shard_.client_quotas().has(QuotaType::kRequest)) return throttle_ms_;
  is_time_counted_ = true;
  constexpr double kPercentPerNs = 100.0 / 1e9;
  const int64_t end_ns =
      request_.times.local_end_ns != 0 ? request_.times.local_end_ns : shard_.reactor().precise_now_ns();
  const double percent = static_cast<double>(end_ns - request_.times.started_ns) * kPercentPerNs;
  throttle(QuotaType::kRequest, shard_.client_quotas().record(QuotaType::kRequest, quota_client(), percent));
  return throttle_ms_;
}

void RequestContext::rest_after(net::Response& response) {
  if (throttle_ms_ == 0) return;
  response.throttle_ms = throttle_ms_;
  shard_.client_quotas().count_throttled(throttled_by_, throttle_ms_);
}

net::Response RequestContext::close_connection(std::string reason) {
  net::Response response;
  response.kind = net::Response::Kind::kCloseConnection;
  response.close_reason = std::move(reason);
  return response;
}

net::Response RequestContext::too_large() {
  return close_connection("the answer is too large");
}

protocol::String RequestContext::copy(std::string_view text) {
  const auto copied = arena_.copy(text);
  return copied ? protocol::String(*copied) : protocol::String::null();
}

protocol::Writer RequestContext::start_response(int16_t version) const {
  protocol::Writer writer{protocol::Buffer(kFirstResponseBytes)};
  writer.write_int32(request_.correlation_id);
  if (protocol::response_header_version(api_key(), version).value_or(0) > 0) writer.write_unsigned_varint(0);
  return writer;
}

net::Response RequestContext::finish_response(protocol::Writer& writer, std::vector<reactor::FileRange> ranges) const {
  net::Response response;
  auto external = writer.take_external_ranges();
  response.insertions.reserve(external.size());
  for (const protocol::ExternalRange& range : external) {
    KLAMM_ASSERT(range.token < ranges.size() && ranges[range.token].size_bytes == range.size);
    response.insertions.push_back({static_cast<uint32_t>(range.position), std::move(ranges[range.token])});
  }
  response.bytes = writer.take();
  return response;
}

}  // namespace klamm::broker
