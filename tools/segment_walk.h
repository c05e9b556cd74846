#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>

#include "protocol/record_batch.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/batch_header.h"
#include "storage/storage_error.h"

namespace klamm::tools {

/// A batch of a file, as it was found.
struct WalkedBatch {
  uint64_t position = 0;
  protocol::RecordBatchHeader header;
  storage::BatchHeader log_header;
  bool crc_matches = false;

  uint64_t end_position() const { return position + log_header.size_bytes; }
};

/// Told of what is in a file of batches, in its order.
class SegmentVisitor {
 public:
  /// Whether on_batch() is to get the batch's bytes; otherwise only its header was read, and what the checksum took.
  virtual bool wants_bytes(const WalkedBatch& batch) = 0;
  virtual void on_batch(const WalkedBatch& batch, std::span<const std::byte> bytes) = 0;
  /// What stands there is no batch; the next one was found `skipped_bytes` later, or none until the end.
  virtual void on_damage(uint64_t position, uint64_t skipped_bytes, const std::string& what) = 0;

 protected:
  ~SegmentVisitor() = default;
};

/// Reads a file of record batches (a segment, or a snapshot of the metadata log) from its start to its end. Behind
/// damage it goes on at the next batch whose checksum is right. Memory: a window, and one batch where it is wanted.
/// Gives the size of the file. An error is the system's.
reactor::Task<storage::StorageResult<uint64_t>> walk_segment(reactor::Io& io, std::string path,
                                                             SegmentVisitor& visitor);

}  // namespace klamm::tools
