#include "tools/recover/recover.h"

#include "tools/node_directories.h"
#include "tools/recover/node_recovery.h"
#include "tools/verify/verify.h"

namespace klamm::tools {

void recover_directories(OfflineShard& shard, const std::vector<std::string>& paths, bool dry_run, Report& report) {
  if (dry_run) return shard.run(verify_directories(shard.io(), paths, false, report));
  for (const NodeDirectories& node : take_node_directories(shard.io(), paths, false, report))
    NodeRecovery(shard, node, report).run();
}

}  // namespace klamm::tools
