#include "broker/net_settings.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

TEST(NetSettings, FollowTheOptions) {
  Options options;
  options.socket_request_max_bytes = 1234;
  options.socket_congestion_control = "cubic";
  options.socket_send_buffer_bytes = 77;
  const net::NetOptions net = net_options(options, 2);
  EXPECT_EQ(net.request_bytes_max, 1234U);
  EXPECT_EQ(net.socket.congestion_control, "cubic");
  EXPECT_EQ(net.socket.send_buffer_bytes, 77);
  EXPECT_EQ(net.idle_ms, 600'000);
  EXPECT_EQ(net.receive_timeout_ms, 300'000);
}

TEST(NetSettings, RequestMemoryIsSharedOutToTheShards) {
  Options options;
  options.queued_max_request_bytes = 4096;
  EXPECT_EQ(net_options(options, 4).request_memory_bytes, 1024U);
  options.queued_max_request_bytes = -1;
  EXPECT_GT(net_options(options, 1).request_memory_bytes, uint64_t{1} << 20);
  EXPECT_LE(net_options(options, 1).request_memory_bytes, uint64_t{1} << 30);
}

TEST(NetSettings, AListenerHasItsAddressAndBacklog) {
  Options options;
  options.socket_listen_backlog_size = 9;
  const auto listener = listener_options(options, {"X", {"h", 1}, {"a", 2}}, 3);
  EXPECT_EQ(listener.index, 3U);
  EXPECT_EQ(listener.name, "X");
  EXPECT_EQ(listener.at, (reactor::Endpoint{"h", 1}));
  EXPECT_EQ(listener.backlog, 9);
}

}  // namespace
}  // namespace klamm::broker
