#include "fetch/session_fetch.h"

#include <algorithm>

#include "fetch/long_poll.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::fetch {

using protocol::ErrorCode;
using Flag = SessionPartition::Flag;

namespace {

// Whether a visit can have left something that no mark will tell of: data at the fetch offset, or an offset past the
// high watermark, which truncation moves in silence.
bool must_be_visited_again(const PartitionFetch& fetch, storage::ReadEnd end) {
  if (fetch.failed() || fetch.diverging || fetch.size_bytes() > 0) return true;
  const storage::Offset bound =
      end == storage::ReadEnd::kLastStableOffset ? fetch.ends.last_stable : fetch.ends.high_watermark;
  return fetch.fetch_offset < bound || fetch.fetch_offset > fetch.ends.high_watermark;
}

}  // namespace

void SessionFetch::interrupt() {
  interrupted_ = true;
  waiter_.event.set();
}

reactor::Task<SessionAnswer> SessionFetch::run() {
  session_ = sessions_.find(request_.session_id);
  if (session_ != nullptr) {
    co_await session_->lock();
    answer_.error = refusal();
    if (answer_.error == ErrorCode::kNone && !sessions_.may_grow(*session_, request_.changed.size())) {
      sessions_.remove(session_->id());
      answer_.error = ErrorCode::kFetchSessionIdNotFound;
    }
    if (answer_.error == ErrorCode::kNone) apply();
    const bool has_session = answer_.error == ErrorCode::kNone && !answer_.is_sessionless;
    if (has_session && request_.may_read) co_await read();
    session_->unlock();
    session_.reset();  // here, on its own shard
  } else {
    answer_.error = ErrorCode::kFetchSessionIdNotFound;
  }
  co_return std::move(answer_);
}

// Locked before and after.
reactor::Task<void> SessionFetch::read() {
  const int64_t deadline_ns = long_poll_deadline_ns(reactor::Shard::current().now_ns(), request_.patience.max_wait_ms);
  session_->add(waiter_);
  if (!may_wait()) co_await gather_marks();
  co_await visit();
  if (!must_answer()) {
    note_leftovers();
    session_->unlock();
    co_await sleep(deadline_ns);
    co_await session_->lock();
    visited_.clear();
    reads_.clear();
    if (!interrupted_ && !has_moved_on()) co_await visit();
  }
  session_->remove(waiter_);
  finish();
}

// ---- the request

ErrorCode SessionFetch::refusal() const {
  if (session_->is_removed) return ErrorCode::kFetchSessionIdNotFound;  // while it waited for the lock
  if (session_->epoch != request_.epoch) return ErrorCode::kInvalidFetchSessionEpoch;
  if (session_->uses_topic_ids() != request_.uses_topic_ids) return ErrorCode::kFetchSessionTopicIdError;
  return ErrorCode::kNone;
}

void SessionFetch::apply() {
  const metadata::ImagePtr image = sessions_.world().image();
  for (const SessionRequestPartition& each : request_.changed) session_->put(each.topic, each.index, each.asked);
  for (const SessionRequestPartition& each : request_.forgotten) session_->forget(each.topic, each.index);
  if (session_->partition_count() == 0) {
    sessions_.remove(session_->id());
    answer_.is_sessionless = true;
    return;
  }
  session_->used_over(request_.connection_id);
  // One that has grown past the bound is closed by this answer, which names no session.
  answer_.session_id = sessions_.touch(*session_) ? session_->id() : kNoSessionId;
  session_->epoch = next_session_epoch(session_->epoch);
  // Marks tell of moves; what is there for a reader of another kind they do not.
  if (request_.isolation_level != session_->isolation_level) session_->mark_all();
  session_->isolation_level = request_.isolation_level;
}

// ---- visits

// A fetch that may wait is woken by a mark that is still under way. One that may not asks for it, so that it sees what
// was appended before it came, as in Kafka.
reactor::Task<void> SessionFetch::gather_marks() {
  for (const FetchSession::PartLink& link : session_->part_links()) {
    if (link.part == nullptr || link.shard == session_->address().shard) continue;
    const std::vector<uint32_t> moved =
        co_await reactor::on_shard(link.shard, [part = link.part] { return part->take_untold(); });
    for (const uint32_t slot : moved) session_->mark(slot);
  }
}

