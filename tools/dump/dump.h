#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "reactor/io.h"
#include "reactor/task.h"
#include "tools/dump/record_text.h"
#include "tools/report.h"

namespace klamm::tools {

struct DumpOptions {
  bool with_records = false;
  /// Nothing: by the name of the file's directory.
  std::optional<RecordContent> content;
};

/// `klamm dump`: says what is in a file of a log directory, by its name; of a directory, what is in all files below it.
/// What is damaged is named, and what follows it is said all the same. Only reads.
/// @core owner
reactor::Task<void> dump_path(reactor::Io& io, std::string path, DumpOptions options, Report& report);

// ---- One file each. A file that is not there or cannot be read is a failure of the report.

/// A segment, or a snapshot of the metadata log.
reactor::Task<void> dump_batches(reactor::Io& io, std::string path, DumpOptions options, Report& report);
/// A batch of such a file, or of another one, that is in memory.
void dump_batch(const std::string& path, uint64_t position, std::span<const std::byte> bytes, DumpOptions options,
                Report& report);
/// A journal of durable acknowledgements: its writes, and what each has.
void dump_journal(reactor::Io& io, const std::string& path, DumpOptions options, Report& report);
void dump_offset_index(reactor::Io& io, const std::string& path, Report& report);
void dump_time_index(reactor::Io& io, const std::string& path, Report& report);
void dump_transaction_index(reactor::Io& io, const std::string& path, Report& report);
void dump_producer_snapshot(reactor::Io& io, const std::string& path, Report& report);
void dump_producer_windows(reactor::Io& io, const std::string& path, Report& report);
void dump_leader_epochs(reactor::Io& io, const std::string& path, Report& report);
void dump_offset_checkpoint(reactor::Io& io, const std::string& path, Report& report);
void dump_partition_metadata(reactor::Io& io, const std::string& path, Report& report);
void dump_meta_properties(reactor::Io& io, const std::string& path, Report& report);
void dump_quorum_state(reactor::Io& io, const std::string& path, Report& report);
void dump_klamm_settings(reactor::Io& io, const std::string& path, Report& report);
void dump_clean_shutdown(reactor::Io& io, const std::string& path, Report& report);

}  // namespace klamm::tools
