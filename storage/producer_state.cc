#include "storage/producer_state.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "reactor/assert.h"

namespace klamm::storage {

using protocol::ErrorCode;

namespace {

uint32_t seconds(int64_t ms) {
  return static_cast<uint32_t>(std::max<int64_t>(ms, 0) / 1000);
}

ProducerState::Verdict refuse(ErrorCode code, std::string message) {
  ProducerState::Verdict verdict;
  verdict.kind = ProducerState::Verdict::Kind::kRefuse;
  verdict.code = code;
  verdict.message = std::move(message);
  return verdict;
}

}  // namespace

ProducerState::Verdict ProducerState::check(const BatchHeader& batch, AppendOrigin origin, Offset offset) const {
  const auto found = producers_.find(batch.producer_id);
  if (found == producers_.end()) {
    if (batch.producer_epoch >= kNoProducerEpoch) return {};  // an unknown producer may start anywhere
    return refuse(ErrorCode::kInvalidProducerEpoch,
                  fmt::format("Epoch {} of producer {} at offset {} is no epoch.", batch.producer_epoch.value,
                              batch.producer_id.value, offset.value));
  }
  const Producer& producer = found->second;
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
  if (origin == AppendOrigin::kClient) {
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
      const int32_t expected = last == INT32_MAX ? 0 : last + 1;
      if (batch.base_sequence != expected) {
        return refuse(ErrorCode::kOutOfOrderSequenceNumber,
                      fmt::format("Sequence {} of producer {} at offset {} is out of order: {} was last.",
                                  batch.base_sequence, batch.producer_id.value, offset.value, last));
      }
    }
  }
  if (producer.transaction_first_offset.value >= 0 && !batch.is_transactional()) {
    return refuse(ErrorCode::kInvalidTxnState,
                  fmt::format("Producer {} has an ongoing transaction, and the batch at offset {} is not part of it.",
                              batch.producer_id.value, offset.value));
  }
  return {};
}

ProducerState::Undo ProducerState::apply(const BatchHeader& batch, int64_t now_ms, const Limits& limits) {
  Undo undo;
  undo.producer_id = batch.producer_id;
  if (!producers_.contains(batch.producer_id) && producers_.size() >= limits.producers_max)
    evict_idle(limits.producers_max);
  auto [place, is_new] = producers_.try_emplace(batch.producer_id);
  Producer& producer = place->second;
  undo.was_new = is_new;
  undo.epoch = producer.epoch;
  undo.last_timestamp_ms = producer.last_timestamp_ms;
  if (producer.epoch != batch.producer_epoch) {
    undo.replaced_window = std::move(producer.window);
    producer.window.clear();
    producer.epoch = batch.producer_epoch;
  }
  const ProducerBatch entry{batch.last_offset(), batch.max_timestamp_ms, batch.last_sequence(),
                            batch.last_offset_delta};
  undo.dropped = producer.window.push(entry, limits.batches_per_producer);
  producer.last_timestamp_ms = batch.max_timestamp_ms;
  producer.last_used_s = seconds(now_ms);
  if (batch.is_transactional() && producer.transaction_first_offset.value < 0) {
    producer.transaction_first_offset = batch.base_offset;
    begin_transaction(batch.producer_id, batch.base_offset);
    undo.started_transaction = true;
  }
  return undo;
}

void ProducerState::undo(Undo undo) {
  const auto found = producers_.find(undo.producer_id);
  KLAMM_ASSERT(found != producers_.end());
  Producer& producer = found->second;
  if (undo.started_transaction) {
    std::erase_if(ongoing_, [&](const OngoingTransaction& t) { return t.producer_id == undo.producer_id; });
    producer.transaction_first_offset = Offset(-1);
  }
  if (undo.was_new) {
    producers_.erase(found);
    return;
  }
  if (undo.replaced_window) {
    producer.window = std::move(*undo.replaced_window);
  } else {
    producer.window.undo_push(undo.dropped);
  }
  producer.epoch = undo.epoch;
  producer.last_timestamp_ms = undo.last_timestamp_ms;
}

