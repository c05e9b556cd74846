#include "storage/batch_window.h"

#include <algorithm>
#include <utility>

#include "reactor/assert.h"

namespace klamm::storage {

namespace {

constexpr int kFirstStep = 5;

// Room for `count` batches besides the newest, as the steps go.
uint16_t older_capacity(int count, int limit) {
  int step = kFirstStep;
  while (step < count + 1) step *= 2;
  return static_cast<uint16_t>(std::max(std::min(step, limit) - 1, count));
}

}  // namespace

int32_t ProducerBatch::first_sequence() const {
  // Sequences wrap from 2^31-1 to 0.
  return static_cast<int32_t>((static_cast<int64_t>(last_sequence) - offset_delta) & INT32_MAX);
}

BatchWindow& BatchWindow::operator=(BatchWindow&& other) noexcept {
  newest_ = other.newest_;
  older_ = std::move(other.older_);
  size_ = std::exchange(other.size_, uint16_t{0});
  capacity_ = std::exchange(other.capacity_, uint16_t{0});
  first_ = std::exchange(other.first_, uint16_t{0});
  return *this;
}

uint16_t BatchWindow::place(uint16_t older_index) const {
  const int at = first_ + older_index;
  return static_cast<uint16_t>(at >= capacity_ ? at - capacity_ : at);
}

const ProducerBatch& BatchWindow::at(uint16_t index) const {
  return index + 1 == size_ ? newest_ : older_[place(index)];
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
    pop_oldest();
  }
  if (size_ > 0) push_older(newest_, limit);
  newest_ = batch;
  ++size_;
  if (capacity_ > 2 * older_capacity(older_count(), limit)) resize(older_capacity(older_count(), limit));
  return dropped;
}

void BatchWindow::undo_push(const std::optional<ProducerBatch>& oldest) {
  KLAMM_ASSERT(size_ > 0);
  --size_;
  if (size_ > 0) newest_ = older_[place(static_cast<uint16_t>(size_ - 1))];
  if (!oldest) return;
  if (size_ == 0) {
    newest_ = *oldest;
  } else {
    KLAMM_ASSERT(older_count() < capacity_);
    first_ = static_cast<uint16_t>((first_ == 0 ? capacity_ : first_) - 1);
    older_[first_] = *oldest;
  }
  ++size_;
}

void BatchWindow::clear() {
  older_.reset();
  size_ = capacity_ = first_ = 0;
}

void BatchWindow::pop_oldest() {
  if (size_ > 1) first_ = place(1);
  --size_;
}

// `batch` is the newest so far, which is not counted among the older ones yet.
void BatchWindow::push_older(const ProducerBatch& batch, uint16_t limit) {
  if (older_count() == capacity_) resize(older_capacity(older_count() + 1, limit));
  older_[place(older_count())] = batch;
}

void BatchWindow::resize(uint16_t capacity) {
  auto other = std::make_unique<ProducerBatch[]>(capacity);
  for (uint16_t i = 0; i < older_count(); ++i) other[i] = older_[place(i)];
  older_ = std::move(other);
  capacity_ = capacity;
  first_ = 0;
}

}  // namespace klamm::storage
