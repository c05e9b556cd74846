#include "reactor/direct_sockets.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "reactor/socket_address.h"

namespace klamm::reactor::direct_sockets {

namespace {

IoResult<SocketHandle> listen_on(const SocketAddress& address, const ListenOptions& options) {
  const int fd = ::socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return std::unexpected(IoError{errno});
  const int on = 1;
  const int off = 0;
  if (options.reuse_address) ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (address.family() == AF_INET6) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
  if (::bind(fd, address.data(), address.size_bytes) != 0 || ::listen(fd, options.backlog) != 0) {
    const IoError error{errno};
    ::close(fd);
    return std::unexpected(error);
  }
  return SocketHandle{fd};
}

void set_option(int fd, int level, int name, int value) {
  ::setsockopt(fd, level, name, &value, sizeof(value));
}

using EndOf = int (*)(int, sockaddr*, socklen_t*);

IoResult<Endpoint> endpoint_of(int fd, EndOf ask) {
  SocketAddress address;
  address.size_bytes = sizeof(address.storage);
  if (ask(fd, address.data(), &address.size_bytes) != 0) return std::unexpected(IoError{errno});
  return to_endpoint(address);
}

}  // namespace

// Of a socket that listens already, listen(2) changes this alone, and cannot fail.
void set_backlog(int fd, int backlog) {
  ::listen(fd, backlog);
}

IoResult<SocketHandle> listen(const Endpoint& at, const ListenOptions& options) {
  const IoResult<SocketAddress> address = resolve_address(at);
  if (!address) return std::unexpected(address.error());
  IoResult<SocketHandle> listener = listen_on(*address, options);
  const bool lacks_ipv6 =
      !listener && at.host.empty() && (listener.error().code == EAFNOSUPPORT || listener.error().code == EADDRNOTAVAIL);
  if (lacks_ipv6) return listen_on(*resolve_address(at, true), options);
  return listener;
}

IoResult<Endpoint> local_endpoint(int fd) {
  return endpoint_of(fd, [](int of, sockaddr* to, socklen_t* size) { return ::getsockname(of, to, size); });
}

IoResult<Endpoint> peer_endpoint(int fd) {
  return endpoint_of(fd, [](int of, sockaddr* to, socklen_t* size) { return ::getpeername(of, to, size); });
}

void set_options(int fd, const SocketOptions& options) {
  set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);  // a peer that has vanished is found out some day
  if (options.unacknowledged_ms > 0) {
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT,
               static_cast<int>(std::min<uint32_t>(options.unacknowledged_ms, INT32_MAX)));
  }
  if (options.no_delay) set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  if (options.send_buffer_bytes >= 0) set_option(fd, SOL_SOCKET, SO_SNDBUF, options.send_buffer_bytes);
  if (options.receive_buffer_bytes >= 0) set_option(fd, SOL_SOCKET, SO_RCVBUF, options.receive_buffer_bytes);
  if (!options.congestion_control.empty()) {
    ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, options.congestion_control.data(),
                 static_cast<socklen_t>(options.congestion_control.size()));
  }
}

}  // namespace klamm::reactor::direct_sockets
