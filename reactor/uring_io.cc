#include "reactor/uring_io.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <csignal>

#include "reactor/residency.h"
#include "reactor/socket_address.h"

namespace klamm::reactor {

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

}  // namespace

IoResult<std::unique_ptr<UringIo>> UringIo::open(const UringOptions& options, RingTable* table, uint32_t shard) {
  std::signal(SIGPIPE, SIG_IGN);
  auto core = UringCore::open(options, table, shard);
  if (!core) return std::unexpected(core.error());
  std::unique_ptr<UringIo> io(new UringIo(std::move(*core), options));
  if (IoResult<void> result = io->buffers_.set_up(io->core_->ring(), options); !result) {
    return std::unexpected(result.error());
  }
  return io;
}

UringIo::UringIo(std::unique_ptr<UringCore> core, const UringOptions& options)
    : core_(std::move(core)),
      accept_(*core_),
      receive_(*core_, buffers_, *this, options.receive_buffer_count_max),
      send_(*core_, options),
      files_(*core_) {
  if (::getrandom(random_state_, sizeof(random_state_), 0) != sizeof(random_state_)) {
    random_state_[0] = static_cast<uint64_t>(core_->monotonic_ns()) | 1;
  }
}

UringIo::~UringIo() = default;

IoResult<SocketHandle> UringIo::listen(const Endpoint& at, const ListenOptions& options) {
  const IoResult<SocketAddress> address = resolve_address(at);
  if (!address) return std::unexpected(address.error());
  IoResult<SocketHandle> listener = listen_on(*address, options);
  const bool lacks_ipv6 =
      !listener && at.host.empty() && (listener.error().code == EAFNOSUPPORT || listener.error().code == EADDRNOTAVAIL);
  if (lacks_ipv6) return listen_on(*resolve_address(at, true), options);
  return listener;
}

IoResult<Endpoint> UringIo::local_endpoint(SocketHandle socket) {
  SocketAddress address;
  address.size_bytes = sizeof(address.storage);
  if (::getsockname(socket.fd, address.data(), &address.size_bytes) != 0) return std::unexpected(IoError{errno});
  return to_endpoint(address);
}

IoResult<Endpoint> UringIo::peer_endpoint(SocketHandle socket) {
  SocketAddress address;
  address.size_bytes = sizeof(address.storage);
  if (::getpeername(socket.fd, address.data(), &address.size_bytes) != 0) return std::unexpected(IoError{errno});
  return to_endpoint(address);
}

void UringIo::set_options(SocketHandle socket, const SocketOptions& options) {
  set_option(socket.fd, SOL_SOCKET, SO_KEEPALIVE, 1);  // a peer that has vanished is found out some day
  if (options.no_delay) set_option(socket.fd, IPPROTO_TCP, TCP_NODELAY, 1);
  if (options.send_buffer_bytes >= 0) set_option(socket.fd, SOL_SOCKET, SO_SNDBUF, options.send_buffer_bytes);
  if (options.receive_buffer_bytes >= 0) set_option(socket.fd, SOL_SOCKET, SO_RCVBUF, options.receive_buffer_bytes);
  if (!options.congestion_control.empty()) {
    ::setsockopt(socket.fd, IPPROTO_TCP, TCP_CONGESTION, options.congestion_control.data(),
                 static_cast<socklen_t>(options.congestion_control.size()));
  }
}

void UringIo::shutdown(SocketHandle socket) {
  ::shutdown(socket.fd, SHUT_RDWR);
}

void UringIo::close(SocketHandle socket) {
  ::close(socket.fd);
}

void UringIo::close(FileHandle file) {
  ::close(file.fd);
}

bool UringIo::is_resident(FileHandle file, uint64_t offset, uint64_t size) {
  return is_range_resident(file.fd, offset, size);
}

// xoshiro256** 1.0 (Blackman, Vigna), seeded by the kernel.
uint64_t UringIo::random() {
  uint64_t* const s = random_state_;
  const uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = std::rotl(s[3], 45);
  return result;
}

IoMetrics UringIo::metrics() const {
  IoMetrics metrics;
  metrics.slow_write_count = files_.slow_write_count();
  metrics.slowest_write_ns = files_.slowest_write_ns();
  metrics.cold_send_count = send_.cold_count();
  metrics.receive_starved_count = receive_.starved_count();
  metrics.completion_overflow_count = core_->completion_overflow_count();
  metrics.receive_buffers_bytes = buffers_.given_bytes();
  metrics.wake_count = core_->wake_count();
  return metrics;
}

}  // namespace klamm::reactor
