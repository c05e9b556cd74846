#include "broker/admin/http_request.h"

#include <gtest/gtest.h>

namespace klamm::broker {
namespace {

using State = HttpParse::State;
using namespace std::string_literals;

const std::string kHost = "Host: 127.0.0.1:9644\r\n";

HttpParse whole(const std::string& bytes) {
  const HttpParse parse = parse_http_request(bytes);
  EXPECT_EQ(parse.state, State::kWhole) << parse.refusal << ": " << bytes;
  return parse;
}

int refusal(const std::string& bytes) {
  const HttpParse parse = parse_http_request(bytes);
  EXPECT_EQ(parse.state, State::kRefused) << bytes;
  return parse.refusal;
}

TEST(HttpRequest, ReadsPathQueryAndMethod) {
  const HttpParse get = whole("GET /metrics?partitions=1&x HTTP/1.1\r\n" + kHost + "Accept: */*\r\n\r\n");
  EXPECT_EQ(get.request.path, "/metrics");
  EXPECT_EQ(get.request.query, "partitions=1&x");
  EXPECT_EQ(get.request.host, "127.0.0.1");
  EXPECT_FALSE(get.request.is_head);
  EXPECT_TRUE(whole("HEAD / HTTP/1.0\r\n\r\n").request.is_head);
}

TEST(HttpRequest, IsIncompleteUntilItsEmptyLine) {
  const std::string request = "GET /metrics HTTP/1.1\r\n" + kHost + "\r\n";
  for (size_t size = 0; size < request.size(); ++size) {
    EXPECT_EQ(parse_http_request(request.substr(0, size)).state, State::kIncomplete) << size;
  }
  whole(request);
}

TEST(HttpRequest, LeavesWhatFollowsAlone) {
  EXPECT_EQ(whole("GET /a HTTP/1.1\r\n" + kHost + "\r\nGET /b HTTP/1.1\r\n\0\n"s).request.path, "/a");
}

TEST(HttpRequest, RefusesWhatIsMalformed) {
  for (const std::string& line :
       {"GET /metrics"s, "GET  HTTP/1.1"s, "GET metrics HTTP/1.1"s, "GET http://x/ HTTP/1.1"s, "GET /a b HTTP/1.1"s,
        "GET /\xc3\xa4 HTTP/1.1"s, "GET / HTTP/1"s, "GET / http/1.1"s, "G(T / HTTP/1.1"s, " GET / HTTP/1.1"s, ""s}) {
    EXPECT_EQ(refusal(line + "\r\n" + kHost + "\r\n"), 400) << line;
  }
  for (const std::string& header : {"Host : x"s, " folded"s, "no colon"s, ": x"s, "Transfer-Encoding: chunked"s,
                                    "Content-Length: 5"s, "content-length: +0"s, "HOST: second"s}) {
    EXPECT_EQ(refusal("GET / HTTP/1.1\r\n" + kHost + header + "\r\n\r\n"), 400) << header;
  }
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\n\r\n"), 400) << "HTTP/1.1 without a host";
}

TEST(HttpRequest, RefusesBytesThatNoRequestHasAtOnce) {
  EXPECT_EQ(refusal("GET /\0"s), 400);
  EXPECT_EQ(refusal("\x16\x03\x01\x02"s), 400) << "TLS";
  EXPECT_EQ(refusal("\0\0\0\x10\0\x12"s), 400) << "Kafka";
  EXPECT_EQ(refusal("GET / HTTP/1.1\n"), 400) << "a bare LF";
  EXPECT_EQ(refusal("GET / HTTP/1.1\rX"), 400) << "a bare CR";
}

TEST(HttpRequest, NamesWhatIsNotServed) {
  EXPECT_EQ(refusal("POST / HTTP/1.1\r\n" + kHost + "Content-Length: 5\r\n\r\n"), 405);
  EXPECT_EQ(refusal("BREW / HTTP/1.1\r\n\r\n"), 405);
  EXPECT_EQ(refusal("GET / HTTP/2.0\r\n\r\n"), 505);
}

TEST(HttpRequest, IsBoundedInSize) {
  const std::string start = "GET / HTTP/1.1\r\n" + kHost + "X: ";
  const std::string fits = start + std::string(kHttpRequestBytesMax - start.size() - 4, 'x') + "\r\n\r\n";
  EXPECT_EQ(fits.size(), kHttpRequestBytesMax);
  whole(fits);
  EXPECT_EQ(refusal(start + std::string(kHttpRequestBytesMax - start.size() - 3, 'x') + "\r\n\r\n"), 431);
  EXPECT_EQ(refusal(std::string(kHttpRequestBytesMax, 'x')), 431);
  EXPECT_EQ(parse_http_request(std::string(kHttpRequestBytesMax - 1, 'x')).state, State::kIncomplete);
}

TEST(HttpRequest, HostsThatAreThisMachine) {
  for (const char* host : {"127.0.0.1", "localhost", "LocalHost", "[::1]", ""}) {
    EXPECT_TRUE(is_address_or_localhost(host)) << host;
  }
  for (const char* host : {"localhost.evil.example", "127.0.0.1.evil.example", "evil"}) {
    EXPECT_FALSE(is_address_or_localhost(host)) << host;
  }
  EXPECT_EQ(whole("GET / HTTP/1.1\r\nHost: [::1]:9644\r\n\r\n").request.host, "[::1]");
  EXPECT_EQ(whole("GET / HTTP/1.1\r\nHost: name\r\n\r\n").request.host, "name");
}

TEST(HttpRequest, QueryValues) {
  EXPECT_EQ(query_value("a=1&b=&c&a=2", "a"), "1");
  EXPECT_EQ(query_value("a=1&b=&c", "b"), "");
  EXPECT_EQ(query_value("a=1&b=&c", "c"), "");
  EXPECT_EQ(query_value("aa=1", "a"), std::nullopt);
  EXPECT_EQ(query_value("", "a"), std::nullopt);
}

}  // namespace
}  // namespace klamm::broker
