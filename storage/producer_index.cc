#include "storage/producer_index.h"

#include <algorithm>

namespace klamm::storage {

size_t ProducerIndex::bytes() const {
  size_t bytes = pages_.capacity() * sizeof(Page) + directory_.capacity() * sizeof(uint32_t);
  for (const Page& page : pages_) bytes += (size_t{page.mask} + 1) * sizeof(Line);
  return bytes;
}

void ProducerIndex::clear() {
  pages_.clear();
  directory_.clear();
  depth_ = 0;
}

ProducerIndex::Page ProducerIndex::make_page(uint32_t lines, uint8_t depth) {
  Page page;
  page.lines = std::make_unique<Line[]>(lines);
  for (uint32_t i = 0; i < lines; ++i) page.lines[i].cells.fill(kEmpty);
  page.mask = lines - 1;
  page.depth = depth;
  return page;
}

void ProducerIndex::make_first_page() {
  pages_.push_back(make_page(1, 0));
  directory_.assign(1, 0);
}

uint32_t ProducerIndex::add_page_for(uint64_t hash) {
  const uint32_t number = page_number(hash);
  const uint8_t depth = pages_[number].depth++;
  if (depth == depth_) {
    std::vector<uint32_t> twice;
    twice.reserve(directory_.size() * 2);
    for (const uint32_t page : directory_) twice.insert(twice.end(), {page, page});
    directory_ = std::move(twice);
    ++depth_;
  }
  const auto upper = static_cast<uint32_t>(pages_.size());
  pages_.push_back(make_page(pages_[number].mask + 1, static_cast<uint8_t>(depth + 1)));
  // The page had a run of the directory; the upper half of it goes to the new page.
  const size_t run = size_t{1} << (depth_ - depth);
  const size_t first = (hash >> (64 - depth_)) & ~(run - 1);
  std::fill_n(directory_.begin() + static_cast<ptrdiff_t>(first + run / 2), run / 2, upper);
  return upper;
}

}  // namespace klamm::storage
