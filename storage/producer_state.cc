#include "storage/producer_state.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "reactor/assert.h"
#include "storage/storage_context.h"

namespace klamm::storage {

using protocol::ErrorCode;

namespace {

// Producers that one new one looks at before it exceeds the limit.
constexpr uint32_t kLooksPerEviction = 1024;

uint32_t seconds(int64_t ms) {
  return static_cast<uint32_t>(std::max<int64_t>(ms, 0) / 1000);
}

int32_t next_sequence(int32_t last) {
  return last == INT32_MAX ? 0 : last + 1;
}

ProducerState::Verdict refuse(ErrorCode code, std::string message) {
  ProducerState::Verdict verdict;
  verdict.kind = ProducerState::Verdict::Kind::kRefuse;
  verdict.code = code;
  verdict.message = std::move(message);
  return verdict;
}

}  // namespace

// ---- the rules

ProducerState::Verdict ProducerState::check(const BatchHeader& batch, AppendOrigin origin, Offset offset,
                                            FirstSequence first) const {
  const uint32_t slot = table_.find(batch.producer_id);
  if (slot == ProducerTable::kNoSlot) return check_unknown(batch, origin, offset, first);
  const ProducerEntry& producer = table_.at(slot);
  producer.window.prefetch();  // apply() writes there
  const Offset transaction_first = producer.has_transactions ? this->transaction_first(slot) : Offset(-1);
  const bool continues = !producer.window.empty() && batch.producer_epoch == producer.epoch &&
                         batch.base_sequence == next_sequence(producer.window.last().last_sequence);
  if (continues && transaction_first.value < 0) return {};
  return check_known(producer, transaction_first, batch, origin, offset);
}

ProducerState::Verdict ProducerState::check_unknown(const BatchHeader& batch, AppendOrigin origin, Offset offset,
                                                    FirstSequence first) const {
  if (batch.producer_epoch < kNoProducerEpoch) {
    return refuse(ErrorCode::kInvalidProducerEpoch,
                  fmt::format("Epoch {} of producer {} at offset {} is no epoch.", batch.producer_epoch.value,
                              batch.producer_id.value, offset.value));
  }
  if (first == FirstSequence::kZeroInNewLog && origin == AppendOrigin::kClient && offset.value == 0 &&
      batch.base_sequence != 0) {
    return refuse(ErrorCode::kOutOfOrderSequenceNumber,
                  fmt::format("Sequence {} of producer {} would be the first of a partition without any record.",
                              batch.base_sequence, batch.producer_id.value));
  }
  return {};
}

ProducerState::Verdict ProducerState::check_known(const ProducerEntry& producer, Offset transaction_first,
                                                  const BatchHeader& batch, AppendOrigin origin, Offset offset) const {
  const bool same_epoch = batch.producer_epoch == producer.epoch;

  if (origin == AppendOrigin::kClient && same_epoch) {
    if (const ProducerBatch* original = producer.window.find(batch.base_sequence, batch.last_sequence())) {
      Verdict verdict;
      verdict.kind = Verdict::Kind::kDuplicate;
      verdict.duplicate_of = *original;
      return verdict;
    }
  }
  if (batch.producer_epoch < producer.epoch) {
    return refuse(ErrorCode::kInvalidProducerEpoch,
                  fmt::format("Epoch {} of producer {} at offset {} is below the last seen epoch {}.",
                              batch.producer_epoch.value, batch.producer_id.value, offset.value, producer.epoch.value));
  }
  if (origin == AppendOrigin::kClient && producer.epoch != kNoProducerEpoch) {  // without an epoch Kafka has no order
    if (!same_epoch && batch.base_sequence != 0) {
      return refuse(
          ErrorCode::kOutOfOrderSequenceNumber,
          fmt::format(
              "Sequence {} of producer {} at offset {} does not begin its new epoch {} (the epoch before is {}).",
              batch.base_sequence, batch.producer_id.value, offset.value, batch.producer_epoch.value,
              producer.epoch.value));
    }
    if (same_epoch) {
      const int32_t last = producer.window.empty() ? -1 : producer.window.last().last_sequence;
      if (batch.base_sequence != next_sequence(last)) {
        return refuse(ErrorCode::kOutOfOrderSequenceNumber,
                      fmt::format("Sequence {} of producer {} at offset {} is out of order: {} was last.",
                                  batch.base_sequence, batch.producer_id.value, offset.value, last));
      }
    }
  }
  if (transaction_first.value >= 0 && !batch.is_transactional()) {
    return refuse(ErrorCode::kInvalidTxnState,
                  fmt::format("Producer {} has an ongoing transaction, and the batch at offset {} is not part of it.",
                              batch.producer_id.value, offset.value));
  }
  return {};
}

// ---- changes

uint32_t ProducerState::find_or_add(ProducerId id, int64_t now_ms, const Limits& limits, bool& is_new) {
  const uint32_t found = table_.find(id);
  is_new = found == ProducerTable::kNoSlot;
  if (!is_new) return found;
  const size_t most = std::min(limits.producers_max, ProducerTable::kCountMax);
  if (table_.size() >= most) evict(static_cast<uint32_t>(table_.size() - most + 1), now_ms);
  const uint32_t slot = table_.add(id, seconds(now_ms));
  table_.at(slot).capture_round = capture_.round;  // a capture that runs does not have it
  count_producers(1);
  return slot;
}

ProducerState::Undo ProducerState::apply(const BatchHeader& batch, int64_t now_ms, const Limits& limits) {
  Undo undo;
  undo.producer_id = batch.producer_id;
  const uint32_t slot = find_or_add(batch.producer_id, now_ms, limits, undo.was_new);
  before_change(slot);
  ProducerEntry& producer = table_.at(slot);
  undo.epoch = producer.epoch;
  undo.last_timestamp_ms = last_timestamp(slot);
  const uint16_t size_before = producer.window.size();
  if (producer.epoch != batch.producer_epoch) {
    if (!undo.was_new) undo.replaced_window = std::move(producer.window);
    producer.window.clear();
    producer.epoch = batch.producer_epoch;
  }
  const ProducerBatch entry{batch.last_offset(), batch.max_timestamp_ms, batch.last_sequence(),
                            batch.last_offset_delta};
  undo.dropped = producer.window.push(entry, limits.batches_per_producer);
  count_batches(size_before, producer.window);
  producer.last_used_s = seconds(now_ms);
  if (batch.is_transactional() && !has_transaction(slot)) {
    transaction_part(slot).first_offset = batch.base_offset;
    begin_transaction(batch.producer_id, batch.base_offset);
    undo.started_transaction = true;
  }
  if (producer.has_transactions) transaction_part(slot).last_timestamp_ms = batch.max_timestamp_ms;
  return undo;
}

void ProducerState::undo(Undo undo) {
  const uint32_t slot = table_.find(undo.producer_id);
  if (slot == ProducerTable::kNoSlot) return;  // evicted meanwhile, with all that could be undone
  before_change(slot);
  ProducerEntry& producer = table_.at(slot);
  if (undo.started_transaction) {
    std::erase_if(ongoing_, [&](const OngoingTransaction& t) { return t.producer_id == undo.producer_id; });
    transaction_part(slot).first_offset = Offset(-1);
  }
  if (undo.was_new) {
    forget(slot);
    table_.remove(slot);
    return;
  }
  const uint16_t size_before = producer.window.size();
  if (undo.replaced_window) {
    producer.window = std::move(*undo.replaced_window);
  } else {
    producer.window.undo_push(undo.dropped);
  }
  count_batches(size_before, producer.window);
  producer.epoch = undo.epoch;
  if (producer.has_transactions) transaction_part(slot).last_timestamp_ms = undo.last_timestamp_ms;
}

std::optional<AbortedTransaction> ProducerState::apply_marker(const TransactionMarker& marker, int64_t now_ms,
                                                              const Limits& limits) {
  bool is_new = false;
  const uint32_t slot = find_or_add(marker.producer_id, now_ms, limits, is_new);
  before_change(slot);
  ProducerEntry& producer = table_.at(slot);
  if (producer.epoch != marker.producer_epoch) {
    const uint16_t size_before = producer.window.size();
    producer.window.clear();
    count_batches(size_before, producer.window);
    producer.epoch = marker.producer_epoch;
  }
  producer.last_used_s = seconds(now_ms);
  TransactionPart& part = transaction_part(slot);
  part.coordinator_epoch = marker.coordinator_epoch;
  part.last_timestamp_ms = marker.timestamp_ms;
  const Offset first = std::exchange(part.first_offset, Offset(-1));
  if (first.value < 0) return std::nullopt;  // an empty transaction leaves no trace

  std::erase_if(ongoing_, [&](const OngoingTransaction& t) { return t.producer_id == marker.producer_id; });
  ended_.push_back({first, marker.offset});
  if (marker.is_commit) return std::nullopt;
  const Offset stable = ongoing_.empty() ? marker.offset + 1 : ongoing_.front().first_offset;
  return AbortedTransaction{marker.producer_id, first, marker.offset, stable};
}

// What is kept beside the table of a producer that goes.
void ProducerState::forget(uint32_t slot) {
  if (table_.at(slot).has_transactions) transactions_.erase(slot);
  batch_count_ -= table_.at(slot).window.size();
  count_producers(-1);
}

void ProducerState::drop(uint32_t slot) {
  before_change(slot);
  forget(slot);
  table_.drop(slot);
}

void ProducerState::clear() {
  count_producers(-static_cast<int64_t>(table_.size()));
  table_.clear();
  transactions_.clear();
  ongoing_.clear();
  ended_.clear();
  batch_count_ = 0;
}

// ---- transactions

Offset ProducerState::transaction_first(uint32_t slot) const {
  if (!table_.at(slot).has_transactions) return Offset(-1);
  return transactions_.find(slot)->second.first_offset;
}

ProducerState::TransactionPart& ProducerState::transaction_part(uint32_t slot) {
  const auto [part, is_new] = transactions_.try_emplace(slot);
  if (is_new) {
    part->second.last_timestamp_ms = last_timestamp(slot);
    table_.at(slot).has_transactions = true;
  }
  return part->second;
}

// Without a transaction it is that of the newest batch.
int64_t ProducerState::last_timestamp(uint32_t slot) const {
  const ProducerEntry& producer = table_.at(slot);
  if (producer.has_transactions) return transactions_.find(slot)->second.last_timestamp_ms;
  return producer.window.empty() ? -1 : producer.window.last().timestamp_ms;
}

std::optional<Offset> ProducerState::first_unstable_offset() const {
  std::optional<Offset> first;
  if (!ongoing_.empty()) first = ongoing_.front().first_offset;
  for (const EndedTransaction& ended : ended_) {
    if (!first || ended.first_offset < *first) first = ended.first_offset;
  }
  return first;
}

void ProducerState::on_high_watermark(Offset high_watermark) {
  if (ended_.empty()) return;
  std::erase_if(ended_, [&](const EndedTransaction& t) { return t.last_offset < high_watermark; });
}

void ProducerState::begin_transaction(ProducerId id, Offset first_offset) {
  const auto place = std::find_if(ongoing_.begin(), ongoing_.end(),
                                  [&](const OngoingTransaction& t) { return t.first_offset > first_offset; });
  ongoing_.insert(place, {first_offset, id});
}

// ---- those that go

bool ProducerState::expire(int64_t last_used_until_ms, int64_t now_ms, uint32_t looks) {
  const auto is_idle = [this](const ProducerEntry& producer) {
    return !producer.has_transactions || transaction_first(table_.find(producer.id)).value < 0;
  };
  while (looks > 0) {
    const uint32_t slot = table_.take_idle(seconds(last_used_until_ms), seconds(now_ms), looks, is_idle);
    if (slot == ProducerTable::kNoSlot) return looks > 0;
    drop(slot);
    if (metrics_ != nullptr) ++metrics_->producers_expired;
  }
  return false;
}

uint32_t ProducerState::evict(uint32_t count, int64_t now_ms) {
  const auto is_idle = [this](const ProducerEntry& producer) {
    return !producer.has_transactions || transaction_first(table_.find(producer.id)).value < 0;
  };
  uint32_t evicted = 0;
  uint32_t looks = kLooksPerEviction;
  while (evicted < count) {
    const uint32_t slot = table_.take_idle(UINT32_MAX, seconds(now_ms), looks, is_idle);
    if (slot == ProducerTable::kNoSlot) break;
    drop(slot);
    ++evicted;
    looks = kLooksPerEviction;
  }
  evicted_count_ += evicted;
  if (metrics_ != nullptr) metrics_->producers_evicted += evicted;
  return evicted;
}

size_t ProducerState::bytes() const {
  size_t bytes = table_.bytes() + transactions_.size() * (sizeof(TransactionPart) + 4 * sizeof(void*));
  for (uint32_t slot = 0; slot < table_.slot_end(); ++slot) bytes += table_.at(slot).window.allocated_bytes();
  return bytes;
}

void ProducerState::attach(StorageMetrics* metrics) {
  count_producers(-static_cast<int64_t>(table_.size()));
  metrics_ = metrics;
  count_producers(static_cast<int64_t>(table_.size()));
}

void ProducerState::count_producers(int64_t change) {
  if (metrics_ != nullptr) metrics_->producer_ids += static_cast<uint64_t>(change);
}

// ---- out and in

ProducerSummary ProducerState::summary_of(uint32_t slot) const {
  const ProducerEntry& producer = table_.at(slot);
  ProducerSummary summary;
  summary.producer_id = producer.id;
  summary.epoch = producer.epoch;
  summary.timestamp_ms = last_timestamp(slot);
  if (producer.has_transactions) {
    const TransactionPart& part = transactions_.find(slot)->second;
    summary.coordinator_epoch = part.coordinator_epoch;
    summary.current_transaction_first_offset = part.first_offset;
  }
  if (!producer.window.empty()) {
    const ProducerBatch& last = producer.window.last();
    summary.last_sequence = last.last_sequence;
    summary.last_offset = last.last_offset;
    summary.offset_delta = last.offset_delta;
  }
  return summary;
}

std::vector<ProducerSummary> ProducerState::summaries() const {
  std::vector<ProducerSummary> all;
  all.reserve(table_.size());
  for (uint32_t slot = 0; slot < table_.slot_end(); ++slot) {
    if (table_.at(slot).is_live) all.push_back(summary_of(slot));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.producer_id < b.producer_id; });
  return all;
}

