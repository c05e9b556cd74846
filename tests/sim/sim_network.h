#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reactor/io.h"
#include "tests/sim/sim_world.h"

namespace klamm::sim {

using reactor::AcceptSink;
using reactor::Completion;
using reactor::Endpoint;
using reactor::IoError;
using reactor::IoResult;
using reactor::ReceiveSink;
using reactor::SocketHandle;

class SimIo;

// Bytes that a send has still to give to its connection: from memory or from a file.
struct SimSource {
  virtual ~SimSource() = default;
  virtual uint64_t left_bytes() const = 0;
  // Moves up to `size` bytes to the end of `into`; an errno ends the send.
  virtual int take(size_t size, std::string& into) = 0;
};

// Connections between the processes of a simulation: bytes in order, cut into pieces and delayed by chance; a bounded
// number of unread bytes holds the sender.
class SimNetwork {
 public:
  explicit SimNetwork(SimWorld& world);
  ~SimNetwork();

  IoResult<SocketHandle> listen(const Endpoint& at, uint32_t process);
  IoResult<Endpoint> local_endpoint(SocketHandle socket) const;
  IoResult<Endpoint> peer_endpoint(SocketHandle socket) const;
  void start_accept(SimIo& io, SocketHandle listener, AcceptSink& sink);
  void stop_accept(SocketHandle listener, AcceptSink& sink);
  void connect(SimIo& io, const Endpoint& to, Completion& done);

  void start_receive(SimIo& io, SocketHandle socket, ReceiveSink& sink);
  void stop_receive(SocketHandle socket, ReceiveSink& sink);
  void receive_all(SimIo& io, SocketHandle socket, std::span<std::byte> into, Completion& done);
  void send(SimIo& io, SocketHandle socket, std::unique_ptr<SimSource> source, Completion& done);
  void shutdown(SocketHandle socket);
  void close(SocketHandle socket);
  // A buffer of the shard is free again: its starved receives may go on.
  void buffer_returned(int fd);

  // ---- for tests
  // Cuts the connection: both ends get ECONNRESET.
  void reset(SocketHandle socket);
  // Resets all connections of a process and closes its listeners, as when it is killed.
  void end_process(uint32_t process);
  size_t connection_end_count() const { return sockets_.size(); }

 private:
  struct Socket;
  struct Listener;
  Socket* find(int fd) const;
  void arrive(int fd, std::string bytes);
  void deliver_fin(int fd);
  void deliver_reset(int fd);
  void send_fin(Socket& from);
  void reset_later(int fd);
  void pump_sends(Socket& socket);
  void pump_reader(Socket& socket);
  bool fill_whole(Socket& socket);
  void feed_stream(Socket& socket);
  void fail_sends(Socket& socket, int error);
  void accept_waiting(Listener& listener);
  int make_socket(const Endpoint& local, const Endpoint& remote, uint32_t process);
  size_t piece_size(size_t at_most);

  SimWorld& world_;
  std::map<int, std::unique_ptr<Socket>> sockets_;
  std::map<int, std::unique_ptr<Listener>> listeners_;
  int next_fd_ = 1'000'000;
  uint16_t next_port_ = 20'000;
  uint16_t next_client_port_ = 40'000;
};

}  // namespace klamm::sim
