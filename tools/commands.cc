#include "tools/commands.h"

#include <fmt/format.h>

#include "reactor/console.h"
#include "reactor/log.h"
#include "tools/dump/dump.h"
#include "tools/offline_shard.h"
#include "tools/recover/recover.h"
#include "tools/report.h"
#include "tools/verify/verify.h"

namespace klamm::tools {

namespace {

constexpr int kNotLooked = 2;

int fail(const std::string& sentence) {
  reactor::print(stderr, "klamm: {}\n", sentence);
  return kNotLooked;
}

std::optional<RecordContent> content_named(const std::string& name) {
  if (name == "bytes") return RecordContent::kBytes;
  if (name == "metadata") return RecordContent::kMetadata;
  if (name == "offsets") return RecordContent::kGroups;
  if (name == "transactions") return RecordContent::kTransactions;
  return std::nullopt;
}

}  // namespace

int dump_command(const DumpRequest& request) {
  auto shard = OfflineShard::open();
  if (!shard) return fail(shard.error());
  Report report(stdout, request.as_json);
  const DumpOptions options{request.with_records, content_named(request.content)};
  for (const std::string& path : request.paths) (*shard)->run(dump_path((*shard)->io(), path, options, report));
  return report.exit_code();
}

int verify_command(const VerifyRequest& request) {
  auto shard = OfflineShard::open();
  if (!shard) return fail(shard.error());
  Report report(stdout, request.as_json);
  (*shard)->run(verify_directories((*shard)->io(), request.directories, request.while_in_use, report));
  return report.exit_code();
}

int recover_command(const RecoverRequest& request) {
  auto shard = OfflineShard::open();
  if (!shard) return fail(shard.error());
  Report report(stdout, request.as_json);
  // What a start tells as well is told by the report.
  reactor::set_log_level(reactor::LogLevel::kWarning);
  recover_directories(**shard, request.directories, request.dry_run, report);
  return report.exit_code();
}

}  // namespace klamm::tools
