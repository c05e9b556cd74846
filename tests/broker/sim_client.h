#pragma once

#include <expected>
#include <memory>
#include <string>

#include "net/client_connection.h"
#include "protocol/api_info.h"
#include "protocol/codec.h"
#include "protocol/messages/api_keys.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::broker {

/// An answer that a test may keep: the message is a view into the bytes and the arena beside it.
template <class Message>
struct Answer {
  std::unique_ptr<protocol::Buffer> bytes;
  std::unique_ptr<protocol::Arena> arena;
  Message message;
  const Message* operator->() const { return &message; }
};

/// A client of one connection that speaks messages. Errors are sentences.
/// @core owner
class SimClient {
 public:
  explicit SimClient(reactor::Shard& shard) : shard_(shard) {}

  reactor::Task<std::expected<void, std::string>> connect(reactor::Endpoint at);
  reactor::Task<void> close();

  template <class ResponseMessage, class RequestMessage>
  reactor::Task<std::expected<Answer<ResponseMessage>, std::string>> call(const RequestMessage& request,
                                                                          int16_t version) {
    const auto key = static_cast<protocol::ApiKey>(RequestMessage::kApiKey);
    protocol::Writer frame = start_frame(key, version);
    if (auto encoded = protocol::encode(request, version, frame); !encoded) co_return std::unexpected("not encodable");
    auto bytes = co_await exchange(frame);
    if (!bytes) co_return std::unexpected(bytes.error());
    Answer<ResponseMessage> answer{
        std::make_unique<protocol::Buffer>(std::move(*bytes)), std::make_unique<protocol::Arena>(), {}};
    const size_t header_bytes = protocol::response_header_version(key, version).value_or(0) == 0 ? 4 : 5;
    protocol::Reader reader(std::as_const(*answer.bytes).span().subspan(header_bytes));
    auto message = protocol::decode<ResponseMessage>(reader, version, *answer.arena);
    if (!message) co_return std::unexpected("not decodable");
    answer.message = *message;
    co_return answer;
  }

 private:
  protocol::Writer start_frame(protocol::ApiKey key, int16_t version);
  reactor::Task<std::expected<protocol::Buffer, std::string>> exchange(protocol::Writer& frame);

  reactor::Shard& shard_;
  net::ClientOptions options_;
  std::unique_ptr<net::ClientConnection> connection_;
  int32_t correlation_id_ = 0;
};

}  // namespace klamm::broker
