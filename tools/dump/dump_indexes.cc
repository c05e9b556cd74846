#include <fmt/format.h>

#include "storage/file_names.h"
#include "storage/producer_snapshot.h"
#include "storage/producer_windows.h"
#include "storage/small_file.h"
#include "storage/transaction_index.h"
#include "tools/dump/dump.h"
#include "tools/dump/whole_file.h"
#include "tools/file_kind.h"
#include "tools/index_entries.h"

// The binary files that stand beside a segment.
namespace klamm::tools {

using storage::Offset;

namespace {

template <class Format, class Visit>
void dump_entries(reactor::Io& io, const std::string& path, Report& report, Visit visit) {
  auto entries = IndexEntries<Format>::open(io, path, Offset(base_of(name_of(path)).value_or(0)));
  if (!entries) return report.failure(entries.error());
  while (const auto entry = entries->next()) {
    if (is_unused(*entry)) {
      report.note(fmt::format("what follows from byte {} on is not used yet", entries->position()));
      return;
    }
    visit(*entry);
  }
  if (!entries->failure().empty()) return report.failure(entries->failure());
  if (entries->tail_bytes() != 0)
    report.damage(path, {}, fmt::format("{} bytes at the end are no whole entry", entries->tail_bytes()));
}

}  // namespace

void dump_offset_index(reactor::Io& io, const std::string& path, Report& report) {
  using Format = storage::OffsetIndexFormat;
  dump_entries<Format>(io, path, report, [&](const Format::Entry& entry) {
    report.item({{"type", "offset"}, {"offset", entry.offset.value}, {"position", entry.position}});
  });
}

void dump_time_index(reactor::Io& io, const std::string& path, Report& report) {
  using Format = storage::TimeIndexFormat;
  dump_entries<Format>(io, path, report, [&](const Format::Entry& entry) {
    report.item({{"type", "time"}, {"timestamp", entry.timestamp_ms}, {"offset", entry.offset.value}});
  });
}

void dump_transaction_index(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto entries = storage::decode_transaction_index(*bytes);
  if (!entries) return report.damage(path, {}, entries.error());
  for (const storage::AbortedTransaction& each : *entries) {
    report.item({{"type", "abortedTransaction"},
                 {"producerId", each.producer_id.value},
                 {"firstOffset", each.first_offset.value},
                 {"lastOffset", each.last_offset.value},
                 {"lastStableOffset", each.last_stable_offset.value}});
  }
}

void dump_producer_snapshot(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  const auto producers = storage::decode_producer_snapshot(*bytes);
  if (!producers) return report.damage(path, {}, producers.error());
  for (const storage::ProducerSummary& each : *producers) {
    report.item({{"type", "producer"},
                 {"producerId", each.producer_id.value},
                 {"producerEpoch", each.epoch.value},
                 {"coordinatorEpoch", each.coordinator_epoch},
                 {"currentTxnFirstOffset", each.current_transaction_first_offset.value},
                 {"lastTimestamp", each.timestamp_ms},
                 {"lastSequence", each.last_sequence},
                 {"lastOffset", each.last_offset.value},
                 {"offsetDelta", each.offset_delta}});
  }
}

namespace {

// Which producers they are is said by the snapshot beside them.
void dump_windows_of_snapshot(reactor::Io& io, const std::string& path, storage::ProducerWindowsReader& windows,
                              Report& report) {
  const std::string beside = path.substr(0, path.rfind('.')) + std::string(storage::kProducerSnapshotSuffix);
  const auto bytes = storage::read_small_file(io, beside, kWholeFileBytesMax);
  const bool has_snapshot = bytes && bytes->has_value() && (*bytes)->size() >= storage::kSnapshotHeadBytes;
  const auto producers =
      has_snapshot ? storage::decode_producer_snapshot(**bytes) : std::unexpected(std::string("it is not there"));
  if (!producers || storage::snapshot_crc(**bytes) != windows.head().snapshot_crc)
    return report.note("the snapshot " + beside + " is not the one that these windows were written with");
  for (const storage::ProducerSummary& producer : *producers) {
    for (const storage::ProducerBatch& batch : windows.take(producer.producer_id, producer.epoch)) {
      report.item({{"type", "olderBatch"},
                   {"producerId", producer.producer_id.value},
                   {"producerEpoch", producer.epoch.value},
                   {"lastSequence", batch.last_sequence},
                   {"lastOffset", batch.last_offset.value},
                   {"offsetDelta", batch.offset_delta},
                   {"timestamp", batch.timestamp_ms}});
    }
  }
  if (!windows.at_end()) report.damage(path, {}, "it has batches of producers that the snapshot does not name");
}

}  // namespace

void dump_producer_windows(reactor::Io& io, const std::string& path, Report& report) {
  const auto bytes = read_whole(io, path, report);
  if (!bytes) return;
  auto windows = storage::ProducerWindowsReader::open(*bytes);
  if (!windows) return report.damage(path, {}, windows.error());
  const storage::ProducerWindowsHead& head = windows->head();
  report.item({{"type", "producerWindows"},
               {"offset", head.offset.value},
               {"snapshotCrc", head.snapshot_crc},
               {"producers", head.producer_count},
               {"entryBytes", head.entry_bytes}});
  dump_windows_of_snapshot(io, path, *windows, report);
}

}  // namespace klamm::tools
