#include "net/garbage_guess.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace klamm::net {
namespace {

using namespace std::string_view_literals;

constexpr uint32_t kMax = 100u << 20;

std::string guess(std::string_view bytes) {
  return garbage_guess(std::as_bytes(std::span(bytes.data(), bytes.size())), kMax);
}

TEST(GarbageGuess, NamesWellKnownProtocols) {
  EXPECT_EQ(guess("GET / HTTP/1.1\r\n"), "an HTTP request");
  EXPECT_EQ(guess("POST /x HTTP/1.1"), "an HTTP request");
  EXPECT_EQ(guess("PRI * HTTP/2.0\r\n"), "an HTTP/2 client");
  EXPECT_EQ(guess("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"sv), "a TLS client hello");
  EXPECT_EQ(guess("SSH-2.0-OpenSSH_9.2\r\n"), "an SSH client");
  EXPECT_EQ(guess("PROXY TCP4 1.2.3.4"), "a PROXY protocol header");
  EXPECT_EQ(guess("*1\r\n$4\r\nPING"), "a Redis client");
  EXPECT_EQ(guess("\x10\x10\x00\x04MQTT\x04"sv), "an MQTT client");
  EXPECT_EQ(guess("\0\0\0\x08\x04\xd2\x16\x2f"sv), "a PostgreSQL client");
  EXPECT_EQ(guess("hello there\r\n"), "lines of text");
}

TEST(GarbageGuess, TellsSizesThatAreNotLegal) {
  EXPECT_EQ(guess("\xff\xff\xff\xff"sv), "a frame of negative size -1");
  EXPECT_EQ(guess("\x80\x00\x00\x00\x01\x02"sv), "a frame of negative size -2147483648");
  EXPECT_EQ(guess("\x00\x00\x00\x03zzz"sv), "a frame of 3 bytes, too short for a request header");
  EXPECT_EQ(guess("\x0c\x80\x00\x00\x00\x00\x00\x09\x00\x00\x00\x01"sv),
            "a Kafka request of 209715200 bytes, more than socket.request.max.bytes (104857600)");
  EXPECT_EQ(guess("\x7f\x01\x02\x03\x99\x99\x99\x99"sv), "unknown bytes (as a frame, its size would be 2130772483)");
}

TEST(GarbageGuess, TakesAnyLength) {
  EXPECT_EQ(guess(""), "a broken frame");
  EXPECT_EQ(guess("G"), "a broken frame");
  EXPECT_EQ(guess("GET"), "a broken frame");
}

TEST(GarbageGuess, OnlySureThingsLookForeign) {
  EXPECT_TRUE(looks_foreign(std::as_bytes(std::span("\x03\x00\x00\x2f\x2a\xe0", 6))));
  EXPECT_FALSE(looks_foreign(std::as_bytes(std::span("\x00\x00\x00\x10\x00\x12\x00\x03", 8))));
}

}  // namespace
}  // namespace klamm::net
