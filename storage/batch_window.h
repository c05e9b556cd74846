#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "storage/types.h"

namespace klamm::storage {

// One batch of an idempotent producer, as far as a repetition of it can be told (24 bytes). The timestamp is needed
// because Kafka answers a repetition with it.
struct ProducerBatch {
  Offset last_offset{};
  int64_t timestamp_ms = -1;  // the batch's largest
  int32_t last_sequence = -1;
  int32_t offset_delta = 0;

  Offset first_offset() const { return Offset(last_offset.value - offset_delta); }
  int32_t first_sequence() const;
  bool operator==(const ProducerBatch&) const = default;
};

// The last batches of one producer (KIP-98, KIP-1269). The newest lies in the window itself, so that a producer with
// one batch needs no more memory; the older ones in a ring that grows in steps (5, 10, 20, ... batches in all) up to
// the limit, as batches come.
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
  // From the oldest (0) to the newest.
  const ProducerBatch& at(uint16_t index) const;
  const ProducerBatch& last() const { return newest_; }
  // The batch with exactly these sequences.
  const ProducerBatch* find(int32_t first_sequence, int32_t last_sequence) const;

  // Adds the newest; what exceeds `limit` goes, and its memory where much of it is free then. Gives the batch back that
  // went, if it was one; of several, the newest.
  std::optional<ProducerBatch> push(const ProducerBatch& batch, uint16_t limit);
  // Takes the newest back and puts `oldest` in front again: undoes a push.
  void undo_push(const std::optional<ProducerBatch>& oldest);
  void clear();

  // Memory besides the window itself.
  uint32_t allocated_bytes() const { return capacity_ * static_cast<uint32_t>(sizeof(ProducerBatch)); }
  // Brings what a push writes into the cache.
  void prefetch() const {
    __builtin_prefetch(older_.get() + (first_ + size_ - 1 >= capacity_ ? 0 : first_ + size_ - 1));
  }

 private:
  uint16_t older_count() const { return size_ == 0 ? 0 : static_cast<uint16_t>(size_ - 1); }
  uint16_t place(uint16_t older_index) const;
  void push_older(const ProducerBatch& batch, uint16_t limit);
  void pop_oldest();
  void resize(uint16_t capacity);

  ProducerBatch newest_;
  std::unique_ptr<ProducerBatch[]> older_;  // a ring
  uint16_t size_ = 0;                       // the newest included
  uint16_t capacity_ = 0;                   // of the ring
  uint16_t first_ = 0;                      // the oldest's place in it
};

}  // namespace klamm::storage
