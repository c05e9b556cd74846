#pragma once

#include <optional>
#include <string>
#include <vector>

// The subcommands of `klamm` that look at files while no broker runs. Each writes to standard output and gives the
// process's exit code: 0, 1 where there is damage, 2 where not all could be looked at.
namespace klamm::tools {

struct DumpRequest {
  std::vector<std::string> paths;  ///< files or directories
  bool with_records = false;
  std::string content;  ///< "", "bytes", "metadata", "offsets" or "transactions"
  bool as_json = false;
};
/// @core any thread that is not a shard
int dump_command(const DumpRequest& request);

struct VerifyRequest {
  std::vector<std::string> directories;  ///< of log.dirs
  bool while_in_use = false;
  bool as_json = false;
};
int verify_command(const VerifyRequest& request);

struct RecoverRequest {
  std::vector<std::string> directories;
  bool dry_run = false;
  bool as_json = false;
};
int recover_command(const RecoverRequest& request);

}  // namespace klamm::tools
