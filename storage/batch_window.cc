#include "storage/batch_window.h"

#include <algorithm>
#include <utility>

#include "reactor/assert.h"

namespace klamm::storage {

int32_t ProducerBatch::first_sequence() const {
  // Sequences wrap from 2^31-1 to 0.
  return static_cast<int32_t>((static_cast<int64_t>(last_sequence) - offset_delta) & INT32_MAX);
}

BatchWindow& BatchWindow::operator=(BatchWindow&& other) noexcept {
  batches_ = std::move(other.batches_);
  size_ = std::exchange(other.size_, uint16_t{0});
  capacity_ = std::exchange(other.capacity_, uint16_t{0});
  first_ = std::exchange(other.first_, uint16_t{0});
  return *this;
}

const ProducerBatch* BatchWindow::find(int32_t first_sequence, int32_t last_sequence) const {
  for (uint16_t i = size_; i > 0; --i) {
    const ProducerBatch& batch = at(static_cast<uint16_t>(i - 1));
    if (batch.last_sequence == last_sequence && batch.first_sequence() == first_sequence) return &batch;
  }
  return nullptr;
}

std::optional<ProducerBatch> BatchWindow::push(const ProducerBatch& batch, uint16_t limit) {
  limit = std::clamp<uint16_t>(limit, 1, kLimitMax);
  std::optional<ProducerBatch> dropped;
  while (size_ >= limit) {
    dropped = at(0);
    pop_front();
  }
  if (size_ == capacity_) grow(limit);
  batches_[(first_ + size_) % capacity_] = batch;
  ++size_;
  return dropped;
}

void BatchWindow::undo_push(const std::optional<ProducerBatch>& oldest) {
  KLAMM_ASSERT(size_ > 0);
  --size_;
  if (!oldest) return;
  KLAMM_ASSERT(size_ < capacity_);
  first_ = static_cast<uint16_t>((first_ + capacity_ - 1) % capacity_);
  batches_[first_] = *oldest;
  ++size_;
}

void BatchWindow::clear() {
  batches_.reset();
  size_ = capacity_ = first_ = 0;
}

void BatchWindow::pop_front() {
  first_ = static_cast<uint16_t>((first_ + 1) % capacity_);
  --size_;
}

void BatchWindow::grow(uint16_t limit) {
  const auto capacity = static_cast<uint16_t>(std::min<int>(limit, std::max<int>(1, capacity_ * 2)));
  auto larger = std::make_unique<ProducerBatch[]>(std::max<uint16_t>(capacity, static_cast<uint16_t>(size_ + 1)));
  for (uint16_t i = 0; i < size_; ++i) larger[i] = at(i);
  batches_ = std::move(larger);
  capacity_ = std::max<uint16_t>(capacity, static_cast<uint16_t>(size_ + 1));
  first_ = 0;
}

}  // namespace klamm::storage
