#include "metadata/metadata_log.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "metadata/batch_reader.h"
#include "metadata/quorum_state.h"
#include "reactor/io_await.h"
#include "storage/checkpoints.h"
#include "storage/file_names.h"
#include "storage/log_directory_scan.h"
#include "storage/small_file.h"

namespace klamm::metadata {

namespace {

constexpr std::string_view kDirectoryName = "__cluster_metadata-0";
constexpr std::string_view kQuorumStateFile = "quorum-state";
constexpr std::string_view kSnapshotSuffix = ".checkpoint";
constexpr uint64_t kSegmentBytesMax = uint64_t{1} << 30;
constexpr size_t kSmallFileBytesMax = size_t{1} << 20;

std::string sentence(const std::string& path, const reactor::IoError& error) {
  return path + ": " + error.text();
}

template <class Number>
std::optional<Number> digits(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || text[0] == '-') return std::nullopt;
  return value;
}

// "00000000000000000042-0000000003.checkpoint"
std::optional<std::pair<int64_t, int32_t>> parse_snapshot_name(std::string_view name) {
  if (!name.ends_with(kSnapshotSuffix)) return std::nullopt;
  name.remove_suffix(kSnapshotSuffix.size());
  if (name.size() != 31 || name[20] != '-') return std::nullopt;
  const auto offset = digits<int64_t>(name.substr(0, 20));
  const auto epoch = digits<int32_t>(name.substr(21));
  if (!offset || !epoch) return std::nullopt;
  return std::pair(*offset, *epoch);
}

}  // namespace

MetadataLog::MetadataLog(reactor::Io& io, std::string log_directory)
    : io_(io),
      log_directory_(std::move(log_directory)),
      directory_(log_directory_ + "/" + std::string(kDirectoryName)) {}

MetadataLog::~MetadataLog() {
  close();
}

void MetadataLog::close() {
  if (active_.valid()) io_.close(std::exchange(active_, reactor::FileHandle{}));
}

std::expected<bool, std::string> MetadataLog::exists() const {
  const auto status = io_.status(directory_);
  if (!status && status.error().code == ENOENT) return false;
  if (!status) return std::unexpected(sentence(directory_, status.error()));
  const auto entries = io_.list(directory_);
  if (!entries) return std::unexpected(sentence(directory_, entries.error()));
  // A crash while formatting leaves a directory without its snapshot.
  return std::ranges::any_of(*entries, [](const reactor::DirectoryEntry& entry) {
    return entry.name.ends_with(kSnapshotSuffix) || entry.name.ends_with(storage::kLogSuffix);
  });
}

reactor::Task<MetadataLog::Result> MetadataLog::format(std::span<const std::byte> snapshot) {
  const auto made = co_await reactor::make_directory(io_, directory_);
  if (!made && made.error().code != EEXIST) co_return std::unexpected(sentence(directory_, made.error()));
  const std::string metadata = storage::partition_metadata_text(protocol::kMetadataTopicId);
  const auto wrote_metadata = co_await storage::replace_file(io_, file(storage::kPartitionMetadataFile), metadata);
  if (!wrote_metadata) co_return std::unexpected(wrote_metadata.error().message);
  // The snapshot comes last: with it the directory counts as formatted.
  std::string content(reinterpret_cast<const char*>(snapshot.data()), snapshot.size());
  const auto wrote_snapshot =
      co_await storage::replace_file(io_, file("00000000000000000000-0000000000.checkpoint"), std::move(content));
  if (!wrote_snapshot) co_return std::unexpected(wrote_snapshot.error().message);
  const auto synced = co_await reactor::sync_directory(io_, log_directory_);
  if (!synced) co_return std::unexpected(sentence(log_directory_, synced.error()));
  co_return Result{};
}

MetadataLog::Result MetadataLog::list_files() {
  const auto entries = io_.list(directory_);
  if (!entries) return std::unexpected(sentence(directory_, entries.error()));
  for (const reactor::DirectoryEntry& entry : *entries) {
    if (const auto base = storage::parse_offset_file_name(entry.name, storage::kLogSuffix)) {
      segments_.push_back({base->value, 0, file(entry.name)});
    } else if (const auto snapshot = parse_snapshot_name(entry.name)) {
      if (!snapshot_ || *snapshot > std::pair(snapshot_->offset, snapshot_->epoch)) {
        snapshot_ = Snapshot{snapshot->first, snapshot->second, entry.name};
      }
    }
  }
  std::ranges::sort(segments_, {}, &Segment::base_offset);
  return {};
}

