#pragma once

#include <memory>
#include <vector>

#include "reactor/io.h"
#include "reactor/object_pool.h"
#include "reactor/socket_address.h"
#include "reactor/uring_core.h"

namespace klamm::reactor {

// Accepting (multishot) and connecting.
// @core owner
class UringAccept {
 public:
  explicit UringAccept(UringCore& core) : core_(core) {}

  void start(int fd, AcceptSink& sink);
  void stop(int fd, AcceptSink& sink);
  void connect(const Endpoint& to, Completion& done);

 private:
  struct Listener;  // one multishot accept
  struct Accepted;  // one new socket, on its way through the ready queue
  struct Connect;   // one connect
  void arm(Listener& listener);
  void on_listener_cqe(Listener& listener, int32_t result, uint32_t cqe_flags);
  void on_connect_cqe(Connect& connect, int32_t result);

  struct Listener : UringOperation {
    UringAccept* owner = nullptr;
    AcceptSink* sink = nullptr;
    int fd = -1;
    int end_error = 0;
    bool stopping = false;
  };
  struct Accepted : Completion {
    UringAccept* owner = nullptr;
    AcceptSink* sink = nullptr;
  };
  struct Connect : UringOperation {
    UringAccept* owner = nullptr;
    Completion* done = nullptr;
    SocketAddress address;  // until the kernel has seen it
    int fd = -1;
  };

  UringCore& core_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  ObjectPool<Accepted> accepted_;
  ObjectPool<Connect, 8> connects_;
};

}  // namespace klamm::reactor
