#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>

#include "protocol/buffer.h"
#include "protocol/record_batch.h"
#include "reactor/io.h"
#include "reactor/task.h"
#include "storage/partition.h"

namespace klamm::coordinator {

/// Streams the batches of a partition's log through memory, from its start to the end that it has at the time. In
/// pieces, each of which waits for the ring, so that the shard does other work between them.
/// Bound: one piece, or the largest batch.
/// @core owner
class GroupLogReader {
 public:
  static constexpr uint32_t kPieceBytes = uint32_t{256} << 10;
  /// Called for each batch, in order; an error (a sentence) ends the reading.
  using Visit = std::function<std::expected<void, std::string>(const protocol::RecordBatchView&)>;

  /// `partition` becomes null when the partition goes; the reading then ends.
  GroupLogReader(reactor::Io& io, storage::Partition* const& partition) : io_(io), partition_(partition) {}

  /// The error is a sentence; that the partition has gone is none.
  reactor::Task<std::expected<void, std::string>> read(Visit visit);

 private:
  reactor::Task<std::expected<void, std::string>> fill(reactor::FileRange range);
  std::expected<storage::Offset, std::string> visit_piece(storage::Offset from, const Visit& visit);

  reactor::Io& io_;
  storage::Partition* const& partition_;
  protocol::Buffer piece_;
};

}  // namespace klamm::coordinator
