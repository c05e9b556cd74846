#include "storage/compaction/key_offsets.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace klamm::storage {

namespace {

// Of its slots, how many may be taken: in eighths.
constexpr size_t kLoadEighths = 6;

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

KeyOffsets::Key KeyOffsets::key_of(std::span<const std::byte> bytes) const {
  const XXH128_hash_t hashed = XXH3_128bits_withSecret(bytes.data(), bytes.size(), secret_.data(), secret_.size());
  const Key key{hashed.low64, hashed.high64};
  const Part& part = parts_[part_of(key)];
  if (!part.slots.empty()) __builtin_prefetch(&part.slots[first_place_in(part, key)]);
  return key;
}

size_t KeyOffsets::place_in(const Part& part, const Key& wanted) {
  const std::vector<Slot>& slots = part.slots;
  size_t place = first_place_in(part, wanted);
  while (slots[place].offset.value >= 0 &&
         (slots[place].key.low != wanted.low || slots[place].key.high != wanted.high)) {
    if (++place == slots.size()) place = 0;
  }
  return place;
}

bool KeyOffsets::put(const Key& key, Offset offset) {
  Part& part = parts_[part_of(key)];
  const bool is_dense = part.size >= part.slots.size() * kLoadEighths / 8;
  if (is_dense && part.slots.size() < slots_max_) grow(part);
  const size_t place = place_in(part, key);
  if (part.slots[place].offset.value < 0) {
    if (part.size >= keys_max_) return false;
    ++part.size;
    ++size_;
  }
  part.slots[place] = {key, offset};
  return true;
}

std::optional<Offset> KeyOffsets::find(const Key& key) const {
  const Part& part = parts_[part_of(key)];
  if (part.size == 0) return std::nullopt;
  const Slot& slot = part.slots[place_in(part, key)];
  if (slot.offset.value < 0) return std::nullopt;
  return slot.offset;
}

void KeyOffsets::grow(Part& part) const {
  const size_t count = std::clamp(part.slots.size() * 2, kFirstSlots, slots_max_);
  std::vector<Slot> before = std::exchange(part.slots, std::vector<Slot>(count));
  for (const Slot& slot : before) {
    if (slot.offset.value >= 0) part.slots[place_in(part, slot.key)] = slot;
  }
}

void KeyOffsets::clear() {
  for (Part& part : parts_) part = {};
  size_ = 0;
  latest_ = Offset(-1);
}

}  // namespace klamm::storage
