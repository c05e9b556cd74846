#include <algorithm>
#include <cstddef>
#include <cstring>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/field_access.h"
#include "protocol/gaps.h"

namespace klamm::protocol {
namespace {

/// The least bytes that a value of this type takes on the wire.
size_t min_wire_bytes(const StructDescriptor& type, int16_t version, bool flexible);

size_t min_wire_bytes(const FieldDescriptor& field, int16_t version, bool flexible) {
  const bool compact = flexible && !field.is_never_compact;
  switch (field.type) {
    case FieldType::kBool:
    case FieldType::kInt8:
      return 1;
    case FieldType::kInt16:
    case FieldType::kUint16:
      return 2;
    case FieldType::kInt32:
    case FieldType::kUint32:
      return 4;
    case FieldType::kInt64:
    case FieldType::kFloat64:
      return 8;
    case FieldType::kUuid:
      return sizeof(Uuid);
    case FieldType::kString:
      return compact ? 1 : 2;
    case FieldType::kBytes:
    case FieldType::kRecords:
      return compact ? 1 : 4;
    case FieldType::kStruct:
      return field.is_pointer ? 1 : min_wire_bytes(*field.nested, version, flexible);
  }
  return 0;
}

size_t min_wire_bytes(const StructDescriptor& type, int16_t version, bool flexible) {
  size_t sum = flexible ? 1 : 0;
  for (const FieldDescriptor& field : type.untagged()) {
    if (!field.versions.contains(version)) continue;
    const bool compact = flexible && !field.is_never_compact;
    sum += field.is_array ? (compact ? 1 : 4) : min_wire_bytes(field, version, flexible);
  }
  return sum;
}

/// One decode. Its functions answer false after they have set error_.
class Decoder {
 public:
  Decoder(Reader& reader, int16_t version, bool flexible, Arena& arena, std::span<const Gap> gaps)
      : reader_(reader), version_(version), flexible_(flexible), arena_(arena), gaps_(gaps) {}

  const DecodeError& error() const { return error_; }

  bool read_struct(const StructDescriptor& type, std::byte* out) {
    std::memcpy(out, type.defaults, type.size_bytes);
    for (const FieldDescriptor& field : type.untagged()) {
      if (field.versions.contains(version_) && !read_field(field, out + field.offset)) return false;
    }
    return !flexible_ || read_tagged_fields(type, out);
  }

 private:
  bool fail(DecodeFault fault, const FieldDescriptor* field) {
    error_ = {fault, field == nullptr ? nullptr : field->name};
    return false;
  }

  bool is_compact(const FieldDescriptor& field) const { return flexible_ && !field.is_never_compact; }

  template <class T>
  bool take(Reader::Result<T> result, const FieldDescriptor* field, T& out) {
    if (!result) [[unlikely]]
      return fail(result.error().fault, field);
    out = *result;
    return true;
  }

  template <class T>
  bool take_member(Reader::Result<T> result, const FieldDescriptor& field, std::byte* out) {
    if (!result) [[unlikely]]
      return fail(result.error().fault, &field);
    store(out, *result);
    return true;
  }

  /// Reads the length of a string, blob or array, -1 for null; a null that is not allowed is an error.
  bool read_length(const FieldDescriptor& field, bool is_string, bool is_nullable, int32_t& length) {
    if (is_compact(field)) {
      uint32_t raw = 0;
      if (!take(reader_.read_unsigned_varint(), &field, raw)) return false;
      length = static_cast<int32_t>(raw - 1);
    } else if (is_string) {
      int16_t raw = 0;
      if (!take(reader_.read_int16(), &field, raw)) return false;
      length = raw;
    } else if (!take(reader_.read_int32(), &field, length)) {
      return false;
    }
    return length >= 0 || is_nullable || fail(DecodeFault::kNullNotAllowed, &field);
  }

