// Writer and Reader, one against the other and against bytes written by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "protocol/reader.h"
#include "protocol/writer.h"
#include "tests/protocol/hex.h"

namespace klamm::protocol {
namespace {

std::string written(auto&& write) {
  Writer writer;
  write(writer);
  return to_hex(writer.written());
}

TEST(WriterTest, WritesBigEndian) {
  EXPECT_EQ(written([](Writer& w) { w.write_int8(-2); }), "fe");
  EXPECT_EQ(written([](Writer& w) { w.write_bool(true); }), "01");
  EXPECT_EQ(written([](Writer& w) { w.write_int16(0x0102); }), "0102");
  EXPECT_EQ(written([](Writer& w) { w.write_int32(-2); }), "fffffffe");
  EXPECT_EQ(written([](Writer& w) { w.write_int64(0x0102030405060708); }), "0102030405060708");
  EXPECT_EQ(written([](Writer& w) { w.write_double(1.0); }), "3ff0000000000000");
  EXPECT_EQ(written([](Writer& w) { w.write_uuid(kMetadataTopicId); }), "00000000000000000000000000000001");
}

TEST(WriterTest, WritesVarints) {
  EXPECT_EQ(written([](Writer& w) { w.write_unsigned_varint(0); }), "00");
  EXPECT_EQ(written([](Writer& w) { w.write_unsigned_varint(127); }), "7f");
  EXPECT_EQ(written([](Writer& w) { w.write_unsigned_varint(300); }), "ac02");
  EXPECT_EQ(written([](Writer& w) { w.write_unsigned_varint(0xffffffff); }), "ffffffff0f");
  EXPECT_EQ(written([](Writer& w) { w.write_varint(-1); }), "01");
  EXPECT_EQ(written([](Writer& w) { w.write_varint(64); }), "8001");
  EXPECT_EQ(written([](Writer& w) { w.write_varlong(std::numeric_limits<int64_t>::min()); }), "ffffffffffffffffff01");
}

TEST(WriterTest, WritesStringsAndBytes) {
  const auto bytes = from_hex("0102");
  EXPECT_EQ(written([](Writer& w) { w.write_string("ab"); }), "00026162");
  EXPECT_EQ(written([](Writer& w) { w.write_null_string(); }), "ffff");
  EXPECT_EQ(written([](Writer& w) { w.write_compact_string("ab"); }), "036162");
  EXPECT_EQ(written([](Writer& w) { w.write_null_compact(); }), "00");
  EXPECT_EQ(written([&](Writer& w) { w.write_bytes(bytes); }), "000000020102");
  EXPECT_EQ(written([&](Writer& w) { w.write_compact_bytes(bytes); }), "030102");
}

TEST(WriterTest, PatchesAndTruncates) {
  Writer writer;
  writer.write_int32(0);
  writer.write_int16(7);
  writer.patch_int32(0, 2);
  EXPECT_EQ(to_hex(writer.written()), "000000020007");
  writer.note_external(100, 1);
  writer.write_int8(1);
  writer.note_external(50, 2);
  EXPECT_EQ(writer.external_bytes(), 150U);
  writer.truncate(6);
  ASSERT_EQ(writer.external_ranges().size(), 1U);
  EXPECT_EQ(writer.external_ranges()[0].position, 6U);
  EXPECT_EQ(writer.external_bytes(), 100U);
  EXPECT_EQ(writer.take_external_ranges().size(), 1U);
  EXPECT_EQ(writer.external_bytes(), 0U);
  EXPECT_EQ(writer.take().size(), 6U);
  EXPECT_EQ(writer.position(), 0U);
}

TEST(ReaderTest, ReadsWhatTheWriterWrites) {
  Writer writer;
  writer.write_bool(true);
  writer.write_int8(-8);
  writer.write_int16(-1600);
  writer.write_uint16(65000);
  writer.write_int32(std::numeric_limits<int32_t>::min());
  writer.write_uint32(4'000'000'000);
  writer.write_int64(std::numeric_limits<int64_t>::min());
  writer.write_double(-0.5);
  writer.write_uuid(kMetadataTopicId);
  writer.write_string("text");
  writer.write_compact_string("");
  Reader reader(writer.written());
  EXPECT_EQ(reader.read_bool(), true);
  EXPECT_EQ(reader.read_int8(), -8);
  EXPECT_EQ(reader.read_int16(), -1600);
  EXPECT_EQ(reader.read_uint16(), 65000);
  EXPECT_EQ(reader.read_int32(), std::numeric_limits<int32_t>::min());
  EXPECT_EQ(reader.read_uint32(), 4'000'000'000);
  EXPECT_EQ(reader.read_int64(), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(reader.read_double(), -0.5);
  EXPECT_EQ(reader.read_uuid(), kMetadataTopicId);
  EXPECT_EQ(reader.read_string()->view(), "text");
  EXPECT_EQ(reader.read_compact_string()->view(), "");
  EXPECT_EQ(reader.remaining(), 0U);
  EXPECT_EQ(reader.position(), writer.position());
}

TEST(ReaderTest, VarintsOfEverySizeSurvive) {
  for (int bit = 0; bit < 64; ++bit) {
    for (const int64_t delta : {-1, 0, 1}) {
      const auto value = static_cast<int64_t>((uint64_t{1} << bit) + static_cast<uint64_t>(delta));
      const auto negated = static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(value));
      Writer writer;
      writer.write_varlong(value);
      writer.write_varlong(negated);
      writer.write_varint(static_cast<int32_t>(value));
      writer.write_unsigned_varint(static_cast<uint32_t>(value));
      Reader reader(writer.written());
      EXPECT_EQ(reader.read_varlong(), value);
      EXPECT_EQ(reader.read_varlong(), negated);
      EXPECT_EQ(reader.read_varint(), static_cast<int32_t>(value));
      EXPECT_EQ(reader.read_unsigned_varint(), static_cast<uint32_t>(value));
    }
  }
}

DecodeFault fault(auto&& result) {
  return result.error().fault;
}

TEST(ReaderTest, RefusesToReadPastTheEnd) {
  const auto three = from_hex("ffffff");
  EXPECT_EQ(fault(Reader(three).read_int32()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_int64()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_double()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_uuid()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_raw(4)), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).skip(4)), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_unsigned_varint()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(three).read_varlong()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader({}).read_bool()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader({}).read_int8()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(from_hex("0003 6162")).read_string()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(from_hex("04 6162")).read_compact_string()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(from_hex("00000003 6162")).read_nullable_bytes()), DecodeFault::kTruncated);
  EXPECT_EQ(fault(Reader(from_hex("7fffffff")).read_nullable_bytes()), DecodeFault::kTruncated);
}

TEST(ReaderTest, RefusesVarintsThatAreTooLong) {
  EXPECT_EQ(fault(Reader(from_hex("ffffffffff01")).read_unsigned_varint()), DecodeFault::kVarintTooLong);
  EXPECT_EQ(fault(Reader(from_hex("ffffffffff01")).read_varint()), DecodeFault::kVarintTooLong);
  EXPECT_EQ(fault(Reader(from_hex("ffffffffffffffffffff01")).read_varlong()), DecodeFault::kVarintTooLong);
}

TEST(ReaderTest, NegativeLengthsAreNull) {
  for (const char* length : {"ffff", "8000", "fffe"}) {
    EXPECT_TRUE(Reader(from_hex(length)).read_nullable_string()->is_null);
    EXPECT_EQ(fault(Reader(from_hex(length)).read_string()), DecodeFault::kNullNotAllowed);
  }
  EXPECT_TRUE(Reader(from_hex("00")).read_compact_nullable_string()->is_null);
  EXPECT_EQ(fault(Reader(from_hex("00")).read_compact_string()), DecodeFault::kNullNotAllowed);
  // A length whose top bit is set wraps to a negative one, as in Java.
  EXPECT_TRUE(Reader(from_hex("ffffffff0f")).read_compact_nullable_bytes()->is_null);
  EXPECT_TRUE(Reader(from_hex("80000000")).read_nullable_bytes()->is_null);
}

TEST(ReaderTest, StringsHaveAtMost32767Bytes) {
  Writer writer;
  writer.write_compact_string(std::string(kStringBytesMax, 'x'));
  EXPECT_EQ(Reader(writer.written()).read_compact_string()->size, kStringBytesMax);
  Writer longer;
  longer.write_compact_string(std::string(kStringBytesMax + 1, 'x'));
  EXPECT_EQ(fault(Reader(longer.written()).read_compact_string()), DecodeFault::kInvalidLength);
}

TEST(WireTypesTest, NullAndEmptyDiffer) {
  EXPECT_NE(String::null(), String(""));
  EXPECT_EQ(String(), String(""));
  EXPECT_EQ(String(static_cast<const char*>(nullptr)), String::null());
  EXPECT_EQ(String(std::string("a")), String("a"));
  EXPECT_NE(Bytes::null(), Bytes());
  EXPECT_EQ(Bytes("ab").text(), "ab");
  EXPECT_TRUE(Array<int>::null().is_null);
  EXPECT_FALSE(Records::external(5, 1).empty());
}

}  // namespace
}  // namespace klamm::protocol
