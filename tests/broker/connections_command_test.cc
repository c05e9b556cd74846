#include "broker/admin/connections_command.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "broker/admin/admin_client.h"
#include "broker/admin/connections_page.h"

namespace klamm::broker {
namespace {

TEST(ConnectionsCommand, TableIsSortedAndAligned) {
  const auto rows = nlohmann::ordered_json::parse(R"([
    {"id":"1-2","shard":1,"listener":"PLAINTEXT","peer":"[::1]:5","clientId":"a\u001b[2J","softwareName":"librdkafka",
     "softwareVersion":"2.1","request":{"api":"Fetch","apiKey":1,"apiVersion":13,"phase":"waiting","sinceMs":4200},
     "waitsFor":"turn","waitsMs":20,"requests":7,"receivedBytes":1500,"sentBytes":9,"connectedMs":5,"idleMs":4},
    {"id":"0-10","shard":0,"listener":"PLAINTEXT","peer":"127.0.0.1:40000","clientId":"","softwareName":"",
     "softwareVersion":"","request":null,"waitsFor":null,"waitsMs":null,"requests":0,"receivedBytes":0,"sentBytes":0,
     "connectedMs":5,"idleMs":61000}])");
  EXPECT_EQ(connections_table(rows),
            "ID    LISTENER   PEER             CLIENT ID  SOFTWARE        REQUEST    PHASE    SINCE  RECEIVED  SENT  "
            "REQUESTS  "
            "WAITS FOR\n"
            "0-10  PLAINTEXT  127.0.0.1:40000  -          -               -          idle     1 min       0 B   0 B    "
            "     0  "
            "-\n"
            "1-2   PLAINTEXT  [::1]:5          a?[2J      librdkafka 2.1  Fetch v13  waiting  4.2 s   1.50 kB   9 B    "
            "     7  "
            "turn 20 ms\n"
            "2 connections\n");
}

TEST(ConnectionsCommand, SurvivesRowsOfAnyShape) {
  const auto rows = nlohmann::ordered_json::parse(R"([{}, {"id":5,"request":{"api":null},"requests":"x"}])");
  EXPECT_TRUE(connections_table(rows).ends_with("2 connections\n"));
}

TEST(ConnectionsCommand, BytesAndTimes) {
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1000), "1.00 kB");
  EXPECT_EQ(bytes_text(999'499), "999 kB");
  EXPECT_EQ(bytes_text(999'500), "1.00 MB");
  EXPECT_EQ(bytes_text(12'345'678), "12.3 MB");
  EXPECT_EQ(duration_text(999), "999 ms");
  EXPECT_EQ(duration_text(1000), "1.0 s");
  EXPECT_EQ(duration_text(3'599'000), "59 min");
  EXPECT_EQ(duration_text(7'200'000), "2 h");
  EXPECT_EQ(duration_text(200'000'000), "2 d");
}

TEST(AdminClient, BodyOfAnAnswer) {
  EXPECT_EQ(http_body("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"), "ab");
  EXPECT_FALSE(http_body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab")) << "cut off";
  EXPECT_FALSE(http_body("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
  EXPECT_FALSE(http_body("SSH-2.0\r\n\r\n"));
  EXPECT_FALSE(http_body("HTTP/1.\r\n\r\n"));
  EXPECT_FALSE(http_body(""));
}

TEST(ConnectionsPage, IdsAsText) {
  const uint64_t id = (uint64_t{3} << 48) | 42;
  EXPECT_EQ(connection_id_text(id), "3-42");
  EXPECT_EQ(parse_connection_id("3-42"), id);
  for (const char* text : {"", "3", "-", "3-", "-42", "3-42x", "x-1", "70000-1", "1-281474976710656", "1--2"}) {
    EXPECT_FALSE(parse_connection_id(text)) << text;
  }
}

}  // namespace
}  // namespace klamm::broker
