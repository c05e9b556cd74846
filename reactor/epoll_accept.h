#pragma once

#include <memory>
#include <vector>

#include "reactor/epoll_core.h"
#include "reactor/io.h"
#include "reactor/object_pool.h"

namespace klamm::reactor {

// Accepting and connecting.
// @core owner
class EpollAccept {
 public:
  explicit EpollAccept(EpollCore& core) : core_(core) {}

  void start(int fd, AcceptSink& sink);
  void stop(int fd, AcceptSink& sink);
  void connect(const Endpoint& to, Completion& done);

 private:
  // One started accept; as a completion it tells its end.
  struct Listener : EpollWaiter, Completion {
    EpollAccept* owner = nullptr;
    AcceptSink* sink = nullptr;
    EpollSocket* socket = nullptr;
    int end_error = 0;
    bool is_ending = false;
  };
  // One new socket, on its way through the ready queue.
  struct Accepted : Completion {
    EpollAccept* owner = nullptr;
    AcceptSink* sink = nullptr;
  };
  struct Connect : EpollWaiter {
    EpollAccept* owner = nullptr;
    Completion* done = nullptr;
    EpollSocket* socket = nullptr;
  };
  void accept_share(Listener& listener);
  void take(Listener& listener, int fd);
  void end(Listener& listener, int error);
  void wait_for(int fd, Completion& done);
  void on_connected(Connect& connect);

  EpollCore& core_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  ObjectPool<Accepted> accepted_;
  ObjectPool<Connect, 8> connects_;
};

}  // namespace klamm::reactor
