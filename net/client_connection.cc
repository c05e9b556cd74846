#include "net/client_connection.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "protocol/assert.h"
#include "reactor/io_await.h"

namespace klamm::net {
namespace {

uint32_t read_big_endian(const std::byte* at) {
  uint32_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  return __builtin_bswap32(value);
}

// What a response is received into at first; it grows with what arrives.
constexpr size_t kFirstStepBytes = 1u << 20;

}  // namespace

reactor::Task<reactor::IoResult<std::unique_ptr<ClientConnection>>> ClientConnection::connect(
    reactor::Shard& shard, const reactor::Endpoint& to, const ClientOptions& options) {
  const reactor::IoResult<int> fd = co_await reactor::connect(shard.io(), to);
  if (!fd) co_return std::unexpected(fd.error());
  const reactor::SocketHandle socket{*fd};
  shard.io().set_options(socket, options.socket);
  co_return std::make_unique<ClientConnection>(shard, socket, options);
}

ClientConnection::ClientConnection(reactor::Shard& shard, reactor::SocketHandle socket, ClientOptions options)
    : shard_(shard), socket_(socket), options_(std::move(options)) {
  nobody_sends_.set();
  shard_.spawn(read_responses());
}

ClientConnection::~ClientConnection() {
  KLAMM_ASSERT(!socket_.valid(), "close() has not ended");
}

reactor::Task<reactor::IoResult<void>> ClientConnection::send(std::span<const std::byte> frame) {
  reactor::Event turn;
  nobody_sends_.reset();
  turns_.push_back(&turn);
  if (turns_.front() != &turn) co_await turn.wait();
  reactor::IoResult<void> sent;
  if (error_ != 0) {
    sent = std::unexpected(reactor::IoError{error_});
  } else {
    std::array<std::byte, 4> length;
    const uint32_t size = __builtin_bswap32(static_cast<uint32_t>(frame.size()));
    std::memcpy(length.data(), &size, sizeof(size));
    std::array<iovec, 2> pieces{iovec{.iov_base = length.data(), .iov_len = length.size()},
                                iovec{.iov_base = const_cast<std::byte*>(frame.data()), .iov_len = frame.size()}};
    sent = co_await reactor::send(shard_.io(), socket_, pieces);
    if (!sent) fail(sent.error().code);
  }
  turns_.pop_front();
  if (turns_.empty()) {
    nobody_sends_.set();
  } else {
    turns_.front()->set();
  }
  co_return sent;
}

reactor::Task<reactor::IoResult<protocol::Buffer>> ClientConnection::call(int32_t correlation_id,
                                                                          std::span<const std::byte> frame) {
  if (error_ != 0) co_return std::unexpected(reactor::IoError{error_});
  KLAMM_ASSERT(calls_.size() < options_.in_flight_max, "too many calls in flight");
  Call call;
  call.correlation_id = correlation_id;
  calls_.push_back(&call);
  // A failed send fails all calls, this one too.
  static_cast<void>(co_await send(frame));
  co_await call.answered.wait();
  if (call.error != 0) co_return std::unexpected(reactor::IoError{call.error});
  co_return std::move(call.response);
}

reactor::Task<void> ClientConnection::read_responses() {
  int error = 0;
  while (error == 0 && error_ == 0) error = co_await read_one();
  fail(error);
  reader_ended_.set();
}

// The errno that ends the connection, or 0.
reactor::Task<int> ClientConnection::read_one() {
  std::array<std::byte, 4> length;
  const auto received = co_await reactor::receive_all(shard_.io(), socket_, length);
  if (!received) co_return received.error().code;
  if (*received < length.size()) co_return ECONNRESET;
  const uint32_t size = read_big_endian(length.data());
  if (size < 4 || size > options_.response_bytes_max) co_return EPROTO;
  protocol::Buffer response;
  while (response.size() < size) {
    const size_t step = std::min<size_t>(size - response.size(), std::max(kFirstStepBytes, response.size()));
    std::byte* const into = response.extend(step);
    const auto body = co_await reactor::receive_all(shard_.io(), socket_, std::span(into, step));
    if (!body) co_return body.error().code;
    if (*body < step) co_return ECONNRESET;
  }
  if (calls_.empty() || static_cast<int32_t>(read_big_endian(response.data())) != calls_.front()->correlation_id) {
    co_return EPROTO;
  }
  Call* const call = calls_.front();
  calls_.pop_front();
  call->response = std::move(response);
  call->answered.set();
  co_return 0;
}

void ClientConnection::fail(int error) {
  if (error_ == 0) {
    error_ = error != 0 ? error : ECONNRESET;
    if (socket_.valid()) shard_.io().shutdown(socket_);
  }
  for (Call* call : std::exchange(calls_, {})) {
    call->error = error_;
    call->answered.set();
  }
}

reactor::Task<void> ClientConnection::close() {
  fail(ECANCELED);
  co_await reader_ended_.wait();
  while (!nobody_sends_.is_set()) co_await nobody_sends_.wait();
  if (socket_.valid()) shard_.io().close(std::exchange(socket_, {}));
}

}  // namespace klamm::net
