#include "net/request_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "net/net_log.h"
#include "net/request_slot.h"
#include "protocol/api_info.h"
#include "protocol/arena.h"
#include "protocol/codec.h"

namespace klamm::net {
namespace {

using protocol::Gap;

constexpr size_t kDecodeBytesMax = size_t{1} << 20;
constexpr uint64_t kConnectionIndexMask = (uint64_t{1} << 48) - 1;

LoggedBody copy_around(std::span<const std::byte> body, std::vector<Gap> records) {
  LoggedBody copy;
  copy.whole_bytes = body.size();
  uint64_t left_out_bytes = 0;
  for (const Gap& gap : records) left_out_bytes += gap.size_bytes;
  if (body.size() - left_out_bytes > kLoggedBodyBytesMax) return copy;
  size_t from = 0;
  for (const Gap& gap : records) {
    copy.bytes.insert(copy.bytes.end(), body.begin() + static_cast<ptrdiff_t>(from),
                      body.begin() + static_cast<ptrdiff_t>(gap.position));
    from = gap.position + gap.size_bytes;
    copy.gaps.push_back({.position = copy.bytes.size(), .size_bytes = gap.size_bytes});
  }
  copy.bytes.insert(copy.bytes.end(), body.begin() + static_cast<ptrdiff_t>(from), body.end());
  copy.is_there = true;
  return copy;
}

// Where the records are in a request that is too large as it is.
std::vector<Gap> records_in(const protocol::MessageDescriptor& request, int16_t version,
                            std::span<const std::byte> body) {
  protocol::Arena arena(kDecodeBytesMax);
  void* const message = arena.allocate(request.body.size_bytes, alignof(std::max_align_t));
  protocol::Reader reader(body);
  if (message == nullptr || !protocol::decode_message(request, reader, version, arena, message)) return {};
  return protocol::find_records(request, message, version, body);
}

LoggedBody copy_request(const RequestSlot& slot) {
  const std::span<const std::byte> body = slot.body;
  if (body.size() <= kLoggedBodyBytesMax) return copy_around(body, {});
  const protocol::ApiInfo* const api = protocol::find_api(slot.api_key);
  if (api == nullptr || api->request == nullptr) return copy_around(body, {});
  return copy_around(body, records_in(*api->request, slot.api_version, body));
}

// The bytes are a response header and the body; ranges of files stand between them.
LoggedBody copy_response(const RequestSlot& slot) {
  const Response& response = slot.response;
  LoggedBody copy;
  copy.whole_bytes = slot.response_bytes;
  if (response.bytes.size() > kLoggedBodyBytesMax) return copy;
  copy.bytes.assign(response.bytes.data(), response.bytes.data() + response.bytes.size());
  for (const Response::Insertion& insertion : response.insertions) {
    copy.gaps.push_back({.position = insertion.position, .size_bytes = insertion.range.size_bytes});
  }
  copy.is_there = true;
  return copy;
}

}  // namespace

bool LogSink::write_request(std::unique_ptr<RequestLogEntry>) noexcept {
  return false;
}

size_t RequestLogEntry::size_bytes() const {
  return sizeof(*this) + request.bytes.size() + response.bytes.size() +
         (request.gaps.size() + response.gaps.size()) * sizeof(Gap) + client_id.size() + connection.size() +
         listener.size() + client_software_name.size() + client_software_version.size();
}

std::unique_ptr<RequestLogEntry> log_entry(const RequestSlot& slot, uint32_t shard, int64_t wall_clock_ms) {
  auto entry = std::make_unique<RequestLogEntry>();
  const ConnectionInfo& connection = *slot.connection;
  entry->wall_clock_ms = wall_clock_ms;
  entry->shard = shard;
  entry->api_key = slot.api_key;
  entry->api_version = slot.api_version;
  entry->correlation_id = slot.correlation_id;
  entry->client_id = slot.client_id;
  entry->is_answered = slot.is_answered;
  entry->times = slot.times;
  entry->crossing_ns = slot.crossing.total_ns;
  entry->throttle_ms = slot.response.throttle_ms;
  entry->connection = fmt::format("{}-{}-{}-{}", connection.local.text(), connection.peer.text(), shard,
                                  connection.id & kConnectionIndexMask);
  entry->listener = connection.listener_name;
  entry->client_software_name = connection.client_software_name;
  entry->client_software_version = connection.client_software_version;
  if (slot.frame) entry->request = copy_request(slot);
  if (slot.is_answered) entry->response = copy_response(slot);
  return entry;
}

}  // namespace klamm::net