reactor::Task<void> SessionFetch::visit() {
  waiter_.fresh.clear();
  waiter_.event.reset();
  const std::vector<uint32_t> dirty = session_->begin_visit();
  sessions_.count_visits(dirty.size());
  visited_.reserve(dirty.size());
  reads_.reserve(dirty.size());
  {
    const metadata::ImagePtr image = sessions_.world().image();
    for (const uint32_t slot : dirty) resolve(slot, *image);
  }
  co_await give_back_marks();
  if (reads_.empty()) co_return;
  for (const PartitionFetch& fetch : reads_) session_->part_link(fetch.owner_shard);
  const FetchOperation::BeforeRead begin = [this](reactor::ShardId shard, std::span<PartitionFetch* const> fetches) {
    sessions_.peer(shard).begin_visit(*session_, session_->part_link(shard), fetches);
  };
  FetchOperation reader(sessions_.world().logs_of, reads_, request_.limits);
  co_await reader.read(&begin);
  for (const PartitionFetch& fetch : reads_) {
    session_->partition(fetch.session_slot).mark = fetch.session_mark;
    session_->partition(fetch.session_slot).mark_shard = static_cast<uint16_t>(fetch.owner_shard);
  }
}

void SessionFetch::resolve(uint32_t slot, const metadata::MetadataImage& image) {
  SessionPartition& partition = session_->partition(slot);
  Visited visited{.slot = slot};
  PartitionFetch fetch;
  if (place(partition, image, visited, fetch)) {
    visited.read = reads_.size();
    reads_.push_back(std::move(fetch));
  }
  visited_.push_back(visited);
}

// Where the partition is now. As in Kafka a partition named by id is known by the name that its topic had when it was
// seen first: gone is "unknown partition" then, and another topic of that name an "inconsistent id".
bool SessionFetch::place(SessionPartition& partition, const metadata::MetadataImage& image, Visited& visited,
                         PartitionFetch& fetch) {
  const SessionTopics::Topic& asked = session_->topics()[partition.topic];
  const bool by_id = session_->uses_topic_ids();
  const metadata::TopicImage* topic = by_id ? image.topic(asked.id) : image.topic(asked.name);
  if (by_id && !partition.has(Flag::kNameKnown)) {
    if (topic == nullptr) {
      visited.error = ErrorCode::kUnknownTopicId;
      visited.is_unknown = true;
      return false;
    }
    session_->know_name(partition, topic->name);
  }
  const bool is_another = by_id && topic == nullptr;
  if (is_another) topic = image.topic(asked.name);
  const reactor::ShardId owner = topic == nullptr ? metadata::kNoShard : topic->owner_shard(partition.index);
  visited.is_unknown = owner == metadata::kNoShard;
  if (visited.is_unknown || is_another) {
    visited.error = visited.is_unknown ? ErrorCode::kUnknownTopicOrPartition : ErrorCode::kInconsistentTopicId;
    return false;
  }
  if (partition.mark != kNoMark && partition.mark_shard != owner) session_->drop_mark(partition);
  fetch.topic_id = topic->id;
  fetch.index = partition.index;
  fetch.owner_shard = owner;
  fetch.fetch_offset = storage::Offset(partition.fetch_offset);
  const SessionTerms& terms = session_->terms_of(partition);
  fetch.max_bytes = terms.max_bytes;
  fetch.current_leader_epoch = storage::LeaderEpoch(terms.current_leader_epoch);
  fetch.last_fetched_epoch = storage::LeaderEpoch(terms.last_fetched_epoch);
  fetch.session_slot = visited.slot;
  fetch.session_mark = partition.mark;
  return true;
}

