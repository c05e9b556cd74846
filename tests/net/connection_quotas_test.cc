#include "net/connection_quotas.h"

#include <gtest/gtest.h>

#include <cstring>

namespace klamm::net {
namespace {

IpAddress address(std::string_view text) {
  const auto parsed = parse_ip_address(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(IpAddress{});
}

TEST(IpAddress, OneClientIsOneAddressOnEveryListener) {
  EXPECT_EQ(address("127.0.0.1"), address("::ffff:127.0.0.1"));
  EXPECT_EQ(address("fe80::1%eth0"), address("FE80:0::1"));
  EXPECT_NE(address("127.0.0.1"), address("127.0.0.2"));
  EXPECT_NE(address("::1"), address("127.0.0.1"));
  for (const char* text : {"", "localhost", "127.0.0", "1.2.3.4:5", "[::1]"}) {
    EXPECT_FALSE(parse_ip_address(text)) << text;
  }
}

TEST(ConnectionQuotas, BoundTheBrokerAndEachListener) {
  ConnectionLimits limits;
  limits.connections_max = 3;
  limits.listeners = {{.connections_max = 2}, {}};
  ConnectionQuotas quotas(limits);
  EXPECT_TRUE(quotas.take({.listener = 0}) && quotas.take({.listener = 0}));
  EXPECT_FALSE(quotas.has_room(0)) << "its own bound";
  EXPECT_TRUE(quotas.has_room(1));
  EXPECT_TRUE(quotas.has_room(7)) << "a listener that nothing is said of";
  EXPECT_TRUE(quotas.take({.listener = 1}));
  EXPECT_FALSE(quotas.has_room(1)) << "the broker's";
  EXPECT_EQ(quotas.excess_count(), 0U);
  quotas.give_back({.listener = 0});
  EXPECT_TRUE(quotas.has_room(0) && quotas.has_room(1));
  limits.connections_max = 0;
  quotas.set_limits(limits);
  EXPECT_FALSE(quotas.has_room(1));
  EXPECT_EQ(quotas.excess_count(), 2U);
}

TEST(ConnectionQuotas, TheProtectedListenerCountsButIsNotHeldUp) {
  ConnectionLimits limits;
  limits.connections_max = 1;
  limits.creation_rate_max = 1;
  limits.listeners = {{.connections_max = 2}, {}};
  limits.protected_listener = 0;
  ConnectionQuotas quotas(limits);
  EXPECT_TRUE(quotas.take({.listener = 1}));
  EXPECT_FALSE(quotas.has_room(1));
  EXPECT_TRUE(quotas.has_room(0));
  EXPECT_TRUE(quotas.take({.listener = 0}) && quotas.take({.listener = 0}));
  EXPECT_EQ(quotas.excess_count(), 2U);
  EXPECT_FALSE(quotas.has_room(0)) << "its own bound holds";
  for (int i = 0; i < 100; ++i) EXPECT_EQ(quotas.note_arrival(0, 1000), 0) << i;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(quotas.note_arrival(1, 1000), 0) << i;
  EXPECT_GT(quotas.note_arrival(1, 1000), 0)
      << "the broker's rate holds up the others, and does not count the protected";
}

TEST(ConnectionQuotas, BoundAddresses) {
  ConnectionLimits limits;
  limits.connections_per_ip_max = 1;
  limits.per_ip_overrides = {{address("127.0.0.2"), 2}, {address("127.0.0.3"), 0}};
  ConnectionQuotas quotas(limits);
  const ConnectionOrigin usual{.address = address("127.0.0.1")};
  const ConnectionOrigin more{.address = address("127.0.0.2")};
  EXPECT_TRUE(quotas.take(usual));
  EXPECT_FALSE(quotas.take(usual));
  EXPECT_TRUE(quotas.take(more) && quotas.take(more));
  EXPECT_FALSE(quotas.take(more));
  EXPECT_FALSE(quotas.take({.address = address("127.0.0.3")}));
  EXPECT_EQ(quotas.connection_count(), 3U) << "who is refused does not count";
  EXPECT_EQ(quotas.address_count(), 2U);
  quotas.give_back(usual);
  EXPECT_EQ(quotas.address_count(), 1U) << "an address without connections is forgotten";
  EXPECT_TRUE(quotas.take(usual));
}

TEST(ConnectionQuotas, OneThatItsAddressMayNotMakeCountsForNoRate) {
  ConnectionLimits limits;
  limits.creation_rate_max = 3;
  ConnectionQuotas quotas(limits);
  const ConnectionOrigin usual{.address = *parse_ip_address("192.0.2.1"), .listener = 0};
  const ConnectionOrigin named{.address = *parse_ip_address("192.0.2.2"), .listener = 0};
  quotas.set_ip_rates({.each = 1.0, .named = {{named.address, 2.0}}}, {});
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(quotas.note_arrival(0, 1000), 0);
    EXPECT_EQ(quotas.note_origin(usual, 1000), 0) << i;
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(quotas.note_arrival(0, 1000), 0) << i;
    EXPECT_EQ(quotas.note_origin(usual, 1000), 1000) << "no more than before";
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(quotas.note_origin(named, 1000), 0) << i;
  EXPECT_EQ(quotas.note_origin(named, 1000), 500);
}

TEST(IpRates, OnlyAddressesWithALimitAreMeasured) {
  IpRates rates;
  const IpAddress one = *parse_ip_address("192.0.2.1");
  EXPECT_EQ(rates.note_arrival(one, 0), 0);
  EXPECT_EQ(rates.address_count(), 0U);
  rates.set_limits({.each = {}, .named = {{one, 1.0}}}, {});
  rates.note_arrival(one, 0);
  rates.note_arrival(*parse_ip_address("192.0.2.2"), 0);
  EXPECT_EQ(rates.address_count(), 1U);
  rates.set_limits({}, {});
  EXPECT_EQ(rates.address_count(), 0U);
}

TEST(IpRates, TheTableIsBounded) {
  IpRates rates;
  rates.set_limits({.each = 1.0, .named = {}}, {});
  IpAddress address;
  for (uint32_t i = 0; i < IpRates::kAddressesMax + 100; ++i) {
    std::memcpy(address.bytes.data(), &i, sizeof i);
    rates.note_arrival(address, 0);
  }
  EXPECT_EQ(rates.address_count(), IpRates::kAddressesMax);
  address.bytes[15] = 1;
  rates.note_arrival(address, 20'000);
  EXPECT_EQ(rates.address_count(), 1U) << "old ones go when there is no room";
}

// Kafka's measure: ten whole seconds and what has passed of the eleventh.
TEST(SampledRate, TenSecondsWorthPassAtOnce) {
  SampledRate rate;
  for (int i = 0; i < 50; ++i) {
    rate.record(1, 5000);
    EXPECT_EQ(rate.throttle_ms(5, 5000), 0) << i;
  }
  EXPECT_DOUBLE_EQ(rate.per_second(5000), 5.0);
  rate.record(1, 5000);
  EXPECT_EQ(rate.throttle_ms(5, 5000), 200) << "the 51st is for 10.2 seconds";
  rate.record(100, 5000);
  EXPECT_EQ(rate.throttle_ms(5, 5000), 1000) << "at most a window";
  EXPECT_EQ(rate.throttle_ms(0, 5000), 1000);
  EXPECT_EQ(rate.throttle_ms(1e9, 5000), 0);
}

TEST(SampledRate, OldEventsAreForgotten) {
  SampledRate rate;
  for (int64_t now_ms = 0; now_ms < 60'000; now_ms += 100) {
    rate.record(1, now_ms);
    EXPECT_EQ(rate.throttle_ms(11, now_ms), 0) << now_ms;
  }
  EXPECT_NEAR(rate.per_second(60'000), 10.0, 0.5);
  EXPECT_NEAR(rate.per_second(66'000), 5.0, 1.0);
  EXPECT_EQ(rate.per_second(72'000), 0.0);
  rate.record(1, 72'000);
  EXPECT_DOUBLE_EQ(rate.per_second(72'000), 0.1);
}

}  // namespace
}  // namespace klamm::net
