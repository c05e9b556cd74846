#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "broker/api_table.h"
#include "broker/broker_shard.h"
#include "net/request.h"
#include "protocol/arena.h"
#include "protocol/codec.h"
#include "protocol/messages/api_keys.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

// The shape of a handler: `reactor::Task<net::Response> handle_<api>(RequestContext& context)`, one file each, declared
// in its own header and named in one row of the API table. A handler decodes, asks the rooms below and encodes:
//
//   reactor::Task<net::Response> handle_describe_cluster(RequestContext& context) {
//     auto body = context.decode_body<protocol::DescribeClusterRequest>();
//     if (!body) co_return context.undecodable(body.error());
//     protocol::DescribeClusterResponse answer;
//     ...
//     co_return context.respond(answer);
//   }
namespace klamm::broker {

/// One request on its way through a handler: what was asked, where it runs, and memory that lives until it is answered.
/// @core owner: the shard of the connection
class RequestContext {
 public:
  RequestContext(net::Request& request, BrokerShard& shard, protocol::Arena& arena)
      : request_(request), shard_(shard), arena_(arena) {}
  RequestContext(const RequestContext&) = delete;
  RequestContext& operator=(const RequestContext&) = delete;

  net::Request& request() { return request_; }
  net::ConnectionInfo& connection() { return *request_.connection; }
  int16_t version() const { return request_.api_version; }
  protocol::ApiKey api_key() const { return static_cast<protocol::ApiKey>(request_.api_key); }

  /// Who asks, for quotas. Nobody is authenticated yet.
  QuotaClient quota_client() const { return {"ANONYMOUS", request_.client_id}; }
  /// The answer says that the client is throttled for so long, and the connection rests as long (KIP-219). Of several
  /// times the longest counts.
  void throttle(QuotaType type, int32_t throttle_ms);
  /// How long it is, with the quota of the time that this request took. From then on nothing more is measured.
  int32_t throttle_ms();

  /// What its client may change of partitions; refused from version `strict_version` on, told afterwards before.
  RequestMutationQuota mutation_quota(int16_t strict_version);
  void throttle(const RequestMutationQuota& quota);

  /// The services of this shard.
  BrokerShard& shard() { return shard_; }

  /// For calls to other shards: on_shard(id, fn, context.crossing()).
  reactor::CrossingTime* crossing() { return &request_.crossing; }

  /// What is allocated here lives until the answer has been encoded: decoded arrays, pieces of the answer, copied
  /// texts.
  protocol::Arena& arena() { return arena_; }

  /// The body as message M in the request's version: views into the request's bytes and the arena. Bytes behind the
  /// body are tolerated, as in Kafka.
  template <class M>
  std::expected<M, protocol::DecodeError> decode_body() {
    protocol::Reader reader(std::span<const std::byte>(request_.body.data(), request_.body.size()));
    return protocol::decode<M>(reader, request_.api_version, arena_);
  }

  /// The answer to a body that cannot be decoded: the connection is closed.
  net::Response undecodable(const protocol::DecodeError& error) const;

  /// The answer `body` behind the response header of the request's API and version.
  template <class M>
  net::Response respond(const M& body) {
    return respond(body, {});
  }

  /// The same, with log ranges: Records::external(size, token) in `body` stands for `ranges[token]`.
  template <class M>
  net::Response respond(const M& body, std::vector<reactor::FileRange> ranges) {
    return respond_in_version(body, request_.api_version, std::move(ranges));
  }

  /// The same in another version than the request's: ApiVersions of an unknown version is answered in version 0.
  template <class M>
  net::Response respond_in_version(const M& body, int16_t version, std::vector<reactor::FileRange> ranges) {
    const int32_t rest_ms = throttle_ms();
    if constexpr (requires { body.throttle_time_ms; }) {
      if (rest_ms > 0) {
        M throttled = body;
        throttled.throttle_time_ms = rest_ms;
        return encode(throttled, version, std::move(ranges));
      }
    }
    return encode(body, version, std::move(ranges));
  }

  /// What `body` would take as Kafka counts a Fetch for its quota: without ranges that it does not name, with the size
  /// of the frame. 0: it cannot be encoded.
  template <class M>
  uint64_t counted_bytes(const M& body) const {
    constexpr uint64_t kSizeBytes = 4;
    protocol::Writer writer;
    if (!protocol::encode(body, request_.api_version, writer)) return 0;
    return kSizeBytes + writer.position() + writer.external_bytes();
  }

  /// `count` elements with their defaults, or null over the arena's bound; answer too_large() then.
  template <class T>
  T* make_array(size_t count) {
    return arena_.allocate_array<T>(count);
  }

  /// The answer to a request whose answer would pass the bound of a request's memory: the connection is closed.
  static net::Response too_large();

  /// A copy of `text` that lives as long as the arena; null over its bound.
  protocol::String copy(std::string_view text);

  /// acks=0: nothing is sent. The time that it took counts for no quota, as in Kafka.
  net::Response respond_nothing();

  /// The connection is closed; `reason` is for the log.
  static net::Response close_connection(std::string reason);

 private:
  template <class M>
  net::Response encode(const M& body, int16_t version, std::vector<reactor::FileRange> ranges) {
    protocol::Writer writer = start_response(version);
    if (auto encoded = protocol::encode(body, version, writer); !encoded) return unencodable(encoded.error());
    net::Response response = finish_response(writer, std::move(ranges));
    rest_after(response);
    return response;
  }
  void rest_after(net::Response& response);
  protocol::Writer start_response(int16_t version) const;
  net::Response finish_response(protocol::Writer& writer, std::vector<reactor::FileRange> ranges) const;
  net::Response unencodable(const protocol::EncodeError& error) const;

  net::Request& request_;
  BrokerShard& shard_;
  protocol::Arena& arena_;
  int32_t throttle_ms_ = 0;
  QuotaType throttled_by_ = QuotaType::kRequest;
  bool is_time_counted_ = false;
};

}  // namespace klamm::broker
