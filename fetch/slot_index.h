#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace klamm::fetch {

inline constexpr uint32_t kNoSlot = UINT32_MAX;

/// Finds numbers (slots of a table) by the hash of what they stand for: 5 to 6.25 bytes per number. The caller keeps
/// the keys, compares them and hashes them again when the index grows.
/// @core owner
class SlotIndex {
 public:
  size_t bytes() const { return cells_.capacity() * sizeof(uint32_t); }

  /// The slot for which `equals(slot)` holds; kNoSlot when there is none.
  template <class Equals>
  uint32_t find(uint32_t hash, Equals equals) const {
    if (cells_.empty()) return kNoSlot;
    for (size_t at = place(hash); cells_[at] != kNoSlot; at = after(at)) {
      if (equals(cells_[at])) return cells_[at];
    }
    return kNoSlot;
  }

  /// Room for `count` slots.
  template <class HashOf>
  void reserve(size_t count, HashOf hash_of) {
    if (cells_for(count) > cells_.size()) rebuild(cells_for(count), hash_of);
  }

  template <class HashOf>
  void insert(uint32_t slot, HashOf hash_of) {
    if (cells_for(count_ + 1) > cells_.size()) rebuild(cells_for(count_ + count_ / 5 + 4), hash_of);
    put(slot, hash_of(slot));
    ++count_;
  }

  /// `slot` is there, and its key is still what it was.
  template <class HashOf>
  void erase(uint32_t slot, HashOf hash_of) {
    size_t hole = place(hash_of(slot));
    while (cells_[hole] != slot) hole = after(hole);
    // Those behind move up, unless they would come before their own place.
    for (size_t at = after(hole); cells_[at] != kNoSlot; at = after(at)) {
      const size_t wanted = place(hash_of(cells_[at]));
      if (distance(wanted, at) < distance(hole, at)) continue;
      cells_[hole] = cells_[at];
      hole = at;
    }
    cells_[hole] = kNoSlot;
    --count_;
  }

 private:
  static size_t cells_for(size_t count) { return count + count / 4 + 2; }
  size_t place(uint32_t hash) const { return static_cast<size_t>((uint64_t{hash} * cells_.size()) >> 32); }
  size_t after(size_t at) const { return at + 1 == cells_.size() ? 0 : at + 1; }
  size_t distance(size_t from, size_t to) const { return to >= from ? to - from : to + cells_.size() - from; }

  void put(uint32_t slot, uint32_t hash) {
    size_t at = place(hash);
    while (cells_[at] != kNoSlot) at = after(at);
    cells_[at] = slot;
  }
  template <class HashOf>
  void rebuild(size_t cell_count, HashOf hash_of) {
    std::vector<uint32_t> before(cell_count, kNoSlot);
    before.swap(cells_);
    for (const uint32_t slot : before) {
      if (slot != kNoSlot) put(slot, hash_of(slot));
    }
  }

  std::vector<uint32_t> cells_;
  size_t count_ = 0;
};

/// Spreads what is counted up (topics, partitions) over 32 bits. `seed` differs between sessions, so that a client
/// cannot know which keys meet.
inline uint32_t mixed_hash(uint64_t seed, uint64_t value) {
  uint64_t mixed = (value ^ seed) * 0x9e3779b97f4a7c15ULL;
  mixed ^= mixed >> 32;
  mixed *= 0xd6e8feb86659fd93ULL;
  return static_cast<uint32_t>(mixed >> 32);
}

}  // namespace klamm::fetch
