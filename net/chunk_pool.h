#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "net/request_memory.h"

namespace klamm::net {

class ChunkPool;

// A block of received bytes, counted by those who look into it: the connection while it assembles frames in it, and
// every request whose frame lies in it. @core owner
struct Chunk {
  ChunkPool* pool = nullptr;
  Chunk* next_free = nullptr;
  std::byte* data = nullptr;
  MemoryCharge charge;
  uint32_t capacity_bytes = 0;
  uint32_t size_bytes = 0;  // filled so far
  uint32_t reference_count = 0;
  uint8_t size_class = 0;

  std::span<std::byte> free_space() { return {data + size_bytes, capacity_bytes - size_bytes}; }
};

class ChunkRef {
 public:
  ChunkRef() = default;
  explicit ChunkRef(Chunk* chunk) : chunk_(chunk) {
    if (chunk_ != nullptr) ++chunk_->reference_count;
  }
  ChunkRef(const ChunkRef& other) : ChunkRef(other.chunk_) {}
  ChunkRef(ChunkRef&& other) noexcept : chunk_(std::exchange(other.chunk_, nullptr)) {}
  ChunkRef& operator=(ChunkRef other) noexcept {
    std::swap(chunk_, other.chunk_);
    return *this;
  }
  ~ChunkRef() { reset(); }
  void reset() noexcept;
  Chunk* get() const { return chunk_; }
  Chunk* operator->() const { return chunk_; }
  explicit operator bool() const { return chunk_ != nullptr; }

 private:
  Chunk* chunk_ = nullptr;
};

// The request buffers of one shard: powers of two from 256 bytes to 2 MiB, reused without a system call; above that,
// address space whose pages come with the bytes and whose charge grows likewise. Every chunk is charged to the
// RequestMemory.
// @core owner
class ChunkPool {
 public:
  static constexpr size_t kSmallestBytes = size_t{1} << 8;
  static constexpr size_t kPooledBytesMax = size_t{2} << 20;
  static constexpr uint64_t kFirstStepBytes = uint64_t{1} << 20;  // what a larger chunk is charged at first
  static constexpr size_t kClassCount = 14;
  static constexpr uint8_t kUnpooled = 0xff;

  ChunkPool(RequestMemory& memory, uint64_t cached_bytes_max) : memory_(memory), cached_bytes_max_(cached_bytes_max) {}
  ~ChunkPool();
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;

  // A chunk of at least that capacity; null: no memory now, `waiter` is queued at the RequestMemory. When it takes over
  // the bytes of a `predecessor`, it takes over that one's overdraft too.
  ChunkRef allocate(size_t bytes, RequestMemory::Waiter& waiter, Chunk* predecessor = nullptr);
  // Whether so many bytes more, for which it has the capacity, may be filled in now; raises the charge of a large one.
  // False: `waiter` is queued.
  bool charge_for(Chunk& chunk, size_t bytes, RequestMemory::Waiter& waiter);
  // How much of the chunk, which is not full, may be filled now; raises the charge of a large one step by step. 0:
  // `waiter` is queued.
  size_t fillable_bytes(Chunk& chunk, RequestMemory::Waiter& waiter);

  uint64_t cached_bytes() const { return cached_bytes_; }
  RequestMemory& memory() { return memory_; }

 private:
  friend class ChunkRef;
  static uint8_t class_of(size_t bytes);
  static size_t class_bytes(uint8_t size_class) { return kSmallestBytes << size_class; }
  Chunk* make_pooled(uint8_t size_class);
  Chunk* make_unpooled(size_t bytes);
  void give_back(Chunk* chunk) noexcept;
  static void destroy(Chunk* chunk) noexcept;

  RequestMemory& memory_;
  uint64_t cached_bytes_max_;
  uint64_t cached_bytes_ = 0;
  std::array<Chunk*, kClassCount> free_{};
};

inline void ChunkRef::reset() noexcept {
  Chunk* const chunk = std::exchange(chunk_, nullptr);
  if (chunk != nullptr && --chunk->reference_count == 0) chunk->pool->give_back(chunk);
}

}  // namespace klamm::net
