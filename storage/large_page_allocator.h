#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace klamm::storage {

// An allocator of std::vector whose allocations of 2 MiB and more lie on large pages where the system gives them: a
// table that is used at random finds its pages in the TLB then, and the disk reaches them in few pieces. Those of a
// page and more begin at one, as files that are read past the page cache want it.
template <class T>
struct LargePageAllocator {
  using value_type = T;
  static constexpr size_t kLargePageBytes = size_t{2} << 20;
  static constexpr size_t kPageBytes = 4096;

  LargePageAllocator() = default;
  template <class Other>
  explicit LargePageAllocator(const LargePageAllocator<Other>&) noexcept {}

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    void* const memory = ::operator new(bytes, alignment(bytes));
    if (bytes >= kLargePageBytes) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) noexcept { ::operator delete(memory, alignment(count * sizeof(T))); }
  bool operator==(const LargePageAllocator&) const = default;

 private:
  static std::align_val_t alignment(size_t bytes) {
    if (bytes >= kLargePageBytes) return std::align_val_t{kLargePageBytes};
    return std::align_val_t{bytes >= kPageBytes ? kPageBytes : alignof(T)};
  }
};

}  // namespace klamm::storage
