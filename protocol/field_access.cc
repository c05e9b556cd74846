#include "protocol/field_access.h"

#include "protocol/types.h"

namespace klamm::protocol {
namespace {

bool is_all_default(const StructDescriptor& type, const std::byte* base) {
  const auto* defaults = static_cast<const std::byte*>(type.defaults);
  for (const FieldDescriptor& field : type.all()) {
    if (!is_default(field, base, defaults)) return false;
  }
  return true;
}

template <class T>
bool equal(const std::byte* a, const std::byte* b) {
  return load<T>(a) == load<T>(b);
}

bool is_default_pointer(const FieldDescriptor& field, const std::byte* value, const std::byte* default_value) {
  const auto pointer = load<AnyNullable>(value);
  if (load<AnyNullable>(default_value).is_null() || pointer.is_null()) {
    return pointer.is_null() == load<AnyNullable>(default_value).is_null();
  }
  return is_all_default(*field.nested, pointer.data);
}

}  // namespace

size_t memory_bytes(const FieldDescriptor& field) {
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
      return sizeof(String);
    case FieldType::kBytes:
      return sizeof(Bytes);
    case FieldType::kRecords:
      return sizeof(Records);
    case FieldType::kStruct:
      return field.nested->size_bytes;
  }
  return 0;
}

bool is_default(const FieldDescriptor& field, const std::byte* base, const std::byte* defaults) {
  const std::byte* value = base + field.offset;
  const std::byte* default_value = defaults + field.offset;
  if (field.is_array) {
    // No array has a default with elements.
    const auto array = load<AnyArray>(value);
    return array.is_null == load<AnyArray>(default_value).is_null && array.empty();
  }
  switch (field.type) {
    case FieldType::kBool:
    case FieldType::kInt8:
      return equal<uint8_t>(value, default_value);
    case FieldType::kInt16:
    case FieldType::kUint16:
      return equal<uint16_t>(value, default_value);
    case FieldType::kInt32:
    case FieldType::kUint32:
      return equal<uint32_t>(value, default_value);
    case FieldType::kInt64:
      return equal<uint64_t>(value, default_value);
    case FieldType::kFloat64:
      return equal<double>(value, default_value);
    case FieldType::kUuid:
      return equal<Uuid>(value, default_value);
    case FieldType::kString:
      return equal<String>(value, default_value);
    case FieldType::kBytes:
      return equal<Bytes>(value, default_value);
    case FieldType::kRecords:
      return load<Records>(value).empty() && load<Records>(value).is_null == load<Records>(default_value).is_null;
    case FieldType::kStruct:
      return field.is_pointer ? is_default_pointer(field, value, default_value) : is_all_default(*field.nested, value);
  }
  return false;
}

}  // namespace klamm::protocol
