#include "storage/segment.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "reactor/assert.h"
#include "storage/batch_cursor.h"
#include "storage/file_names.h"

namespace klamm::storage {

using reactor::Task;

namespace {

// Enough for the batches between two index entries when they are small; a larger batch has an entry of its own.
constexpr uint32_t kSearchWindowBytes = 8 * 1024;
constexpr uint32_t kScanWindowBytes = 256 * 1024;
constexpr uint32_t kRebuildIntervalBytes = 4096;  // index.interval.bytes' default
constexpr std::string_view kOffsetsAttribute = "user.klamm.offsets";
constexpr std::string_view kEveryOffset = "every";
constexpr std::string_view kCompacted = "compacted";

}  // namespace

struct Segment::Indexes final : OpenFiles::Entry {
  explicit Indexes(Segment& of)
      : segment(of),
        offsets(of.context_.open_files, *this, of.path(kOffsetIndexSuffix), of.base_, of.offset_entries_),
        times(of.context_.open_files, *this, of.path(kTimeIndexSuffix), of.base_, of.time_entries_) {}
  void note_used() {
    if (is_linked()) segment.context_.open_files.touch(*this);
  }
  void leave_line() { unlink(); }
  bool close_idle() noexcept override { return segment.close_idle_indexes(); }

  Segment& segment;
  OffsetIndex offsets;
  TimeIndex times;
};

Segment::Segment(StorageContext& context, const std::string& directory, Offset base, uint64_t size_bytes)
    : context_(context), directory_(directory), base_(base), size_bytes_(size_bytes) {}

Segment::~Segment() {
  if (file_ != nullptr) close_log_file();
  if (reserved_end_bytes_ > size_bytes_) context_.metrics.preallocated_bytes -= reserved_end_bytes_ - size_bytes_;
}

StorageResult<std::unique_ptr<Segment>> Segment::create(StorageContext& context, const std::string& directory,
                                                        Offset base) {
  return make(context, directory, base, Stage::kInLog);
}

StorageResult<std::unique_ptr<Segment>> Segment::create_cleaned(StorageContext& context, const std::string& directory,
                                                                Offset base) {
  return make(context, directory, base, Stage::kCleaned);
}

StorageResult<std::unique_ptr<Segment>> Segment::make(StorageContext& context, const std::string& directory,
                                                      Offset base, Stage stage) {
  auto segment = std::make_unique<Segment>(context, directory, base, 0);
  segment->stage_ = stage;
  const std::string path = segment->path(kLogSuffix);
  auto file = SegmentFile::open(context, path, reactor::OpenMode::kCreate, segment.get(), {});
  if (!file) return std::unexpected(file.error());
  segment->file_ = *file;
  auto status = context.io.status((*file)->handle());
  if (!status) return std::unexpected(StorageError::io(status.error(), "cannot read the size of " + path));
  if (status->size_bytes != 0) {
    return std::unexpected(
        StorageError{StorageErrorKind::kAlreadyExists, 0, "there is a segment " + path + " already"});
  }
  // Without it a start has to go by what else hints at a compaction.
  const std::string_view value = stage == Stage::kCleaned ? kCompacted : kEveryOffset;
  static_cast<void>(context.io.set_attribute((*file)->handle(), std::string(kOffsetsAttribute), value));
  segment->max_timestamp_ = MaxTimestamp{-1, base};
  return segment;
}

Segment::Completeness Segment::completeness(reactor::Io& io, const std::string& log_path) {
  const auto value = io.attribute(log_path, std::string(kOffsetsAttribute));
  if (!value) return Completeness::kUnknown;
  if (*value == kEveryOffset) return Completeness::kEvery;
  return *value == kCompacted ? Completeness::kCompacted : Completeness::kUnknown;
}

std::string Segment::path(std::string_view suffix) const {
  std::string path = offset_file_path(directory_, base_, suffix);
  if (stage_ != Stage::kInLog) path += stage_ == Stage::kSwap ? kSwapSuffix : kCleanedSuffix;
  return path;
}

StorageResult<SegmentFile*> Segment::file() {
  if (file_ == nullptr) {
    auto opened = SegmentFile::open(context_, path(kLogSuffix), reactor::OpenMode::kReadWrite, this,
                                    {size_bytes_, reserved_end_bytes_});
    if (!opened) return std::unexpected(opened.error());
    file_ = *opened;
  }
  file_->touch();
  return file_;
}

StorageResult<reactor::FileLease> Segment::lease() {
  auto opened = file();
  if (!opened) return std::unexpected(opened.error());
  return reactor::FileLease(**opened);
}

Segment::Indexes& Segment::indexes() {
  if (!indexes_) {
    indexes_ = std::make_unique<Indexes>(*this);
  } else {
    indexes_->note_used();
  }
  return *indexes_;
}

OffsetIndex& Segment::offset_index() {
  return indexes().offsets;
}
TimeIndex& Segment::time_index() {
  return indexes().times;
}

void Segment::set_index_entries(uint32_t offset_entries, uint32_t time_entries) {
  offset_entries_ = offset_entries;
  time_entries_ = time_entries;
}

uint32_t Segment::offset_entry_count() const {
  return indexes_ ? indexes_->offsets.entry_count() : offset_entries_;
}
uint32_t Segment::time_entry_count() const {
  return indexes_ ? indexes_->times.entry_count() : time_entries_;
}

void Segment::append_time_entry(const MaxTimestamp& max) {
  if (max.timestamp_ms <= last_indexed_timestamp_ms_) return;
  time_index().append({max.timestamp_ms, max.offset});
  last_indexed_timestamp_ms_ = max.timestamp_ms;
}

void Segment::note_appended(const BatchHeader& batch, uint32_t index_interval_bytes) {
  if (!max_timestamp_) max_timestamp_ = MaxTimestamp{-1, base_};
  if (batch.max_timestamp_ms > max_timestamp_->timestamp_ms)
    max_timestamp_ = MaxTimestamp{batch.max_timestamp_ms, batch.last_offset()};
  if (bytes_since_index_entry_ > index_interval_bytes) {
    offset_index().append({batch.last_offset(), static_cast<uint32_t>(size_bytes_)});
    append_time_entry(*max_timestamp_);
    bytes_since_index_entry_ = 0;
  }
  bytes_since_index_entry_ += batch.size_bytes;
  size_bytes_ += batch.size_bytes;
}

// `indexed`: the offset that an index entry gave for `from`; the batch there begins at or below it.
Task<StorageResult<std::optional<BatchLocation>>> Segment::walk_to(Offset offset, uint64_t from, Offset indexed) {
  auto leased = lease();
  if (!leased) co_return std::unexpected(leased.error());
  BatchCursor cursor(context_.io, std::move(*leased), from, size_bytes_, kSearchWindowBytes);
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) co_return std::nullopt;
    if (*state == BatchCursor::State::kInvalid) {
      co_return std::unexpected(StorageError::corrupt(path(kLogSuffix) + " at " + std::to_string(cursor.position()) +
                                                      ": " + cursor.reason()));
    }
    const BatchHeader& header = cursor.header();
    if (header.base_offset < base_ || (cursor.position() == from && header.base_offset > indexed)) {
      co_return std::unexpected(StorageError::corrupt(path(kOffsetIndexSuffix) + " does not fit its log"));
    }
    if (header.last_offset() >= offset) {
      co_return BatchLocation{cursor.position(), header.size_bytes, header.base_offset, header.last_offset()};
    }
  }
}

