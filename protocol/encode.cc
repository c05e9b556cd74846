#include <cstring>
#include <limits>

#include "protocol/assert.h"
#include "protocol/codec.h"
#include "protocol/field_access.h"
#include "protocol/varint.h"

namespace klamm::protocol {
namespace {

constexpr size_t kMessageBytesMax = std::numeric_limits<int32_t>::max();

/// One encode. Its functions answer false after they have set error_.
class Encoder {
 public:
  Encoder(Writer& writer, int16_t version, bool flexible) : writer_(writer), version_(version), flexible_(flexible) {}

  const EncodeError& error() const { return error_; }

  bool write_struct(const StructDescriptor& type, const std::byte* in) {
    for (const FieldDescriptor& field : type.untagged()) {
      if (field.versions.contains(version_)) {
        if (!write_field(field, in + field.offset)) return false;
      } else if (!may_be_dropped(type, field, in)) {
        return fail(EncodeFault::kUnsupportedField, field);
      }
    }
    uint32_t tagged_count = 0;
    for (const FieldDescriptor& field : type.tagged()) {
      if (is_default(field, in, static_cast<const std::byte*>(type.defaults))) continue;
      if (field.versions.contains(version_)) {
        ++tagged_count;
      } else if (!field.is_ignorable) {
        return fail(EncodeFault::kUnsupportedField, field);
      }
    }
    if (!flexible_) return true;
    writer_.write_unsigned_varint(tagged_count);
    return tagged_count == 0 || write_tagged_fields(type, in);
  }

 private:
  bool fail(EncodeFault fault, const FieldDescriptor& field) {
    error_ = {fault, field.name};
    return false;
  }

  bool is_compact(const FieldDescriptor& field) const { return flexible_ && !field.is_never_compact; }

  static bool may_be_dropped(const StructDescriptor& type, const FieldDescriptor& field, const std::byte* in) {
    return field.is_ignorable || is_default(field, in, static_cast<const std::byte*>(type.defaults));
  }

  /// Elements of arrays are never null.
  bool is_value_nullable(const FieldDescriptor& field) const {
    return !field.is_array && field.nullable.contains(version_);
  }

  bool write_field(const FieldDescriptor& field, const std::byte* in) {
    return field.is_array ? write_array(field, in) : write_value(field, in);
  }

  bool write_value(const FieldDescriptor& field, const std::byte* in) {
    switch (field.type) {
      case FieldType::kBool:
        writer_.write_bool(load<bool>(in));
        return true;
      case FieldType::kInt8:
        writer_.write_int8(load<int8_t>(in));
        return true;
      case FieldType::kInt16:
      case FieldType::kUint16:
        writer_.write_uint16(load<uint16_t>(in));
        return true;
      case FieldType::kInt32:
      case FieldType::kUint32:
        writer_.write_uint32(load<uint32_t>(in));
        return true;
      case FieldType::kInt64:
        writer_.write_int64(load<int64_t>(in));
        return true;
      case FieldType::kFloat64:
        writer_.write_double(load<double>(in));
        return true;
      case FieldType::kUuid:
        writer_.write_uuid(load<Uuid>(in));
        return true;
      case FieldType::kString:
        return write_string(field, load<String>(in));
      case FieldType::kBytes:
        return write_bytes(field, load<Bytes>(in));
      case FieldType::kRecords:
        return write_records(field, load<Records>(in));
      case FieldType::kStruct:
        return field.is_pointer ? write_nullable_struct(field, in) : write_struct(*field.nested, in);
    }
    return false;
  }

  bool write_length(const FieldDescriptor& field, uint32_t length) {
    if (length > kMessageBytesMax) return fail(EncodeFault::kTooLarge, field);
    if (is_compact(field)) {
      writer_.write_unsigned_varint(length + 1);
    } else {
      writer_.write_uint32(length);
    }
    return true;
  }

  bool write_null_length(const FieldDescriptor& field, bool is_nullable) {
    if (!is_nullable) return fail(EncodeFault::kNullNotAllowed, field);
    if (is_compact(field)) {
      writer_.write_null_compact();
    } else {
      writer_.write_int32(-1);
    }
    return true;
  }