std::optional<ProducerSummary> ProducerState::summary(ProducerId id) const {
  const uint32_t slot = table_.find(id);
  if (slot == ProducerTable::kNoSlot) return std::nullopt;
  return summary_of(slot);
}

void ProducerState::load(const ProducerSummary& summary, std::span<const ProducerBatch> older, int64_t now_ms,
                         const Limits& limits) {
  bool is_new = false;
  const uint32_t slot = find_or_add(summary.producer_id, now_ms, limits, is_new);
  if (!is_new) return;  // a snapshot has each producer once
  ProducerEntry& producer = table_.at(slot);
  producer.epoch = summary.epoch;
  if (summary.last_offset.value >= 0) {
    for (const ProducerBatch& batch : older) producer.window.push(batch, BatchWindow::kLimitMax);
    producer.window.push({summary.last_offset, summary.timestamp_ms, summary.last_sequence, summary.offset_delta},
                         BatchWindow::kLimitMax);
  }
  count_batches(0, producer.window);
  const bool has_transaction = summary.current_transaction_first_offset.value >= 0;
  if (has_transaction || summary.coordinator_epoch >= 0 || last_timestamp(slot) != summary.timestamp_ms) {
    transaction_part(slot) = {summary.current_transaction_first_offset, summary.timestamp_ms,
                              summary.coordinator_epoch};
  }
  if (has_transaction) begin_transaction(summary.producer_id, summary.current_transaction_first_offset);
}

