#include "broker/connection_limits.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

ListenerPlan two_listeners() {
  ListenerPlan plan;
  plan.served = {{"INTERNAL", {"a", 1}, {}}, {"PLAINTEXT", {"b", 2}, {}}};
  return plan;
}

std::string error_of(const Options& options) {
  const auto limits = connection_limits(options, two_listeners());
  return limits ? "" : limits.error();
}

TEST(ConnectionLimits, AListenerHasItsOwnBoundOrTheBrokers) {
  Options options;
  options.max_connections = 10;
  options.max_connection_creation_rate = 20;
  options.listener_limits = {{"listener.name.internal.max.connections", "3"},
                             {"listener.name.plaintext.max.connection.creation.rate", " 7 "},
                             {"listener.name.INTERNAL.max.connection.creation.rate", "1"}};
  const auto limits = connection_limits(options, two_listeners());
  ASSERT_TRUE(limits) << limits.error();
  EXPECT_EQ(limits->connections_max, 10U);
  EXPECT_EQ(limits->creation_rate_max, 20U);
  ASSERT_EQ(limits->listeners.size(), 2U);
  EXPECT_EQ(limits->listeners[0].connections_max, 3U);
  EXPECT_EQ(limits->listeners[0].creation_rate_max, 20U) << "names of listeners are in lower case there";
  EXPECT_EQ(limits->listeners[1].connections_max, 10U);
  EXPECT_EQ(limits->listeners[1].creation_rate_max, 7U);
}

TEST(ConnectionLimits, TheListenerBetweenBrokersIsProtectedUnlessItIsTheOnlyOne) {
  Options options;
  EXPECT_EQ(connection_limits(options, two_listeners())->protected_listener, 1U) << "PLAINTEXT, as in Kafka";
  options.inter_broker_listener_name = "internal";
  EXPECT_EQ(connection_limits(options, two_listeners())->protected_listener, 0U);
  ListenerPlan one;
  one.served = {{"INTERNAL", {"a", 1}, {}}};
  EXPECT_EQ(connection_limits(options, one)->protected_listener, std::nullopt);
}

TEST(ConnectionLimits, AddressesHaveOverrides) {
  const auto overrides = parse_per_ip_overrides("127.0.0.1:5, ::1:0,fe80::2 : 3");
  ASSERT_TRUE(overrides) << overrides.error();
  EXPECT_EQ(overrides->size(), 3U);
  EXPECT_EQ(overrides->at(*net::parse_ip_address("127.0.0.1")), 5U);
  EXPECT_EQ(overrides->at(*net::parse_ip_address("::1")), 0U);
  EXPECT_EQ(overrides->at(*net::parse_ip_address("fe80::2")), 3U);
  EXPECT_TRUE(parse_per_ip_overrides(" ")->empty());
  for (const char* text : {"127.0.0.1", "host:1", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:2147483648", ":1"}) {
    EXPECT_FALSE(parse_per_ip_overrides(text)) << text;
  }
}

TEST(ConnectionLimits, WhatCannotBeIsNamed) {
  for (const char* value : {"0", "-1", "x", ""}) {
    Options options;
    options.listener_limits = {{"listener.name.internal.max.connections", value}};
    EXPECT_NE(error_of(options).find("listener.name.internal.max.connections"), std::string::npos) << value;
  }
  Options options;
  options.max_connections_per_ip_overrides = "x:1";
  EXPECT_NE(error_of(options).find("x:1"), std::string::npos);
  EXPECT_FALSE(check_options(options));
  options.max_connections_per_ip_overrides = "127.0.0.1:1";
  options.max_connections_per_ip = 0;
  EXPECT_TRUE(check_options(options));
  options.max_connections_per_ip_overrides = "";
  EXPECT_FALSE(check_options(options)) << "nobody could connect";
}

TEST(ConnectionLimits, BoundsOfListenersAreKnownByTheirNames) {
  EXPECT_TRUE(is_listener_limit("listener.name.x.max.connections"));
  EXPECT_TRUE(is_listener_limit("listener.name.x.max.connection.creation.rate"));
  for (const char* name :
       {"max.connections", "listener.name.x.max.connections.per.ip", "listener.name.max.connections"}) {
    EXPECT_FALSE(is_listener_limit(name)) << name;
  }
}

}  // namespace
}  // namespace klamm::broker