// Marks of forgotten partitions on shards where nothing is read now; the others go with the read.
reactor::Task<void> SessionFetch::give_back_marks() {
  for (FetchSession::PartLink& link : session_->part_links()) {
    if (link.drops.empty() || link.part == nullptr) continue;
    if (std::ranges::any_of(reads_, [&](const PartitionFetch& fetch) { return fetch.owner_shard == link.shard; })) {
      continue;
    }
    co_await reactor::on_shard(link.shard,
                               [this, &link] { sessions_.peer(link.shard).begin_visit(*session_, link, {}); });
  }
}

bool SessionFetch::must_answer() const {
  if (!may_wait()) return true;
  uint64_t bytes = 0;
  size_t unknown_count = 0;
  for (const Visited& each : visited_) {
    if (each.error == ErrorCode::kNone) {
      const PartitionFetch& fetch = reads_[each.read];
      if (fetch.failed() || fetch.diverging) return true;
      bytes += fetch.size_bytes();
    } else if (each.is_unknown) {
      ++unknown_count;
    } else {
      return true;
    }
  }
  // Unknown partitions end no wait, but alone they have nothing to wait for.
  return bytes >= static_cast<uint64_t>(request_.patience.min_bytes) || unknown_count == session_->partition_count();
}

// ---- the wait

// A sleeping fetch leases nothing, and has no more than the numbers of the partitions that have too little.
void SessionFetch::note_leftovers() {
  for (const PartitionFetch& fetch : reads_) {
    if (must_be_visited_again(fetch, request_.limits.end)) waiter_.fresh.push_back(fetch.session_slot);
  }
  visited_ = std::vector<Visited>();
  reads_ = std::vector<PartitionFetch>();
}

reactor::Task<void> SessionFetch::sleep(int64_t deadline_ns) {
  while (!interrupted_ && !session_->is_removed) {
    if (!waiter_.fresh.empty() && reactor::Shard::current().now_ns() < deadline_ns) {
      co_await session_->lock();
      bool ends_wait = has_moved_on();
      if (!ends_wait) ends_wait = co_await look_at_marked();
      session_->unlock();
      if (ends_wait) co_return;
      continue;
    }
    if (!co_await waiter_.event.wait_until(deadline_ns)) co_return;
    waiter_.event.reset();
  }
}

std::vector<SessionFetch::Probe> SessionFetch::probes_of_marked(bool& ends_wait) {
  const metadata::ImagePtr image = sessions_.world().image();
  std::vector<Probe> probes;
  std::vector<uint32_t> fresh = std::exchange(waiter_.fresh, {});
  std::ranges::sort(fresh);
  const auto repeated = std::ranges::unique(fresh);
  fresh.erase(repeated.begin(), repeated.end());
  for (const uint32_t slot : fresh) {
    SessionPartition& partition = session_->partition(slot);
    if (!partition.has(Flag::kUsed)) continue;
    Visited visited{.slot = slot};
    Probe probe;
    const bool is_there = place(partition, *image, visited, probe.fetch);
    ends_wait = ends_wait || !is_there;
    if (is_there) probes.push_back(std::move(probe));
  }
  return probes;
}

// True: the wait is over.
reactor::Task<bool> SessionFetch::look_at_marked() {
  bool ends_wait = false;
  std::vector<Probe> probes = probes_of_marked(ends_wait);
  sessions_.count_visits(probes.size());
  std::ranges::sort(probes, {}, [](const Probe& probe) { return probe.fetch.owner_shard; });
  for (const Probe& probe : probes) session_->part_link(probe.fetch.owner_shard);
  for (size_t from = 0; from < probes.size() && !ends_wait;) {
    const reactor::ShardId shard = probes[from].fetch.owner_shard;
    size_t to = from;
    while (to < probes.size() && probes[to].fetch.owner_shard == shard) ++to;
    const std::span<Probe> there(&probes[from], to - from);
    co_await reactor::on_shard(shard, [this, shard, there] {
      std::vector<PartitionFetch*> fetches;
      for (Probe& probe : there) fetches.push_back(&probe.fetch);
      sessions_.peer(shard).begin_visit(*session_, session_->part_link(shard), fetches);
      const storage::LogManager& logs = sessions_.world().logs_of(shard);
      for (Probe& probe : there) {
        const ReadableNow now = readable_now(logs, probe.fetch, request_.limits.end);
        probe.bytes = now.bytes;
        probe.ends_wait = now.ends_wait;
      }
    });
    from = to;
  }
  co_return ends_wait || count(probes);
}

