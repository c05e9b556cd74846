#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "reactor/file_lease.h"
#include "reactor/task.h"
#include "storage/batch_header.h"
#include "storage/index_file.h"
#include "storage/segment_file.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"
#include "storage/types.h"

namespace klamm::storage {

// A batch that was found in a segment.
struct BatchLocation {
  uint64_t position = 0;
  uint32_t size_bytes = 0;
  Offset base_offset{};
  Offset last_offset{};
};

// One segment of a log: the `.log` file and its sparse indexes. Files are opened when first used, and closed again when
// too many are open (OpenFiles) and nobody leases or pins them; an idle segment costs less than 200 bytes.
// @core owner
class Segment {
 public:
  // `directory` is the log's own string and outlives the segment.
  Segment(StorageContext& context, const std::string& directory, Offset base, uint64_t size_bytes);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  // Makes the empty files of a new segment; whatever had their names goes.
  static StorageResult<std::unique_ptr<Segment>> create(StorageContext& context, const std::string& directory,
                                                        Offset base);

  // What the names of its files end with: nothing while it is part of the log; ".cleaned" and then ".swap" on the way
  // there, for one that is to take the place of others (as in Kafka).
  enum class Stage : uint8_t { kInLog, kSwap, kCleaned };
  // The same for a segment that is cleaned into.
  static StorageResult<std::unique_ptr<Segment>> create_cleaned(StorageContext& context, const std::string& directory,
                                                                Offset base);
  // After its files were renamed; they are closed.
  void set_stage(Stage stage) { stage_ = stage; }

  // What is known of the offsets between its base and the next segment's: an extended attribute of the log file, so
  // that it goes where the file goes, and not with what another process makes of it. Unknown: Kafka has made the file,
  // or the file system has no attributes. It waits for the disk.
  enum class Completeness : uint8_t {
    kUnknown,
    kEvery,     // each one was written: what is not there was lost
    kCompacted  // some may have been removed
  };
  static Completeness completeness(reactor::Io& io, const std::string& log_path);

  Offset base_offset() const { return base_; }
  uint64_t size_bytes() const { return size_bytes_; }
  std::string path(std::string_view suffix) const;

  bool has_open_file() const { return file_ != nullptr; }
  // Good until the caller suspends or opens anything else; beyond that whoever has a lease may use it.
  StorageResult<SegmentFile*> file();
  StorageResult<reactor::FileLease> lease();
  // Good as file() is. A search may suspend: whoever searches holds a Pin meanwhile.
  OffsetIndex& offset_index();
  TimeIndex& time_index();

  // Keeps the indexes open while it lives.
  class Pin {
   public:
    explicit Pin(Segment& segment) : segment_(segment) { ++segment_.pin_count_; }
    Pin(const Pin&) = delete;
    Pin& operator=(const Pin&) = delete;
    ~Pin() {
      if (--segment_.pin_count_ == 0 && segment_.is_release_due_) segment_.release_indexes();
    }

   private:
    Segment& segment_;
  };

  // Entries that the files of an existing segment have; before the indexes are used.
  void set_index_entries(uint32_t offset_entries, uint32_t time_entries);
  uint32_t offset_entry_count() const;
  uint32_t time_entry_count() const;

  // Whether an offset can stand in this segment's indexes.
  bool holds_relative(Offset offset) const { return offset >= base_ && offset - base_ <= INT32_MAX; }

  // Counts a batch that was written at the end: size, largest timestamp, index entries.
  void note_appended(const BatchHeader& batch, uint32_t index_interval_bytes);

  // The first batch whose last offset is at or above `offset`; nothing when the segment ends before. `near` is a batch
  // start at or before it that is known already.
  reactor::Task<StorageResult<std::optional<BatchLocation>>> find(Offset offset, std::optional<uint64_t> near = {});

  // Largest timestamp and the last offset of the first batch that has it; (-1, base) in an empty segment. Read from the
  // time index when it is not known yet.
  struct MaxTimestamp {
    int64_t timestamp_ms = -1;
    Offset offset{};
  };
  reactor::Task<StorageResult<MaxTimestamp>> max_timestamp();
  const std::optional<MaxTimestamp>& known_max_timestamp() const { return max_timestamp_; }

  // The end of an existing segment, from what follows its last index entry; appends may follow. Not valid: what stands
  // there are no whole batches.
  struct Tail {
    bool is_valid = false;
    Offset next_offset{};
  };
  reactor::Task<StorageResult<Tail>> read_tail();

  // Writes the last index entries, as Kafka does when a segment is no longer active, and closes the index files.
  void seal_indexes();
  // Empties both indexes and fills them anew from the file, whose batches are taken as they are. Not while it is
  // active.
  reactor::Task<StorageResult<void>> rebuild_indexes();
  // Empties both indexes and forgets the size: note_appended builds all of it again.
  reactor::Task<StorageResult<void>> reset();

  // Cuts the file and the indexes so that `offset` and all above are gone.
  reactor::Task<StorageResult<void>> truncate_to(Offset offset);
  // Cuts what a failed write may have left behind the end.
  reactor::Task<StorageResult<void>> truncate_to_size();

  // Closes what can be opened again.
  void close_files();
  // The same, but for what is leased or pinned.
  void close_idle_files();
  // For SegmentFile, which is not leased.
  void close_log_file();

  // Appends go to it; set by the log.
  bool is_active() const { return is_active_; }
  void set_active(bool active) { is_active_ = active; }

  bool has_transaction_index() const { return has_transaction_index_; }
  void set_has_transaction_index(bool has) { has_transaction_index_ = has; }

 private:
  struct Indexes;
  static StorageResult<std::unique_ptr<Segment>> make(StorageContext& context, const std::string& directory,
                                                      Offset base, Stage stage);
  Indexes& indexes();
  void release_indexes();
  void forget_indexes();
  bool close_idle_indexes();
  void append_time_entry(const MaxTimestamp& max);
  reactor::Task<StorageResult<void>> rebuild_from(reactor::FileLease file);
  reactor::Task<StorageResult<std::optional<BatchLocation>>> walk_to(Offset offset, uint64_t from, Offset indexed);
  reactor::Task<StorageResult<bool>> is_max_of_its_batch(MaxTimestamp max);

  StorageContext& context_;
  const std::string& directory_;
  Offset base_;
  uint64_t size_bytes_;
  std::optional<MaxTimestamp> max_timestamp_;
  int64_t last_indexed_timestamp_ms_ = -1;
  SegmentFile* file_ = nullptr;
  std::unique_ptr<Indexes> indexes_;
  uint32_t offset_entries_ = 0;
  uint32_t time_entries_ = 0;
  uint32_t bytes_since_index_entry_ = 0;
  uint32_t reserved_end_bytes_ = 0;  // of the file while it is closed, as far as it was told
  bool has_transaction_index_ = false;
  Stage stage_ = Stage::kInLog;
  bool is_active_ = false;
  bool is_rebuilding_ = false;
  bool is_release_due_ = false;  // with the last pin
  uint32_t pin_count_ = 0;
};

}  // namespace klamm::storage
