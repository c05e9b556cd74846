#include "net/chunk_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "protocol/assert.h"

namespace klamm::net {
namespace {

// The head of each block is its Chunk; the bytes start at the next cache lines.
constexpr size_t kHeadBytes = 128;
static_assert(sizeof(Chunk) <= kHeadBytes);

}  // namespace

ChunkPool::~ChunkPool() {
  for (Chunk* chunk : free_) {
    while (chunk != nullptr) destroy(std::exchange(chunk, chunk->next_free));
  }
}

uint8_t ChunkPool::class_of(size_t bytes) {
  const size_t total = std::max(bytes + kHeadBytes, kSmallestBytes);
  return static_cast<uint8_t>(std::bit_width(total - 1) - std::bit_width(kSmallestBytes - 1));
}

ChunkRef ChunkPool::allocate(size_t bytes, RequestMemory::Waiter& waiter, Chunk* predecessor) {
  const bool pooled = bytes + kHeadBytes <= kPooledBytesMax;
  const uint8_t size_class = pooled ? class_of(bytes) : kUnpooled;
  MemoryCharge charge;
  if (predecessor != nullptr) memory_.hand_overdraft(predecessor->charge, charge);
  const uint64_t taken_over = predecessor != nullptr ? predecessor->size_bytes : 0;
  const uint64_t charged = pooled ? class_bytes(size_class) : std::min<uint64_t>(bytes, taken_over + kFirstStepBytes);
  if (!memory_.try_charge(charge, charged, waiter)) return {};
  Chunk* chunk = nullptr;
  if (!pooled) {
    chunk = make_unpooled(bytes);
  } else if (free_[size_class] != nullptr) {
    chunk = free_[size_class];
    free_[size_class] = chunk->next_free;
    cached_bytes_ -= class_bytes(size_class);
  } else {
    chunk = make_pooled(size_class);
  }
  chunk->charge = charge;
  chunk->size_bytes = 0;
  return ChunkRef(chunk);
}

bool ChunkPool::charge_for(Chunk& chunk, size_t bytes, RequestMemory::Waiter& waiter) {
  const uint64_t needed = chunk.size_bytes + bytes;
  if (chunk.size_class != kUnpooled || needed <= chunk.charge.bytes) return true;
  KLAMM_ASSERT(needed <= chunk.capacity_bytes, "the chunk is full");
  const uint64_t wanted = std::clamp<uint64_t>(uint64_t{2} * chunk.size_bytes, needed, chunk.capacity_bytes);
  return memory_.try_charge(chunk.charge, wanted - chunk.charge.bytes, waiter);
}

size_t ChunkPool::fillable_bytes(Chunk& chunk, RequestMemory::Waiter& waiter) {
  if (chunk.size_class != kUnpooled) return chunk.capacity_bytes - chunk.size_bytes;
  return charge_for(chunk, 1, waiter) ? static_cast<size_t>(chunk.charge.bytes) - chunk.size_bytes : 0;
}

Chunk* ChunkPool::make_pooled(uint8_t size_class) {
  const size_t total = class_bytes(size_class);
  auto* const block = static_cast<std::byte*>(::operator new(total, std::align_val_t{64}));
  auto* const chunk = new (block) Chunk;
  chunk->pool = this;
  chunk->data = block + kHeadBytes;
  chunk->capacity_bytes = static_cast<uint32_t>(total - kHeadBytes);
  chunk->size_class = size_class;
  return chunk;
}

Chunk* ChunkPool::make_unpooled(size_t bytes) {
  void* const block =
      ::mmap(nullptr, bytes + kHeadBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  KLAMM_ASSERT(block != MAP_FAILED, "no address space for a request");
  auto* const chunk = new (block) Chunk;
  chunk->pool = this;
  chunk->data = static_cast<std::byte*>(block) + kHeadBytes;
  chunk->capacity_bytes = static_cast<uint32_t>(bytes);
  chunk->size_class = kUnpooled;
  return chunk;
}

void ChunkPool::give_back(Chunk* chunk) noexcept {
  memory_.release(chunk->charge);
  const uint8_t size_class = chunk->size_class;
  if (size_class == kUnpooled || cached_bytes_ + class_bytes(size_class) > cached_bytes_max_) {
    destroy(chunk);
    return;
  }
  cached_bytes_ += class_bytes(size_class);
  chunk->next_free = free_[size_class];
  free_[size_class] = chunk;
}

void ChunkPool::destroy(Chunk* chunk) noexcept {
  if (chunk->size_class == kUnpooled) {
    ::munmap(chunk, chunk->capacity_bytes + kHeadBytes);
  } else {
    ::operator delete(static_cast<void*>(chunk), std::align_val_t{64});
  }
}

}  // namespace klamm::net
