#include "net/request_header.h"

#include <gtest/gtest.h>

#include <string_view>

namespace klamm::net {
namespace {

using namespace std::string_view_literals;

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

constexpr std::string_view kStart = "\x00\x12\x00\x03\x00\x00\x00\x2a"sv;  // ApiVersions v3, correlation id 42

TEST(RequestHeader, Version0HasNoClientId) {
  const auto header = parse_request_header(bytes(kStart), 0);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->api_key, 18);
  EXPECT_EQ(header->api_version, 3);
  EXPECT_EQ(header->correlation_id, 42);
  EXPECT_TRUE(header->client_id_is_null);
  EXPECT_EQ(header->size_bytes, 8u);
}

TEST(RequestHeader, Version1HasANullableClientId) {
  const std::string named = std::string(kStart) + std::string(
                                                      "\x00\x03"
                                                      "abc"
                                                      "body"sv);
  const auto header = parse_request_header(bytes(named), 1);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->client_id, "abc");
  EXPECT_FALSE(header->client_id_is_null);
  EXPECT_EQ(header->size_bytes, 13u);

  const std::string without = std::string(kStart) + std::string("\xff\xff"sv);
  const auto null_header = parse_request_header(bytes(without), 1);
  ASSERT_TRUE(null_header.has_value());
  EXPECT_TRUE(null_header->client_id_is_null);
  EXPECT_EQ(null_header->size_bytes, 10u);
}

TEST(RequestHeader, Version2SkipsTaggedFields) {
  const std::string tagged = std::string(kStart) + std::string(
                                                       "\xff\xff\x02\x00\x01x\x05\x02yz"
                                                       "body"sv);
  const auto header = parse_request_header(bytes(tagged), 2);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->size_bytes, tagged.size() - 4);
}

TEST(RequestHeader, WhatDoesNotFitIsAnError) {
  EXPECT_FALSE(parse_request_header(bytes(kStart.substr(0, 7)), 0).has_value());
  EXPECT_FALSE(parse_request_header(bytes(kStart), 1).has_value());
  EXPECT_FALSE(parse_request_header(bytes(std::string(kStart) + std::string("\x00\x05"
                                                                            "abc"sv)),
                                    1)
                   .has_value());
  EXPECT_FALSE(parse_request_header(bytes(std::string(kStart) + std::string("\xff\xff"sv)), 2).has_value());
  EXPECT_FALSE(
      parse_request_header(bytes(std::string(kStart) + std::string("\xff\xff\x01\x00\x05x"sv)), 2).has_value());
  // A count that claims more fields than Kafka reads.
  EXPECT_FALSE(parse_request_header(bytes(std::string(kStart) + std::string("\xff\xff\x91\x4e"sv)), 2).has_value());
}

}  // namespace
}  // namespace klamm::net
