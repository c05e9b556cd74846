#include "tests/sim/sim_network.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "reactor/assert.h"
#include "tests/sim/sim_io.h"

namespace klamm::sim {

namespace {
std::unexpected<IoError> error(int code) {
  return std::unexpected(IoError{code});
}
}  // namespace

struct SimNetwork::Listener {
  Endpoint at;
  uint32_t process = 0;
  SimIo* io = nullptr;
  AcceptSink* sink = nullptr;
  std::deque<int> waiting;  // connections that nobody took yet
};

struct SimNetwork::Socket {
  struct Send {
    SimIo* io;
    std::unique_ptr<SimSource> source;
    Completion* done;
  };
  int fd = -1;
  int peer = -1;
  uint32_t process = 0;
  Endpoint local;
  Endpoint remote;

  std::string inbound;          // arrived and unread
  size_t in_flight_bytes = 0;   // on their way here
  int64_t last_arrival_ns = 0;  // nothing later overtakes it
  bool ended = false;           // the peer sends no more
  bool is_reset = false;
  bool read_shut = false;
  bool write_shut = false;

  SimIo* reader = nullptr;
  ReceiveSink* sink = nullptr;  // of a started receive
  bool starved = false;
  std::span<std::byte> whole;  // of a receive_all
  size_t whole_done = 0;
  Completion* whole_completion = nullptr;
  std::deque<Send> sends;
};

SimNetwork::SimNetwork(SimWorld& world) : world_(world) {}

SimNetwork::~SimNetwork() = default;

SimNetwork::Socket* SimNetwork::find(int fd) const {
  const auto found = sockets_.find(fd);
  return found == sockets_.end() ? nullptr : found->second.get();
}

// ---- listeners and connections

IoResult<SocketHandle> SimNetwork::listen(const Endpoint& at, uint32_t process) {
  auto listener = std::make_unique<Listener>();
  listener->at = at;
  listener->process = process;
  if (at.port == 0) listener->at.port = next_port_++;
  for (const auto& [fd, other] : listeners_) {
    if (other->at.port == listener->at.port) return error(EADDRINUSE);
  }
  const int fd = next_fd_++;
  listeners_[fd] = std::move(listener);
  return SocketHandle{fd};
}

IoResult<Endpoint> SimNetwork::local_endpoint(SocketHandle socket) const {
  if (const auto listener = listeners_.find(socket.fd); listener != listeners_.end()) return listener->second->at;
  const Socket* const found = find(socket.fd);
  if (found == nullptr) return error(EBADF);
  return found->local;
}

IoResult<Endpoint> SimNetwork::peer_endpoint(SocketHandle socket) const {
  const Socket* const found = find(socket.fd);
  if (found == nullptr) return error(EBADF);
  return found->remote;
}

void SimNetwork::start_accept(SimIo& io, SocketHandle listener, AcceptSink& sink) {
  Listener& found = *listeners_.at(listener.fd);
  KLAMM_ASSERT(found.sink == nullptr, "accepting is started already");
  found.io = &io;
  found.sink = &sink;
  accept_waiting(found);
}

void SimNetwork::stop_accept(SocketHandle listener, AcceptSink& sink) {
  Listener& found = *listeners_.at(listener.fd);
  if (found.sink != &sink) return;
  found.io->tell_accept_end(sink, ECANCELED);
  found.sink = nullptr;
}

void SimNetwork::accept_waiting(Listener& listener) {
  while (listener.sink != nullptr && !listener.waiting.empty()) {
    listener.io->tell_accepted(*listener.sink, listener.waiting.front());
    listener.waiting.pop_front();
  }
}

int SimNetwork::make_socket(const Endpoint& local, const Endpoint& remote, uint32_t process) {
  const int fd = next_fd_++;
  auto socket = std::make_unique<Socket>();
  socket->fd = fd;
  socket->local = local;
  socket->remote = remote;
  socket->process = process;
  sockets_[fd] = std::move(socket);
  return fd;
}

void SimNetwork::connect(SimIo& io, const Endpoint& to, Completion& done) {
  world_.at(world_.now_ns() + world_.network_delay_ns(), io.alive(), [this, &io, to, &done] {
    const auto found =
        std::ranges::find_if(listeners_, [&](const auto& one) { return one.second->at.port == to.port; });
    if (found == listeners_.end()) {
      io.finish(done, -ECONNREFUSED);
      return;
    }
    Listener& listener = *found->second;
    const std::string host = to.host.empty() ? "127.0.0.1" : to.host;
    const Endpoint server_end{host, to.port};
    const Endpoint client_end{host, next_client_port_++};
    const int client = make_socket(client_end, server_end, io.process());
    const int server = make_socket(server_end, client_end, listener.process);
    find(client)->peer = server;
    find(server)->peer = client;
    listener.waiting.push_back(server);
    accept_waiting(listener);
    io.finish(done, client);
  });
}

// ---- bytes on their way

size_t SimNetwork::piece_size(size_t at_most) {
  if (world_.options().piece_bytes_max > 0) return std::min(at_most, world_.options().piece_bytes_max);
  constexpr int64_t kSizes[] = {7, 1000, 1000, 1000, 65536, 65536, 65536, 65536, 65536, 65536};
  return std::min(at_most, static_cast<size_t>(world_.random_between(1, kSizes[world_.random() % std::size(kSizes)])));
}

void SimNetwork::pump_sends(Socket& socket) {
  while (!socket.sends.empty()) {
    if (socket.is_reset || socket.write_shut) {
      fail_sends(socket, socket.write_shut ? EPIPE : ECONNRESET);
      return;
    }
    Socket* const peer = find(socket.peer);
    if (peer == nullptr) {  // closed, and its reset is on the way
      fail_sends(socket, EPIPE);
      return;
    }
    Socket::Send& send = socket.sends.front();
    const size_t unread = peer->in_flight_bytes + peer->inbound.size();
    const size_t room = world_.options().socket_buffer_bytes - std::min(unread, world_.options().socket_buffer_bytes);
    const size_t size = std::min<uint64_t>(room, send.source->left_bytes());
    if (send.source->left_bytes() > 0) {
      if (size == 0) return;
      std::string piece;
      if (const int code = send.source->take(piece_size(size), piece)) {
        send.io->finish(*send.done, -code);
        socket.sends.pop_front();
        continue;
      }
      peer->in_flight_bytes += piece.size();
      peer->last_arrival_ns = std::max(peer->last_arrival_ns, world_.now_ns() + world_.network_delay_ns());
      world_.at(peer->last_arrival_ns, [this, fd = peer->fd, bytes = std::move(piece)] { arrive(fd, bytes); });
    }
    if (send.source->left_bytes() == 0) {
      send.io->finish(*send.done, 0);
      socket.sends.pop_front();
    }
  }
}

void SimNetwork::fail_sends(Socket& socket, int code) {
  for (Socket::Send& send : socket.sends) send.io->finish(*send.done, -code);
  socket.sends.clear();
}

void SimNetwork::arrive(int fd, std::string bytes) {
  Socket* const socket = find(fd);
  if (socket == nullptr || socket->is_reset) return;
  socket->in_flight_bytes -= bytes.size();
  if (!socket->read_shut) socket->inbound += bytes;
  pump_reader(*socket);
  if (Socket* const peer = find(socket->peer)) pump_sends(*peer);
}

void SimNetwork::send_fin(Socket& from) {
  Socket* const peer = find(from.peer);
  if (peer == nullptr) return;
  peer->last_arrival_ns = std::max(peer->last_arrival_ns, world_.now_ns() + world_.network_delay_ns());
  world_.at(peer->last_arrival_ns, [this, fd = peer->fd] { deliver_fin(fd); });
}

void SimNetwork::deliver_fin(int fd) {
  Socket* const socket = find(fd);
  if (socket == nullptr) return;
  socket->ended = true;
  pump_reader(*socket);
}

void SimNetwork::reset_later(int fd) {
  world_.at(world_.now_ns() + world_.network_delay_ns(), [this, fd] { deliver_reset(fd); });
}

void SimNetwork::deliver_reset(int fd) {
  Socket* const socket = find(fd);
  if (socket == nullptr || socket->is_reset) return;
  socket->is_reset = true;
  socket->inbound.clear();
  socket->in_flight_bytes = 0;
  fail_sends(*socket, ECONNRESET);
  pump_reader(*socket);
}

void SimNetwork::reset(SocketHandle socket) {
  const Socket* const found = find(socket.fd);
  if (found == nullptr) return;
  const int peer = found->peer;
  deliver_reset(socket.fd);
  deliver_reset(peer);
}

// ---- reading

void SimNetwork::start_receive(SimIo& io, SocketHandle socket, ReceiveSink& sink) {
  Socket* const found = find(socket.fd);
  KLAMM_ASSERT(found != nullptr && found->sink == nullptr && found->whole_completion == nullptr);
  found->reader = &io;
  found->sink = &sink;
  pump_reader(*found);
}

void SimNetwork::stop_receive(SocketHandle socket, ReceiveSink& sink) {
  Socket* const found = find(socket.fd);
  if (found == nullptr || found->sink != &sink) return;
  // The cancellation takes a moment; what arrives until then is still given to the sink.
  world_.at(world_.now_ns() + world_.random_between(0, 5'000), found->reader->alive(), [this, fd = socket.fd, &sink] {
    Socket* const stopped = find(fd);
    if (stopped == nullptr || stopped->sink != &sink) return;
    stopped->sink = nullptr;
    stopped->starved = false;
    stopped->reader->tell_receive_end(sink, ECANCELED);
  });
}

void SimNetwork::receive_all(SimIo& io, SocketHandle socket, std::span<std::byte> into, Completion& done) {
  Socket* const found = find(socket.fd);
  KLAMM_ASSERT(found != nullptr && found->sink == nullptr && found->whole_completion == nullptr);
  found->reader = &io;
  found->whole = into;
  found->whole_done = 0;
  found->whole_completion = &done;
  pump_reader(*found);
}

void SimNetwork::pump_reader(Socket& socket) {
  const size_t before = socket.inbound.size();
  if (socket.whole_completion != nullptr) {
    fill_whole(socket);
  } else if (socket.sink != nullptr) {
    feed_stream(socket);
  }
  if (socket.inbound.size() < before) {
    if (Socket* const peer = find(socket.peer)) pump_sends(*peer);
  }
}

bool SimNetwork::fill_whole(Socket& socket) {
  const size_t size = std::min(socket.whole.size() - socket.whole_done, socket.inbound.size());
  std::memcpy(socket.whole.data() + socket.whole_done, socket.inbound.data(), size);
  socket.inbound.erase(0, size);
  socket.whole_done += size;
  const bool full = socket.whole_done == socket.whole.size();
  if (!full && !socket.ended && !socket.read_shut && !socket.is_reset) return false;
  const int32_t result = !full && socket.is_reset ? -ECONNRESET : static_cast<int32_t>(socket.whole_done);
  Completion& done = *socket.whole_completion;
  socket.whole_completion = nullptr;
  socket.reader->finish(done, result);
  return true;
}

void SimNetwork::feed_stream(Socket& socket) {
  while (!socket.inbound.empty()) {
    const size_t taken = socket.reader->tell_received(*socket.sink, socket.inbound);
    if (taken == 0) {
      if (!socket.starved) socket.reader->wait_for_buffer(socket.fd);
      socket.starved = true;
      return;
    }
    socket.inbound.erase(0, taken);
  }
  if (!socket.ended && !socket.read_shut && !socket.is_reset) return;
  ReceiveSink& sink = *socket.sink;
  socket.sink = nullptr;
  socket.reader->tell_receive_end(sink, socket.is_reset ? ECONNRESET : 0);
}

void SimNetwork::buffer_returned(int fd) {
  Socket* const socket = find(fd);
  if (socket == nullptr) return;
  socket->starved = false;
  pump_reader(*socket);
}

// ---- writing and ending

void SimNetwork::send(SimIo& io, SocketHandle socket, std::unique_ptr<SimSource> source, Completion& done) {
  Socket* const found = find(socket.fd);
  KLAMM_ASSERT(found != nullptr);
  found->sends.push_back({&io, std::move(source), &done});
  pump_sends(*found);
}

void SimNetwork::shutdown(SocketHandle socket) {
  Socket* const found = find(socket.fd);
  if (found == nullptr) return;
  if (!found->write_shut) send_fin(*found);
  found->write_shut = true;
  found->read_shut = true;
  fail_sends(*found, EPIPE);
  pump_reader(*found);
}

void SimNetwork::close(SocketHandle socket) {
  if (const auto listener = listeners_.find(socket.fd); listener != listeners_.end()) {
    for (const int waiting : listener->second->waiting) {
      reset({waiting});
      sockets_.erase(waiting);
    }
    listeners_.erase(listener);
    return;
  }
  Socket* const found = find(socket.fd);
  if (found == nullptr) return;
  KLAMM_ASSERT(found->sink == nullptr && found->whole_completion == nullptr && found->sends.empty(),
               "a socket is closed while something is in flight on it");
  if (!found->inbound.empty() || found->in_flight_bytes > 0) {
    reset_later(found->peer);
  } else if (!found->write_shut) {
    send_fin(*found);
  }
  sockets_.erase(socket.fd);
}

void SimNetwork::end_process(uint32_t process) {
  std::erase_if(listeners_, [&](const auto& one) { return one.second->process == process; });
  std::vector<int> own;
  for (const auto& [fd, socket] : sockets_) {
    if (socket->process == process) own.push_back(fd);
  }
  for (const int fd : own) {
    const int peer = find(fd)->peer;
    sockets_.erase(fd);
    deliver_reset(peer);
  }
}

}  // namespace klamm::sim
