#pragma once

#include <string>
#include <utility>

#include "reactor/event.h"
#include "reactor/io.h"
#include "reactor/io_await.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::broker {

/// A client of the simulated network that sends any bytes and keeps all that comes.
/// @core owner
class HttpPeer final : reactor::ReceiveSink {
 public:
  explicit HttpPeer(reactor::Shard& shard) : shard_(shard) {}

  reactor::Task<bool> connect(reactor::Endpoint at) {
    const auto fd = co_await reactor::connect(shard_.io(), std::move(at));
    if (!fd) co_return false;
    socket_ = reactor::SocketHandle{*fd};
    co_return true;
  }
  reactor::Task<bool> send(std::string bytes) {
    iovec piece{bytes.data(), bytes.size()};
    const auto sent = co_await reactor::send(shard_.io(), socket_, std::span(&piece, 1));
    co_return sent.has_value();
  }
  void start_receiving() {
    is_receiving_ = true;
    shard_.io().start_receive(socket_, *this);
  }
  bool has_ended() const { return ended_.is_set(); }
  /// All that came until the server ended the connection.
  reactor::Task<std::string> rest() {
    if (!is_receiving_) start_receiving();
    co_await ended_.wait();
    co_return received_;
  }
  reactor::Task<void> close() {
    if (!socket_.valid()) co_return;
    shard_.io().shutdown(socket_);
    if (is_receiving_ && !ended_.is_set()) {
      shard_.io().stop_receive(socket_, *this);
      co_await ended_.wait();
    }
    shard_.io().close(std::exchange(socket_, {}));
  }

  /// Sends one request and gives the whole answer.
  static reactor::Task<std::string> ask(reactor::Shard& shard, reactor::Endpoint at, std::string request) {
    HttpPeer peer(shard);
    if (!co_await peer.connect(std::move(at))) co_return "not connected";
    co_await peer.send(std::move(request));
    std::string answer = co_await peer.rest();
    co_await peer.close();
    co_return answer;
  }

 private:
  void on_receive(reactor::ReceiveBuffer buffer) noexcept override {
    const auto bytes = buffer.bytes();
    received_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void on_receive_end(reactor::IoError) noexcept override { ended_.set(); }

  reactor::Shard& shard_;
  reactor::SocketHandle socket_;
  std::string received_;
  reactor::Event ended_;
  bool is_receiving_ = false;
};

}  // namespace klamm::broker
