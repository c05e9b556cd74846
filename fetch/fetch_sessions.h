#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fetch/session_cache.h"
#include "fetch/session_id.h"
#include "fetch/session_part.h"
#include "metadata/image_ptr.h"
#include "reactor/event.h"
#include "storage/log_manager.h"

namespace klamm::fetch {

/// What sessions need to know of the other shards and of the cluster, and the chance that their ids come from.
struct SessionWorld {
  std::function<FetchSessions&(reactor::ShardId)> peer;
  std::function<storage::LogManager&(reactor::ShardId)> logs_of;
  std::function<metadata::ImagePtr()> image;  // the newest of the calling shard
  std::function<uint64_t()> random_id;
};

/// A session that a full fetch asks for.
struct NewSession {
  struct Partition {
    TopicKey topic;
    std::string_view known_name;  // by id: the name of the topic, empty when it is not there
    int32_t index = 0;
    SessionAsk asked;
    int64_t sent_high_watermark = -1;
    int64_t sent_log_start = -1;
  };
  bool uses_topic_ids = false;
  bool is_privileged = false;
  SessionClient client;
  std::vector<Partition> partitions;  // in the order of the answer
};

/// The fetch sessions of one shard: those that live here with their cache, and the parts of any session that watch this
/// shard's partitions.
///
/// A session is used on its own shard only. Its fetches hold it, so that one that was removed meanwhile ends in good
/// order; with the last hold its parts are ended by message. Marks that are under way then find nobody.
/// @core owner
class FetchSessions final : private SessionEnd {
 public:
  FetchSessions(reactor::Shard& shard, SessionWorld world, SessionCacheLimits limits);
  ~FetchSessions();
  FetchSessions(const FetchSessions&) = delete;
  FetchSessions& operator=(const FetchSessions&) = delete;

  const SessionWorld& world() const { return world_; }
  FetchSessions& peer(reactor::ShardId shard) const { return world_.peer(shard); }
  const SessionMetrics& metrics() const { return cache_.metrics(); }
  void set_limits(SessionCacheLimits limits) { cache_.set_limits(limits); }
  /// The shard that keeps a session with this id, if any does.
  std::optional<reactor::ShardId> shard_of(int32_t id) const { return ids_.shard_of(id); }

  // ---- sessions of this shard
  SessionPtr find(int32_t id) const { return cache_.find(id); }
  /// The new session's id; kNoSessionId when the cache has no room for it. Its client goes on with full fetches.
  int32_t create(const NewSession& wanted);
  void remove(int32_t id) { cache_.remove(id); }
  /// False: the session is out of the cache, since it has grown past the bound.
  bool touch(FetchSession& session) { return cache_.touch(session, now_ms()); }
  /// Whether it may take so many partitions more; false: not even with the cache for itself.
  bool may_grow(const FetchSession& session, size_t partition_count) const {
    return cache_.may_hold(session.bytes() + partition_count * kPartitionBytesMax);
  }
  void count_visits(size_t partition_count) { cache_.count_visits(partition_count); }
  /// Its last answer named these partitions and was not sent. Nothing happens when the session has ended.
  void untell(int32_t id, std::span<const uint32_t> slots);
  /// Partitions of a session have moved. Nothing happens when it has ended.
  void mark(const SessionAddress& session, std::span<const uint32_t> slots);

  // ---- parts on this shard
  /// Before these partitions are read for the session.
  void begin_visit(FetchSession& session, FetchSession::PartLink& link, std::span<PartitionFetch* const> fetches);
  reactor::Task<void> end_part(SessionPart& part);

  /// Ends all sessions of this shard, and waits for the end of the parts here. To be called on all shards at a time,
  /// when no request runs any more; then they may be destroyed.
  reactor::Task<void> stop();
  size_t part_count() const { return parts_.size(); }
  /// Memory of the parts here.
  size_t part_bytes() const;

 private:
  static constexpr size_t kPartitionBytesMax = 128;
  int64_t now_ms() const { return shard_.now_ns() / 1'000'000; }
  int32_t new_id();
  void fill(FetchSession& session, const NewSession& wanted);
  void end(std::unique_ptr<FetchSession> session) override;
  reactor::Task<void> end_parts(std::unique_ptr<FetchSession> session);

  reactor::Shard& shard_;
  SessionWorld world_;
  SessionIds ids_;
  uint64_t next_serial_ = 1;
  bool is_destroyed_ = false;
  std::unordered_map<uint64_t, FetchSession*> living_;  // by serial: the cached ones, and those that someone holds
  reactor::Event ended_;                                // set when a session or a part has
  std::unordered_map<SessionPart*, std::unique_ptr<SessionPart>> parts_;
  SessionCache cache_;
};

}  // namespace klamm::fetch