MetadataLog::Result MetadataLog::load(ReplaySink& sink) {
  if (auto listed = list_files(); !listed) return listed;
  if (snapshot_) {
    if (auto loaded = load_snapshot(sink); !loaded) return loaded;
    end_offset_ = snapshot_->offset;
    epoch_ = snapshot_->epoch;
  }
  if (!segments_.empty()) {
    if (segments_.front().base_offset > end_offset_) {
      return std::unexpected(directory_ + " begins at offset " + std::to_string(segments_.front().base_offset) +
                             " and has no snapshot that leads up to it");
    }
    // The log may begin before the snapshot's end, and ends before it only when its end was lost.
    int64_t snapshot_end = end_offset_;
    end_offset_ = segments_.front().base_offset;
    for (size_t i = 0; i < segments_.size(); ++i) {
      if (auto loaded = load_segment(segments_[i], i + 1 == segments_.size(), sink); !loaded) return loaded;
    }
    if (end_offset_ < snapshot_end) {
      return std::unexpected(directory_ + " ends at offset " + std::to_string(end_offset_) +
                             ", before the end of its snapshot " + snapshot_->name);
    }
  }
  return read_epoch();
}

MetadataLog::Result MetadataLog::load_snapshot(ReplaySink& sink) {
  const std::string path = file(snapshot_->name);
  bool has_footer = false;
  BatchReader reader(io_, path);
  const auto read = reader.read([&](const MetadataBatch& batch) -> Result {
    return for_each_record(batch, [&](const MetadataRecordView& record) -> Result {
      if (!batch.is_control) return sink.on_record(record.value);
      const auto type = control_type(record.key);
      if (!type) return std::unexpected(path + " has a control record of an unknown type");
      has_footer = has_footer || *type == ControlType::kSnapshotFooter;
      return sink.on_control(*type, record.value);
    });
  });
  if (!read) return std::unexpected(read.error());
  if (read->rest != BatchReader::Rest::kNone || !has_footer) {
    return std::unexpected("the metadata snapshot " + path + " is not whole");
  }
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
    // What the snapshot covers has been seen.
    if (snapshot_ && batch.last_offset < snapshot_->offset) return {};
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
  const auto state = quorum_state_text({node_id, epoch_}, kraft_version, node_id);
  const auto wrote_state = co_await storage::replace_file(io_, file(kQuorumStateFile), state);
  if (!wrote_state) co_return std::unexpected(wrote_state.error().message);
  epoch_starts_[epoch_] = end_offset_;
  std::string epochs = "0\n" + std::to_string(epoch_starts_.size()) + "\n";
  for (const auto& [epoch, start] : epoch_starts_) {
    epochs += std::to_string(epoch) + " " + std::to_string(start) + "\n";
  }
  const auto wrote_epochs =
      co_await storage::replace_file(io_, file(storage::kLeaderEpochCheckpointFile), std::move(epochs));
  if (!wrote_epochs) co_return std::unexpected(wrote_epochs.error().message);

  if (segments_.empty()) {
    if (auto started = start_segment(); !started) co_return started;
  } else if (auto opened = open_last_segment(); !opened) {
    co_return opened;
  }
  if (torn_bytes_ > 0) {
    const auto cut = co_await reactor::truncate(io_, active_, segments_.back().size_bytes);
    if (!cut) co_return std::unexpected(sentence(segments_.back().path, cut.error()));
  }
  co_return Result{};
}

MetadataLog::Result MetadataLog::open_last_segment() {
  const auto opened = io_.open(segments_.back().path, reactor::OpenMode::kReadWrite);
  if (!opened) return std::unexpected(sentence(segments_.back().path, opened.error()));
  active_ = *opened;
  return {};
}

MetadataLog::Result MetadataLog::start_segment() {
  Segment segment{end_offset_, 0,
                  storage::offset_file_path(directory_, storage::Offset(end_offset_), storage::kLogSuffix)};
  const auto opened = io_.open(segment.path, reactor::OpenMode::kCreate);
  if (!opened) return std::unexpected(sentence(segment.path, opened.error()));
  close();
  active_ = *opened;
  segments_.push_back(std::move(segment));
  directory_changed_ = true;
  return {};
}

MetadataLog::Result MetadataLog::append(std::span<const std::byte> batches, int64_t next_offset) {
  if (segments_.back().size_bytes + batches.size() > kSegmentBytesMax && segments_.back().size_bytes > 0) {
    if (auto started = start_segment(); !started) return started;
  }
  Segment& segment = segments_.back();
  const iovec piece{const_cast<std::byte*>(batches.data()), batches.size()};
  const auto written = io_.write(active_, std::span(&piece, 1), segment.size_bytes);
  if (!written) return std::unexpected(sentence(segment.path, written.error()));
  segment.size_bytes += batches.size();
  end_offset_ = next_offset;
  return {};
}

reactor::Task<MetadataLog::Result> MetadataLog::sync() {
  const auto synced = co_await reactor::sync_data(io_, active_);
  if (!synced) co_return std::unexpected(sentence(segments_.back().path, synced.error()));
  if (std::exchange(directory_changed_, false)) {
    const auto synced_directory = co_await reactor::sync_directory(io_, directory_);
    if (!synced_directory) co_return std::unexpected(sentence(directory_, synced_directory.error()));
  }
  co_return Result{};
}

}  // namespace klamm::metadata
