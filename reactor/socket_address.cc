#include "reactor/socket_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace klamm::reactor {

namespace {

SocketAddress any_address(uint16_t port, bool ipv4_only) {
  SocketAddress address;
  if (ipv4_only) {
    auto* const v4 = reinterpret_cast<sockaddr_in*>(&address.storage);
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    v4->sin_addr.s_addr = htonl(INADDR_ANY);
    address.size_bytes = sizeof(sockaddr_in);
  } else {
    auto* const v6 = reinterpret_cast<sockaddr_in6*>(&address.storage);
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    v6->sin6_addr = in6addr_any;
    address.size_bytes = sizeof(sockaddr_in6);
  }
  return address;
}

IoResult<SocketAddress> look_up(const Endpoint& endpoint, int flags, int error_code) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(endpoint.host.c_str(), std::to_string(endpoint.port).c_str(), &hints, &found) != 0 ||
      found == nullptr) {
    return std::unexpected(IoError{error_code});
  }
  SocketAddress address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.size_bytes = found->ai_addrlen;
  ::freeaddrinfo(found);
  return address;
}

}  // namespace

IoResult<SocketAddress> numeric_address(const Endpoint& endpoint, bool ipv4_only) {
  if (endpoint.host.empty()) return any_address(endpoint.port, ipv4_only);
  return look_up(endpoint, AI_NUMERICHOST, EINVAL);
}

IoResult<SocketAddress> resolve_address(const Endpoint& endpoint, bool ipv4_only) {
  if (IoResult<SocketAddress> numeric = numeric_address(endpoint, ipv4_only)) return numeric;
  return look_up(endpoint, 0, EADDRNOTAVAIL);
}

Endpoint to_endpoint(const SocketAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.family() == AF_INET) {
    const auto* const v4 = reinterpret_cast<const sockaddr_in*>(&address.storage);
    ::inet_ntop(AF_INET, &v4->sin_addr, text.data(), text.size());
    return {text.data(), ntohs(v4->sin_port)};
  }
  if (address.family() != AF_INET6) return {};
  const auto* const v6 = reinterpret_cast<const sockaddr_in6*>(&address.storage);
  if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr)) {
    ::inet_ntop(AF_INET, &v6->sin6_addr.s6_addr[12], text.data(), text.size());
  } else {
    ::inet_ntop(AF_INET6, &v6->sin6_addr, text.data(), text.size());
  }
  return {text.data(), ntohs(v6->sin6_port)};
}

}  // namespace klamm::reactor
