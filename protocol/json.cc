#include "protocol/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "protocol/field_access.h"
#include "protocol/types.h"

namespace klamm::protocol {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

class Printer {
 public:
  Printer(int16_t version, std::string& out) : version_(version), out_(out) {}

  void print_struct(const StructDescriptor& type, const std::byte* in) {
    out_ += '{';
    bool is_first = true;
    for (const FieldDescriptor& field : type.all()) {
      if (!field.versions.contains(version_)) continue;
      if (!is_first) out_ += ',';
      is_first = false;
      print_name(field);
      field.is_array ? print_array(field, in + field.offset) : print_value(field, in + field.offset);
    }
    out_ += '}';
  }

 private:
  void print_name(const FieldDescriptor& field) {
    out_ += '"';
    out_ += static_cast<char>(field.name[0] | 0x20);
    out_ += field.name + 1;
    if (field.type == FieldType::kRecords) out_ += "SizeInBytes";
    out_ += "\":";
  }

  void print_array(const FieldDescriptor& field, const std::byte* in) {
    const auto array = load<AnyArray>(in);
    if (array.is_null) {
      out_ += "null";
      return;
    }
    out_ += '[';
    for (size_t i = 0; i < array.size; ++i) {
      if (i != 0) out_ += ',';
      print_value(field, array.data + i * memory_bytes(field));
    }
    out_ += ']';
  }

  void print_value(const FieldDescriptor& field, const std::byte* in) {
    switch (field.type) {
      case FieldType::kBool:
        out_ += load<bool>(in) ? "true" : "false";
        return;
      case FieldType::kInt8:
        return print_number(int{load<int8_t>(in)});
      case FieldType::kInt16:
        return print_number(load<int16_t>(in));
      case FieldType::kUint16:
        return print_number(load<uint16_t>(in));
      case FieldType::kInt32:
        return print_number(load<int32_t>(in));
      case FieldType::kUint32:
        return print_number(load<uint32_t>(in));
      case FieldType::kInt64:
        return print_number(load<int64_t>(in));
      case FieldType::kFloat64:
        return print_double(load<double>(in));
      case FieldType::kUuid:
        return print_text(load<Uuid>(in).to_string());
      case FieldType::kString:
        return load<String>(in).is_null ? print_null() : print_text(load<String>(in).view());
      case FieldType::kBytes:
        return load<Bytes>(in).is_null ? print_null() : print_base64(load<Bytes>(in));
      case FieldType::kRecords:
        return print_number(load<Records>(in).is_external() ? load<Records>(in).external_size : load<Records>(in).size);
      case FieldType::kStruct:
        return print_nested(field, in);
    }
  }

  void print_nested(const FieldDescriptor& field, const std::byte* in) {
    if (!field.is_pointer) return print_struct(*field.nested, in);
    const auto pointer = load<AnyNullable>(in);
    pointer.is_null() ? print_null() : print_struct(*field.nested, pointer.data);
  }

  void print_null() { out_ += "null"; }

  template <class T>
  void print_number(T value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out_.append(text.data(), end);
  }

  void print_double(double value) {
    // JSON has no word for these; Kafka prints them as strings.
    if (!std::isfinite(value)) return print_text(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    print_number(value);
  }

  void print_text(std::string_view text) {
    out_ += '"';
    for (const char c : text) {
      const auto code = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (code < 0x20) {
        out_ += "\\u00";
        out_ += kHexDigits[code >> 4];
        out_ += kHexDigits[code & 15];
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  void print_base64(const Bytes& bytes) {
    out_ += '"';
    for (size_t i = 0; i < bytes.size; i += 3) {
      const size_t count = std::min<size_t>(3, bytes.size - i);
      uint32_t bits = 0;
      for (size_t k = 0; k < 3; ++k) bits = (bits << 8) | (k < count ? static_cast<uint32_t>(bytes.data[i + k]) : 0u);
      for (size_t k = 0; k < 4; ++k) out_ += k <= count ? kBase64[(bits >> (18 - 6 * k)) & 63] : '=';
    }
    out_ += '"';
  }

  int16_t version_;
  std::string& out_;
};

}  // namespace

void append_json(const MessageDescriptor& descriptor, const void* message, int16_t version, std::string& out) {
  Printer(version, out).print_struct(descriptor.body, static_cast<const std::byte*>(message));
}

}  // namespace klamm::protocol
