#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reactor/event.h"
#include "reactor/gate.h"
#include "reactor/task.h"
#include "storage/journal/journal_file.h"
#include "storage/journal/journal_format.h"
#include "storage/storage_context.h"
#include "storage/storage_error.h"

namespace klamm::storage {

class Journal;

// Bytes of an append that is on its way to a journal; given back at the end.
// @core owner
class [[nodiscard]] JournalRoom {
 public:
  JournalRoom() = default;
  JournalRoom(Journal& journal, uint64_t bytes);
  JournalRoom(JournalRoom&& other) noexcept : journal_(std::exchange(other.journal_, nullptr)), bytes_(other.bytes_) {}
  JournalRoom& operator=(JournalRoom&& other) noexcept {
    std::swap(journal_, other.journal_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~JournalRoom() { give_back(); }
  void give_back();

 private:
  Journal* journal_ = nullptr;
  uint64_t bytes_ = 0;
};

// A log whose appends a journal makes durable. Belongs to the log; known to the journal while it lives.
// @core owner
class JournalMember {
 public:
  // The log.
  class Owner {
   public:
    virtual void on_durable() noexcept = 0;         // the durable end has moved
    virtual void on_journal_failed() noexcept = 0;  // nothing more becomes durable
    virtual reactor::Task<StorageResult<void>> sync_segments() = 0;

   protected:
    ~Owner() = default;
  };

  // Everything below `durable_end` is on the disk.
  JournalMember(Journal& journal, PartitionKey partition, Owner& owner, Offset durable_end);
  JournalMember(const JournalMember&) = delete;
  JournalMember& operator=(const JournalMember&) = delete;
  ~JournalMember() { leave(); }
  // From now on the log is none of the journal's. When nothing of it is under way any more.
  void leave();

  // Everything below is on the disk.
  Offset durable_end() const { return durable_end_; }
  // The segments were synced up to there; cut there.
  void note_synced(Offset end) { durable_end_ = std::max(durable_end_, end); }
  void note_cut(Offset end) { durable_end_ = std::min(durable_end_, end); }

  // False: its file waits for space on the disk, and appends are refused.
  bool is_ready() const;
  // Before an append of so many bytes: if there is no room, since too many wait for the disk, wait; then take it, and
  // keep it until the append was staged or refused. False: that time of the shard's clock came first.
  bool has_room(uint64_t bytes) const;
  reactor::Task<bool> wait_for_room(uint64_t bytes, int64_t deadline_ns);
  JournalRoom take_room(uint64_t bytes);
  // A batch that is in its segment, in the page cache. Its bytes are copied.
  void stage(LeaderEpoch epoch, Offset base, Offset next, std::span<const std::byte> batch);
  // Ends when it is on the disk that the log ends at `offset` from here on.
  reactor::Task<StorageResult<void>> write_truncation(Offset offset);

 private:
  friend class Journal;
  void become_durable(Offset end);

  Journal& journal_;
  PartitionKey partition_;
  Owner& owner_;
  Offset durable_end_;
  bool has_left_ = false;
  size_t place_ = 0;                  // among the journal's members
  std::array<bool, 2> is_in_half_{};  // a half has entries of it that its segments may not have yet
};

// One shard's journal of one log directory (log.flush.before.acks=all): the appends of all its partitions that wait
// for the disk leave in one durable write, and while that is under way the next ones gather.
//
// Segments are written to the page cache as always. The file has two halves, written in turn; when one is full, the
// segments of whatever it holds are synced in the background, and it can be written again after that. Where the disk
// is too slow for that, appends wait. A batch of more than a quarter of a half is not written here: its segment is
// synced instead.
//
// Bounds: `log.journal.bytes` on the disk; in memory kWaitingBytesMax, or half of a half if that is less, or one
// append. An error of a write, or of a sync of a segment, is the end: nothing that was not acknowledged yet ever is,
// and all logs of the directory refuse appends. Where the disk has no room for the file they refuse them until it has.
// @core owner
class Journal {
 public:
  static constexpr uint64_t kWaitingBytesMax = uint64_t{16} << 20;
  static constexpr uint64_t kFileBytesMin = uint64_t{1} << 20;

  // Makes the file, now or when the disk has space. `size_bytes` is rounded to what the format needs.
  static reactor::Task<StorageResult<std::unique_ptr<Journal>>> make(StorageContext& context, std::string directory,
                                                                     int64_t generation, uint64_t size_bytes);
  Journal(StorageContext& context, std::string directory, JournalHead head);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& directory() const { return directory_; }
  bool has_failed() const { return has_failed_; }
  // Nothing more becomes durable. `is_synced`: all segments have everything, and the file goes.
  reactor::Task<StorageResult<void>> stop(bool is_synced);

 private:
  friend class JournalMember;
  friend class JournalRoom;

  struct Staged {
    JournalMember* member = nullptr;  // null: it has gone meanwhile
    Offset next{};
    bool needs_sync = false;  // too large for the journal
  };
  // What leaves in one write.
  struct Frame {
    JournalBuffer bytes;  // with room for the head
    std::vector<Staged> staged;
    int32_t entry_count = 0;
    uint64_t held_bytes = 0;
    bool empty() const { return staged.empty(); }
    void forget(const JournalMember* member) {
      for (Staged& each : staged) {
        if (each.member == member) each.member = nullptr;
      }
    }
  };
  struct Half {
    std::vector<JournalMember*> members;  // null: it has gone meanwhile
    bool is_free = true;
  };
  // ---- journal_members.cc: what logs ask for
  void attach(JournalMember& member);
  void detach(JournalMember& member);
  bool has_room(uint64_t bytes) const;
  reactor::Task<bool> wait_for_room(uint64_t bytes, int64_t deadline_ns);
  void call_next();
  void add(JournalMember& member, const JournalEntry& entry, Offset next, uint64_t held_bytes);
  reactor::Task<StorageResult<void>> wait_for_frame(uint64_t number);
  StorageError failure() const;

  // ---- journal.cc: the writes
  reactor::Task<void> run();
  bool are_more_expected(const Frame& frame) const;
  void expect_returns(const Frame& done);
  reactor::Task<void> wait_for_space();
  reactor::Task<StorageResult<void>> write(Frame& frame);
  reactor::Task<StorageResult<void>> take_next_half();
  void note_in_half(Frame& frame);
  reactor::Task<StorageResult<void>> sync_large(Frame& frame);
  void finish(Frame& frame);
  reactor::Task<void> free_half(size_t which);
  reactor::Task<void> sync_some(size_t which, size_t& next);
  void fail(const StorageError& error);

  StorageContext& context_;
  std::string directory_;
  JournalHead head_;
  JournalFile file_;
  std::vector<JournalMember*> members_;

  std::array<Frame, 2> frames_;
  size_t gathering_ = 0;           // which frame
  uint64_t gathering_number_ = 1;  // of that frame
  uint64_t frames_done_ = 0;
  size_t returning_count_ = 0;  // appends that a frame waits for, until:
  int64_t gathering_until_ns_ = 0;
  int64_t usual_write_ns_ = 0;
  uint64_t held_bytes_ = 0;                     // of both frames
  uint64_t room_bytes_ = 0;                     // of appends on their way here
  std::deque<reactor::Event*> waits_for_room_;  // who is first comes first, whatever the size
  std::array<Half, 2> halves_;
  size_t current_ = 0;  // which half
  uint64_t position_bytes_ = 0;
  int64_t next_sequence_ = 1;

  bool is_ready_ = true;
  bool has_failed_ = false;
  bool is_stopping_ = false;
  std::string why_;
  reactor::Event some_;        // to write; or the end
  reactor::Event frame_done_;  // set and reset with each frame
  reactor::Event half_freed_;
  reactor::Gate gate_;
};

}  // namespace klamm::storage