void ProducerState::take_depth_from(const ProducerState& other) {
  for (uint32_t slot = 0; slot < table_.slot_end(); ++slot) {
    ProducerEntry& producer = table_.at(slot);
    if (!producer.is_live || producer.window.size() != 1) continue;
    const uint32_t found = other.table_.find(producer.id);
    if (found == ProducerTable::kNoSlot) continue;
    const ProducerEntry& deeper = other.table_.at(found);
    if (deeper.epoch != producer.epoch || deeper.window.empty() ||
        deeper.window.last().last_offset != producer.window.last().last_offset)
      continue;
    const ProducerBatch last = producer.window.last();
    producer.window.clear();
    for (uint16_t i = 0; i + 1 < deeper.window.size(); ++i)
      producer.window.push(deeper.window.at(i), BatchWindow::kLimitMax);
    producer.window.push(last, BatchWindow::kLimitMax);
    count_batches(1, producer.window);
  }
}

// ---- captures

void ProducerState::begin_capture(ProducerSink& sink) {
  KLAMM_ASSERT(capture_.sink == nullptr);
  // Rounds are counted in a byte: another one would meet marks of 256 captures ago, were they not all made anew here.
  capture_ = {&sink, 0, table_.slot_end(), static_cast<uint8_t>(capture_.round + 1)};
}

bool ProducerState::capture_some(uint32_t slots) {
  KLAMM_ASSERT(capture_.sink != nullptr);
  const uint32_t end = std::min(capture_.end, capture_.next + std::min(slots, capture_.end));
  while (capture_.next < end) {
    capture(capture_.next);
    ++capture_.next;
  }
  if (capture_.next < capture_.end) return false;
  capture_.sink = nullptr;
  return true;
}

void ProducerState::capture(uint32_t slot) {
  ProducerEntry& producer = table_.at(slot);
  if (slot < capture_.next || slot >= capture_.end || producer.capture_round == capture_.round) return;
  producer.capture_round = capture_.round;
  if (producer.is_live) capture_.sink->take(summary_of(slot), producer.window);
}

}  // namespace klamm::storage
