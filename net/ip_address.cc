#include "net/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace klamm::net {

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  const std::string plain(text.substr(0, text.find('%')));
  IpAddress address;
  if (::inet_pton(AF_INET6, plain.c_str(), address.bytes.data()) == 1) return address;
  address = {};
  address.bytes[10] = address.bytes[11] = 0xff;
  if (::inet_pton(AF_INET, plain.c_str(), address.bytes.data() + 12) == 1) return address;
  return std::nullopt;
}

}  // namespace klamm::net
