#include "coordinator/group_log_reader.h"

#include <fmt/core.h>

#include <span>

#include "reactor/io_await.h"

namespace klamm::coordinator {

using storage::Offset;

reactor::Task<std::expected<void, std::string>> GroupLogReader::read(Visit visit) {
  if (partition_ == nullptr) co_return std::expected<void, std::string>();
  const Offset end = partition_->log_end_offset();
  Offset next = partition_->log_start_offset();
  while (next < end) {
    auto range = co_await partition_->read(next, kPieceBytes, true, storage::ReadEnd::kLogEnd);
    if (partition_ == nullptr) break;
    if (!range) co_return std::unexpected(range.error().message);
    auto filled = co_await fill(std::move(range->range));
    if (partition_ == nullptr) break;
    if (!filled) co_return filled;
    const auto reached = visit_piece(next, visit);
    if (!reached) co_return std::unexpected(reached.error());
    if (*reached <= next) co_return std::unexpected(fmt::format("no batch can be read at offset {}", next.value));
    next = *reached;
  }
  co_return std::expected<void, std::string>();
}

reactor::Task<std::expected<void, std::string>> GroupLogReader::fill(reactor::FileRange range) {
  piece_.clear();
  piece_.resize(range.size_bytes);
  for (size_t filled = 0; filled < piece_.size();) {
    const auto rest = piece_.span().subspan(filled);
    const auto got = co_await reactor::read(io_, range.lease.handle(), rest, range.offset + filled);
    if (!got) co_return std::unexpected("the log cannot be read: " + got.error().text());
    if (*got == 0) co_return std::unexpected(std::string("the log has become shorter while it was read"));
    filled += *got;
  }
  co_return std::expected<void, std::string>();
}

// Where the next piece starts.
std::expected<Offset, std::string> GroupLogReader::visit_piece(Offset from, const Visit& visit) {
  protocol::BatchIterator batches(piece_.span());
  Offset next = from;
  while (true) {
    const auto batch = batches.next();
    if (!batch) {
      return std::unexpected(fmt::format("the batch at offset {} {}", next.value, protocol::describe(batch.error())));
    }
    if (!batch->has_value()) return next;
    const protocol::RecordBatchView& view = **batch;
    if (!protocol::verify_crc(view.bytes)) {
      return std::unexpected(fmt::format("the checksum of the batch at offset {} does not match", next.value));
    }
    if (view.header.last_offset() < next.value) continue;
    if (auto visited = visit(view); !visited) return std::unexpected(visited.error());
    next = Offset(view.header.next_offset());
  }
}

}  // namespace klamm::coordinator
