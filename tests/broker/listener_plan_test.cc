#include "broker/listener_plan.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

Options with(std::vector<std::string> listeners) {
  Options options;
  options.listeners = std::move(listeners);
  return options;
}

std::string error_of(const Options& options) {
  const auto plan = plan_listeners(options);
  return plan ? "" : plan.error();
}

TEST(ListenerPlan, TheDefaultIsEveryAddress) {
  const auto plan = plan_listeners(Options());
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->served.size(), 1U);
  EXPECT_EQ(plan->served[0].name, "PLAINTEXT");
  EXPECT_EQ(plan->served[0].at, (reactor::Endpoint{"", 9092}));
  EXPECT_EQ(plan->served[0].advertised, (reactor::Endpoint{"", 9092}));
}

TEST(ListenerPlan, AddressesMayBeIpv6AndPortsZero) {
  const auto plan = plan_listeners(with({"PLAINTEXT://[::1]:0"}));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->served[0].at, (reactor::Endpoint{"::1", 0}));
}

TEST(ListenerPlan, NamesAreInUpperCaseAndMapped) {
  Options options = with({"internal://a:1", "external://b:2"});
  options.listener_security_protocol_map = "INTERNAL:PLAINTEXT, external:plaintext";
  options.advertised_listeners = std::vector<std::string>{"EXTERNAL://c:3"};
  const auto plan = plan_listeners(options);
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->served[0].name, "INTERNAL");
  EXPECT_EQ(plan->served[0].advertised, (reactor::Endpoint{"a", 1}));
  EXPECT_EQ(plan->served[1].advertised, (reactor::Endpoint{"c", 3}));
}

TEST(ListenerPlan, AControllersListenerIsNotServed) {
  Options options = with({"PLAINTEXT://:9092", "CONTROLLER://h:9093"});
  options.controller_listener_names = {"CONTROLLER"};
  options.node_id = 1;
  options.controller_quorum_voters = {"1@h:9093"};
  const auto plan = plan_listeners(options);
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->served.size(), 1U);
  EXPECT_EQ(plan->controller_listeners, std::vector<std::string>{"CONTROLLER"});
  EXPECT_EQ(plan->controller_at, (reactor::Endpoint{"h", 9093}));
}

TEST(ListenerPlan, OnlyPlaintextIsServed) {
  EXPECT_NE(error_of(with({"SSL://:9092"})), "");
  EXPECT_NE(error_of(with({"SASL_PLAINTEXT://:9092"})), "");
  Options options = with({"PLAINTEXT://:9092", "EXTERNAL://:9094"});
  options.listener_security_protocol_map = "PLAINTEXT:PLAINTEXT,EXTERNAL:SSL";
  EXPECT_EQ(error_of(options), "The listener EXTERNAL has the protocol SSL, but Klamm serves only PLAINTEXT yet.");
}

TEST(ListenerPlan, AControllersProtocolDoesNotMatter) {
  Options options = with({"PLAINTEXT://:9092", "CONTROLLER://:9093"});
  options.controller_listener_names = {"CONTROLLER"};
  options.listener_security_protocol_map = "PLAINTEXT:PLAINTEXT,CONTROLLER:SSL";
  EXPECT_EQ(error_of(options), "");
}

TEST(ListenerPlan, MistakesAreRefused) {
  EXPECT_NE(error_of(with({"localhost:9092"})), "");
  EXPECT_NE(error_of(with({"PLAINTEXT://localhost"})), "");
  EXPECT_NE(error_of(with({"PLAINTEXT://:1", "PLAINTEXT://:2"})), "");
  EXPECT_NE(error_of(with({"UNMAPPED://:1"})), "");
  Options options = with({"CONTROLLER://:9093"});
  options.controller_listener_names = {"CONTROLLER"};
  EXPECT_NE(error_of(options), "");
  options = with({"PLAINTEXT://:9092"});
  options.advertised_listeners = std::vector<std::string>{"OTHER://a:1"};
  EXPECT_NE(error_of(options), "");
  options.advertised_listeners.reset();
  options.inter_broker_listener_name = "OTHER";
  EXPECT_NE(error_of(options), "");
}

TEST(ListenerPlan, ARemoteControllerIsRefused) {
  Options options;
  options.node_id = 2;
  options.controller_quorum_voters = {"1@h:9093"};
  EXPECT_NE(error_of(options), "");
  options = Options();
  options.process_roles = {"broker"};
  options.controller_quorum_bootstrap_servers = {"h:9093"};
  EXPECT_NE(error_of(options), "");
  options.process_roles = {"broker", "controller"};
  EXPECT_EQ(error_of(options), "");
}

}  // namespace
}  // namespace klamm::broker
