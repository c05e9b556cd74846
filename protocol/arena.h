#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <type_traits>

namespace klamm::protocol {

/// A bump allocator in chunks, for what lives as long as one request: decoded arrays, and the pieces of a response.
/// Nothing is freed before reset() or the end of the arena; no destructor is run.
/// Limit: the bytes of all chunks together; an allocation over it gives null, and the arena stays usable.
/// @core owner
class Arena {
 public:
  static constexpr size_t kFirstChunkBytes = size_t{4} << 10;
  static constexpr size_t kChunkBytesMax = size_t{256} << 10;

  explicit Arena(size_t limit_bytes = std::numeric_limits<size_t>::max()) : limit_bytes_(limit_bytes) {}
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&& other) noexcept;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// Uninitialised memory, or null over the limit. `alignment` is a power of two of at most alignof(max_align_t).
  void* allocate(size_t size_bytes, size_t alignment) {
    const size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (start <= end_ && size_bytes <= end_ - start && size_bytes != 0) [[likely]] {
      used_ = start + size_bytes;
      return reinterpret_cast<void*>(start);
    }
    return allocate_slow(size_bytes, alignment);
  }

  /// `count` default-constructed elements, or null over the limit. Not null for a count of 0.
  template <class T>
  T* allocate_array(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count > std::numeric_limits<ptrdiff_t>::max() / sizeof(T)) return nullptr;
    auto* elements = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    if (elements == nullptr) return nullptr;
    for (size_t i = 0; i < count; ++i) new (elements + i) T();
    return elements;
  }

  /// One element, or null over the limit.
  template <class T>
  T* make() {
    return allocate_array<T>(1);
  }

  /// A copy of the text that lives as long as the arena, or nothing over the limit.
  std::optional<std::string_view> copy(std::string_view text);

  /// Forgets everything; the first chunk is kept for reuse, the others are freed.
  void reset();

  /// Bytes of all chunks held now.
  size_t reserved_bytes() const { return reserved_bytes_; }
  size_t limit_bytes() const { return limit_bytes_; }

 private:
  struct Chunk {
    Chunk* next;
    size_t size_bytes;  // with this header
  };

  void* allocate_slow(size_t size_bytes, size_t alignment);
  void open(Chunk* chunk);
  void free_chunks();

  size_t limit_bytes_;
  size_t reserved_bytes_ = 0;
  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  size_t used_ = 0;  // address of the next free byte
  size_t end_ = 0;   // address behind the newest chunk
};

}  // namespace klamm::protocol
