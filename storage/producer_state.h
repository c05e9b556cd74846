#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "protocol/error_code.h"
#include "storage/batch_header.h"
#include "storage/batch_window.h"
#include "storage/log_types.h"
#include "storage/producer_table.h"
#include "storage/types.h"

namespace klamm::storage {

struct StorageMetrics;

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

// What an unknown producer may begin with. Kafka 4.4 takes any sequence; with kZeroInNewLog (KAFKA-15591, the rule of
// Kafka 4.5) a log that never had a record takes only 0, so that a producer's second batch cannot overtake its first.
enum class FirstSequence : uint8_t { kAny, kZeroInNewLog };

// Takes the producers of a capture, each once and in no particular order.
class ProducerSink {
 public:
  virtual void take(const ProducerSummary& producer, const BatchWindow& window) = 0;

 protected:
  ~ProducerSink() = default;
};

// The idempotent and transactional producers of one partition (KIP-98, KIP-1269): per producer id its epoch and its
// last batches. A producer with one batch takes about 72 bytes, one with five about 170.
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

  ProducerState() = default;
  ProducerState(ProducerState&&) noexcept = default;
  ProducerState& operator=(ProducerState&&) noexcept = default;
  ProducerState(const ProducerState&) = delete;
  ProducerState& operator=(const ProducerState&) = delete;
  ~ProducerState() = default;

  // Whether Kafka 4.4 would take this batch, where it would stand at `offset`.
  Verdict check(const BatchHeader& batch, AppendOrigin origin, Offset offset,
                FirstSequence first = FirstSequence::kAny) const;
  // Notes a data batch that check() accepted, or that a leader or an earlier run of the log accepted. A new producer
  // that exceeds the limit takes the place of the longest unused one.
  Undo apply(const BatchHeader& batch, int64_t now_ms, const Limits& limits);
  void undo(Undo undo);

  // Ends a transaction. Gives what belongs into the transaction index when it was aborted.
  std::optional<AbortedTransaction> apply_marker(const TransactionMarker& marker, int64_t now_ms, const Limits& limits);

  // The first offset whose fate is open below `high_watermark`: of a transaction that is not decided, or that is
  // decided by a marker at or above the high watermark.
  std::optional<Offset> first_unstable_offset() const;
  void on_high_watermark(Offset high_watermark);

  // Drops producers without a transaction that were last used before that time (up to 8 s later ones stay), looking at
  // `looks` of them at most. False: there may be more.
  bool expire(int64_t last_used_until_ms, int64_t now_ms, uint32_t looks = UINT32_MAX);
  // Drops up to `count` of the longest unused without a transaction.
  uint32_t evict(uint32_t count, int64_t now_ms);
  // Grows with the time of the longest unused; UINT32_MAX without any producer.
  uint32_t oldest_step() const { return table_.first_step(); }

  size_t size() const { return table_.size(); }
  uint64_t evicted_count() const { return evicted_count_; }
  // Of all windows together.
  uint64_t batch_count() const { return batch_count_; }
  // Memory of all this, allocations of windows included.
  size_t bytes() const;
  void clear();
  // Counts its producers there from now on, until it is attached to nothing.
  void attach(StorageMetrics* metrics);

  // By producer id.
  std::vector<ProducerSummary> summaries() const;
  std::optional<ProducerSummary> summary(ProducerId id) const;
  // As a snapshot says it was: the newest batch, and the older ones of the window, oldest first.
  void load(const ProducerSummary& summary, std::span<const ProducerBatch> older, int64_t now_ms, const Limits& limits);
  // Puts the older batches of `other`, which read the same log with less behind it, into the windows that end with the
  // same batch in the same epoch.
  void take_depth_from(const ProducerState& other);

  // A capture gives `sink` all producers as they are now, a part at a time, whatever changes meanwhile: one that is
  // about to change is given first. One capture at a time; the state must not be cleared or replaced meanwhile.
  void begin_capture(ProducerSink& sink);
  // Looks at up to `slots` more; true when the sink has all.
  bool capture_some(uint32_t slots);
  void end_capture() { capture_.sink = nullptr; }
  bool is_capturing() const { return capture_.sink != nullptr; }

 private:
  struct OngoingTransaction {
    Offset first_offset{};
    ProducerId producer_id{};
  };
  struct EndedTransaction {
    Offset first_offset{};
    Offset last_offset{};
  };
  // What only producers have that have seen a transaction; by slot.
  struct TransactionPart {
    Offset first_offset{-1};
    int64_t last_timestamp_ms = -1;
    int32_t coordinator_epoch = -1;
  };
  struct Capture {
    ProducerSink* sink = nullptr;
    uint32_t next = 0;
    uint32_t end = 0;
    uint8_t round = 0;
  };

  Verdict check_unknown(const BatchHeader& batch, AppendOrigin origin, Offset offset, FirstSequence first) const;
  Verdict check_known(const ProducerEntry& producer, Offset transaction_first, const BatchHeader& batch,
                      AppendOrigin origin, Offset offset) const;
  uint32_t find_or_add(ProducerId id, int64_t now_ms, const Limits& limits, bool& is_new);
  void forget(uint32_t slot);
  void drop(uint32_t slot);
  bool has_transaction(uint32_t slot) const { return transaction_first(slot).value >= 0; }
  Offset transaction_first(uint32_t slot) const;
  TransactionPart& transaction_part(uint32_t slot);
  int64_t last_timestamp(uint32_t slot) const;
  void begin_transaction(ProducerId id, Offset first_offset);
  ProducerSummary summary_of(uint32_t slot) const;
  // Before a producer changes.
  void before_change(uint32_t slot) {
    if (capture_.sink != nullptr) capture(slot);
  }
  void capture(uint32_t slot);
  void count_batches(uint16_t before, const BatchWindow& window) { batch_count_ += window.size() - uint64_t{before}; }
  void count_producers(int64_t change);

  ProducerTable table_;
  std::unordered_map<uint32_t, TransactionPart> transactions_;
  std::vector<OngoingTransaction> ongoing_;  // by first offset
  std::vector<EndedTransaction> ended_;      // markers at or above the high watermark
  Capture capture_;
  uint64_t batch_count_ = 0;
  uint64_t evicted_count_ = 0;
  StorageMetrics* metrics_ = nullptr;
};

}  // namespace klamm::storage
