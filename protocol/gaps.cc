#include "protocol/gaps.h"

#include "protocol/field_access.h"

namespace klamm::protocol {
namespace {

class RecordsFinder {
 public:
  RecordsFinder(int16_t version, std::span<const std::byte> bytes, std::vector<Gap>& found)
      : version_(version), bytes_(bytes), found_(found) {}

  void look_through(const StructDescriptor& type, const std::byte* in) {
    for (const FieldDescriptor& field : type.all()) {
      const bool may_hold_records = field.type == FieldType::kRecords || field.type == FieldType::kStruct;
      if (!may_hold_records || !field.versions.contains(version_)) continue;
      field.is_array ? look_through_array(field, in + field.offset) : look_at(field, in + field.offset);
    }
  }

 private:
  void look_through_array(const FieldDescriptor& field, const std::byte* in) {
    const auto array = load<AnyArray>(in);
    for (size_t i = 0; i < array.size; ++i) look_at(field, array.data + i * memory_bytes(field));
  }

  void look_at(const FieldDescriptor& field, const std::byte* in) {
    if (field.type == FieldType::kRecords) {
      const auto records = load<Records>(in);
      if (records.size == 0) return;
      found_.push_back({.position = static_cast<uint64_t>(records.data - bytes_.data()), .size_bytes = records.size});
    } else if (!field.is_pointer) {
      look_through(*field.nested, in);
    } else if (const auto pointer = load<AnyNullable>(in); !pointer.is_null()) {
      look_through(*field.nested, pointer.data);
    }
  }

  int16_t version_;
  std::span<const std::byte> bytes_;
  std::vector<Gap>& found_;
};

}  // namespace

std::vector<Gap> find_records(const MessageDescriptor& descriptor, const void* message, int16_t version,
                              std::span<const std::byte> bytes) {
  std::vector<Gap> found;
  RecordsFinder(version, bytes, found).look_through(descriptor.body, static_cast<const std::byte*>(message));
  return found;
}

}  // namespace klamm::protocol