std::optional<AbortedTransaction> ProducerState::apply_marker(const TransactionMarker& marker, int64_t now_ms) {
  Producer& producer = producers_.try_emplace(marker.producer_id).first->second;
  if (producer.epoch != marker.producer_epoch) {
    producer.window.clear();
    producer.epoch = marker.producer_epoch;
  }
  producer.coordinator_epoch = marker.coordinator_epoch;
  producer.last_timestamp_ms = marker.timestamp_ms;
  producer.last_used_s = seconds(now_ms);
  const Offset first = std::exchange(producer.transaction_first_offset, Offset(-1));
  if (first.value < 0) return std::nullopt;  // an empty transaction leaves no trace

  std::erase_if(ongoing_, [&](const OngoingTransaction& t) { return t.producer_id == marker.producer_id; });
  ended_.push_back({first, marker.offset});
  if (marker.is_commit) return std::nullopt;
  const Offset stable = ongoing_.empty() ? marker.offset + 1 : ongoing_.front().first_offset;
  return AbortedTransaction{marker.producer_id, first, marker.offset, stable};
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

void ProducerState::expire(int64_t last_used_until_ms) {
  const uint32_t until = seconds(last_used_until_ms);
  std::erase_if(producers_, [until](const auto& entry) {
    return entry.second.transaction_first_offset.value < 0 && entry.second.last_used_s <= until;
  });
}

// Some at a time, so that the search for the idlest is paid rarely.
void ProducerState::evict_idle(uint32_t producers_max) {
  std::vector<std::pair<uint32_t, ProducerId>> idle;
  idle.reserve(producers_.size());
  for (const auto& [id, producer] : producers_) {
    if (producer.transaction_first_offset.value < 0) idle.emplace_back(producer.last_used_s, id);
  }
  const size_t count = std::min<size_t>(
      idle.size(), producers_.size() - std::min<size_t>(producers_.size(), producers_max - producers_max / 16) + 1);
  std::nth_element(idle.begin(), idle.begin() + static_cast<ptrdiff_t>(count == 0 ? 0 : count - 1), idle.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < count; ++i) producers_.erase(idle[i].second);
  evicted_count_ += count;
}

void ProducerState::clear() {
  producers_.clear();
  ongoing_.clear();
  ended_.clear();
}

std::vector<ProducerSummary> ProducerState::summaries() const {
  std::vector<ProducerSummary> all;
  all.reserve(producers_.size());
  for (const auto& [id, producer] : producers_) {
    ProducerSummary summary;
    summary.producer_id = id;
    summary.epoch = producer.epoch;
    summary.timestamp_ms = producer.last_timestamp_ms;
    summary.coordinator_epoch = producer.coordinator_epoch;
    summary.current_transaction_first_offset = producer.transaction_first_offset;
    if (!producer.window.empty()) {
      const ProducerBatch& last = producer.window.last();
      summary.last_sequence = last.last_sequence;
      summary.last_offset = last.last_offset;
      summary.offset_delta = last.offset_delta;
    }
    all.push_back(summary);
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.producer_id < b.producer_id; });
  return all;
}

void ProducerState::load(const ProducerSummary& summary, int64_t now_ms) {
  Producer producer;
  producer.epoch = summary.epoch;
  producer.coordinator_epoch = summary.coordinator_epoch;
  producer.last_timestamp_ms = summary.timestamp_ms;
  producer.last_used_s = seconds(now_ms);
  producer.transaction_first_offset = summary.current_transaction_first_offset;
  if (summary.last_offset.value >= 0) {
    producer.window.push({summary.last_offset, summary.timestamp_ms, summary.last_sequence, summary.offset_delta}, 1);
  }
  if (producer.transaction_first_offset.value >= 0)
    begin_transaction(summary.producer_id, producer.transaction_first_offset);
  producers_.insert_or_assign(summary.producer_id, std::move(producer));
}

}  // namespace klamm::storage