Task<StorageResult<std::optional<BatchLocation>>> Segment::find(Offset offset, std::optional<uint64_t> near) {
  const Pin pin(*this);
  if (near) co_return co_await walk_to(offset, *near, Offset(INT64_MAX));
  auto entry =
      co_await offset_index().last_where([offset](const OffsetIndexFormat::Entry& e) { return e.offset <= offset; });
  if (!entry && entry.error().kind != StorageErrorKind::kCorrupt) co_return std::unexpected(entry.error());
  if (entry && !entry->has_value()) co_return co_await walk_to(offset, 0, Offset(INT64_MAX));
  // The first batch has no entry, so position 0 means a file of zeros.
  const bool plausible =
      entry && (*entry)->position != 0 && (*entry)->position < size_bytes_ && (*entry)->offset >= base_;
  if (plausible) {
    auto found = co_await walk_to(offset, (*entry)->position, (*entry)->offset);
    if (found || found.error().kind != StorageErrorKind::kCorrupt) co_return found;
  }
  if (!is_active_ && !is_rebuilding_) {
    auto rebuilt = co_await rebuild_indexes();
    if (!rebuilt) co_return std::unexpected(rebuilt.error());
  }
  co_return co_await walk_to(offset, 0, Offset(INT64_MAX));
}

