#pragma once

#include <cstdint>

namespace klamm::storage {

class Partition;
class EndObserverList;

enum class PartitionGone : uint8_t { kDeleted, kLeaderChanged, kStorageFailed, kShutdown };

// Told when the ends of a partition that it is linked to move: delayed fetches, waits for acks=all, session marks. One
// observer is linked to one partition at a time; destroying it unlinks it. Callbacks come on the owner shard after the
// ends have their new values, and must be short; they may unlink this observer but no other, and link none.
// @core owner of the partition
class EndObserver {
 public:
  EndObserver() = default;
  EndObserver(const EndObserver&) = delete;
  EndObserver& operator=(const EndObserver&) = delete;

  // High watermark, last stable offset or log start has moved (also backwards, by truncation).
  virtual void on_ends_moved(Partition& partition) noexcept = 0;
  // The partition is about to go, or is no longer led here; the observer is unlinked already.
  virtual void on_partition_gone(Partition& partition, PartitionGone reason) noexcept = 0;

  bool is_linked() const { return list_ != nullptr; }
  void unlink() noexcept;

 protected:
  virtual ~EndObserver() { unlink(); }

 private:
  friend class EndObserverList;
  EndObserverList* list_ = nullptr;
  EndObserver* previous_ = nullptr;
  EndObserver* next_ = nullptr;
};

// The observers of one partition. Linking and unlinking are O(1).
// @core owner
class EndObserverList {
 public:
  EndObserverList() = default;
  EndObserverList(const EndObserverList&) = delete;
  EndObserverList& operator=(const EndObserverList&) = delete;
  ~EndObserverList();

  void link(EndObserver& observer) noexcept;
  bool empty() const { return head_ == nullptr; }
  void notify_ends_moved(Partition& partition) noexcept;
  void notify_gone(Partition& partition, PartitionGone reason) noexcept;

 private:
  friend class EndObserver;
  EndObserver* head_ = nullptr;
  EndObserver* cursor_ = nullptr;  // the next one to be told, while a round is under way
};

}  // namespace klamm::storage
