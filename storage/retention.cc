#include "storage/retention.h"

#include <string>

#include "reactor/log.h"
#include "storage/log_manager.h"

namespace klamm::storage {

using reactor::Task;

int64_t RetentionCheck::interval_ms() const {
  return logs_.options().retention_check_interval_ms;
}

Task<void> RetentionCheck::visit(Partition& partition) {
  if (partition.identity().topic_id == protocol::kMetadataTopicId) co_return;
  partition.log().rest_if_unused();
  const std::string directory = partition.directory();
  auto removed = co_await partition.remove_old_segments();
  if (!removed) {
    KLAMM_LOG(reactor::LogLevel::kWarning, "{}: old segments cannot be removed: {}", directory,
              removed.error().message);
  } else if (*removed > 0) {
    KLAMM_LOG(reactor::LogLevel::kInfo, "{}: {} old segments are removed", directory, *removed);
  }
}

}  // namespace klamm::storage