Task<StorageResult<Segment::MaxTimestamp>> Segment::max_timestamp() {
  if (max_timestamp_) co_return *max_timestamp_;
  const Pin pin(*this);
  auto last = co_await time_index().last();
  const bool is_damaged = !last && last.error().kind == StorageErrorKind::kCorrupt;
  if (!last && !is_damaged) co_return std::unexpected(last.error());
  MaxTimestamp max{-1, base_};
  if (last && last->has_value()) max = {(*last)->timestamp_ms, (*last)->offset};
  bool is_true = !is_damaged;
  if (max.timestamp_ms != -1 && is_true) {
    auto matches = co_await is_max_of_its_batch(max);
    if (!matches) co_return std::unexpected(matches.error());
    is_true = *matches;
  }
  if (!is_true && !is_rebuilding_) {
    auto rebuilt = co_await rebuild_indexes();
    if (!rebuilt) co_return std::unexpected(rebuilt.error());
    co_return *max_timestamp_;
  }
  last_indexed_timestamp_ms_ = max.timestamp_ms;
  max_timestamp_ = max;
  co_return max;
}

// Whether the log says the same as the last entry of the time index.
Task<StorageResult<bool>> Segment::is_max_of_its_batch(MaxTimestamp max) {
  if (max.timestamp_ms < 0 || max.offset < base_) co_return false;
  auto location = co_await find(max.offset);
  if (!location) co_return std::unexpected(location.error());
  if (!location->has_value()) co_return false;
  auto leased = lease();
  if (!leased) co_return std::unexpected(leased.error());
  BatchCursor cursor(context_.io, std::move(*leased), (*location)->position, size_bytes_, kBatchHeaderBytes);
  auto state = co_await cursor.next();
  if (!state) co_return std::unexpected(state.error());
  co_return *state == BatchCursor::State::kBatch&& cursor.header().max_timestamp_ms == max.timestamp_ms;
}

Task<StorageResult<Segment::Tail>> Segment::read_tail() {
  const Pin pin(*this);
  auto max = co_await max_timestamp();
  if (!max) co_return std::unexpected(max.error());
  if (size_bytes_ == 0) co_return Tail{true, base_};
  auto entry = co_await offset_index().last();
  if (!entry) co_return std::unexpected(entry.error());
  const uint64_t from = entry->has_value() ? (*entry)->position : 0;
  auto leased = lease();
  if (!leased) co_return std::unexpected(leased.error());
  BatchCursor cursor(context_.io, std::move(*leased), from, size_bytes_, kSearchWindowBytes);
  Tail tail{true, base_};
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) break;
    if (*state == BatchCursor::State::kInvalid || cursor.header().base_offset < tail.next_offset) co_return Tail{};
    const BatchHeader& batch = cursor.header();
    if (batch.max_timestamp_ms > max_timestamp_->timestamp_ms)
      max_timestamp_ = MaxTimestamp{batch.max_timestamp_ms, batch.last_offset()};
    tail.next_offset = batch.next_offset();
  }
  bytes_since_index_entry_ = static_cast<uint32_t>(size_bytes_ - from);
  co_return tail;
}

void Segment::seal_indexes() {
  if (max_timestamp_) append_time_entry(*max_timestamp_);
  Indexes& both = indexes();
  for (const bool is_open : {both.offsets.ensure_open(), both.times.ensure_open()}) static_cast<void>(is_open);
  both.offsets.write_tail();
  both.times.write_tail();
  if (pin_count_ == 0) {
    release_indexes();
  } else {
    is_release_due_ = true;
  }
}

void Segment::release_indexes() {
  is_release_due_ = false;
  if (is_active_ || !indexes_) return;
  forget_indexes();
}

void Segment::forget_indexes() {
  offset_entries_ = indexes_->offsets.entry_count();
  time_entries_ = indexes_->times.entry_count();
  indexes_.reset();
}

// What an active segment has not written of them yet needs no file.
bool Segment::close_idle_indexes() {
  if (pin_count_ != 0) return false;
  const bool offsets_done = indexes_->offsets.close();
  const bool times_done = indexes_->times.close();
  if (offsets_done && times_done) {
    forget_indexes();
  } else {
    indexes_->leave_line();
  }
  return true;
}