bool SessionFetch::count(const std::vector<Probe>& probes) {
  bool ends_wait = false;
  for (const Probe& probe : probes) {
    SessionPartition& partition = session_->partition(probe.fetch.session_slot);
    partition.mark = probe.fetch.session_mark;
    partition.mark_shard = static_cast<uint16_t>(probe.fetch.owner_shard);
    ends_wait = ends_wait || probe.ends_wait;
    const auto seen = bytes_seen_.find(probe.fetch.session_slot);
    if (seen != bytes_seen_.end()) {
      bytes_sum_ += probe.bytes - seen->second;
      seen->second = probe.bytes;
    } else if (probe.bytes > 0) {
      bytes_sum_ += probe.bytes;
      bytes_seen_.emplace(probe.fetch.session_slot, probe.bytes);
    }
  }
  return ends_wait || bytes_sum_ >= static_cast<uint64_t>(request_.patience.min_bytes);
}

// ---- the answer

void SessionFetch::finish() {
  if (has_moved_on()) {
    answer_.error = ErrorCode::kInvalidFetchSessionEpoch;
    answer_.session_id = session_->id();
    return;
  }
  const metadata::ImagePtr image = sessions_.world().image();
  const auto rank = [](const Visited& visited) {
    if (!visited.is_unknown) return 0;
    return visited.error == ErrorCode::kUnknownTopicId ? 1 : 2;
  };
  for (int which = 0; which < 3; ++which) {
    for (const Visited& visited : visited_) {
      if (rank(visited) == which) finish(visited, *image);
    }
  }
}

// The rule of KIP-227: a partition is in the answer when it has records, an error or a diverging epoch, or when its
// high watermark or log start offset is not what was last sent.
void SessionFetch::finish(const Visited& visited, const metadata::MetadataImage& image) {
  PartitionFetch fetch;
  fetch.index = session_->partition(visited.slot).index;
  fetch.error = visited.error;
  if (visited.error == ErrorCode::kNone) fetch = std::move(reads_[visited.read]);
  if (fetch.error == ErrorCode::kNotLeaderOrFollower) {
    const metadata::TopicImage* topic = image.topic(fetch.topic_id);
    const bool is_gone = topic == nullptr || topic->partition(fetch.index) == nullptr;
    if (is_gone) fetch.error = ErrorCode::kUnknownTopicOrPartition;
  }
  SessionPartition& partition = session_->partition(visited.slot);
  const int64_t high_watermark = fetch.failed() ? -1 : fetch.ends.high_watermark.value;
  const int64_t log_start = fetch.failed() ? -1 : fetch.ends.log_start.value;
  const bool has_data = fetch.size_bytes() > 0;
  const bool is_told = has_data || fetch.failed() || fetch.diverging.has_value() ||
                       partition.sent_high_watermark != high_watermark || partition.sent_log_start != log_start;
  partition.sent_high_watermark = high_watermark;
  partition.sent_log_start = log_start;
  session_->end_visit(visited.slot, must_be_visited_again(fetch, request_.limits.end));
  if (!is_told) return;
  if (has_data) session_->move_to_back(visited.slot);
  add_row(partition, std::move(fetch), visited.is_unknown);
}

// Rows of one topic that follow each other name it once.
void SessionFetch::add_row(const SessionPartition& partition, PartitionFetch fetch, bool is_unknown) {
  const SessionTopics::Topic& topic = session_->topics()[partition.topic];
  const bool by_id = session_->uses_topic_ids();
  const bool is_last = !answer_.topics.empty() && answer_.topics.back().id == topic.id &&
                       (by_id || answer_.topics.back().name == topic.name);
  if (!is_last) answer_.topics.push_back({by_id ? std::string() : topic.name, topic.id});
  answer_.rows.push_back({std::move(fetch), static_cast<uint32_t>(answer_.topics.size() - 1), is_unknown});
}

}  // namespace klamm::fetch
