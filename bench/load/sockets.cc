#include "bench/load/sockets.h"

#include <fmt/core.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "bench/load/requests.h"

namespace klamm::load {
namespace {

std::unexpected<std::string> failed(std::string_view what) {
  return std::unexpected(fmt::format("{}: {}", what, std::strerror(errno)));
}

std::expected<void, std::string> read_whole(int fd, std::byte* into, size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(fd, into, size, 0);
    if (got == 0) return std::unexpected("the server closed the connection");
    if (got < 0) return failed("receive");
    into += got;
    size -= static_cast<size_t>(got);
  }
  return {};
}

}  // namespace

std::expected<int, std::string> connect_to(const Options& options) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string port = std::to_string(options.port);
  if (const int error = ::getaddrinfo(options.host.c_str(), port.c_str(), &hints, &found); error != 0) {
    return std::unexpected(fmt::format("{}: {}", options.host, ::gai_strerror(error)));
  }
  const int fd = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  const std::string& congestion = options.congestion_control;
  if (!congestion.empty() && ::setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, congestion.data(),
                                          static_cast<socklen_t>(congestion.size())) != 0) {
    ::freeaddrinfo(found);
    ::close(fd);
    return failed("congestion control " + congestion);
  }
  const int connected = ::connect(fd, found->ai_addr, found->ai_addrlen);
  ::freeaddrinfo(found);
  if (connected != 0) {
    ::close(fd);
    return failed(fmt::format("connect to {}:{}", options.host, options.port));
  }
  return fd;
}

std::expected<protocol::Buffer, std::string> call_blocking(int fd, const protocol::Buffer& frame) {
  size_t sent = 0;
  while (sent < frame.size()) {
    const ssize_t taken = ::send(fd, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (taken < 0) return failed("send");
    sent += static_cast<size_t>(taken);
  }
  uint32_t length = 0;
  if (auto read = read_whole(fd, reinterpret_cast<std::byte*>(&length), 4); !read) return std::unexpected(read.error());
  protocol::Buffer response;
  response.resize(__builtin_bswap32(length));
  if (auto read = read_whole(fd, response.data(), response.size()); !read) return std::unexpected(read.error());
  return response;
}

std::expected<void, std::string> prepare_topic(const Options& options) {
  const auto fd = connect_to(options);
  if (!fd) return std::unexpected(fd.error());
  if (auto created = call_blocking(*fd, make_create_topic(options)); !created) return std::unexpected(created.error());
  Options probe = options;
  probe.api = Api::kProduce;
  probe.acks = -1;
  probe.record_count = 1;
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  for (const protocol::Buffer& request : make_requests(probe)) {
    while (true) {
      const auto response = call_blocking(*fd, request);
      if (!response) return std::unexpected(response.error());
      const auto error = response_error(probe, response->span());
      if (error == int16_t{0}) break;
      if (std::chrono::steady_clock::now() > give_up) {
        return std::unexpected(
            fmt::format("a partition of {} still answers error {}", options.topic, error.value_or(-1)));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  ::close(*fd);
  return {};
}

}  // namespace klamm::load
