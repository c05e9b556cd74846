#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "reactor/io_await.h"
#include "reactor/sync.h"

namespace klamm::reactor::test {

// Takes what a listener accepts.
class Acceptor final : public AcceptSink {
 public:
  void on_accept(SocketHandle socket) noexcept override {
    sockets.push_back(socket);
    arrived.set();
  }
  void on_accept_end(IoError error) noexcept override {
    end_error = error;
    ended.set();
  }
  Task<SocketHandle> next() {
    while (sockets.empty()) {
      arrived.reset();
      co_await arrived.wait();
    }
    const SocketHandle socket = sockets.front();
    sockets.erase(sockets.begin());
    co_return socket;
  }
  std::vector<SocketHandle> sockets;
  Event arrived;
  Event ended;
  IoError end_error;
};

// Collects what is received, or keeps the buffers when told to.
class Collector final : public ReceiveSink {
 public:
  void on_receive(ReceiveBuffer buffer) noexcept override {
    text.append(reinterpret_cast<const char*>(buffer.bytes().data()), buffer.bytes().size());
    ++pieces;
    if (keep_buffers) kept.push_back(std::move(buffer));
    arrived.set();
  }
  void on_receive_end(IoError error) noexcept override {
    end_error = error;
    ended.set();
  }
  Task<void> until(size_t bytes) {
    while (text.size() < bytes && !ended.is_set()) {
      arrived.reset();
      co_await arrived.wait_until(Shard::current().now_ns() + 5'000'000'000);
    }
  }
  std::string text;
  size_t pieces = 0;
  bool keep_buffers = false;
  std::vector<ReceiveBuffer> kept;
  Event arrived;
  Event ended;
  IoError end_error;
};

inline Task<IoResult<void>> send_text(Io& io, SocketHandle socket, std::string text, bool more = false) {
  iovec piece{text.data(), text.size()};
  co_return co_await send(io, socket, std::span(&piece, 1), more);
}

// Two ends of one connection over a fresh listener.
struct Pair {
  SocketHandle client;
  SocketHandle server;
};
inline Task<Pair> make_pair_of_sockets(Io& io) {
  const SocketHandle listener = *io.listen({"127.0.0.1", 0}, {});
  Acceptor acceptor;
  io.start_accept(listener, acceptor);
  const IoResult<int> client = co_await connect(io, *io.local_endpoint(listener));
  Pair pair;
  pair.client = SocketHandle{*client};
  pair.server = co_await acceptor.next();
  io.stop_accept(listener, acceptor);
  co_await acceptor.ended.wait();
  io.close(listener);
  co_return pair;
}

inline std::string pattern(size_t bytes) {
  std::string text(bytes, '\0');
  uint32_t state = 12345;
  for (char& one : text) {
    state = state * 1664525 + 1013904223;
    one = static_cast<char>(state >> 24);
  }
  return text;
}

}  // namespace klamm::reactor::test
