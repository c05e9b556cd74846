#include "reactor/mesh.h"

#include <sched.h>

#include <algorithm>
#include <bit>
#include <new>

#include "reactor/assert.h"
#include "reactor/shard.h"

#if defined(__SANITIZE_THREAD__)
#define KLAMM_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define KLAMM_THREAD_SANITIZER 1
#endif
#endif

namespace klamm::reactor {

namespace {

constexpr size_t kCacheLineBytes = 64;

// Store, full_fence(), load on both sides: at least one side sees the other's store. ThreadSanitizer knows no fences; a
// read-modify-write of one common variable has the same effect (the later one reads from the earlier).
inline void full_fence() {
#ifdef KLAMM_THREAD_SANITIZER
  static std::atomic<uint32_t> common{0};
  common.fetch_add(1, std::memory_order_seq_cst);
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

struct MessageList {
  RemoteMessage* head = nullptr;
  RemoteMessage* tail = nullptr;
  bool empty() const { return head == nullptr; }
  void push(RemoteMessage& message) {
    message.next = nullptr;
    if (tail != nullptr) {
      tail->next = &message;
    } else {
      head = &message;
    }
    tail = &message;
  }
  RemoteMessage* pop() {
    RemoteMessage* const first = head;
    if (first != nullptr) {
      head = first->next;
      if (head == nullptr) tail = nullptr;
      first->next = nullptr;
    }
    return first;
  }
};

enum Sleep : uint32_t {
  kAwake,
  kAsleep,             // wake it for everything but quiet replies
  kAsleepWithWaiters,  // wake it for quiet replies too: somebody waits for them, or for the credit that they carry
  kLent,               // asleep, and run by another shard's thread
  kLentAndWanted,      // the same, and something has arrived that the thread may not have seen
};

uint32_t credits_for(uint32_t shard_count, uint32_t wanted) {
  const size_t ring_count = size_t{shard_count} * (shard_count - 1);
  const size_t per_ring = Mesh::kRingBytesMax / sizeof(std::atomic<void*>) / std::max<size_t>(ring_count, 1);
  const size_t affordable = std::min<size_t>(per_ring / 2, Mesh::kCreditsMax);
  const size_t credits = wanted == 0 ? affordable : std::min<size_t>(wanted, affordable);
  return static_cast<uint32_t>(std::bit_floor(std::max<size_t>(credits, 1)));
}

}  // namespace

// What one shard keeps about its ways to all others; only `sleep` is seen by them.
struct Mesh::Port {
  struct Peer {
    MessageList outbox;   // sent in this iteration, with credit
    MessageList waiting;  // without credit yet
    uint32_t credits = 0;
    uint32_t write_position = 0;
    uint32_t read_position = 0;
    bool touched = false;
  };
  alignas(2 * kCacheLineBytes) std::atomic<uint32_t> sleep{kAwake};
  alignas(2 * kCacheLineBytes) std::vector<Peer> peers;
  std::vector<ShardId> touched;              // peers with a filled outbox
  uint32_t waiting_count = 0;                // messages without credit
  uint32_t wanted_count = 0;                 // quiet replies that are waited for
  std::vector<uint32_t> positions_at_sleep;  // read positions, for the owner's look after it has given the shard away
  bool at_rest = false;
};

Mesh::Mesh(uint32_t shard_count, uint32_t credits_per_pair)
    : shard_count_(shard_count), credits_per_pair_(credits_for(shard_count, credits_per_pair)) {
  KLAMM_ASSERT(shard_count >= 1 && shard_count <= kShardCountMax);
  shards_.resize(shard_count);
  const size_t slot_count = size_t{2} * credits_per_pair_;
  const size_t ring_count = size_t{shard_count} * (shard_count - 1);
  slots_ = std::make_unique<std::atomic<void*>[]>(slot_count * ring_count);
  rings_.reserve(ring_count);
  for (size_t i = 0; i < ring_count; ++i) {
    rings_.emplace_back(&slots_[i * slot_count], static_cast<uint32_t>(slot_count));
  }
  for (uint32_t i = 0; i < shard_count; ++i) {
    auto port = std::make_unique<Port>();
    port->peers.resize(shard_count);
    for (Port::Peer& peer : port->peers) peer.credits = credits_per_pair_;
    port->touched.reserve(shard_count);
    port->positions_at_sleep.resize(shard_count);
    ports_.push_back(std::move(port));
  }
}

Mesh::~Mesh() = default;

void Mesh::join(Shard& shard) {
  shards_[shard.id()] = &shard;
}

size_t Mesh::ring_bytes() const {
  return rings_.size() * 2 * credits_per_pair_ * sizeof(std::atomic<void*>);
}

SpscRing& Mesh::ring(ShardId from, ShardId to) {
  return rings_[size_t{to} * (shard_count_ - 1) + (from < to ? from : from - 1)];
}

const SpscRing& Mesh::ring(ShardId from, ShardId to) const {
  return const_cast<Mesh*>(this)->ring(from, to);
}

void Mesh::put_out(Port& port, ShardId target, RemoteMessage& message) {
  Port::Peer& peer = port.peers[target];
  peer.outbox.push(message);
  if (!peer.touched) {
    peer.touched = true;
    port.touched.push_back(target);
  }
}

void Mesh::send(RemoteMessage& message, ShardId target) {
  const ShardId self = Shard::current().id();
  KLAMM_ASSERT(target < shard_count_ && target != self);
  message.origin = self;
  message.target = target;
  Port& port = *ports_[self];
  Port::Peer& peer = port.peers[target];
  if (peer.credits == 0 || !peer.waiting.empty()) {
    peer.waiting.push(message);
    ++port.waiting_count;
    return;
  }
  --peer.credits;
  put_out(port, target, message);
}

void Mesh::reply(RemoteMessage& message) {
  const ShardId self = Shard::current().id();
  KLAMM_ASSERT(message.target == self);
  put_out(*ports_[self], message.origin, message);
}

void Mesh::take_home(Port& port, RemoteMessage& message) {
  const ShardId target = message.target;
  Port::Peer& peer = port.peers[target];
  ++peer.credits;
  if (RemoteMessage* const waiting = peer.waiting.pop()) {
    --port.waiting_count;
    --peer.credits;
    put_out(port, target, *waiting);
  }
  message.home(&message);
}

void Mesh::count_wanted(int32_t change) {
  ports_[Shard::current().id()]->wanted_count += static_cast<uint32_t>(change);
}

uint32_t Mesh::drain(ShardId self) {
  Port& port = *ports_[self];
  uint32_t count = 0;
  for (ShardId from = 0; from < shard_count_; ++from) {
    if (from == self) continue;
    SpscRing& incoming = ring(from, self);
    Port::Peer& peer = port.peers[from];
    for (uint32_t left = incoming.slot_count(); left > 0; --left) {
      auto* const message = static_cast<RemoteMessage*>(incoming.pop(peer.read_position));
      if (message == nullptr) break;
      ++count;
      if (message->origin == self) {
        take_home(port, *message);
      } else {
        message->run(message);
      }
    }
  }
  return count;
}

bool Mesh::publish(Port& port, ShardId self, ShardId target) {
  Port::Peer& peer = port.peers[target];
  peer.touched = false;
  SpscRing& outgoing = ring(self, target);
  const bool credits_are_low = peer.credits < credits_per_pair_ / 2;
  bool urgent = false;
  while (RemoteMessage* const message = peer.outbox.pop()) {
    // Once pushed, the message may be run, answered and gone: look at it before.
    urgent |= message->origin == self ? !message->lazy || credits_are_low : !message->quiet_reply;
    outgoing.push(peer.write_position, message);
  }
  return urgent;
}

uint32_t Mesh::flush(Shard& self, Shard& runner, bool may_lend) {
  Port& port = *ports_[self.id()];
  if (port.touched.empty()) return 0;
  const auto count = static_cast<uint32_t>(port.touched.size());
  // The lowest bit says whether the batch is worth a wake.
  for (ShardId& target : port.touched) {
    const bool urgent = publish(port, self.id(), target);
    target = target << 1 | (urgent ? 1u : 0u);
  }
  full_fence();
  for (const ShardId marked : port.touched) wake_or_run(runner, marked >> 1, (marked & 1) != 0, may_lend);
  port.touched.clear();
  return count;
}

void Mesh::wake_or_run(Shard& runner, ShardId target, bool urgent, bool may_lend) {
  std::atomic<uint32_t>& sleep = ports_[target]->sleep;
  uint32_t state = sleep.load(std::memory_order_relaxed);
  while (true) {
    if (state == kAwake || state == kLentAndWanted) return;
    if (state == kLent) {
      // For a quiet reply too: whether the shard waits for it is known to the lender only.
      if (sleep.compare_exchange_weak(state, kLentAndWanted, std::memory_order_relaxed)) return;
      continue;
    }
    if (!urgent && state != kAsleepWithWaiters) return;
    if (may_lend && may_run(runner, target)) {
      if (sleep.compare_exchange_weak(state, kLent, std::memory_order_acquire)) return run_lent(runner, target);
    } else if (sleep.compare_exchange_weak(state, kAwake, std::memory_order_relaxed)) {
      return runner.io().wake(target);
    }
  }
}

bool Mesh::may_run(const Shard& runner, ShardId target) const {
  return shards_[target] != nullptr && runner.has_time_for_others() && !shards_[target]->is_stop_requested();
}

void Mesh::run_lent(Shard& runner, ShardId target) {
  Port& port = *ports_[target];
  if (shards_[target]->run_lent(runner)) {
    uint32_t state = kLent;
    const uint32_t asleep = port.waiting_count + port.wanted_count > 0 ? kAsleepWithWaiters : kAsleep;
    if (port.sleep.compare_exchange_strong(state, asleep, std::memory_order_release, std::memory_order_relaxed)) return;
  }
  port.sleep.store(kAwake, std::memory_order_release);
  runner.io().wake(target);
}

bool Mesh::has_arrivals(ShardId self) const {
  const Port& port = *ports_[self];
  for (ShardId from = 0; from < shard_count_; ++from) {
    if (from != self && ring(from, self).has_next(port.peers[from].read_position)) return true;
  }
  return false;
}

bool Mesh::begin_sleep(ShardId self) noexcept {
  Port& port = *ports_[self];
  for (ShardId from = 0; from < shard_count_; ++from) port.positions_at_sleep[from] = port.peers[from].read_position;
  const uint32_t asleep = port.waiting_count + port.wanted_count > 0 ? kAsleepWithWaiters : kAsleep;
  port.sleep.store(asleep, std::memory_order_release);
  full_fence();
  // Another thread may run the shard from here on: only what is the sleeper's own may be read.
  for (ShardId from = 0; from < shard_count_; ++from) {
    if (from != self && ring(from, self).has_next(port.positions_at_sleep[from])) return false;
  }
  return true;
}

void Mesh::end_sleep(ShardId self) noexcept {
  constexpr uint32_t kSpinsBeforeYield = 200;  // the lender may need this very core
  std::atomic<uint32_t>& sleep = ports_[self]->sleep;
  uint32_t state = sleep.load(std::memory_order_relaxed);
  for (uint32_t spins = 0;; ++spins) {
    if (state == kLent || state == kLentAndWanted) {
      if (spins > kSpinsBeforeYield) ::sched_yield();
      state = sleep.load(std::memory_order_relaxed);
    } else if (sleep.compare_exchange_weak(state, kAwake, std::memory_order_acquire, std::memory_order_relaxed)) {
      return;
    }
  }
}

bool Mesh::set_at_rest(ShardId self, bool at_rest) {
  if (all_at_rest_.load(std::memory_order_acquire)) return true;
  Port& port = *ports_[self];
  if (port.at_rest == at_rest) return false;
  port.at_rest = at_rest;
  if (!at_rest) {
    at_rest_count_.fetch_sub(1, std::memory_order_acq_rel);
    return false;
  }
  if (at_rest_count_.fetch_add(1, std::memory_order_acq_rel) + 1 < shard_count_) return false;
  all_at_rest_.store(true, std::memory_order_release);
  return true;
}

}  // namespace klamm::reactor