  bool write_string(const FieldDescriptor& field, const String& text) {
    if (text.is_null) {
      if (!is_value_nullable(field)) return fail(EncodeFault::kNullNotAllowed, field);
      is_compact(field) ? writer_.write_null_compact() : writer_.write_null_string();
      return true;
    }
    if (text.size > kStringBytesMax) return fail(EncodeFault::kStringTooLong, field);
    is_compact(field) ? writer_.write_compact_string(text.view()) : writer_.write_string(text.view());
    return true;
  }

  bool write_bytes(const FieldDescriptor& field, const Bytes& bytes) {
    if (bytes.is_null) return write_null_length(field, is_value_nullable(field));
    if (!write_length(field, bytes.size)) return false;
    writer_.write_raw(bytes.view());
    return true;
  }

  bool write_records(const FieldDescriptor& field, const Records& records) {
    if (records.is_null) return write_null_length(field, is_value_nullable(field));
    if (!write_length(field, records.is_external() ? records.external_size : records.size)) return false;
    if (records.is_external()) {
      writer_.note_external(records.external_size, records.external_token);
    } else {
      writer_.write_raw(records.view());
    }
    return true;
  }

  bool write_nullable_struct(const FieldDescriptor& field, const std::byte* in) {
    const auto pointer = load<AnyNullable>(in);
    if (pointer.is_null()) {
      if (!field.nullable.contains(version_)) return fail(EncodeFault::kNullNotAllowed, field);
      // As a tagged field its marker is an unsigned varint, else a signed byte.
      writer_.write_int8(field.tag == FieldDescriptor::kNoTag ? -1 : 0);
      return true;
    }
    writer_.write_int8(1);
    return write_struct(*field.nested, pointer.data);
  }

  bool write_array(const FieldDescriptor& field, const std::byte* in) {
    const auto array = load<AnyArray>(in);
    if (array.is_null) return write_null_length(field, field.nullable.contains(version_));
    if (!write_length(field, array.size)) return false;
    const size_t element_bytes = memory_bytes(field);
    for (size_t i = 0; i < array.size; ++i) {
      if (!write_value(field, array.data + i * element_bytes)) return false;
    }
    return true;
  }

  bool write_tagged_fields(const StructDescriptor& type, const std::byte* in) {
    for (const FieldDescriptor& field : type.tagged()) {
      if (!field.versions.contains(version_)) continue;
      if (is_default(field, in, static_cast<const std::byte*>(type.defaults))) continue;
      writer_.write_unsigned_varint(static_cast<uint32_t>(field.tag));
      if (!write_sized(field, in + field.offset)) return false;
    }
    return true;
  }

  /// Writes the value behind its size, which is known only afterwards and takes one byte in most cases.
  bool write_sized(const FieldDescriptor& field, const std::byte* in) {
    const size_t size_position = writer_.position();
    writer_.write_int8(0);
    const size_t start = writer_.position();
    const size_t external_bytes = writer_.external_bytes();
    if (!write_field(field, in)) return false;
    KLAMM_ASSERT(writer_.external_bytes() == external_bytes, "records are never inside a tagged field");
    const size_t size = writer_.position() - start;
    if (size > kMessageBytesMax) return fail(EncodeFault::kTooLarge, field);
    Buffer& buffer = writer_.buffer();
    const size_t more = varint_bytes(size) - 1;
    buffer.extend(more);
    std::memmove(buffer.data() + start + more, buffer.data() + start, size);
    std::byte* next = buffer.data() + size_position;
    for (size_t rest = size;; rest >>= 7) {
      *next++ = static_cast<std::byte>(rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest);
      if (rest < 0x80) return true;
    }
  }

  Writer& writer_;
  int16_t version_;
  bool flexible_;
  EncodeError error_{};
};

}  // namespace

std::expected<void, EncodeError> encode_message(const MessageDescriptor& descriptor, const void* message,
                                                int16_t version, Writer& writer) {
  KLAMM_ASSERT(message != nullptr);
  if (!descriptor.versions.contains(version)) return std::unexpected(EncodeError{EncodeFault::kUnsupportedVersion});
  const size_t start = writer.position();
  Encoder encoder(writer, version, descriptor.flexible.contains(version));
  if (!encoder.write_struct(descriptor.body, static_cast<const std::byte*>(message))) {
    writer.truncate(start);
    return std::unexpected(encoder.error());
  }
  if (writer.position() - start + writer.external_bytes() > kMessageBytesMax) {
    writer.truncate(start);
    return std::unexpected(EncodeError{EncodeFault::kTooLarge});
  }
  return {};
}

}  // namespace klamm::protocol
