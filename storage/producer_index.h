#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace klamm::storage {

// Finds slots of a table by the 64-bit hash of what they stand for: 6 to 7 bytes per slot. Extendible hashing: the
// upper bits of the hash choose a page of up to 512 cells, and a full page is split in two, so that no insertion ever
// takes longer than a page's work. A page has lines of 16 cells, one cache line each, which is searched at once: the
// first line that is not full ends a search. A cell holds a slot and eight bits of its hash, which spare almost every
// look at a wrong slot. The caller keeps the keys, compares them and hashes them again when a page is split.
// @core owner
class ProducerIndex {
 public:
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  static constexpr uint32_t kSlotCountMax = (1U << 24) - 1;

  size_t bytes() const;
  void clear();

  // The slot for which `equals(slot)` holds; kNoSlot when there is none.
  template <class Equals>
  uint32_t find(uint64_t hash, Equals equals) const {
    if (pages_.empty()) return kNoSlot;
    const Page& page = pages_[page_number(hash)];
    for (uint32_t at = home(hash, page);; at = (at + 1) & page.mask) {
      const Line& line = page.lines[at];
      for (uint32_t found = line.with_tag(tag_of(hash)); found != 0; found &= found - 1) {
        const uint32_t slot = line.cells[std::countr_zero(found)] & kSlotMask;
        if (equals(slot)) return slot;
      }
      if (line.empty_cell() != kLineCells) return kNoSlot;
    }
  }

  // `slot` is not there yet. `hash_of(slot)` gives the hash of one that is.
  template <class HashOf>
  void insert(uint32_t slot, uint64_t hash, HashOf hash_of) {
    if (pages_.empty()) make_first_page();
    while (is_full(pages_[page_number(hash)])) make_room(hash, hash_of);
    Page& page = pages_[page_number(hash)];
    put(page, slot, hash);
    ++page.count;
  }

  // `slot` is there.
  template <class HashOf>
  void erase(uint32_t slot, uint64_t hash, HashOf hash_of) {
    Page& page = pages_[page_number(hash)];
    const uint32_t cell = tag_of(hash) | slot;
    uint32_t at = home(hash, page);
    while (page.lines[at].cell_with(cell) == kLineCells) at = (at + 1) & page.mask;
    uint32_t hole = page.lines[at].cell_with(cell);
    bool was_full = page.lines[at].empty_cell() == kLineCells;
    page.lines[at].cells[hole] = kEmpty;
    --page.count;
    // Those that found their lines full move up into the hole.
    for (uint32_t next = at; was_full;) {
      next = (next + 1) & page.mask;
      was_full = page.lines[next].empty_cell() == kLineCells;
      for (uint32_t i = 0; i < kLineCells; ++i) {
        uint32_t& other = page.lines[next].cells[i];
        if (other == kEmpty) continue;
        const uint32_t wanted = home(hash_of(other & kSlotMask), page);
        if (((next - wanted) & page.mask) < ((next - at) & page.mask)) continue;
        page.lines[at].cells[hole] = other;
        other = kEmpty;
        at = next;
        hole = i;
        break;
      }
    }
  }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;
  static constexpr uint32_t kSlotMask = (1U << 24) - 1;
  static constexpr uint32_t kLineCells = 16;
  static constexpr uint32_t kSplitLines = 32;
  static constexpr uint8_t kDepthMax = 20;

  struct alignas(64) Line {
    std::array<uint32_t, kLineCells> cells;

    // A bit for each cell with this tag.
    uint32_t with_tag(uint32_t tag) const {
      return matching([](uint32_t cell) { return cell & ~kSlotMask; }, tag);
    }
    uint32_t empty_cell() const { return cell_with(kEmpty); }
    // kLineCells when there is none.
    uint32_t cell_with(uint32_t cell) const {
      const uint32_t found = matching([](uint32_t each) { return each; }, cell);
      return found == 0 ? kLineCells : static_cast<uint32_t>(std::countr_zero(found));
    }

   private:
    template <class Part>
    uint32_t matching(Part part, uint32_t wanted) const {
      // In bytes, which the compiler compares and gathers many at a time.
      std::array<uint8_t, kLineCells> same;
      for (uint32_t i = 0; i < kLineCells; ++i) same[i] = part(cells[i]) == wanted ? 1 : 0;
      uint64_t low = 0;
      uint64_t high = 0;
      std::memcpy(&low, same.data(), sizeof(low));
      std::memcpy(&high, same.data() + sizeof(low), sizeof(high));
      constexpr uint64_t kGather = 0x0102040810204080ULL;  // the lowest bits of eight bytes, into the uppermost byte
      return static_cast<uint32_t>((low * kGather) >> 56 | ((high * kGather) >> 56) << 8);
    }
  };

  struct Page {
    std::unique_ptr<Line[]> lines;
    uint32_t mask = 0;   // lines - 1
    uint32_t count = 0;  // slots
    uint8_t depth = 0;   // upper bits of the hash that all its slots share
  };

  static uint32_t home(uint64_t hash, const Page& page) { return static_cast<uint32_t>(hash) & page.mask; }
  // Never that of an empty cell.
  static uint32_t tag_of(uint64_t hash) { return std::min<uint32_t>((hash >> 32) & 0xff, 0xfe) << 24; }
  static bool is_full(const Page& page) { return (page.count + 1) * 8 > (page.mask + 1) * kLineCells * 7; }
  uint32_t page_number(uint64_t hash) const { return depth_ == 0 ? 0 : directory_[hash >> (64 - depth_)]; }

  static void put(Page& page, uint32_t slot, uint64_t hash) {
    uint32_t at = home(hash, page);
    while (page.lines[at].empty_cell() == kLineCells) at = (at + 1) & page.mask;
    page.lines[at].cells[page.lines[at].empty_cell()] = tag_of(hash) | slot;
  }

  static Page make_page(uint32_t lines, uint8_t depth);
  void make_first_page();
  // The page that `hash` falls into gets one bit deeper; gives the number of the page that takes the upper half.
  uint32_t add_page_for(uint64_t hash);

  // Hash attacks apart, a page at kDepthMax is never full; it grows like a small one.
  template <class HashOf>
  void make_room(uint64_t hash, HashOf hash_of) {
    const uint32_t number = page_number(hash);
    const uint32_t lines = pages_[number].mask + 1;
    const bool is_split = lines >= kSplitLines && pages_[number].depth < kDepthMax;
    const Page before = std::move(pages_[number]);
    pages_[number] = make_page(is_split ? lines : lines * 2, before.depth);
    const uint32_t upper = is_split ? add_page_for(hash) : number;
    for (uint32_t i = 0; i < lines * kLineCells; ++i) {
      const uint32_t cell = before.lines[i / kLineCells].cells[i % kLineCells];
      if (cell == kEmpty) continue;
      const uint64_t hash_of_slot = hash_of(cell & kSlotMask);
      const bool is_upper = is_split && ((hash_of_slot >> (63 - before.depth)) & 1) != 0;
      Page& page = pages_[is_upper ? upper : number];
      put(page, cell & kSlotMask, hash_of_slot);
      ++page.count;
    }
  }

  std::vector<Page> pages_;
  std::vector<uint32_t> directory_;  // a page number for each value of the upper `depth_` bits
  uint8_t depth_ = 0;
};

}  // namespace klamm::storage
