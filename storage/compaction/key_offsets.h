#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reactor/io.h"
#include "storage/types.h"

namespace klamm::storage {

// How many keys are made before the first of them is looked for: their places come into the cache meanwhile.
inline constexpr size_t kKeysAtOnce = 32;

// The newest offset of each key, by a hash of 128 bits: what compaction of a log remembers of the records it has read.
// The hash is seeded in each process, so that nobody can choose keys that meet. It grows in parts, so that no single
// put() moves much.
// @core owner. Bound: `bytes_max`.
class KeyOffsets {
 public:
  explicit KeyOffsets(reactor::Io& io, size_t bytes_max = size_t{1} << 20);

  // While it is empty.
  void set_bytes_max(size_t bytes_max);

  // A key as it is remembered.
  struct Key {
    uint64_t low = 0;
    uint64_t high = 0;
  };
  // Also fetches the place of the key into the cache: where many keys are put or looked for, this is done for several
  // before the first of them is.
  Key key_of(std::span<const std::byte> bytes) const;

  // False: it is full where the key belongs, and the key is not in it.
  bool put(const Key& key, Offset offset);
  std::optional<Offset> find(const Key& key) const;

  // What it stands for: every record of the log from where it was begun up to here.
  Offset latest() const { return latest_; }
  void set_latest(Offset offset) { latest_ = offset; }

  size_t size() const { return size_; }
  size_t keys_max() const { return keys_max_ * kParts; }
  // Empties it and gives its memory back.
  void clear();

 private:
  __extension__ typedef unsigned __int128 Uint128;
  struct Slot {
    Key key;
    Offset offset{-1};  // -1: nothing is here
  };
  struct Part {
    std::vector<Slot> slots;
    size_t size = 0;
  };
  static constexpr size_t kParts = 64;
  static constexpr size_t kFirstSlots = 16;  // of a part

  static size_t part_of(const Key& key) { return key.high >> 58; }
  // The highest bits have chosen the part.
  static size_t first_place_in(const Part& part, const Key& key) {
    return static_cast<size_t>((Uint128{key.high << 6} * part.slots.size()) >> 64);
  }
  // Where the key is, or where it goes.
  static size_t place_in(const Part& part, const Key& wanted);
  void grow(Part& part) const;

  std::array<std::byte, 192> secret_;
  size_t slots_max_ = 0;  // of a part
  size_t keys_max_ = 0;   // of a part
  std::array<Part, kParts> parts_;
  size_t size_ = 0;
  Offset latest_{-1};
};

}  // namespace klamm::storage
