#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace klamm::protocol {

// The types of the members of messages. All are views: after decode they point into the frame and the arena, before
// encode into whatever the caller keeps alive until the encode has returned. All are standard layout, since the codec
// reaches them through offsetof.

/// A nullable string of UTF-8 bytes (Kafka: at most 32767). Empty and not null by default.
/// @core any
struct String {
  const char* data = "";
  uint32_t size = 0;
  bool is_null = false;

  constexpr String() = default;
  constexpr String(std::string_view text) : data(text.data()), size(static_cast<uint32_t>(text.size())) {}
  String(const std::string& text) : String(std::string_view(text)) {}
  /// A null pointer makes the null string.
  constexpr String(const char* text) : String(text == nullptr ? std::string_view("") : std::string_view(text)) {
    is_null = text == nullptr;
  }
  static constexpr String null() { return String(static_cast<const char*>(nullptr)); }

  constexpr std::string_view view() const { return {data, size}; }
  constexpr bool empty() const { return size == 0; }

  friend constexpr bool operator==(const String& a, const String& b) {
    return a.is_null == b.is_null && a.view() == b.view();
  }
};

/// Nullable opaque bytes. Empty and not null by default.
/// @core any
struct Bytes {
  const std::byte* data = nullptr;
  uint32_t size = 0;
  bool is_null = false;

  constexpr Bytes() = default;
  constexpr Bytes(std::span<const std::byte> bytes) : data(bytes.data()), size(static_cast<uint32_t>(bytes.size())) {}
  explicit Bytes(std::string_view text) : Bytes(std::as_bytes(std::span(text.data(), text.size()))) {}
  static constexpr Bytes null() {
    Bytes bytes;
    bytes.is_null = true;
    return bytes;
  }

  constexpr std::span<const std::byte> view() const { return {data, size}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data), size}; }
  constexpr bool empty() const { return size == 0; }

  friend bool operator==(const Bytes& a, const Bytes& b) { return a.is_null == b.is_null && a.text() == b.text(); }
};

/// Record batches in a Produce, Fetch or snapshot message: bytes in memory, or (to encode only) a promise that
/// `external_size` bytes will be sent in this place. Of an external one only the length is written, and the Writer
/// notes an ExternalRange with the token, by which `net` finds what to send.
/// @core any
struct Records {
  const std::byte* data = nullptr;
  uint32_t size = 0;
  bool is_null = false;
  uint32_t external_size = 0;
  uint64_t external_token = 0;

  constexpr Records() = default;
  constexpr Records(std::span<const std::byte> bytes) : data(bytes.data()), size(static_cast<uint32_t>(bytes.size())) {}
  static constexpr Records null() {
    Records records;
    records.is_null = true;
    return records;
  }
  static constexpr Records external(uint32_t size_bytes, uint64_t token) {
    Records records;
    records.external_size = size_bytes;
    records.external_token = token;
    return records;
  }

  constexpr bool is_external() const { return external_size != 0; }
  constexpr std::span<const std::byte> view() const { return {data, size}; }
  constexpr bool empty() const { return size == 0 && external_size == 0; }
};

/// A nullable array of scalars, strings or structs. Empty and not null by default.
/// Encoding never writes to the elements, therefore it may be made from constant ones; write through a view only if you
/// made the elements yourself.
/// @core any
template <class T>
struct Array {
  T* data = nullptr;
  uint32_t size = 0;
  bool is_null = false;

  constexpr Array() = default;
  constexpr Array(T* elements, size_t count) : data(elements), size(static_cast<uint32_t>(count)) {}
  /// From a span, an std::array, a vector… that outlives the message.
  template <class Range>
    requires(!std::same_as<std::remove_cvref_t<Range>, Array> && std::ranges::contiguous_range<Range> &&
             std::ranges::borrowed_range<Range> && std::same_as<std::ranges::range_value_t<Range>, T>)
  constexpr Array(Range&& elements)
      : Array(const_cast<T*>(std::ranges::data(elements)), static_cast<size_t>(std::ranges::size(elements))) {}
  static constexpr Array null() {
    Array array;
    array.is_null = true;
    return array;
  }

  constexpr T* begin() { return data; }
  constexpr T* end() { return data + size; }
  constexpr const T* begin() const { return data; }
  constexpr const T* end() const { return data + size; }
  constexpr T& operator[](size_t index) { return data[index]; }
  constexpr const T& operator[](size_t index) const { return data[index]; }
  constexpr bool empty() const { return size == 0; }
  constexpr std::span<const T> view() const { return {data, size}; }
};

/// A nullable struct inside a message: absent unless `data` points to one.
/// @core any
template <class T>
struct Nullable {
  T* data = nullptr;

  constexpr Nullable() = default;
  constexpr Nullable(T* value) : data(value) {}
  constexpr Nullable(const T* value) : data(const_cast<T*>(value)) {}

  constexpr bool is_null() const { return data == nullptr; }
  constexpr explicit operator bool() const { return data != nullptr; }
  constexpr T* operator->() { return data; }
  constexpr const T* operator->() const { return data; }
  constexpr T& operator*() { return *data; }
  constexpr const T& operator*() const { return *data; }
};

static_assert(std::is_standard_layout_v<String> && std::is_trivially_copyable_v<String>);
static_assert(std::is_standard_layout_v<Bytes> && std::is_trivially_copyable_v<Bytes>);
static_assert(std::is_standard_layout_v<Records> && std::is_trivially_copyable_v<Records>);
static_assert(std::is_standard_layout_v<Array<int>> && std::is_trivially_copyable_v<Array<int>>);
static_assert(sizeof(String) == 16 && sizeof(Bytes) == 16 && sizeof(Records) == 32 && sizeof(Array<int>) == 16);

}  // namespace klamm::protocol