  /// Elements of arrays are never null.
  bool is_value_nullable(const FieldDescriptor& field) const {
    return !field.is_array && field.nullable.contains(version_);
  }

  bool read_field(const FieldDescriptor& field, std::byte* out) {
    return field.is_array ? read_array(field, out) : read_value(field, out);
  }

  bool read_value(const FieldDescriptor& field, std::byte* out) {
    switch (field.type) {
      case FieldType::kBool:
        return take_member(reader_.read_bool(), field, out);
      case FieldType::kInt8:
        return take_member(reader_.read_int8(), field, out);
      case FieldType::kInt16:
        return take_member(reader_.read_int16(), field, out);
      case FieldType::kUint16:
        return take_member(reader_.read_uint16(), field, out);
      case FieldType::kInt32:
        return take_member(reader_.read_int32(), field, out);
      case FieldType::kUint32:
        return take_member(reader_.read_uint32(), field, out);
      case FieldType::kInt64:
        return take_member(reader_.read_int64(), field, out);
      case FieldType::kFloat64:
        return take_member(reader_.read_double(), field, out);
      case FieldType::kUuid:
        return take_member(reader_.read_uuid(), field, out);
      case FieldType::kString:
        return read_string(field, out);
      case FieldType::kBytes:
        return read_blob<Bytes>(field, out);
      case FieldType::kRecords:
        return read_records(field, out);
      case FieldType::kStruct:
        return field.is_pointer ? read_nullable_struct(field, out) : read_struct(*field.nested, out);
    }
    return false;
  }

