#include "fetch/fetch_sessions.h"

#include "reactor/on_shard.h"

namespace klamm::fetch {

FetchSessions::FetchSessions(reactor::Shard& shard, SessionWorld world, SessionCacheLimits limits)
    : shard_(shard), world_(std::move(world)), ids_(shard.shard_count()), cache_(limits) {}

FetchSessions::~FetchSessions() {
  is_destroyed_ = true;
  cache_.clear();
}

int32_t FetchSessions::new_id() {
  int32_t id = kNoSessionId;
  while (id == kNoSessionId || cache_.find(id) != nullptr) id = ids_.make(shard_.id(), world_.random_id());
  return id;
}

int32_t FetchSessions::create(const NewSession& wanted) {
  const SessionAddress address{shard_.id(), new_id(), next_serial_++};
  auto made = std::make_unique<FetchSession>(address, wanted.uses_topic_ids, wanted.is_privileged, wanted.client,
                                             shard_.io().random());
  fill(*made, wanted);
  const SessionRank rank{wanted.is_privileged, made->partition_count(), made->bytes()};
  if (!cache_.make_room(rank, wanted.client, now_ms())) return kNoSessionId;
  living_.emplace(address.serial, made.get());
  cache_.insert(SessionPtr(std::move(made), this), now_ms());
  return address.id;
}

// All partitions are dirty: the first incremental fetch looks at each, and links its mark before it reads.
void FetchSessions::fill(FetchSession& session, const NewSession& wanted) {
  session.reserve(wanted.partitions.size());
  for (const NewSession::Partition& each : wanted.partitions) {
    SessionPartition& made = session.partition(session.put(each.topic, each.index, each.asked));
    made.sent_high_watermark = each.sent_high_watermark;
    made.sent_log_start = each.sent_log_start;
    if (!each.known_name.empty()) session.know_name(made, each.known_name);
  }
}

void FetchSessions::mark(const SessionAddress& address, std::span<const uint32_t> slots) {
  const auto session = living_.find(address.serial);
  if (session == living_.end()) return;
  for (const uint32_t slot : slots) session->second->mark(slot);
}

void FetchSessions::untell(int32_t id, std::span<const uint32_t> slots) {
  const SessionPtr session = find(id);
  if (session == nullptr) return;
  for (const uint32_t slot : slots) session->untell(slot);
}

// ---- ends

void FetchSessions::end(std::unique_ptr<FetchSession> session) {
  if (!is_destroyed_) shard_.spawn(end_parts(std::move(session)));
}

// A part on this shard refers to the session until it has ended.
reactor::Task<void> FetchSessions::end_parts(std::unique_ptr<FetchSession> session) {
  for (FetchSession::PartLink& link : session->part_links()) {
    if (link.part == nullptr) continue;
    co_await reactor::on_shard(link.shard,
                               [&there = peer(link.shard), part = link.part] { return there.end_part(*part); });
  }
  living_.erase(session->address().serial);
  ended_.set();
}

reactor::Task<void> FetchSessions::end_part(SessionPart& part) {
  co_await part.end();
  parts_.erase(&part);
  ended_.set();
}

reactor::Task<void> FetchSessions::stop() {
  cache_.clear();
  while (!living_.empty() || !parts_.empty()) {
    ended_.reset();
    co_await ended_.wait();
  }
}

// ---- parts

void FetchSessions::begin_visit(FetchSession& session, FetchSession::PartLink& link,
                                std::span<PartitionFetch* const> fetches) {
  if (link.part == nullptr) {
    const bool is_local = session.address().shard == shard_.id();
    auto part =
        std::make_unique<SessionPart>(peer(session.address().shard), session.address(), is_local ? &session : nullptr);
    link.part = part.get();
    parts_.emplace(link.part, std::move(part));
  }
  for (const uint32_t mark : link.drops) link.part->drop(mark);
  link.drops = {};
  const storage::LogManager& logs = world_.logs_of(shard_.id());
  for (PartitionFetch* fetch : fetches) link.part->begin_visit(logs, *fetch);
}

size_t FetchSessions::part_bytes() const {
  size_t sum = 0;
  for (const auto& [part, owned] : parts_) sum += part->bytes();
  return sum;
}

}  // namespace klamm::fetch
