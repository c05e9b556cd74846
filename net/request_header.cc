#include "net/request_header.h"

#include <cstring>

#include "protocol/assert.h"
#include "protocol/reader.h"

namespace klamm::net {
namespace {

// The tagged fields that end a flexible header: skipped, since none is known here.
bool skip_tagged_fields(protocol::Reader& reader) {
  const auto count = reader.read_unsigned_varint();
  if (!count || *count > protocol::kTaggedFieldsMax) return false;
  for (uint32_t i = 0; i < *count; ++i) {
    if (!reader.read_unsigned_varint()) return false;
    const auto size = reader.read_unsigned_varint();
    if (!size || !reader.skip(*size)) return false;
  }
  return true;
}

}  // namespace

RequestHeaderView parse_request_start(std::span<const std::byte> frame) {
  KLAMM_ASSERT(frame.size() >= kRequestHeaderBytesMin);
  protocol::Reader reader(frame);
  RequestHeaderView header;
  header.api_key = *reader.read_int16();
  header.api_version = *reader.read_int16();
  header.correlation_id = *reader.read_int32();
  header.size_bytes = reader.position();
  return header;
}

std::expected<RequestHeaderView, std::string_view> parse_request_header(std::span<const std::byte> frame,
                                                                        int16_t header_version) {
  if (frame.size() < kRequestHeaderBytesMin) return std::unexpected("the frame ends inside the request header");
  RequestHeaderView header = parse_request_start(frame);
  if (header_version == 0) return header;
  protocol::Reader reader(frame.subspan(kRequestHeaderBytesMin));
  const auto client_id = reader.read_nullable_string();
  if (!client_id) return std::unexpected("the client id of the request header does not fit the frame");
  header.client_id = client_id->view();
  header.client_id_is_null = client_id->is_null;
  if (header_version >= 2 && !skip_tagged_fields(reader)) {
    return std::unexpected("the tagged fields of the request header cannot be read");
  }
  header.size_bytes = kRequestHeaderBytesMin + reader.position();
  return header;
}

}  // namespace klamm::net
