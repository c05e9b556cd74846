#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "protocol/error_code.h"
#include "reactor/file_lease.h"
#include "reactor/timer.h"
#include "storage/storage_error.h"
#include "storage/types.h"

// Values that go in and out of a partition's log.
namespace klamm::storage {

// Where an append comes from; it decides which checks are made (as Kafka's AppendOrigin).
enum class AppendOrigin : uint8_t {
  kClient,       // Produce: full validation, duplicates and sequences are checked
  kCoordinator,  // a coordinator's own records: epochs are checked, sequences are not
  kController,   // records of the metadata log: made here, nothing is checked
};

struct AppendContext {
  AppendOrigin origin = AppendOrigin::kClient;
  LeaderEpoch leader_epoch{};       // stamped into the batch
  int32_t request_api_version = 0;  // Produce: decides whether zstd is allowed
  // While it waits for room in a journal it may be given up at this time of the shard's clock (REQUEST_TIMED_OUT).
  int64_t deadline_ns = reactor::TimerQueue::kNever;
};

struct RecordError {
  int32_t batch_index = 0;  // the record's place in the batch
  std::string message;
};

// Why an append was refused. `code` is what Kafka answers; nothing of the batch is in the log.
struct AppendError {
  protocol::ErrorCode code = protocol::ErrorCode::kUnknownServerError;
  // Kafka's answer has `message`; otherwise it is for the broker's own log.
  bool is_message_sent = false;
  std::string message;
  std::vector<RecordError> record_errors;
  // Kafka's answer has the log start offset; nothing where it leaves it out.
  std::optional<Offset> log_start_offset;
};

struct AppendResult {
  Offset base_offset{};
  Offset last_offset{};
  int64_t log_append_time_ms = -1;  // -1 with create time; of a repetition: what Kafka answers
  Offset log_start_offset{};
  bool duplicate = false;  // a repetition of a batch that is in the log; nothing was appended
};

// Which end bounds a read (architecture: a fetch cursor has a role).
enum class ReadEnd : uint8_t {
  kHighWatermark,     // consumers, read_uncommitted
  kLastStableOffset,  // consumers, read_committed
  kLogEnd,            // replicas
};

// The five ends of a log, each its own value. log_start <= last_stable <= high_watermark <= log_end.
struct LogEnds {
  Offset log_start{};
  Offset local_log_start{};
  Offset last_stable{};
  Offset high_watermark{};
  Offset log_end{};
};

// A transaction that was aborted, from .txnindex.
struct AbortedTransaction {
  ProducerId producer_id{};
  Offset first_offset{};
  Offset last_offset{};         // the offset of the abort marker
  Offset last_stable_offset{};  // when it was aborted
};

// What a read gives: a range of one segment that starts with the batch that holds the asked offset, or nothing.
struct ReadResult {
  reactor::FileRange range;  // no valid lease and size 0: nothing to read (now)
  LogEnds ends;
  // The first batch is larger than max_bytes and min_one_batch was false: `range` is empty because of that.
  bool first_batch_incomplete = false;
  // Only with ReadEnd::kLastStableOffset: what was aborted inside the range.
  std::vector<AbortedTransaction> aborted;
};

// A record found by time.
struct TimestampOffset {
  int64_t timestamp_ms = -1;
  Offset offset{-1};
  LeaderEpoch leader_epoch = kNoLeaderEpoch;
};

// The end of the last leader epoch that is not above the asked one (OffsetForLeaderEpoch).
struct EpochEnd {
  LeaderEpoch epoch = kNoLeaderEpoch;
  Offset end_offset{-1};
};

}  // namespace klamm::storage
