#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/buffer.h"
#include "protocol/compression/codec_scratch.h"
#include "protocol/record.h"
#include "protocol/record_batch.h"
#include "storage/compaction/key_offsets.h"
#include "storage/storage_error.h"
#include "storage/types.h"

namespace klamm::storage {

// What of a batch stays in a compacted log, byte for byte as Kafka 4.4's cleaner leaves it: records that are the newest
// of their key, tombstones until their time is over (KIP-534), and the header of a batch that a producer or the end of
// the cleaned part is known by, even without records.
// @core owner
class BatchCleaner {
 public:
  struct Rules {
    int64_t now_ms = 0;
    int64_t delete_retention_ms = 0;
    Offset end{};  // of what is cleaned in this round: the batch before it keeps its place
  };
  // What is known of the batch beside its bytes.
  struct Fate {
    bool may_go = false;               // of an aborted transaction, or a marker that nothing is left of
    bool is_last_of_producer = false;  // the newest of a producer that the log still knows
  };

  BatchCleaner(const KeyOffsets& keys, const Rules& rules, protocol::CodecScratch& codec)
      : keys_(keys), rules_(rules), codec_(codec) {}

  // Appends what stays of the batch to `out`, if anything. Its checksum has been verified.
  StorageResult<void> clean(const protocol::RecordBatchView& batch, Fate fate, protocol::Buffer& out);

 private:
  struct Survey {
    bool keeps_all = true;
    bool keeps_some = false;
    bool has_tombstones = false;
  };
  StorageResult<Survey> survey(const protocol::RecordBatchView& batch, bool drops_all);
  int64_t horizon_from_now() const;
  // A record, as far as its fate depends on it.
  struct Seen {
    Offset offset{};
    KeyOffsets::Key key;
    bool has_key = false;
    bool is_tombstone = false;
  };
  Seen see(const protocol::RecordBatchHeader& header, const protocol::Record& record) const;
  bool keeps(const protocol::RecordBatchHeader& header, const Seen& record) const;
  StorageResult<void> rewrite(const protocol::RecordBatchView& batch, std::optional<int64_t> delete_horizon_ms,
                              protocol::Buffer& out);
  static void keep_header(const protocol::RecordBatchHeader& header, protocol::Buffer& out);

  const KeyOffsets& keys_;
  const Rules rules_;
  protocol::CodecScratch& codec_;
  std::vector<bool> kept_;  // by record of the batch
  std::vector<protocol::RecordHeader> headers_;
};

}  // namespace klamm::storage
