#include "metadata/metadata_log.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "metadata/batch_reader.h"
#include "metadata/quorum_state.h"
#include "reactor/io_await.h"
#include "storage/checkpoints.h"
#include "storage/directory_faults.h"
#include "storage/file_names.h"
#include "storage/log_directory_scan.h"
#include "storage/small_file.h"

namespace klamm::metadata {

namespace {

constexpr std::string_view kDirectoryName = "__cluster_metadata-0";
// Of a segment, beside its log.
constexpr std::string_view kSideSuffixes[] = {storage::kOffsetIndexSuffix, storage::kTimeIndexSuffix,
                                              storage::kTransactionIndexSuffix, storage::kProducerSnapshotSuffix};
constexpr size_t kSmallFileBytesMax = size_t{1} << 20;

// A file that a crash has left: a snapshot half written, or something half removed.
bool is_leftover(std::string_view name) {
  return name.ends_with(storage::kDeletedSuffix) ||
         name.ends_with(std::string(kSnapshotSuffix) + std::string(kPartSuffix));
}

// Of which segment a file is a side file, if it is one.
std::optional<int64_t> side_file_base(std::string_view name) {
  for (const std::string_view suffix : kSideSuffixes) {
    if (const auto base = storage::parse_offset_file_name(name, suffix)) return base->value;
  }
  return std::nullopt;
}

}  // namespace

MetadataLog::MetadataLog(reactor::Io& io, std::string log_directory, const MetadataLogLimits& limits)
    : io_(io),
      log_directory_(std::move(log_directory)),
      directory_(log_directory_ + "/" + std::string(kDirectoryName)),
      limits_(limits) {}

MetadataLog::~MetadataLog() {
  close();
}

void MetadataLog::close() {
  if (active_.valid()) io_.close(std::exchange(active_, reactor::FileHandle{}));
}

std::expected<bool, std::string> MetadataLog::exists() const {
  const auto status = io_.status(directory_);
  if (!status && status.error().code == ENOENT) return false;
  if (!status) return std::unexpected(status.error().text_about(directory_));
  const auto entries = io_.list(directory_);
  if (!entries) return std::unexpected(entries.error().text_about(directory_));
  // A crash while formatting leaves a directory without its snapshot.
  return std::ranges::any_of(*entries, [](const reactor::DirectoryEntry& entry) {
    return entry.name.ends_with(kSnapshotSuffix) || entry.name.ends_with(storage::kLogSuffix);
  });
}

reactor::Task<MetadataLog::Result> MetadataLog::format(std::span<const std::byte> snapshot) {
  const auto made = co_await reactor::make_directory(io_, directory_);
  if (!made && made.error().code != EEXIST) co_return std::unexpected(made.error().text_about(directory_));
  const std::string metadata = storage::partition_metadata_text(protocol::kMetadataTopicId);
  const auto wrote_metadata = co_await storage::replace_file(io_, file(storage::kPartitionMetadataFile), metadata);
  if (!wrote_metadata) co_return std::unexpected(wrote_metadata.error().message);
  // The snapshot comes last: with it the directory counts as formatted.
  std::string content(reinterpret_cast<const char*>(snapshot.data()), snapshot.size());
  const auto wrote_snapshot =
      co_await storage::replace_file(io_, file(snapshot_file_name(SnapshotId{})), std::move(content));
  if (!wrote_snapshot) co_return std::unexpected(wrote_snapshot.error().message);
  const auto synced = co_await reactor::sync_directory(io_, log_directory_);
  if (!synced) co_return std::unexpected(synced.error().text_about(log_directory_));
  co_return Result{};
}

MetadataLog::Result MetadataLog::list_files() {
  const auto entries = io_.list(directory_);
  if (!entries) return std::unexpected(entries.error().text_about(directory_));
  std::vector<std::pair<int64_t, std::string>> side_files;
  for (const reactor::DirectoryEntry& entry : *entries) {
    if (const auto base = storage::parse_offset_file_name(entry.name, storage::kLogSuffix)) {
      segments_.push_back({base->value, 0, file(entry.name), std::nullopt});
    } else if (const auto snapshot = parse_snapshot_name(entry.name)) {
      snapshots_.push_back(inspect_snapshot(io_, file(entry.name), *snapshot));
    } else if (is_leftover(entry.name)) {
      leftovers_.push_back(entry.name);
    } else if (const auto segment_base = side_file_base(entry.name)) {
      side_files.emplace_back(*segment_base, entry.name);
    }
  }
  std::ranges::sort(segments_, {}, &Segment::base_offset);
  // A segment's log file goes before them.
  for (auto& [base, name] : side_files) {
    if (!segments_.empty() && base < segments_.front().base_offset) leftovers_.push_back(std::move(name));
  }
  std::ranges::sort(snapshots_, {}, &SnapshotFile::id);
  return {};
}

// The newest that is whole. The log must continue it; a log from offset 0 needs none.
MetadataLog::Result MetadataLog::choose_snapshot() {
  std::string damage;
  while (!snapshots_.empty()) {
    const SnapshotId id = snapshots_.back().id;
    const std::string path = file(snapshot_file_name(id));
    if (is_whole_snapshot(io_, path)) {
      loaded_snapshot_ = id;
      break;
    }
    damage = "the metadata snapshot " + path + " is not whole";
    // The first one is all that a new log says of its voters.
    if (id.end_offset == 0) return std::unexpected(damage);
    snapshots_.pop_back();
    damaged_.push_back(id);
  }
  const int64_t snapshot_end = loaded_snapshot_ ? loaded_snapshot_->end_offset : 0;
  const int64_t log_start = segments_.empty() ? snapshot_end : segments_.front().base_offset;
  const bool lacks_log = !damaged_.empty() && (segments_.empty() || log_start > snapshot_end);
  if (lacks_log) return std::unexpected(damage + ", and nothing else leads up to where the log begins");
  if (log_start > snapshot_end) {
    return std::unexpected(directory_ + " begins at offset " + std::to_string(log_start) +
                           " and has no snapshot that leads up to it");
  }
  if (!damaged_.empty()) warnings_.push_back(damage + "; what is older of the metadata log takes its place");
  start_offset_ = log_start;
  return {};
}

MetadataLog::Result MetadataLog::load(ReplaySink& sink) {
  if (auto listed = list_files(); !listed) return listed;
  if (auto chosen = choose_snapshot(); !chosen) return chosen;
  if (loaded_snapshot_) {
    if (auto loaded = load_snapshot(sink); !loaded) return loaded;
    end_offset_ = loaded_snapshot_->end_offset;
    epoch_ = loaded_snapshot_->epoch;
  }
  if (!segments_.empty()) {
    // The log may begin before the snapshot's end, and ends before it only when its end was lost.
    const int64_t snapshot_end = end_offset_;
    end_offset_ = segments_.front().base_offset;
    for (size_t i = 0; i < segments_.size(); ++i) {
      if (auto loaded = load_segment(segments_[i], i + 1 == segments_.size(), sink); !loaded) return loaded;
    }
    if (end_offset_ < snapshot_end) {
      return std::unexpected(directory_ + " ends at offset " + std::to_string(end_offset_) +
                             ", before the end of its snapshot " + snapshot_file_name(*loaded_snapshot_));
    }
  }
  if (!damaged_.empty() && damaged_.front().end_offset > end_offset_) {
    return std::unexpected(directory_ + " ends at offset " + std::to_string(end_offset_) +
                           ", and what was behind it is in the damaged snapshot " +
                           snapshot_file_name(damaged_.front()));
  }
  return read_epoch();
}

MetadataLog::Result MetadataLog::load_snapshot(ReplaySink& sink) {
  const std::string path = file(snapshot_file_name(*loaded_snapshot_));
  BatchReader reader(io_, path);
  const auto read = reader.read([&](const MetadataBatch& batch) { return replay(batch, sink); });
  if (!read) return std::unexpected(path + ": " + read.error());
  return {};
}

MetadataLog::Result MetadataLog::load_segment(Segment& segment, bool is_last, ReplaySink& sink) {
  if (segment.base_offset != end_offset_) {
    return std::unexpected(segment.path + " does not continue the segment before it, which ends at offset " +
                           std::to_string(end_offset_));
  }
  BatchReader reader(io_, segment.path);
  const auto read = reader.read([&](const MetadataBatch& batch) -> Result {
    if (auto noted = note_batch(batch); !noted) return noted;
    if (!segment.first_timestamp_ms) segment.first_timestamp_ms = batch.max_timestamp_ms;
    // What the snapshot covers has been seen.
    if (batch.last_offset < snapshot_offset()) return {};
    loaded_bytes_ += batch.size_bytes;
    return replay(batch, sink);
  });
  if (!read) return std::unexpected(read.error());
  segment.size_bytes = read->valid_bytes;
  if (read->rest == BatchReader::Rest::kUnsupported) {
    return std::unexpected(segment.path + " has a compressed batch at byte " + std::to_string(read->valid_bytes));
  }
  if (read->rest == BatchReader::Rest::kDamaged || (read->rest == BatchReader::Rest::kTorn && !is_last)) {
    return std::unexpected(segment.path + " is damaged at byte " + std::to_string(read->valid_bytes) +
                           ", with valid records after it");
  }
  torn_bytes_ = read->rest_bytes;
  return {};
}

MetadataLog::Result MetadataLog::note_batch(const MetadataBatch& batch) {
  if (batch.base_offset != end_offset_) {
    return std::unexpected("the metadata log has a batch of offset " + std::to_string(batch.base_offset) +
                           " where offset " + std::to_string(end_offset_) + " is due");
  }
  end_offset_ = batch.last_offset + 1;
  epoch_ = std::max(epoch_, batch.leader_epoch);
  epoch_starts_.try_emplace(batch.leader_epoch, batch.base_offset);
  return {};
}

MetadataLog::Result MetadataLog::replay(const MetadataBatch& batch, ReplaySink& sink) const {
  return for_each_record(batch, [&](const MetadataRecordView& record) -> Result {
    if (!batch.is_control) return sink.on_record(record.value);
    const auto type = control_type(record.key);
    if (!type) return std::unexpected("the metadata log has a control record of an unknown type");
    return sink.on_control(*type, record.value);
  });
}

MetadataLog::Result MetadataLog::read_epoch() {
  const std::string path = file(kQuorumStateFile);
  const auto bytes = storage::read_small_file(io_, path, kSmallFileBytesMax);
  if (!bytes) return std::unexpected(bytes.error().message);
  if (!bytes->has_value()) return {};
  const auto& content = **bytes;
  const auto state = parse_quorum_state({reinterpret_cast<const char*>(content.data()), content.size()});
  if (!state) return std::unexpected(directory_ + ": " + state.error());
  epoch_ = std::max(epoch_, state->leader_epoch);
  return {};
}

reactor::Task<MetadataLog::Result> MetadataLog::begin_epoch(int32_t node_id, int16_t kraft_version) {
  ++epoch_;
  unsaved_quorum_state_ = quorum_state_text({node_id, epoch_}, kraft_version, node_id);
  epoch_starts_[epoch_] = end_offset_;
  is_uncleared_ = true;
  auto ready = co_await make_ready();
  if (!ready && !is_short_of_space_) co_return ready;
  co_return Result{};
}

reactor::Task<MetadataLog::Result> MetadataLog::make_ready() {
  is_short_of_space_ = false;
  if (auto saved = co_await save_epoch(); !saved) co_return saved;
  co_return co_await open_for_appends();
}

// Nothing is written in an epoch that the disk does not know.
reactor::Task<MetadataLog::Result> MetadataLog::save_epoch() {
  if (!unsaved_quorum_state_.empty()) {
    std::string state = unsaved_quorum_state_;
    const auto wrote_state = co_await storage::replace_file(io_, file(kQuorumStateFile), std::move(state));
    if (!wrote_state) co_return refused(wrote_state.error());
    if (auto wrote = co_await write_epochs(); !wrote) co_return wrote;
    unsaved_quorum_state_.clear();
  }
  if (!is_uncleared_) co_return Result{};
  if (auto cleared = co_await clear_away(); !cleared) co_return cleared;
  is_uncleared_ = false;
  co_return Result{};
}

reactor::Task<MetadataLog::Result> MetadataLog::open_for_appends() {
  if (active_.valid()) co_return Result{};
  if (segments_.empty()) {
    if (auto started = start_segment(); !started) co_return started;
  } else if (auto opened = open_last_segment(); !opened) {
    co_return opened;
  }
  if (torn_bytes_ > 0) {
    const auto cut = co_await reactor::truncate(io_, active_, segments_.back().size_bytes);
    if (!cut) co_return std::unexpected(cut.error().text_about(segments_.back().path));
  }
  co_return Result{};
}

reactor::Task<MetadataLog::Result> MetadataLog::write_epochs() {
  std::string epochs = "0\n" + std::to_string(epoch_starts_.size()) + "\n";
  for (const auto& [epoch, start] : epoch_starts_) {
    epochs += std::to_string(epoch) + " " + std::to_string(start) + "\n";
  }
  const auto wrote = co_await storage::replace_file(io_, file(storage::kLeaderEpochCheckpointFile), std::move(epochs));
  if (!wrote) co_return refused(wrote.error());
  co_return Result{};
}

// What a crash has left. A damaged snapshot is put aside, for Kafka would take it for the newest.
reactor::Task<MetadataLog::Result> MetadataLog::clear_away() {
  const auto damaged = std::exchange(damaged_, {});
  for (const SnapshotId& id : damaged) {
    std::string path = file(snapshot_file_name(id));
    std::string aside = path + std::string(kDamagedSuffix);
    const auto renamed = co_await reactor::rename(io_, path, aside);
    if (!renamed) co_return std::unexpected(renamed.error().text_about(path));
  }
  while (!snapshots_.empty() && snapshots_.front().id.end_offset < start_offset_) {
    leftovers_.push_back(snapshot_file_name(snapshots_.front().id));
    snapshots_.erase(snapshots_.begin());
  }
  const auto leftovers = std::exchange(leftovers_, {});
  for (const std::string& name : leftovers) {
    if (auto removed = co_await remove_file(file(name)); !removed) co_return removed;
  }
  co_return Result{};
}

reactor::Task<MetadataLog::Result> MetadataLog::remove_file(std::string path) {
  const auto removed = co_await reactor::unlink(io_, path);
  if (!removed && removed.error().code != ENOENT) co_return std::unexpected(removed.error().text_about(path));
  co_return Result{};
}

// The log file first and for good: without it the others are nothing. It leaves the list when it has left the disk:
// what an error keeps is tried again, and the log never has a gap.
reactor::Task<MetadataLog::Result> MetadataLog::remove_first_segment() {
  const storage::Offset base_offset(segments_.front().base_offset);
  std::string path = segments_.front().path;
  if (auto removed = co_await remove_file(std::move(path)); !removed) co_return removed;
  const auto synced = co_await reactor::sync_directory(io_, directory_);
  if (!synced) co_return std::unexpected(synced.error().text_about(directory_));
  for (const std::string_view suffix : kSideSuffixes) {
    std::string side_path = storage::offset_file_path(directory_, base_offset, suffix);
    if (auto removed = co_await remove_file(std::move(side_path)); !removed) co_return removed;
  }
  segments_.erase(segments_.begin());
  co_return Result{};
}

uint64_t MetadataLog::size_bytes() const {
  uint64_t bytes = 0;
  for (const Segment& segment : segments_) bytes += segment.size_bytes;
  return bytes;
}

void MetadataLog::add_snapshot(const SnapshotFile& snapshot) {
  snapshots_.push_back(snapshot);
}

reactor::Task<MetadataLog::Result> MetadataLog::delete_before(SnapshotId id) {
  start_offset_ = std::max(start_offset_, id.end_offset);
  // The epoch in which the log begins begins with it.
  for (auto next = epoch_starts_.begin(); next != epoch_starts_.end() && next->second < start_offset_;) {
    const auto first = next++;
    if (next != epoch_starts_.end() && next->second <= start_offset_) {
      epoch_starts_.erase(first);
    } else {
      first->second = start_offset_;
    }
  }
  if (auto wrote = co_await write_epochs(); !wrote) co_return wrote;
  while (segments_.size() > 1 && segments_[1].base_offset <= start_offset_) {
    if (auto removed = co_await remove_first_segment(); !removed) co_return removed;
  }
  while (!snapshots_.empty() && snapshots_.front().id < id) {
    std::string path = file(snapshot_file_name(snapshots_.front().id));
    if (auto removed = co_await remove_file(std::move(path)); !removed) co_return removed;
    snapshots_.erase(snapshots_.begin());
  }
  co_return Result{};
}

MetadataLog::Result MetadataLog::open_last_segment() {
  const auto opened = io_.open(segments_.back().path, reactor::OpenMode::kReadWrite);
  if (!opened) return std::unexpected(opened.error().text_about(segments_.back().path));
  active_ = *opened;
  return {};
}

MetadataLog::Result MetadataLog::start_segment() {
  Segment segment{end_offset_, 0,
                  storage::offset_file_path(directory_, storage::Offset(end_offset_), storage::kLogSuffix),
                  std::nullopt};
  const auto opened = io_.open(segment.path, reactor::OpenMode::kCreate);
  if (!opened) return refused(segment.path, opened.error());
  close();
  active_ = *opened;
  segments_.push_back(std::move(segment));
  directory_changed_ = true;
  return {};
}

bool MetadataLog::is_full(const Segment& segment, size_t more_bytes, int64_t timestamp_ms) const {
  if (segment.size_bytes == 0) return false;
  if (segment.size_bytes + more_bytes > limits_.segment_bytes) return true;
  return segment.first_timestamp_ms && *segment.first_timestamp_ms < timestamp_ms - limits_.segment_ms;
}

MetadataLog::Result MetadataLog::append(std::span<const std::byte> batches, int64_t next_offset, int64_t timestamp_ms) {
  is_short_of_space_ = false;
  if (is_full(segments_.back(), batches.size(), timestamp_ms)) {
    if (auto started = start_segment(); !started) return started;
  }
  Segment& segment = segments_.back();
  const iovec piece{const_cast<std::byte*>(batches.data()), batches.size()};
  const auto written = io_.write(active_, std::span(&piece, 1), segment.size_bytes);
  if (!written) return refused(segment.path, written.error());
  if (!segment.first_timestamp_ms) segment.first_timestamp_ms = timestamp_ms;
  segment.size_bytes += batches.size();
  end_offset_ = next_offset;
  return {};
}

reactor::Task<MetadataLog::Result> MetadataLog::sync() {
  const auto synced = co_await reactor::sync_data(io_, active_);
  has_faulted_ = has_faulted_ || !synced;
  if (!synced) co_return std::unexpected(synced.error().text_about(segments_.back().path));
  if (std::exchange(directory_changed_, false)) {
    const auto synced_directory = co_await reactor::sync_directory(io_, directory_);
    has_faulted_ = has_faulted_ || !synced_directory;
    if (!synced_directory) co_return std::unexpected(synced_directory.error().text_about(directory_));
  }
  co_return Result{};
}

std::unexpected<std::string> MetadataLog::refused(const storage::StorageError& error) {
  has_faulted_ = has_faulted_ || storage::is_directory_fault(error);
  is_short_of_space_ = error.code == ENOSPC || error.code == EDQUOT;
  return std::unexpected(error.message);
}

std::unexpected<std::string> MetadataLog::refused(const std::string& path, const reactor::IoError& error) {
  return refused(storage::StorageError::io(error, path));
}

}  // namespace klamm::metadata
