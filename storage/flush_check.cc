#include "storage/flush_check.h"

#include <string>

#include "reactor/log.h"
#include "storage/log_manager.h"

namespace klamm::storage {

using reactor::Task;

void FlushCheck::start() {
  if (interval_ms() != INT64_MAX) begin();
}

int64_t FlushCheck::interval_ms() const {
  return logs_.options().flush_check_interval_ms;
}

Task<void> FlushCheck::visit(Partition& partition) {
  PartitionLog& log = partition.log();
  if (shard_.now_ms() - log.last_flush_ms() < log.config().flush_ms) co_return;
  const std::string directory = partition.directory();
  const Offset end = log.log_end();
  auto flushed = co_await log.flush_to(end);
  if (flushed || flushed.error().kind == StorageErrorKind::kClosed) co_return;
  KLAMM_LOG(reactor::LogLevel::kWarning, "{}: the log cannot be synced: {}", directory, flushed.error().message);
}

}  // namespace klamm::storage
