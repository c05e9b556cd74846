#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "fetch/fetch_session.h"
#include "fetch/partition_fetch.h"
#include "reactor/notice.h"
#include "reactor/task.h"
#include "storage/end_observer.h"

namespace klamm::fetch {

class FetchSessions;
class SessionPart;
struct SessionMarkBlock;

/// Watches one partition for one session: one bit. When an end of the partition moves and the bit is not set, it is
/// set and the session told; the visit that reads the partition clears it first. So a move before the read is seen by
/// the read, and one after it marks again.
/// @core owner of the partition
class SessionMark final : public storage::EndObserver {
 public:
  void on_ends_moved(storage::Partition& partition) noexcept override;
  void on_partition_gone(storage::Partition& partition, storage::PartitionGone reason) noexcept override;

 private:
  friend class SessionPart;
  static constexpr uint32_t kPlaceBits = 5;
  static constexpr uint32_t kLinkBits = 24;
  static constexpr uint32_t kNotLinked = (uint32_t{1} << kLinkBits) - 1;
  static constexpr uint32_t kEnd = kNotLinked - 1;

  SessionMarkBlock& block();
  void set() noexcept;
  void link_to(uint32_t number) { link_ = number & kNotLinked; }

  uint32_t slot_ = 0;                // of the partition in its session
  uint32_t place_ : kPlaceBits = 0;  // in its block
  uint32_t is_set_ : 1 = 0;          // the bit
  uint32_t is_free_ : 1 = 0;
  uint32_t link_ : kLinkBits = kNotLinked;  // to the next outgoing mark, or the next free one
};
static_assert(sizeof(SessionMark) == 32);

/// The part of a session that lives with the partitions of one shard: their marks. Set marks go home together, one
/// message at a time; on the session's own shard they need none.
///
/// At most 2^24 - 2 marks; the cache's bound in bytes is far below.
/// @core owner of the partitions
class SessionPart {
 public:
  static constexpr uint32_t kMarksPerBlock = 31;  // a block of 1 KiB
  static constexpr uint32_t kBytesPerMark = 34;   // with its share of the block

  /// `there`: the sessions of the session's shard. `local`: the session, when that is this shard.
  SessionPart(FetchSessions& there, SessionAddress home, FetchSession* local);
  SessionPart(const SessionPart&) = delete;
  SessionPart& operator=(const SessionPart&) = delete;
  ~SessionPart();

  /// Begins a visit of one partition: gives it a mark (kept in `fetch.session_mark`) if it has none, links it to the
  /// partition as it is now and clears its bit. To be called before its ends are read.
  void begin_visit(const storage::LogManager& logs, PartitionFetch& fetch);
  void drop(uint32_t mark);
  /// The slots of set marks that have not gone home yet, for a fetch that asks; they are told by this.
  std::vector<uint32_t> take_outgoing();
  /// The same, and those that are on their way in a message, which an answer may overtake.
  std::vector<uint32_t> take_untold();

  /// No marks from now on; ends when nothing of the part is under way, and it may be destroyed.
  reactor::Task<void> end();

  size_t bytes() const;

 private:
  friend class SessionMark;
  SessionMark& mark(uint32_t number);
  uint32_t new_mark();
  void add_block();
  void tell(SessionMark& mark) noexcept;

  // At the end of the loop iteration in which a mark was set, what is outgoing goes home in one message.
  class Tell final : public reactor::Notice, public reactor::LoopEndHook {
   public:
    Tell(SessionPart& part, FetchSessions& there);
    void arm();
    reactor::Task<void> rest();                                        // waits until it is neither armed nor under way
    const std::vector<uint32_t>& in_flight() const { return slots_; }  // while it is under way

   private:
    void load() noexcept override;
    void deliver() noexcept override;
    void run() noexcept override;

    SessionPart& part_;
    FetchSessions& there_;
    std::vector<uint32_t> slots_;
    reactor::Event disarmed_;
  };

  SessionAddress home_;
  FetchSession* local_;
  Tell tell_;
  std::vector<std::unique_ptr<SessionMarkBlock>> blocks_;
  uint32_t first_free_ = SessionMark::kEnd;
  uint32_t first_outgoing_ = SessionMark::kEnd;
};

}  // namespace klamm::fetch
