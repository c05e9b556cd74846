#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "protocol/record.h"
#include "storage/batch_validation.h"
#include "tests/storage/batch_fixture.h"

// What is built passes, and is read back as it was given; whatever bytes come, validation ends with an answer.
namespace klamm::storage {
namespace {

struct Given {
  int64_t timestamp_ms = 0;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::vector<std::pair<std::string, std::optional<std::string>>> headers;
};

protocol::Bytes bytes_of(const std::optional<std::string>& text) {
  return text ? protocol::Bytes(*text) : protocol::Bytes::null();
}

bool is_same(const protocol::Bytes& bytes, const std::optional<std::string>& text) {
  return text ? !bytes.is_null && bytes.text() == *text : bytes.is_null;
}

rc::Gen<std::optional<std::string>> nullable_text() {
  return rc::gen::map(rc::gen::maybe(rc::gen::arbitrary<std::string>()),
                      [](const rc::Maybe<std::string>& text) { return text ? std::optional(*text) : std::nullopt; });
}

rc::Gen<Given> given_record() {
  using Headers = decltype(Given::headers);
  return rc::gen::build<Given>(
      rc::gen::set(&Given::timestamp_ms, rc::gen::inRange<int64_t>(kNowMs - 100'000'000, kNowMs + 3'000'000)),
      rc::gen::set(&Given::key, nullable_text()), rc::gen::set(&Given::value, nullable_text()),
      rc::gen::set(&Given::headers,
                   rc::gen::container<Headers>(rc::gen::pair(rc::gen::arbitrary<std::string>(), nullable_text()))));
}

protocol::Buffer build(const std::vector<Given>& records, protocol::CompressionType codec,
                       protocol::CodecScratch& scratch) {
  protocol::RecordBatchBuilder builder({.compression = codec});
  for (const Given& record : records) {
    std::vector<protocol::RecordHeader> headers;
    for (const auto& [key, value] : record.headers) headers.push_back({key, bytes_of(value)});
    builder.append(record.timestamp_ms, bytes_of(record.key), bytes_of(record.value), headers);
  }
  return builder.build(scratch);
}

void check_record(const Given& given, const protocol::RecordBatchHeader& header, const protocol::Record& record) {
  RC_ASSERT(header.record_timestamp(record.timestamp_delta) == given.timestamp_ms);
  RC_ASSERT(is_same(record.key, given.key));
  RC_ASSERT(is_same(record.value, given.value));
  RC_ASSERT(record.headers.size() == given.headers.size());
  size_t at = 0;
  for (const auto& one : record.headers) {
    RC_ASSERT(one.key == given.headers[at].first);
    RC_ASSERT(is_same(one.value, given.headers[at].second));
    ++at;
  }
}

protocol::CompressionType any_codec() {
  return static_cast<protocol::CompressionType>(*rc::gen::inRange(0, protocol::kCompressionTypeCount));
}

TEST(BatchProperties, WhatIsBuiltPassesAndIsReadBack) {
  EXPECT_TRUE(rc::check([] {
    const auto records = *rc::gen::nonEmpty(rc::gen::container<std::vector<Given>>(given_record()));
    protocol::CodecScratch scratch;
    protocol::Buffer batch = build(records, any_codec(), scratch);
    const auto result = validate_and_stamp(batch.span(), {}, kNowMs, scratch);
    RC_ASSERT(result.has_value());
    RC_ASSERT(!result->is_stamped);
    const auto latest = std::max_element(
        records.begin(), records.end(), [](const Given& a, const Given& b) { return a.timestamp_ms < b.timestamp_ms; });
    RC_ASSERT(result->max_timestamp_ms == latest->timestamp_ms);
    protocol::RecordReader reader({result->header, result->bytes}, scratch);
    for (const Given& given : records) {
      const auto record = reader.next();
      RC_ASSERT(record.has_value() && record->has_value());
      check_record(given, result->header, **record);
    }
    const auto end = reader.next();
    RC_ASSERT(end.has_value() && !end->has_value());
  }));
}

TEST(BatchProperties, APlainBatchThatPassesCanBeReadWhole) {
  EXPECT_TRUE(rc::check([] {
    const auto records = *rc::gen::nonEmpty(rc::gen::container<std::vector<Given>>(given_record()));
    protocol::CodecScratch scratch;
    protocol::Buffer batch = build(records, protocol::CompressionType::kNone, scratch);
    const auto at = *rc::gen::inRange(protocol::kRecordBatchHeaderBytes, batch.size());
    batch.span()[at] = static_cast<std::byte>(*rc::gen::arbitrary<uint8_t>());
    protocol::update_crc(batch.span());
    const auto result = validate_and_stamp(batch.span(), {.timestamp_after_max_ms = INT64_MAX}, kNowMs, scratch);
    protocol::RecordReader reader(*protocol::parse_batch(batch.span()), scratch);
    auto record = reader.next();
    while (record && *record) record = reader.next();
    RC_ASSERT(record.has_value() == result.has_value());
  }));
}

TEST(BatchProperties, AnyBytesGetAnAnswer) {
  EXPECT_TRUE(rc::check([](std::vector<uint8_t> noise) {
    protocol::CodecScratch scratch;
    protocol::Buffer batch = make_batch({{}, {}}, {.compression = any_codec()});
    auto changed = with_records(batch, std::as_bytes(std::span(noise)));
    (void)validate_and_stamp(changed.span(), {.decompressed_batch_bytes_max = 1 << 20}, kNowMs, scratch);
    auto raw = std::as_writable_bytes(std::span(noise));
    RC_ASSERT(!validate_and_stamp(raw, {}, kNowMs, scratch).has_value());
  }));
}

}  // namespace
}  // namespace klamm::storage
