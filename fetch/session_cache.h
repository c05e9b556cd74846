#pragma once

#include <cstdint>
#include <list>
#include <set>
#include <tuple>
#include <unordered_map>

#include "fetch/session_metrics.h"
#include "fetch/session_ptr.h"

namespace klamm::fetch {

/// Of one shard: its share of the broker's.
struct SessionCacheLimits {
  size_t slots = 0;         // max.incremental.fetch.session.cache.slots
  size_t bytes = 0;         // max.incremental.fetch.session.cache.bytes
  int64_t eviction_ms = 0;  // fetch.session.eviction.ms
};

/// What a session must show to be given room.
struct SessionRank {
  bool is_privileged = false;  // of a follower
  size_t partition_count = 0;
  size_t bytes = 0;
};

/// The sessions of one shard, bounded in number and in bytes. Where there is no room for a newcomer, these go, in this
/// order (KIP-227 as Kafka has it since KAFKA-9401, apart from the first):
///
/// 1. the least recently used of the newcomer's own client's sessions that was last used over the newcomer's
///    connection, or never continued within five seconds: a client that asks for a new session on every poll;
/// 2. the least recently used session of all, when it was idle for longer than eviction_ms;
/// 3. the lowest in rank of those that may be evicted, when the newcomer does not rank below it. Sessions of consumers
///    rank below those of followers, then smaller ones below larger ones. A follower's newcomer may evict any
///    consumer's session; otherwise only sessions that were used when older than eviction_ms may be evicted.
///
/// @core owner
class SessionCache {
 public:
  explicit SessionCache(SessionCacheLimits limits) : limits_(limits) {}
  SessionCache(const SessionCache&) = delete;
  SessionCache& operator=(const SessionCache&) = delete;

  /// The bounds have changed: they hold for what comes, goes on and grows from now on.
  void set_limits(SessionCacheLimits limits) { limits_ = limits; }
  SessionPtr find(int32_t id) const;
  /// Evicts until the newcomer has room. False: it has to go without.
  bool make_room(const SessionRank& newcomer, const SessionClient& client, int64_t now_ms);
  void insert(SessionPtr session, int64_t now_ms);
  /// Whether a session of that size could be here at all.
  bool may_hold(size_t bytes) const { return bytes <= limits_.bytes; }
  /// The session is used: by a request that has changed it already. False when it has grown past the bound in bytes and
  /// nothing else could go: it is out of the cache then.
  bool touch(FetchSession& session, int64_t now_ms);
  void remove(int32_t id);
  void clear();

  const SessionMetrics& metrics() const { return metrics_; }
  void count_visits(size_t partition_count) { metrics_.visit_count += partition_count; }

 private:
  static constexpr int64_t kFirstUseMs = 5'000;
  struct Entry {
    SessionPtr session;
    int64_t created_ms = 0;
    int64_t last_used_ms = 0;
    size_t partition_count = 0;  // as of the last use
    size_t bytes = 0;
    bool is_continued = false;  // used after the request that made it
  };
  using Entries = std::list<Entry>;                // the least recently used first
  using Rank = std::tuple<bool, size_t, int32_t>;  // privileged, partitions, id

  static Rank rank_of(const Entry& entry) {
    return {entry.session->is_privileged(), entry.partition_count, entry.session->id()};
  }
  bool is_over(const SessionRank& newcomer) const;
  bool evict_own(const SessionClient& client, int64_t now_ms);
  bool evict_stale(int64_t now_ms);
  bool evict_lower(const Rank& rank, bool is_privileged);
  void evict(Entries::iterator entry);
  void erase(Entries::iterator entry);
  void account(Entry& entry, int64_t now_ms);

  SessionCacheLimits limits_;
  Entries entries_;
  std::unordered_map<int32_t, Entries::iterator> by_id_;
  std::set<Rank> evictable_by_all_;
  std::set<Rank> evictable_by_privileged_;
  SessionMetrics metrics_;
};

}  // namespace klamm::fetch
