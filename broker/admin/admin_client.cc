#include "broker/admin/admin_client.h"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

namespace klamm::broker {
namespace {

constexpr int kTimeSeconds = 10;
constexpr size_t kAnswerBytesMax = size_t{64} << 20;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

std::unexpected<std::string> no_answer(const reactor::Endpoint& at, std::string_view why) {
  return std::unexpected(fmt::format(
      "no admin endpoint answers on {}: {} (the broker's admin.listener names its address)", at.text(), why));
}

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

std::expected<Addresses, std::string> look_up(const reactor::Endpoint& at) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string host = at.host.empty() ? "127.0.0.1" : at.host;
  const int error = ::getaddrinfo(host.c_str(), fmt::format("{}", at.port).c_str(), &hints, &found);
  if (error != 0) return no_answer(at, ::gai_strerror(error));
  return Addresses(found, &::freeaddrinfo);
}

// -1: none of them takes the connection; errno is of the last.
int connect_to_one_of(const addrinfo* address) {
  const timeval time{kTimeSeconds, 0};
  for (; address != nullptr; address = address->ai_next) {
    const int fd = ::socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol);
    if (fd < 0) continue;
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof(time));
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof(time));
    if (::connect(fd, address->ai_addr, address->ai_addrlen) == 0) return fd;
    const int error = errno;
    ::close(fd);
    errno = error;
  }
  return -1;
}

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

// Up to the end of the connection.
bool receive_all(int fd, std::string& into) {
  std::array<char, 65536> buffer;
  while (into.size() < kAnswerBytesMax) {
    const ssize_t received = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (received == 0) return true;
    if (received < 0) return false;
    into.append(buffer.data(), static_cast<size_t>(received));
  }
  errno = EMSGSIZE;
  return false;
}

}  // namespace

std::expected<std::string, std::string> http_body(std::string_view answer) {
  const size_t head_end = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.") || head_end == std::string_view::npos) {
    return std::unexpected("what answers there is no admin endpoint of a Klamm");
  }
  const std::string_view head = answer.substr(0, head_end);
  const std::string_view body = answer.substr(head_end + 4);
  const std::string_view first_line = head.substr(0, head.find("\r\n"));
  const std::string_view status = first_line.substr(std::min(first_line.size(), std::strlen("HTTP/1.1 ")));
  if (!status.starts_with("200")) return std::unexpected(fmt::format("the admin endpoint answers {}", status));
  constexpr std::string_view kLength = "\r\nContent-Length: ";
  const size_t length_at = head.find(kLength);
  if (length_at != std::string_view::npos) {
    size_t length = 0;
    const char* const first = head.data() + length_at + kLength.size();
    std::from_chars(first, head.data() + head.size(), length);
    if (length != body.size()) return std::unexpected("the admin endpoint's answer is cut off");
  }
  return std::string(body);
}

std::expected<std::string, std::string> ask_admin(const reactor::Endpoint& at, std::string_view target) {
  const auto addresses = look_up(at);
  if (!addresses) return std::unexpected(addresses.error());
  const Descriptor socket(connect_to_one_of(addresses->get()));
  if (socket.get() < 0) return no_answer(at, std::strerror(errno));
  const std::string request =
      fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", target, at.text());
  std::string answer;
  if (!send_all(socket.get(), request) || !receive_all(socket.get(), answer)) {
    return no_answer(at, std::strerror(errno));
  }
  return http_body(answer);
}

}  // namespace klamm::broker
