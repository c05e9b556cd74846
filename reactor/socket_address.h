#pragma once

#include <sys/socket.h>

#include "reactor/endpoint.h"
#include "reactor/io_error.h"

namespace klamm::reactor {

// An Endpoint in the kernel's form.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size_bytes = 0;
  const sockaddr* data() const { return reinterpret_cast<const sockaddr*>(&storage); }
  sockaddr* data() { return reinterpret_cast<sockaddr*>(&storage); }
  int family() const { return storage.ss_family; }
};

// From a numeric address; no name is looked up. An empty host is every address, by IPv6 (which takes IPv4 as well) or,
// with `ipv4_only`, by IPv4. EINVAL when the host is a name.
IoResult<SocketAddress> numeric_address(const Endpoint& endpoint, bool ipv4_only = false);

// As numeric_address, but a name is looked up. Blocks: for start-up only. EADDRNOTAVAIL when it is not found.
IoResult<SocketAddress> resolve_address(const Endpoint& endpoint, bool ipv4_only = false);

// The other way. An IPv4 address inside IPv6 (::ffff:1.2.3.4) becomes plain IPv4.
Endpoint to_endpoint(const SocketAddress& address);

}  // namespace klamm::reactor
