#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fetch/session_partition.h"
#include "fetch/session_topics.h"
#include "reactor/event.h"
#include "reactor/shard.h"

namespace klamm::fetch {

class SessionPart;

/// Where a session is found again by messages that may come after its end. Ids come again; the serial does not.
struct SessionAddress {
  reactor::ShardId shard = 0;
  int32_t id = 0;
  uint64_t serial = 0;
};

/// Who made a session, to tell a client's own sessions from others'.
struct SessionClient {
  std::string client_id;
  std::string host;  // address of the peer
  uint64_t connection_id = 0;
};

/// Told that a fetch which sleeps on a session has something to look at.
/// @core owner: the shard of the session
class SessionSleeper {
 public:
  /// Called once per sleep, from inside whatever marked a partition: short, and without a look at the session.
  virtual void wake() noexcept = 0;

 protected:
  ~SessionSleeper() = default;
};

/// A fetch of this session that sleeps, or is about to: which partitions were marked since it last looked.
/// @core owner: the shard of the session
class SessionWaiter {
 public:
  void mark(uint32_t slot) {
    marked_.push_back(slot);
    wake();
  }
  /// Besides those: it knows by itself that there is something.
  void add(const std::vector<uint32_t>& slots) { marked_.insert(marked_.end(), slots.begin(), slots.end()); }
  void wake() noexcept {
    is_woken_ = true;
    if (sleeper_ != nullptr) std::exchange(sleeper_, nullptr)->wake();
  }
  /// False: it may not sleep, since there is something already.
  bool sleep(SessionSleeper& sleeper) {
    if (is_woken_ || has_marked()) return false;
    sleeper_ = &sleeper;
    return true;
  }
  void end_sleep() {
    sleeper_ = nullptr;
    is_woken_ = false;
  }
  bool has_marked() const { return !marked_.empty(); }
  std::vector<uint32_t> take() { return std::exchange(marked_, {}); }
  /// Everything is looked at anew.
  void clear() {
    marked_ = {};
    is_woken_ = false;
  }

 private:
  std::vector<uint32_t> marked_;
  SessionSleeper* sleeper_ = nullptr;
  bool is_woken_ = false;
};

/// A fetch session (KIP-227): the partitions that a client follows, each with what was asked and last sent, and which
/// of them must be looked at by the next fetch (the dirty list).
///
/// A partition is dirty from the moment it is named in a request or marked by its owner until a visit found nothing
/// there that would change an answer. So a fetch costs what has changed, whatever the size of the session. The rotation
/// (partitions that gave data go to the back) is a number per partition: sorting the dirty ones by it gives the order
/// of Kafka's list without a walk over the others.
///
/// No limit of its own; the cache bounds what all sessions take (bytes()).
/// @core owner: the shard of the session
class FetchSession {
 public:
  /// The part of the session on the shard of some of its partitions.
  struct PartLink {
    reactor::ShardId shard = 0;
    SessionPart* part = nullptr;  // used on `shard` only; null until the first visit there
    std::vector<uint32_t> drops;  // marks that the next visit gives back
  };

  FetchSession(SessionAddress address, bool uses_topic_ids, bool is_privileged, SessionClient client, uint64_t seed);
  FetchSession(const FetchSession&) = delete;
  FetchSession& operator=(const FetchSession&) = delete;

  const SessionAddress& address() const { return address_; }
  int32_t id() const { return address_.id; }
  bool uses_topic_ids() const { return uses_topic_ids_; }
  bool is_privileged() const { return is_privileged_; }
  const SessionClient& client() const { return client_; }
  void used_over(uint64_t connection_id) { client_.connection_id = connection_id; }

  int32_t epoch = 1;  // of the next request
  int8_t isolation_level = 0;
  /// Removed from the cache: it lives on only for the fetches that still hold it.
  bool is_removed = false;

  // ---- contents
  size_t partition_count() const { return partition_count_; }
  void reserve(size_t partition_count);
  /// Adds or changes; either way it is dirty. Returns its slot.
  uint32_t put(const TopicKey& topic, int32_t index, const SessionAsk& asked);
  bool forget(const TopicKey& topic, int32_t index);
  SessionPartition& partition(uint32_t slot) { return slots_[slot]; }
  SessionTopics& topics() { return topics_; }
  const SessionTerms& terms_of(const SessionPartition& partition) const { return terms_[partition.terms]; }
  void move_to_back(uint32_t slot);
  /// By id: the partition's topic is there, under this name.
  void know_name(SessionPartition& partition, std::string_view name);

  // ---- dirty list
  /// A partition has moved: the next fetch looks at it, and one that waits is told.
  void mark(uint32_t slot);
  void mark_all();
  /// What was last answered of it was not sent after all: the next fetch says it again.
  void untell(uint32_t slot);
  /// A visit begins: the dirty slots in the order of the rotation. What is marked from now on stays dirty.
  std::vector<uint32_t> begin_visit();
  /// It ends for this slot. Unless `stays`, or marked meanwhile, the slot is clean until it is marked.
  void end_visit(uint32_t slot, bool stays);

  // ---- fetches of this session
  void add(SessionWaiter& waiter) { waiters_.push_back(&waiter); }
  void remove(SessionWaiter& waiter) { std::erase(waiters_, &waiter); }
  /// It has left the cache: nobody waits on it any longer.
  void end_waits() {
    is_removed = true;
    for (SessionWaiter* waiter : waiters_) waiter->wake();
  }
  /// One at a time changes or visits the session.
  reactor::Task<void> lock();
  void unlock();

  // ---- the owners' side
  PartLink& part_link(reactor::ShardId shard);  // made when there is none
  std::vector<PartLink>& part_links() { return part_links_; }
  /// The partition is elsewhere now, or forgotten: its mark is given back with the next visit.
  void drop_mark(SessionPartition& partition);

  /// Memory of the session, with what it holds on other shards.
  size_t bytes() const;

 private:
  uint32_t new_slot();
  void free_slot(uint32_t slot);
  void renumber();
  uint32_t hash(uint32_t topic, int32_t index) const;
  auto hash_of() const {
    return [this](uint32_t slot) { return hash(slots_[slot].topic, slots_[slot].index); };
  }
  uint32_t find(uint32_t topic, int32_t index) const;

  SessionAddress address_;
  bool uses_topic_ids_;
  bool is_privileged_;
  SessionClient client_;
  uint64_t seed_;

  SessionTopics topics_;
  SessionTermsTable terms_;
  std::vector<SessionPartition> slots_;
  SlotIndex index_;
  size_t partition_count_ = 0;
  uint32_t first_free_ = kNoSlot;
  uint32_t first_dirty_ = kNoSlot;
  uint32_t last_dirty_ = kNoSlot;
  uint32_t next_order_ = 0;

  std::vector<SessionWaiter*> waiters_;
  bool is_locked_ = false;
  reactor::Event unlocked_;
  std::vector<PartLink> part_links_;
};

}  // namespace klamm::fetch
