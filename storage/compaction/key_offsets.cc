#include "storage/compaction/key_offsets.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace klamm::storage {

namespace {

// Of its slots, how many may be taken: in eighths.
constexpr size_t kLoadEighths = 6;

__extension__ typedef unsigned __int128 Uint128;

}  // namespace

KeyOffsets::KeyOffsets(reactor::Io& io, size_t bytes_max) {
  set_bytes_max(bytes_max);
  static_assert(sizeof(secret_) >= XXH3_SECRET_SIZE_MIN);
  for (size_t at = 0; at < secret_.size(); at += sizeof(uint64_t)) {
    const uint64_t random = io.random();
    std::memcpy(secret_.data() + at, &random, sizeof(random));
  }
}

void KeyOffsets::set_bytes_max(size_t bytes_max) {
  slots_max_ = std::max(bytes_max / sizeof(Slot) / kParts, kFirstSlots);
  keys_max_ = slots_max_ * kLoadEighths / 8;
}

KeyOffsets::Slot KeyOffsets::hash(std::span<const std::byte> key) const {
  const XXH128_hash_t hashed = XXH3_128bits_withSecret(key.data(), key.size(), secret_.data(), secret_.size());
  return {hashed.low64, hashed.high64, Offset(-1)};
}

size_t KeyOffsets::place_in(const Part& part, const Slot& wanted) {
  const std::vector<Slot>& slots = part.slots;
  // The highest bits have chosen the part.
  auto place = static_cast<size_t>((Uint128{wanted.high << 6} * slots.size()) >> 64);
  while (slots[place].offset.value >= 0 && (slots[place].low != wanted.low || slots[place].high != wanted.high)) {
    if (++place == slots.size()) place = 0;
  }
  return place;
}

bool KeyOffsets::put(std::span<const std::byte> key, Offset offset) {
  Slot slot = hash(key);
  Part& part = parts_[part_of(slot)];
  const bool is_dense = part.size >= part.slots.size() * kLoadEighths / 8;
  if (is_dense && part.slots.size() < slots_max_) grow(part);
  const size_t place = place_in(part, slot);
  if (part.slots[place].offset.value < 0) {
    if (part.size >= keys_max_) return false;
    ++part.size;
    ++size_;
  }
  slot.offset = offset;
  part.slots[place] = slot;
  return true;
}

std::optional<Offset> KeyOffsets::find(std::span<const std::byte> key) const {
  const Slot wanted = hash(key);
  const Part& part = parts_[part_of(wanted)];
  if (part.size == 0) return std::nullopt;
  const Slot& slot = part.slots[place_in(part, wanted)];
  if (slot.offset.value < 0) return std::nullopt;
  return slot.offset;
}

void KeyOffsets::grow(Part& part) const {
  const size_t count = std::clamp(part.slots.size() * 2, kFirstSlots, slots_max_);
  std::vector<Slot> before = std::exchange(part.slots, std::vector<Slot>(count));
  for (const Slot& slot : before) {
    if (slot.offset.value >= 0) part.slots[place_in(part, slot)] = slot;
  }
}

void KeyOffsets::clear() {
  for (Part& part : parts_) part = {};
  size_ = 0;
  latest_ = Offset(-1);
}

}  // namespace klamm::storage
