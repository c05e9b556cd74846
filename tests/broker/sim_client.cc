#include "tests/broker/sim_client.h"

namespace klamm::broker {

reactor::Task<std::expected<void, std::string>> SimClient::connect(reactor::Endpoint at) {
  auto connected = co_await net::ClientConnection::connect(shard_, at, options_);
  if (!connected) co_return std::unexpected(connected.error().text());
  connection_ = std::move(*connected);
  co_return std::expected<void, std::string>{};
}

reactor::Task<void> SimClient::close() {
  if (connection_) co_await connection_->close();
  connection_.reset();
}

protocol::Writer SimClient::start_frame(protocol::ApiKey key, int16_t version) {
  protocol::Writer frame;
  frame.write_int16(static_cast<int16_t>(key));
  frame.write_int16(version);
  frame.write_int32(++correlation_id_);
  frame.write_string("sim");
  if (protocol::request_header_version(key, version).value_or(1) == 2) frame.write_unsigned_varint(0);
  return frame;
}

reactor::Task<std::expected<protocol::Buffer, std::string>> SimClient::exchange(protocol::Writer& frame) {
  auto response = co_await connection_->call(correlation_id_, frame.written());
  if (!response) co_return std::unexpected(response.error().text());
  co_return std::move(*response);
}

}  // namespace klamm::broker