  bool read_string(const FieldDescriptor& field, std::byte* out) {
    int32_t length = 0;
    if (!read_length(field, true, is_value_nullable(field), length)) return false;
    if (length < 0) {
      store(out, String::null());
      return true;
    }
    if (static_cast<uint32_t>(length) > kStringBytesMax) return fail(DecodeFault::kInvalidLength, &field);
    std::span<const std::byte> bytes;
    if (!take(reader_.read_raw(static_cast<size_t>(length)), &field, bytes)) return false;
    store(out, String(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
    return true;
  }

  template <class Blob>
  bool read_blob(const FieldDescriptor& field, std::byte* out) {
    int32_t length = 0;
    if (!read_length(field, false, is_value_nullable(field), length)) return false;
    return read_blob_of<Blob>(field, length, out);
  }

  bool read_records(const FieldDescriptor& field, std::byte* out) {
    int32_t length = 0;
    if (!read_length(field, false, is_value_nullable(field), length)) return false;
    const bool is_gap = !gaps_.empty() && length > 0 && gaps_.front().position == reader_.position();
    if (!is_gap) return read_blob_of<Records>(field, length, out);
    if (gaps_.front().size_bytes != static_cast<uint32_t>(length)) return fail(DecodeFault::kInvalidLength, &field);
    gaps_ = gaps_.subspan(1);
    store(out, Records::external(static_cast<uint32_t>(length), 0));
    return true;
  }

  template <class Blob>
  bool read_blob_of(const FieldDescriptor& field, int32_t length, std::byte* out) {
    if (length < 0) {
      store(out, Blob::null());
      return true;
    }
    std::span<const std::byte> bytes;
    if (!take(reader_.read_raw(static_cast<size_t>(length)), &field, bytes)) return false;
    store(out, Blob(bytes));
    return true;
  }

  /// A nullable struct starts with a byte (negative for null), but as a tagged field with an unsigned varint (0 for
  /// null).
  bool read_presence(const FieldDescriptor& field, bool& is_present) {
    if (field.tag == FieldDescriptor::kNoTag) {
      int8_t marker = 0;
      if (!take(reader_.read_int8(), &field, marker)) return false;
      is_present = marker >= 0;
    } else {
      uint32_t marker = 0;
      if (!take(reader_.read_unsigned_varint(), &field, marker)) return false;
      is_present = static_cast<int32_t>(marker) > 0;
    }
    return true;
  }

  bool read_nullable_struct(const FieldDescriptor& field, std::byte* out) {
    bool is_present = false;
    if (!read_presence(field, is_present)) return false;
    store(out, AnyNullable());
    if (!is_present) return field.nullable.contains(version_) || fail(DecodeFault::kNullNotAllowed, &field);
    auto* value = static_cast<std::byte*>(arena_.allocate(field.nested->size_bytes, alignof(std::max_align_t)));
    if (value == nullptr) return fail(DecodeFault::kArenaFull, &field);
    store(out, AnyNullable(value));
    return read_struct(*field.nested, value);
  }

  bool read_array(const FieldDescriptor& field, std::byte* out) {
    int32_t length = 0;
    if (!read_length(field, false, field.nullable.contains(version_), length)) return false;
    store(out, length < 0 ? AnyArray::null() : AnyArray());
    if (length <= 0) return true;
    const auto count = static_cast<size_t>(length);
    const size_t element_wire_bytes = std::max(min_wire_bytes(field, version_, flexible_), size_t{1});
    if (count > reader_.remaining() / element_wire_bytes) return fail(DecodeFault::kCountTooLarge, &field);
    const size_t element_bytes = memory_bytes(field);
    auto* elements = static_cast<std::byte*>(arena_.allocate(count * element_bytes, alignof(std::max_align_t)));
    if (elements == nullptr) return fail(DecodeFault::kArenaFull, &field);
    store(out, AnyArray(elements, count));
    for (size_t i = 0; i < count; ++i) {
      if (!read_value(field, elements + i * element_bytes)) return false;
    }
    return true;
  }

  bool read_tagged_fields(const StructDescriptor& type, std::byte* out) {
    uint32_t count = 0;
    if (!take(reader_.read_unsigned_varint(), nullptr, count)) return false;
    if (count > kTaggedFieldsMax) return fail(DecodeFault::kTooManyTaggedFields, nullptr);
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t tag = 0;
      uint32_t size = 0;
      if (!take(reader_.read_unsigned_varint(), nullptr, tag)) return false;
      if (!take(reader_.read_unsigned_varint(), nullptr, size)) return false;
      // As in Kafka, the size of a known field is not looked at.
      const FieldDescriptor* field = find_tagged(type, tag);
      if (field != nullptr) {
        if (!read_field(*field, out + field->offset)) return false;
      } else if (auto skipped = reader_.skip(size); !skipped) {
        return fail(skipped.error().fault, nullptr);
      }
    }
    return true;
  }

  const FieldDescriptor* find_tagged(const StructDescriptor& type, uint32_t tag) const {
    for (const FieldDescriptor& field : type.tagged()) {
      if (static_cast<uint32_t>(field.tag) == tag && field.versions.contains(version_)) return &field;
    }
    return nullptr;
  }

  Reader& reader_;
  int16_t version_;
  bool flexible_;
  Arena& arena_;
  std::span<const Gap> gaps_;  // still to come
  DecodeError error_{};
};

}  // namespace

std::expected<void, DecodeError> decode_message(const MessageDescriptor& descriptor, Reader& reader, int16_t version,
                                                Arena& arena, void* message) {
  return decode_with_gaps(descriptor, reader, version, arena, {}, message);
}

std::expected<void, DecodeError> decode_with_gaps(const MessageDescriptor& descriptor, Reader& reader, int16_t version,
                                                  Arena& arena, std::span<const Gap> gaps, void* message) {
  KLAMM_ASSERT(message != nullptr);
  if (!descriptor.versions.contains(version)) return std::unexpected(DecodeError{DecodeFault::kUnsupportedVersion});
  Decoder decoder(reader, version, descriptor.flexible.contains(version), arena, gaps);
  if (!decoder.read_struct(descriptor.body, static_cast<std::byte*>(message))) return std::unexpected(decoder.error());
  return {};
}

}  // namespace klamm::protocol
