#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "reactor/spsc_ring.h"

namespace klamm::reactor {

using ShardId = uint32_t;
class Shard;

// A message from one shard to another and back, owned by the sender (a coroutine frame or a member): sending allocates
// nothing. It must stay where it is until it is home again.
struct RemoteMessage {
  using Function = void (*)(RemoteMessage*) noexcept;
  Function run = nullptr;         // on the target; leads to exactly one Mesh::reply(), at once or later
  Function home = nullptr;        // on the origin, once the answer is there
  RemoteMessage* next = nullptr;  // belongs to the mesh while under way
  ShardId origin = 0;
  ShardId target = 0;
  bool lazy = false;         // nobody waits for it: not worth waking a sleeping target while credits are plenty
  bool quiet_reply = false;  // the way home is not worth waking a sleeping origin (one-way messages)
};

// The way between shards: one single-producer single-consumer ring of message pointers for each ordered pair, filled
// and drained in batches once per loop.
//
// Limits: a shard has at most `credits_per_pair()` messages under way to another; further ones wait first in, first out
// in the sender. A ring has twice as many slots, one half for the calls of the one side, the other reserved for its
// answers to the other side's calls, so a ring is never full and an answer never waits. All rings together take at most
// 8 MiB
// (`kRingBytesMax`) whatever the number of shards.
//
// Wakes: a receiver says that it sleeps; a sender that has published a batch looks at that flag once and wakes the
// receiver only if it is set (Io::wake).
//
// Lending: waking a sleeping thread costs more than most requests (some 20 us one way). So the thread that would have
// to wake a shard runs it instead: whoever moves `sleep` from asleep to lent holds the shard, alone, until it puts it
// back; the owner, when it wakes for a reason of its own, waits for that. What only the owner's thread can do (its
// ring's submission, an earlier timer) makes the lender wake it at the end. A busy lender
// (ShardOptions::lend_idle_ns_max) wakes instead, so that work still spreads over cores.
//
// @core any object; every call is made on the shard that it names or that is current.
class Mesh {
 public:
  static constexpr size_t kRingBytesMax = size_t{8} << 20;
  static constexpr uint32_t kShardCountMax = 512;
  static constexpr uint32_t kCreditsMax = 256;

  // `credits_per_pair` 0: as many as the bound on bytes allows, at most kCreditsMax. Rounded down to a power of two.
  explicit Mesh(uint32_t shard_count, uint32_t credits_per_pair = 0);
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  uint32_t shard_count() const { return shard_count_; }
  uint32_t credits_per_pair() const { return credits_per_pair_; }
  size_t ring_bytes() const;

  // Sends from the current shard to `target` (another shard).
  void send(RemoteMessage& message, ShardId target);
  // Sends a message that runs on the current shard home. @core the message's target
  void reply(RemoteMessage& message);

  // Changes how many quiet replies the current shard waits for; while there are any, they wake it as others do.
  void count_wanted(int32_t change);

  // ---- for the loop
  // Takes what has arrived at `self`: runs requests, takes answers home. Returns how many there were.
  uint32_t drain(ShardId self);
  // Publishes what `self` sent during this iteration. A sleeping receiver is woken through the Io of `runner`, the
  // shard whose thread this is, or run by this thread if `may_lend`. Returns how many receivers there were.
  uint32_t flush(Shard& self, Shard& runner, bool may_lend);
  bool has_arrivals(ShardId self) const;
  // Says that `self` is about to sleep, and gives it away until end_sleep(): no more of it may be touched than what
  // these two need. False: something has arrived meanwhile and it must not sleep. end_sleep follows in any case.
  bool begin_sleep(ShardId self) noexcept;
  // Takes the shard back, after the thread that may be running it has come to an end.
  void end_sleep(ShardId self) noexcept;
  // Makes a shard known, so that others may run it while it sleeps. At the start, before any shard runs.
  void join(Shard& shard);

  // ---- the end of all shards together: a shard without tasks must still serve the others' calls
  // Returns whether every shard is at rest now; once that is so it stays so.
  bool set_at_rest(ShardId self, bool at_rest);
  bool all_at_rest() const { return all_at_rest_.load(std::memory_order_acquire); }  // @core any

 private:
  struct Port;
  SpscRing& ring(ShardId from, ShardId to);
  const SpscRing& ring(ShardId from, ShardId to) const;
  void put_out(Port& port, ShardId target, RemoteMessage& message);
  void take_home(Port& port, RemoteMessage& message);
  bool publish(Port& port, ShardId self, ShardId target);
  void wake_or_run(Shard& runner, ShardId target, bool urgent, bool may_lend);
  bool may_run(const Shard& runner, ShardId target) const;
  void run_lent(Shard& runner, ShardId target);

  uint32_t shard_count_;
  uint32_t credits_per_pair_;
  std::unique_ptr<std::atomic<void*>[]> slots_;
  std::vector<SpscRing> rings_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<Shard*> shards_;  // by id; null: not to be run by others
  std::atomic<uint32_t> at_rest_count_{0};
  std::atomic<bool> all_at_rest_{false};
};

}  // namespace klamm::reactor
