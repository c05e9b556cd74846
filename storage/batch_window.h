#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "storage/types.h"

namespace klamm::storage {

// One batch of an idempotent producer, as far as a repetition of it can be told (24 bytes).
struct ProducerBatch {
  Offset last_offset{};
  int64_t timestamp_ms = -1;  // the batch's largest
  int32_t last_sequence = -1;
  int32_t offset_delta = 0;

  Offset first_offset() const { return Offset(last_offset.value - offset_delta); }
  int32_t first_sequence() const;
  bool operator==(const ProducerBatch&) const = default;
};

// The last batches of one producer, oldest first. Memory grows in steps up to the limit, as batches come.
// @core owner
class BatchWindow {
 public:
  static constexpr uint16_t kLimitMax = 1000;

  BatchWindow() = default;
  BatchWindow(BatchWindow&& other) noexcept { *this = std::move(other); }
  BatchWindow& operator=(BatchWindow&& other) noexcept;
  ~BatchWindow() = default;

  bool empty() const { return size_ == 0; }
  uint16_t size() const { return size_; }
  const ProducerBatch& at(uint16_t index) const { return batches_[(first_ + index) % capacity_]; }
  const ProducerBatch& last() const { return at(static_cast<uint16_t>(size_ - 1)); }
  // The batch with exactly these sequences.
  const ProducerBatch* find(int32_t first_sequence, int32_t last_sequence) const;

  // Adds the newest; what exceeds `limit` goes. Gives the batch back that went, if it was one.
  std::optional<ProducerBatch> push(const ProducerBatch& batch, uint16_t limit);
  // Takes the newest back and puts `oldest` in front again: undoes a push.
  void undo_push(const std::optional<ProducerBatch>& oldest);
  void clear();

 private:
  void grow(uint16_t limit);
  void pop_front();

  std::unique_ptr<ProducerBatch[]> batches_;
  uint16_t size_ = 0;
  uint16_t capacity_ = 0;
  uint16_t first_ = 0;
};

}  // namespace klamm::storage
