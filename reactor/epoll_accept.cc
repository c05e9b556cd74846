#include "reactor/epoll_accept.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "reactor/assert.h"
#include "reactor/socket_address.h"

namespace klamm::reactor {

namespace {

// The share of one listener in a turn.
constexpr int kAcceptsMax = 64;

}  // namespace

void EpollAccept::start(int fd, AcceptSink& sink) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  auto listener = std::make_unique<Listener>();
  listener->owner = this;
  listener->sink = &sink;
  listener->socket = &core_.socket(fd);
  listener->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Listener&>(self);
    of.owner->accept_share(of);
  };
  listener->callback = [](Completion* self) noexcept {
    auto* const ended = static_cast<Listener*>(self);
    AcceptSink* const to = ended->sink;
    const IoError error{ended->end_error};
    std::erase_if(ended->owner->listeners_, [ended](const auto& one) { return one.get() == ended; });
    to->on_accept_end(error);
  };
  KLAMM_ASSERT(listener->socket->reader == nullptr, "this listener accepts already");
  listener->socket->reader = listener.get();
  // What has come since the last time made its event then.
  core_.call_next_turn(*listener);
  listeners_.push_back(std::move(listener));
}

void EpollAccept::stop(int fd, AcceptSink& sink) {
  for (const auto& listener : listeners_) {
    if (listener->socket->fd == fd && listener->sink == &sink && !listener->is_ending) end(*listener, ECANCELED);
  }
}

void EpollAccept::accept_share(Listener& listener) {
  for (int left = kAcceptsMax; left > 0;) {
    const int fd = ::accept4(listener.socket->fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0) {
      take(listener, fd);
      --left;
    } else if (errno == EAGAIN && listener.socket->error == 0) {
      return;
    } else if (errno != EINTR) {
      return end(listener, listener.socket->error != 0 ? listener.socket->error : errno);
    }
  }
  core_.call_next_turn(listener);
}

void EpollAccept::take(Listener& listener, int fd) {
  Accepted* const accepted = accepted_.make();
  accepted->owner = this;
  accepted->sink = listener.sink;
  accepted->callback = [](Completion* self) noexcept {
    auto* const arrived = static_cast<Accepted*>(self);
    AcceptSink* const to = arrived->sink;
    const SocketHandle socket{arrived->result};
    arrived->owner->accepted_.free(arrived);
    to->on_accept(socket);
  };
  EpollCore::finish(*accepted, fd);
}

void EpollAccept::end(Listener& listener, int error) {
  core_.call_no_more(listener);
  listener.socket->reader = nullptr;
  listener.is_ending = true;
  listener.end_error = error;
  EpollCore::finish(listener, -error);
}

void EpollAccept::connect(const Endpoint& to, Completion& done) {
  const IoResult<SocketAddress> address = numeric_address(to);
  if (!address) {
    EpollCore::finish(done, -address.error().code);
    return;
  }
  const int fd = ::socket(address->family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    EpollCore::finish(done, -errno);
    return;
  }
  if (::connect(fd, address->data(), address->size_bytes) == 0) {
    EpollCore::finish(done, fd);
  } else if (errno == EINPROGRESS) {
    wait_for(fd, done);
  } else {
    EpollCore::finish(done, -errno);
    ::close(fd);
  }
}

// Made known to epoll only now: a socket that does not connect yet counts as hung up.
void EpollAccept::wait_for(int fd, Completion& done) {
  Connect* const connect = connects_.make();
  connect->owner = this;
  connect->done = &done;
  connect->socket = &core_.socket(fd);
  connect->on_ready = [](EpollWaiter& self) {
    auto& of = static_cast<Connect&>(self);
    of.owner->on_connected(of);
  };
  EpollSocket& socket = *connect->socket;
  socket.writable = false;
  socket.first_sender = socket.last_sender = connect;
  if (socket.error != 0) core_.call_next_turn(*connect);
}

void EpollAccept::on_connected(Connect& connect) {
  EpollSocket& socket = *connect.socket;
  socket.first_sender = socket.last_sender = nullptr;
  int error = socket.error;
  socklen_t size = sizeof(error);
  if (error == 0) ::getsockopt(socket.fd, SOL_SOCKET, SO_ERROR, &error, &size);
  const int fd = socket.fd;
  Completion& done = *connect.done;
  connects_.free(&connect);
  if (error != 0) {
    core_.forget(fd);
    ::close(fd);
  }
  EpollCore::finish(done, error != 0 ? -error : fd);
}

}  // namespace klamm::reactor
