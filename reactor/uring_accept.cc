#include "reactor/uring_accept.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "reactor/assert.h"

namespace klamm::reactor {

void UringAccept::start(int fd, AcceptSink& sink) {
  auto listener = std::make_unique<Listener>();
  listener->owner = this;
  listener->sink = &sink;
  listener->fd = fd;
  listener->on_cqe = [](UringOperation& self, int32_t result, uint32_t cqe_flags) {
    auto& of = static_cast<Listener&>(self);
    of.owner->on_listener_cqe(of, result, cqe_flags);
  };
  listener->callback = [](Completion* self) noexcept {
    auto* const ended = static_cast<Listener*>(self);
    AcceptSink* const to = ended->sink;
    const IoError error{ended->end_error};
    std::erase_if(ended->owner->listeners_, [ended](const auto& one) { return one.get() == ended; });
    to->on_accept_end(error);
  };
  arm(*listener);
  listeners_.push_back(std::move(listener));
}

void UringAccept::stop(int fd, AcceptSink& sink) {
  for (const auto& listener : listeners_) {
    if (listener->fd != fd || listener->sink != &sink || listener->stopping) continue;
    listener->stopping = true;
    core_.cancel(*listener);
  }
}

void UringAccept::arm(Listener& listener) {
  io_uring_prep_multishot_accept(core_.entry(listener), listener.fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

void UringAccept::on_listener_cqe(Listener& listener, int32_t result, uint32_t cqe_flags) {
  if (result >= 0) {
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
    UringCore::finish(*accepted, result);
  }
  if ((cqe_flags & IORING_CQE_F_MORE) != 0) return;
  if (result >= 0 && !listener.stopping) {
    arm(listener);
    return;
  }
  listener.end_error = result < 0 ? -result : ECANCELED;
  UringCore::finish(listener, result);
}

void UringAccept::connect(const Endpoint& to, Completion& done) {
  const IoResult<SocketAddress> address = numeric_address(to);
  if (!address) {
    UringCore::finish(done, -address.error().code);
    return;
  }
  const int fd = ::socket(address->family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    UringCore::finish(done, -errno);
    return;
  }
  Connect* const connect = connects_.make();
  connect->owner = this;
  connect->done = &done;
  connect->address = *address;
  connect->fd = fd;
  connect->on_cqe = [](UringOperation& self, int32_t result, uint32_t) {
    auto& of = static_cast<Connect&>(self);
    of.owner->on_connect_cqe(of, result);
  };
  io_uring_prep_connect(core_.entry(*connect), fd, connect->address.data(), connect->address.size_bytes);
}

void UringAccept::on_connect_cqe(Connect& connect, int32_t result) {
  const int32_t outcome = result < 0 ? result : connect.fd;
  if (result < 0) ::close(connect.fd);
  Completion& done = *connect.done;
  connects_.free(&connect);
  UringCore::finish(done, outcome);
}

}  // namespace klamm::reactor
