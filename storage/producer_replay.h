#pragma once

#include <optional>
#include <span>

#include "protocol/compression/codec_scratch.h"
#include "storage/batch_header.h"
#include "storage/producer_state.h"
#include "storage/storage_error.h"

namespace klamm::storage {

// Notes what a batch of the log says about its producer: a data batch, or the marker of a transaction. `bytes` is the
// whole batch; it is looked at only when needs_batch_bytes(). Gives the transaction that a marker aborts.
// @core owner
StorageResult<std::optional<AbortedTransaction>> replay_producer(ProducerState& producers, const BatchHeader& batch,
                                                                 std::span<const std::byte> bytes, int64_t now_ms,
                                                                 const ProducerState::Limits& limits,
                                                                 protocol::CodecScratch& codec);

// The end of a transaction, from the one record of a control batch. Nothing for other control records, and when
// compaction left the batch empty.
StorageResult<std::optional<TransactionMarker>> read_transaction_marker(const BatchHeader& header,
                                                                        std::span<const std::byte> bytes,
                                                                        protocol::CodecScratch& codec);

inline bool needs_batch_bytes(const BatchHeader& batch) {
  return batch.has_producer_id() && batch.is_control();
}

}  // namespace klamm::storage
