#include "protocol/json.h"

#include <algorithm>
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

/// The length of the UTF-8 character that `text` begins with, 0 when it begins with none.
size_t character_bytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return 1;
  const size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and what lies behind U+10FFFF are none.
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_none = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return is_none ? 0 : size;
}

void append_ascii(char c, std::string& out) {
  const auto code = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (code < 0x20) {
    out += "\\u00";
    out += kHexDigits[code >> 4];
    out += kHexDigits[code & 15];
  } else {
    out += c;
  }
}

class Printer {
 public:
  Printer(int16_t version, std::string& out) : version_(version), out_(out) {}

  void print_struct(const StructDescriptor& type, const std::byte* in) {
    out_ += '{';
    bool is_first = true;
    for (const FieldDescriptor& field : type.all()) {
      if (!field.versions.contains(version_) || is_left_out(type, field, in)) continue;
      if (!is_first) out_ += ',';
      is_first = false;
      print_name(field, is_null_records(field, in + field.offset));
      field.is_array ? print_array(field, in + field.offset) : print_value(field, in + field.offset);
    }
    out_ += '}';
  }

 private:
  // A tagged field is on the wire only when it says something.
  static bool is_left_out(const StructDescriptor& type, const FieldDescriptor& field, const std::byte* in) {
    return field.tag != FieldDescriptor::kNoTag && is_default(field, in, static_cast<const std::byte*>(type.defaults));
  }

  static bool is_null_records(const FieldDescriptor& field, const std::byte* in) {
    return field.type == FieldType::kRecords && !field.is_array && load<Records>(in).is_null;
  }

  void print_name(const FieldDescriptor& field, bool is_null) {
    out_ += '"';
    out_ += static_cast<char>(field.name[0] | 0x20);
    out_ += field.name + 1;
    if (field.type == FieldType::kRecords && !is_null) out_ += "SizeInBytes";
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
        if (load<Records>(in).is_null) return print_null();
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

  void print_text(std::string_view text) { append_json_text(text, out_); }

  void print_base64(const Bytes& bytes) {
    out_ += '"';
    append_base64(bytes.view(), out_);
    out_ += '"';
  }

  int16_t version_;
  std::string& out_;
};

}  // namespace

void append_base64(std::span<const std::byte> bytes, std::string& out) {
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - i);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) bits = (bits << 8) | (k < count ? static_cast<uint32_t>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) out += k <= count ? kBase64[(bits >> (18 - 6 * k)) & 63] : '=';
  }
}

void append_json_text(std::string_view text, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const size_t size = character_bytes(text);
    if (size == 1) {
      append_ascii(text.front(), out);
    } else if (size == 0) {
      out += "\xef\xbf\xbd";
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  out += '"';
}

void append_json(const MessageDescriptor& descriptor, const void* message, int16_t version, std::string& out) {
  Printer(version, out).print_struct(descriptor.body, static_cast<const std::byte*>(message));
}

}  // namespace klamm::protocol