Task<StorageResult<void>> Segment::reset() {
  const Pin pin(*this);
  auto offsets_cut = co_await offset_index().truncate_to(0);
  if (!offsets_cut) co_return offsets_cut;
  auto times_cut = co_await time_index().truncate_to(0);
  if (!times_cut) co_return times_cut;
  size_bytes_ = 0;
  max_timestamp_ = MaxTimestamp{-1, base_};
  last_indexed_timestamp_ms_ = -1;
  bytes_since_index_entry_ = 0;
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> Segment::rebuild_indexes() {
  KLAMM_ASSERT(!is_active_ && !is_rebuilding_);
  const Pin pin(*this);
  auto leased = lease();
  if (!leased) co_return std::unexpected(leased.error());
  is_rebuilding_ = true;
  auto rebuilt = co_await rebuild_from(std::move(*leased));
  is_rebuilding_ = false;
  co_return rebuilt;
}

// Searches that come meanwhile see an index that is still short, and walk further.
Task<StorageResult<void>> Segment::rebuild_from(reactor::FileLease file) {
  ++context_.metrics.indexes_rebuilt;
  auto offsets_cut = co_await offset_index().truncate_to(0);
  if (!offsets_cut) co_return offsets_cut;
  auto times_cut = co_await time_index().truncate_to(0);
  if (!times_cut) co_return times_cut;
  last_indexed_timestamp_ms_ = -1;
  MaxTimestamp max{-1, base_};
  uint64_t indexed_to = 0;
  BatchCursor cursor(context_.io, std::move(file), 0, size_bytes_, kScanWindowBytes);
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state == BatchCursor::State::kEnd) break;
    if (*state == BatchCursor::State::kInvalid)
      co_return std::unexpected(StorageError::corrupt(path(kLogSuffix) + ": " + cursor.reason()));
    const BatchHeader& batch = cursor.header();
    if (batch.max_timestamp_ms > max.timestamp_ms) max = {batch.max_timestamp_ms, batch.last_offset()};
    if (cursor.position() - indexed_to <= kRebuildIntervalBytes) continue;
    offset_index().append({batch.last_offset(), static_cast<uint32_t>(cursor.position())});
    append_time_entry(max);
    indexed_to = cursor.position();
  }
  append_time_entry(max);
  max_timestamp_ = max;
  seal_indexes();
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> Segment::truncate_to(Offset offset) {
  const Pin pin(*this);
  auto location = co_await find(offset);
  if (!location) co_return std::unexpected(location.error());
  auto offsets_kept =
      co_await offset_index().count_where([offset](const OffsetIndexFormat::Entry& e) { return e.offset < offset; });
  if (!offsets_kept) co_return std::unexpected(offsets_kept.error());
  auto offsets_cut = co_await offset_index().truncate_to(*offsets_kept);
  if (!offsets_cut) co_return offsets_cut;
  auto times_kept =
      co_await time_index().count_where([offset](const TimeIndexFormat::Entry& e) { return e.offset < offset; });
  if (!times_kept) co_return std::unexpected(times_kept.error());
  auto times_cut = co_await time_index().truncate_to(*times_kept);
  if (!times_cut) co_return times_cut;

  auto opened = file();
  if (!opened) co_return std::unexpected(opened.error());
  const reactor::FileLease leased(**opened);
  if (location->has_value()) {
    auto cut = co_await (*opened)->truncate((*location)->position);
    if (!cut) co_return cut;
    size_bytes_ = (*location)->position;
  }
  bytes_since_index_entry_ = 0;

  // The largest timestamp may have gone: the last time entry that is left, and what comes after its place.
  max_timestamp_.reset();
  auto max = co_await max_timestamp();
  if (!max) co_return std::unexpected(max.error());
  const Offset indexed = max->offset;
  auto entry =
      co_await offset_index().last_where([indexed](const OffsetIndexFormat::Entry& e) { return e.offset <= indexed; });
  if (!entry) co_return std::unexpected(entry.error());
  BatchCursor cursor(context_.io, reactor::FileLease(**opened), entry->has_value() ? (*entry)->position : 0,
                     size_bytes_, kSearchWindowBytes);
  while (true) {
    auto state = co_await cursor.next();
    if (!state) co_return std::unexpected(state.error());
    if (*state != BatchCursor::State::kBatch) break;
    const BatchHeader& batch = cursor.header();
    if (batch.max_timestamp_ms > max_timestamp_->timestamp_ms)
      max_timestamp_ = MaxTimestamp{batch.max_timestamp_ms, batch.last_offset()};
  }
  co_return StorageResult<void>{};
}

Task<StorageResult<void>> Segment::truncate_to_size() {
  auto opened = file();
  if (!opened) co_return std::unexpected(opened.error());
  const reactor::FileLease lease(**opened);
  co_return co_await (*opened)->truncate(size_bytes_);
}

void Segment::close_files() {
  if (indexes_) seal_indexes();
  if (file_ != nullptr) close_log_file();
}

void Segment::close_idle_files() {
  if (indexes_) close_idle_indexes();
  if (file_ != nullptr && file_->lease_count() == 0) close_log_file();
}

void Segment::close_log_file() {
  SegmentFile* const closed = std::exchange(file_, nullptr);
  reserved_end_bytes_ = static_cast<uint32_t>(std::min<uint64_t>(closed->reserved_end_bytes(), UINT32_MAX));
  closed->retire();
}

}  // namespace klamm::storage
