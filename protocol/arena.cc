#include "protocol/arena.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace klamm::protocol {

Arena::Arena(Arena&& other) noexcept
    : limit_bytes_(other.limit_bytes_),
      reserved_bytes_(std::exchange(other.reserved_bytes_, 0)),
      first_(std::exchange(other.first_, nullptr)),
      last_(std::exchange(other.last_, nullptr)),
      used_(std::exchange(other.used_, 0)),
      end_(std::exchange(other.end_, 0)) {}

Arena& Arena::operator=(Arena&& other) noexcept {
  if (this == &other) return *this;
  free_chunks();
  limit_bytes_ = other.limit_bytes_;
  reserved_bytes_ = std::exchange(other.reserved_bytes_, 0);
  first_ = std::exchange(other.first_, nullptr);
  last_ = std::exchange(other.last_, nullptr);
  used_ = std::exchange(other.used_, 0);
  end_ = std::exchange(other.end_, 0);
  return *this;
}

Arena::~Arena() {
  free_chunks();
}

void Arena::free_chunks() {
  while (first_ != nullptr) std::free(std::exchange(first_, first_->next));
  last_ = nullptr;
}

void Arena::open(Chunk* chunk) {
  used_ = reinterpret_cast<size_t>(chunk) + sizeof(Chunk);
  end_ = reinterpret_cast<size_t>(chunk) + chunk->size_bytes;
}

void* Arena::allocate_slow(size_t size_bytes, size_t alignment) {
  // An empty array still has an address, since null means "over the limit".
  if (size_bytes == 0) return reinterpret_cast<void*>(alignment);
  if (size_bytes > limit_bytes_ || size_bytes > std::numeric_limits<size_t>::max() / 2) return nullptr;
  const size_t needed = sizeof(Chunk) + size_bytes + alignment;
  const size_t growth = std::clamp(reserved_bytes_, kFirstChunkBytes, kChunkBytesMax);
  const size_t left = limit_bytes_ - reserved_bytes_;
  if (needed > left) return nullptr;
  const size_t chunk_bytes = std::min(std::max(needed, growth), left);
  auto* chunk = static_cast<Chunk*>(std::malloc(chunk_bytes));
  if (chunk == nullptr) return nullptr;
  *chunk = {nullptr, chunk_bytes};
  (first_ == nullptr ? first_ : last_->next) = chunk;
  last_ = chunk;
  reserved_bytes_ += chunk_bytes;
  open(chunk);
  const size_t start = (used_ + alignment - 1) & ~(alignment - 1);
  used_ = start + size_bytes;
  return reinterpret_cast<void*>(start);
}

std::optional<std::string_view> Arena::copy(std::string_view text) {
  auto* bytes = static_cast<char*>(allocate(text.size(), 1));
  if (bytes == nullptr) return std::nullopt;
  if (text.empty()) return std::string_view("");
  std::memcpy(bytes, text.data(), text.size());
  return std::string_view(bytes, text.size());
}

void Arena::reset() {
  if (first_ == nullptr) return;
  Chunk* rest = std::exchange(first_->next, nullptr);
  while (rest != nullptr) std::free(std::exchange(rest, rest->next));
  last_ = first_;
  reserved_bytes_ = first_->size_bytes;
  open(first_);
}

}  // namespace klamm::protocol
