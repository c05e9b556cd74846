#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

namespace klamm::protocol {

/// A growable byte buffer that owns its memory and, unlike std::vector, does not initialise what it grows by.
/// It can only be moved. Running out of memory ends the process; callers bound what they append.
/// @core owner
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(size_t capacity_bytes) { reserve(capacity_bytes); }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  std::span<std::byte> span() { return {data_, size_}; }
  std::span<const std::byte> span() const { return {data_, size_}; }

  void reserve(size_t capacity_bytes) {
    if (capacity_bytes > capacity_) set_capacity(capacity_bytes);
  }

  /// Grows by `count` uninitialised bytes and returns where they start (valid until the next growth).
  std::byte* extend(size_t count) {
    if (count > capacity_ - size_) [[unlikely]]
      grow(count);
    std::byte* start = data_ + size_;
    size_ += count;
    return start;
  }

  void append(std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
  }

  /// What is new is uninitialised.
  void resize(size_t size_bytes) {
    if (size_bytes > size_) {
      extend(size_bytes - size_);
    } else {
      size_ = size_bytes;
    }
  }

  /// Empties it; the memory stays.
  void clear() { size_ = 0; }

 private:
  void grow(size_t count);
  void set_capacity(size_t capacity_bytes);

  std::byte* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace klamm::protocol
