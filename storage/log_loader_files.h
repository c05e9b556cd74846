#pragma once

#include <set>
#include <string>

#include "reactor/task.h"
#include "storage/log_loader.h"

namespace klamm::storage {

// Names of the plain files in a partition's directory, in order.
struct LogLoader::Files {
  std::set<std::string> names;
};

// The offset behind the last whole batch of a log file.
reactor::Task<StorageResult<Offset>> end_offset_of_file(StorageContext& context, std::string path, Offset base);

}  // namespace klamm::storage
