#pragma once

#include <cstdint>

namespace klamm::storage {

class Partition;

// A place in the ring of a partition's observers. Null while in none.
struct EndObserverLinks {
  EndObserverLinks* previous = nullptr;
  EndObserverLinks* next = nullptr;
};

enum class PartitionGone : uint8_t { kDeleted, kLeaderChanged, kStorageFailed, kShutdown };

// Told when the ends of a partition that it is linked to move: delayed fetches, waits for acks=all, session marks. One
// observer is linked to one partition at a time; destroying it unlinks it. Callbacks come on the owner shard after the
// ends have their new values, and must be short; they may unlink this observer but no other, and link none.
//
// 24 bytes: there is one per partition of every fetch session.
// @core owner of the partition
class EndObserver : private EndObserverLinks {
 public:
  EndObserver() = default;
  EndObserver(const EndObserver&) = delete;
  EndObserver& operator=(const EndObserver&) = delete;

  // High watermark, last stable offset or log start has moved (also backwards, by truncation).
  virtual void on_ends_moved(Partition& partition) noexcept = 0;
  // The partition is about to go, or is no longer led here; the observer is unlinked already.
  virtual void on_partition_gone(Partition& partition, PartitionGone reason) noexcept = 0;

  bool is_linked() const { return next != nullptr; }
  void unlink() noexcept;

 protected:
  virtual ~EndObserver() { unlink(); }

 private:
  friend class EndObserverList;
};

// The observers of one partition: a ring with this list as its fixed point. Linking and unlinking are O(1).
// @core owner
class EndObserverList {
 public:
  EndObserverList() { ring_.previous = ring_.next = &ring_; }
  EndObserverList(const EndObserverList&) = delete;
  EndObserverList& operator=(const EndObserverList&) = delete;
  ~EndObserverList();

  void link(EndObserver& observer) noexcept;
  bool empty() const { return ring_.next == &ring_; }
  void notify_ends_moved(Partition& partition) noexcept;
  void notify_gone(Partition& partition, PartitionGone reason) noexcept;

 private:
  static EndObserver& observer(EndObserverLinks& links) { return static_cast<EndObserver&>(links); }
  EndObserverLinks ring_;
};

}  // namespace klamm::storage
