#include "reactor/endpoint.h"

#include <gtest/gtest.h>

#include "reactor/io_error.h"
#include "reactor/socket_address.h"

namespace klamm::reactor::test {
namespace {

TEST(Endpoint, ParsesHostsAndBrackets) {
  EXPECT_EQ(*parse_endpoint("127.0.0.1:9092"), (Endpoint{"127.0.0.1", 9092}));
  EXPECT_EQ(*parse_endpoint("localhost:0"), (Endpoint{"localhost", 0}));
  EXPECT_EQ(*parse_endpoint(":9092"), (Endpoint{"", 9092}));
  EXPECT_EQ(*parse_endpoint("[::1]:65535"), (Endpoint{"::1", 65535}));
  EXPECT_EQ((Endpoint{"::1", 1}).text(), "[::1]:1");
  EXPECT_EQ((Endpoint{"a", 1}).text(), "a:1");
}

TEST(Endpoint, SaysWhatIsWrong) {
  for (const char* text :
       {"", "host", "host:", "host:x", "host:65536", "host:-1", "::1:9092", "[::1]9092", "[::1", "h:1 "}) {
    EXPECT_FALSE(parse_endpoint(text).has_value()) << text;
  }
  EXPECT_EQ(parse_endpoint("::1:9092").error(),
            "'::1:9092' is not an address: an IPv6 address is written in brackets, [::1]:9092");
}

TEST(Endpoint, GoesToTheKernelsFormAndBack) {
  for (const Endpoint& endpoint : {Endpoint{"10.1.2.3", 80}, Endpoint{"::1", 81}, Endpoint{"2001:db8::5", 82}}) {
    EXPECT_EQ(to_endpoint(*numeric_address(endpoint)), endpoint);
  }
  EXPECT_EQ(to_endpoint(*numeric_address(Endpoint{"::ffff:10.1.2.3", 80})), (Endpoint{"10.1.2.3", 80}));
  EXPECT_EQ(to_endpoint(*numeric_address(Endpoint{"", 80})).host, "::");
  EXPECT_EQ(to_endpoint(*numeric_address(Endpoint{"", 80}, true)).host, "0.0.0.0");
  EXPECT_FALSE(numeric_address(Endpoint{"localhost", 80}).has_value());
  EXPECT_TRUE(resolve_address(Endpoint{"localhost", 80}).has_value());
}

TEST(IoErrorText, NamesTheErrno) {
  EXPECT_EQ(IoError{ENOSPC}.text(), "No space left on device (ENOSPC)");
  EXPECT_EQ(IoError{99999}.text(), "unknown error 99999");
}

}  // namespace
}  // namespace klamm::reactor::test
