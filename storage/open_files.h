#pragma once

#include <cstdint>
#include <string>

#include "reactor/io.h"
#include "storage/storage_context.h"

namespace klamm::storage {

// Bounds the descriptors that a shard's segments hold open: whoever opens one more than the budget has makes the
// longest unused ones close theirs first, if nobody uses them now.
//
// The budget is a wish, not a wall: what is leased or being searched stays open, and a file that is needed is opened
// all the same. Where the process has no descriptor left (EMFILE, ENFILE) some idle files are closed, and it is tried
// once more.
//
// A file that was written to may be closed before it was synced: fdatasync of a descriptor that is opened later syncs
// the same inode. A failed write-back in between is not lost: the kernel keeps it with the inode, and the first sync of
// what is opened later is told, as long as nobody was told before (errseq_t, Linux 4.17). Who is told here, by a sync
// or by a drop of the page-cache window, fails the log or its directory at once.
// @core owner
class OpenFiles {
 public:
  // What holds descriptors that it can open again. In the line while it has any open.
  class Entry {
   public:
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   protected:
    Entry() = default;
    virtual ~Entry() { unlink(); }
    bool is_linked() const { return older_ != this; }
    void unlink() {
      older_->newer_ = newer_;
      newer_->older_ = older_;
      older_ = newer_ = this;
    }

   private:
    friend class OpenFiles;
    // Closes them, unless somebody uses them now: false then. May destroy the entry.
    virtual bool close_idle() noexcept { return false; }
    Entry* older_ = this;
    Entry* newer_ = this;
  };

  OpenFiles(reactor::Io& io, StorageMetrics& metrics, uint64_t budget) : io_(io), metrics_(metrics), budget_(budget) {}

  reactor::Io& io() { return io_; }

  // Opens for `asker`, which is not closed for it; null: for nobody in the line. close() must follow.
  reactor::IoResult<reactor::FileHandle> open(const std::string& path, reactor::OpenMode mode, const Entry* asker);
  void close(reactor::FileHandle file);

  // Whether no more are open than the budget has, after those that nobody uses were closed.
  bool has_room();

  // It was used just now.
  void touch(Entry& entry);

 private:
  // Looks at the longest unused one. False: it stays, or there is none.
  bool close_oldest(const Entry* asker);
  void make_room(const Entry* asker);
  void make_room_after_refusal(const Entry* asker);

  reactor::Io& io_;
  StorageMetrics& metrics_;
  const uint64_t budget_;
  Entry line_;  // its newer one is the oldest of all
};

}  // namespace klamm::storage
