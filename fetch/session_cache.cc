#include "fetch/session_cache.h"

#include <algorithm>

namespace klamm::fetch {

SessionPtr SessionCache::find(int32_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? SessionPtr() : found->second->session;
}

bool SessionCache::is_over(const SessionRank& newcomer) const {
  return entries_.size() >= limits_.slots || metrics_.bytes + newcomer.bytes > limits_.bytes;
}

bool SessionCache::make_room(const SessionRank& newcomer, const SessionClient& client, int64_t now_ms) {
  if (newcomer.bytes > limits_.bytes) return false;
  const Rank rank{newcomer.is_privileged, newcomer.partition_count, 0};
  while (is_over(newcomer)) {
    if (evict_own(client, now_ms) || evict_stale(now_ms) || evict_lower(rank, newcomer.is_privileged)) continue;
    return false;
  }
  return true;
}

bool SessionCache::evict_own(const SessionClient& client, int64_t now_ms) {
  const auto is_own = [&](const Entry& entry) {
    const SessionClient& maker = entry.session->client();
    if (maker.client_id != client.client_id || maker.host != client.host) return false;
    return maker.connection_id == client.connection_id ||
           (!entry.is_continued && now_ms - entry.created_ms > kFirstUseMs);
  };
  const auto own = std::ranges::find_if(entries_, is_own);
  if (own == entries_.end()) return false;
  evict(own);
  return true;
}

bool SessionCache::evict_stale(int64_t now_ms) {
  if (entries_.empty() || now_ms - entries_.front().last_used_ms <= limits_.eviction_ms) return false;
  evict(entries_.begin());
  return true;
}

bool SessionCache::evict_lower(const Rank& rank, bool is_privileged) {
  const std::set<Rank>& evictable = is_privileged ? evictable_by_privileged_ : evictable_by_all_;
  if (evictable.empty() || rank < *evictable.begin()) return false;
  evict(by_id_.at(std::get<2>(*evictable.begin())));
  return true;
}

void SessionCache::insert(SessionPtr session, int64_t now_ms) {
  const int32_t id = session->id();
  entries_.push_back({.session = std::move(session), .created_ms = now_ms});
  by_id_.emplace(id, std::prev(entries_.end()));
  ++metrics_.session_count;
  account(entries_.back(), now_ms);
}

bool SessionCache::touch(FetchSession& session, int64_t now_ms) {
  const auto found = by_id_.find(session.id());
  if (found == by_id_.end()) return true;
  const Entries::iterator entry = found->second;
  entry->is_continued = true;
  entries_.splice(entries_.end(), entries_, entry);
  account(*entry, now_ms);
  while (metrics_.bytes > limits_.bytes) {
    const bool is_last = entries_.size() == 1;
    if (!is_last && (evict_stale(now_ms) || evict_lower(rank_of(*entry), session.is_privileged()))) {
      if (session.is_removed) return false;
      continue;
    }
    evict(entry);
    return false;
  }
  return true;
}

// The ranks change only with a use, as in Kafka.
void SessionCache::account(Entry& entry, int64_t now_ms) {
  evictable_by_all_.erase(rank_of(entry));
  evictable_by_privileged_.erase(rank_of(entry));
  metrics_.partition_count += entry.session->partition_count() - entry.partition_count;
  entry.partition_count = entry.session->partition_count();
  const size_t bytes = entry.session->bytes();
  metrics_.bytes += bytes - entry.bytes;
  entry.bytes = bytes;
  entry.last_used_ms = now_ms;
  const bool is_old = now_ms - entry.created_ms > limits_.eviction_ms;
  if (is_old) evictable_by_all_.insert(rank_of(entry));
  if (is_old || !entry.session->is_privileged()) evictable_by_privileged_.insert(rank_of(entry));
}

void SessionCache::evict(Entries::iterator entry) {
  ++metrics_.eviction_count;
  auto& by_client = metrics_.evictions_by_client_id;
  const std::string& client_id = entry->session->client().client_id;
  const bool is_known = by_client.contains(client_id) || by_client.size() < SessionMetrics::kClientIdsMax;
  ++by_client[is_known ? client_id : std::string()];
  erase(entry);
}

void SessionCache::erase(Entries::iterator entry) {
  evictable_by_all_.erase(rank_of(*entry));
  evictable_by_privileged_.erase(rank_of(*entry));
  --metrics_.session_count;
  metrics_.partition_count -= entry->partition_count;
  metrics_.bytes -= entry->bytes;
  by_id_.erase(entry->session->id());
  entry->session->end_waits();
  const SessionPtr last = std::move(entry->session);  // its end may ask the cache
  entries_.erase(entry);
}

void SessionCache::remove(int32_t id) {
  const auto found = by_id_.find(id);
  if (found != by_id_.end()) erase(found->second);
}

void SessionCache::clear() {
  while (!entries_.empty()) erase(entries_.begin());
}

}  // namespace klamm::fetch
