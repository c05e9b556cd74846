#include "protocol/gaps.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/json.h"
#include "protocol/messages/fetch_response.h"
#include "protocol/messages/produce_request.h"

namespace klamm::protocol {
namespace {

using Topic = ProduceRequest::TopicProduceData;
using Partition = ProduceRequest::PartitionProduceData;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

struct Produce {
  Produce() {
    partitions[0].records = Records(bytes_of(first));
    partitions[1].index = 1;
    partitions[1].records = Records::null();
    partitions[2].index = 2;
    partitions[2].records = Records(bytes_of(second));
    topic.name = String("t");
    topic.partition_data = Array<Partition>(partitions, 3);
    request.topic_data = Array<Topic>(&topic, 1);
  }
  std::string first = std::string(300, 'a');
  std::string second = std::string(70'000, 'b');
  Partition partitions[3];
  Topic topic;
  ProduceRequest request;
};

std::vector<std::byte> encoded(const auto& message, int16_t version) {
  Writer writer;
  EXPECT_TRUE(encode(message, version, writer).has_value());
  const std::span<const std::byte> bytes = writer.written();
  return {bytes.begin(), bytes.end()};
}

// As the request log does: the records are cut out, and the rest is read without them.
TEST(Gaps, AProduceIsReadWithoutItsRecords) {
  for (const int16_t version : {int16_t{3}, int16_t{8}, int16_t{9}, int16_t{12}}) {
    const Produce produce;
    const std::vector<std::byte> whole = encoded(produce.request, version);
    Arena arena;
    Reader reader(whole);
    const auto decoded = decode<ProduceRequest>(reader, version, arena);
    ASSERT_TRUE(decoded.has_value());
    const std::vector<Gap> records = find_records(ProduceRequest::kDescriptor, &*decoded, version, whole);
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].size_bytes, produce.first.size());
    EXPECT_EQ(records[1].size_bytes, produce.second.size());

    std::vector<std::byte> rest;
    std::vector<Gap> gaps;
    size_t from = 0;
    for (const Gap& gap : records) {
      rest.insert(rest.end(), whole.begin() + static_cast<ptrdiff_t>(from),
                  whole.begin() + static_cast<ptrdiff_t>(gap.position));
      from = gap.position + gap.size_bytes;
      gaps.push_back({.position = rest.size(), .size_bytes = gap.size_bytes});
    }
    rest.insert(rest.end(), whole.begin() + static_cast<ptrdiff_t>(from), whole.end());
    EXPECT_LT(rest.size(), 100u);

    ProduceRequest read;
    Reader rest_reader(rest);
    ASSERT_TRUE(decode_with_gaps(ProduceRequest::kDescriptor, rest_reader, version, arena, gaps, &read).has_value());
    EXPECT_EQ(rest_reader.remaining(), 0u);
    EXPECT_EQ(to_json(read, version), to_json(*decoded, version));
    EXPECT_NE(to_json(read, version).find("\"recordsSizeInBytes\":70000"), std::string::npos);
  }
}

TEST(Gaps, AGapOfAnotherSizeThanTheLengthBeforeItIsAnError) {
  const Produce produce;
  const std::vector<std::byte> whole = encoded(produce.request, 9);
  Arena arena;
  Reader reader(whole);
  const auto decoded = decode<ProduceRequest>(reader, 9, arena);
  ASSERT_TRUE(decoded.has_value());
  std::vector<Gap> gaps = find_records(ProduceRequest::kDescriptor, &*decoded, 9, whole);
  gaps[0].size_bytes += 1;
  ProduceRequest read;
  Reader again(whole);
  EXPECT_FALSE(decode_with_gaps(ProduceRequest::kDescriptor, again, 9, arena, gaps, &read).has_value());
}

TEST(Json, BytesThatAreNoTextAreReplaced) {
  const auto json = [](std::string_view text) {
    std::string out;
    append_json_text(text, out);
    return out;
  };
  EXPECT_EQ(json("plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"), "\"plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80\"");
  EXPECT_EQ(json("\"\\\n"), "\"\\\"\\\\\\u000a\"");
  constexpr std::string_view kReplaced = "\xef\xbf\xbd";
  for (const std::string_view none : {"\xff", "\x80", "\xc3", "\xc0", "\xf5"}) {
    EXPECT_EQ(json(none), "\"" + std::string(kReplaced) + "\"");
  }
  // An overlong slash and a surrogate: no byte of them is taken for text.
  EXPECT_EQ(json("\xe0\x80\xaf").find('/'), std::string::npos);
  EXPECT_EQ(json("\xed\xa0\x80z"),
            "\"" + std::string(kReplaced) + std::string(kReplaced) + std::string(kReplaced) + "z\"");
}

}  // namespace
}  // namespace klamm::protocol
