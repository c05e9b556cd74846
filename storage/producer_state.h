#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "protocol/error_code.h"
#include "storage/batch_header.h"
#include "storage/batch_window.h"
#include "storage/log_types.h"
#include "storage/types.h"

namespace klamm::storage {

// A producer as its snapshot on disk shows it (and DescribeProducers): its newest batch only.
struct ProducerSummary {
  ProducerId producer_id{};
  ProducerEpoch epoch = kNoProducerEpoch;
  int32_t last_sequence = -1;
  Offset last_offset{-1};
  int32_t offset_delta = 0;
  int64_t timestamp_ms = -1;
  int32_t coordinator_epoch = -1;
  Offset current_transaction_first_offset{-1};  // -1: none
  bool operator==(const ProducerSummary&) const = default;
};

// The end of a transaction, as its marker in the log says.
struct TransactionMarker {
  ProducerId producer_id{};
  ProducerEpoch producer_epoch{};
  int32_t coordinator_epoch = -1;
  bool is_commit = false;
  Offset offset{};
  int64_t timestamp_ms = -1;
};

// The idempotent and transactional producers of one partition (KIP-98): per producer id its epoch and its last batches.
//
// An append asks check(), then calls apply() when its batch is queued, so that the next batch of a pipelining producer
// sees it; undo() takes queued batches back, newest first, when their write fails.
// @core owner
class ProducerState {
 public:
  struct Limits {
    uint16_t batches_per_producer = 5;
    uint32_t producers_max = 100'000;
  };

  struct Verdict {
    enum class Kind : uint8_t { kAccept, kDuplicate, kRefuse };
    Kind kind = Kind::kAccept;
    ProducerBatch duplicate_of;
    protocol::ErrorCode code = protocol::ErrorCode::kNone;
    std::string message;
  };

  // What apply() changed.
  struct Undo {
    ProducerId producer_id = kNoProducerId;
    bool was_new = false;
    bool started_transaction = false;
    ProducerEpoch epoch{};
    int64_t last_timestamp_ms = -1;
    std::optional<ProducerBatch> dropped;
    std::optional<BatchWindow> replaced_window;  // the batches of the epoch before
  };

  // Whether Kafka 4.4 would take this batch, where it would stand at `offset`.
  Verdict check(const BatchHeader& batch, AppendOrigin origin, Offset offset) const;
  // Notes a data batch that check() accepted, or that a leader or an earlier run of the log accepted.
  Undo apply(const BatchHeader& batch, int64_t now_ms, const Limits& limits);
  void undo(Undo undo);

  // Ends a transaction. Gives what belongs into the transaction index when it was aborted.
  std::optional<AbortedTransaction> apply_marker(const TransactionMarker& marker, int64_t now_ms);

  // The first offset whose fate is open below `high_watermark`: of a transaction that is not decided, or that is
  // decided by a marker at or above the high watermark.
  std::optional<Offset> first_unstable_offset() const;
  void on_high_watermark(Offset high_watermark);

  // Drops producers without a transaction that were last used at or before that time.
  void expire(int64_t last_used_until_ms);

  size_t size() const { return producers_.size(); }
  uint64_t evicted_count() const { return evicted_count_; }
  void clear();
  std::vector<ProducerSummary> summaries() const;
  void load(const ProducerSummary& summary, int64_t now_ms);

 private:
  struct Producer {
    Offset transaction_first_offset{-1};
    int64_t last_timestamp_ms = -1;
    BatchWindow window;
    int32_t coordinator_epoch = -1;
    uint32_t last_used_s = 0;
    ProducerEpoch epoch = kNoProducerEpoch;
  };
  struct OngoingTransaction {
    Offset first_offset{};
    ProducerId producer_id{};
  };
  struct EndedTransaction {
    Offset first_offset{};
    Offset last_offset{};
  };

  void begin_transaction(ProducerId id, Offset first_offset);
  void evict_idle(uint32_t producers_max);

  std::unordered_map<ProducerId, Producer> producers_;
  std::vector<OngoingTransaction> ongoing_;  // by first offset
  std::vector<EndedTransaction> ended_;      // markers at or above the high watermark
  uint64_t evicted_count_ = 0;
};

}  // namespace klamm::storage
