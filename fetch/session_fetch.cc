#include "fetch/session_fetch.h"

#include <algorithm>

#include "fetch/long_poll.h"
#include "reactor/on_shard.h"
#include "reactor/when_all.h"

namespace klamm::fetch {

using protocol::ErrorCode;
using Flag = SessionPartition::Flag;

namespace {

// Lets a task sleep on a session.
struct EventSleeper final : SessionSleeper {
  void wake() noexcept override { woken.set(); }
  reactor::Event woken;
};

}  // namespace

reactor::Task<SessionAnswer> SessionFetch::run(const SessionChange& change) {
  EventSleeper sleeper;
  std::optional<SessionAnswer> answer = co_await begin(change);
  while (!answer) {
    sleeper.woken.reset();
    if (sleep(sleeper)) {
      co_await sleeper.woken.wait_until(deadline_ns_);
      waiter_.end_sleep();
    }
    answer = co_await look();
  }
  co_return std::move(*answer);
}

reactor::Task<std::optional<SessionAnswer>> SessionFetch::begin(const SessionChange& change) {
  SessionAnswer answer;
  session_ = sessions_.find(request_.session_id);
  if (session_ == nullptr) {
    answer.error = ErrorCode::kFetchSessionIdNotFound;
    co_return answer;
  }
  co_await session_->lock();
  answer.error = refusal();
  if (answer.error == ErrorCode::kNone && !sessions_.may_grow(*session_, change.changed.size())) {
    sessions_.remove(session_->id());
    answer.error = ErrorCode::kFetchSessionIdNotFound;
  }
  if (answer.error == ErrorCode::kNone) apply(change, answer);
  const bool has_session = answer.error == ErrorCode::kNone && !answer.is_sessionless;
  bool is_answered = true;
  if (has_session && request_.may_read) is_answered = co_await read_first(answer);
  session_->unlock();
  if (!is_answered) co_return std::nullopt;
  session_.reset();  // here, on its own shard
  co_return std::move(answer);
}

// False: it is to sleep.
reactor::Task<bool> SessionFetch::read_first(SessionAnswer& answer) {
  deadline_ns_ = long_poll_deadline_ns(reactor::Shard::current().now_ns(), request_.patience.max_wait_ms);
  session_->add(waiter_);
  if (!may_wait()) co_await gather_marks();
  std::vector<uint32_t> none;
  co_return co_await read_unless_too_little(std::move(none), answer);
}

// False: there is too little, and it may wait for more. `told`: the partitions of which a mark has told the wait.
reactor::Task<bool> SessionFetch::read_unless_too_little(std::vector<uint32_t> told, SessionAnswer& answer) {
  SessionVisit visit(sessions_, *session_, request_.limits);
  waiter_.clear();
  co_await visit.run();
  std::ranges::sort(told);
  if (may_wait() && !visit.must_answer(request_.patience.min_bytes, told)) {
    // A sleeping fetch leases nothing, and has no more than the numbers of the partitions that have too little.
    if (!any_bytes_do()) waiter_.add(visit.leftovers());
    co_return false;
  }
  end(visit, answer);
  co_return true;
}

reactor::Task<std::optional<SessionAnswer>> SessionFetch::look() {
  waiter_.end_sleep();
  if (has_time() && !waiter_.has_marked()) co_return std::nullopt;
  SessionAnswer answer;
  answer.session_id = session_id_;
  co_await session_->lock();
  bool is_answered = false;
  if (any_bytes_do() && has_time() && !has_moved_on()) {
    is_answered = co_await read_unless_too_little(waiter_.take(), answer);
  } else {
    is_answered = co_await is_wait_over();
    if (is_answered) co_await read_last(answer);
  }
  session_->unlock();
  if (!is_answered) co_return std::nullopt;
  session_.reset();
  co_return std::move(answer);
}

reactor::Task<void> SessionFetch::read_last(SessionAnswer& answer) {
  SessionVisit visit(sessions_, *session_, request_.limits);
  waiter_.clear();
  if (!interrupted_ && !has_moved_on()) co_await visit.run();
  end(visit, answer);
}

void SessionFetch::end(SessionVisit& visit, SessionAnswer& answer) {
  session_->remove(waiter_);
  if (has_moved_on()) {
    answer.error = ErrorCode::kInvalidFetchSessionEpoch;
    answer.session_id = session_->id();
    return;
  }
  visit.finish(answer);
}

// ---- the request

ErrorCode SessionFetch::refusal() const {
  if (session_->is_removed) return ErrorCode::kFetchSessionIdNotFound;  // while it waited for the lock
  if (session_->epoch != request_.epoch) return ErrorCode::kInvalidFetchSessionEpoch;
  if (session_->uses_topic_ids() != request_.uses_topic_ids) return ErrorCode::kFetchSessionTopicIdError;
  return ErrorCode::kNone;
}

void SessionFetch::apply(const SessionChange& change, SessionAnswer& answer) {
  const metadata::ImagePtr image = sessions_.world().image();
  for (const SessionRequestPartition& each : change.changed) session_->put(each.topic, each.index, each.asked);
  for (const SessionRequestPartition& each : change.forgotten) session_->forget(each.topic, each.index);
  if (session_->partition_count() == 0) {
    sessions_.remove(session_->id());
    answer.is_sessionless = true;
    return;
  }
  session_->used_over(change.connection_id);
  // One that has grown past the bound is closed by this answer, which names no session.
  answer.session_id = session_id_ = sessions_.touch(*session_) ? session_->id() : kNoSessionId;
  session_->epoch = next_session_epoch(session_->epoch);
  // Marks tell of moves; what is there for a reader of another kind they do not.
  if (request_.isolation_level != session_->isolation_level) session_->mark_all();
  session_->isolation_level = request_.isolation_level;
}

// A fetch that may wait is woken by a mark that is still under way. One that may not asks for it, so that it sees what
// was appended before it came, as in Kafka.
reactor::Task<void> SessionFetch::gather_marks() {
  std::vector<reactor::Task<std::vector<uint32_t>>> asked;
  for (const FetchSession::PartLink& link : session_->part_links()) {
    if (link.part == nullptr || link.shard == session_->address().shard) continue;
    asked.push_back(
        reactor::on_shard(link.shard, [part = link.part] { return part->take_untold(); }, request_.limits.crossing));
  }
  const std::vector<std::vector<uint32_t>> moved = co_await reactor::when_all(std::move(asked));
  for (const std::vector<uint32_t>& slots : moved) {
    for (const uint32_t slot : slots) session_->mark(slot);
  }
}

// ---- the wait

// Sums up what was marked, so that a mark costs no read of everything that has too little.
reactor::Task<bool> SessionFetch::is_wait_over() {
  if (!has_time() || has_moved_on()) co_return true;
  co_return co_await look_at_marked();
}

std::vector<SessionFetch::Probe> SessionFetch::probes_of_marked(bool& ends_wait) {
  const metadata::ImagePtr image = sessions_.world().image();
  std::vector<Probe> probes;
  std::vector<uint32_t> fresh = waiter_.take();
  std::ranges::sort(fresh);
  const auto repeated = std::ranges::unique(fresh);
  fresh.erase(repeated.begin(), repeated.end());
  for (const uint32_t slot : fresh) {
    if (!session_->partition(slot).has(Flag::kUsed)) continue;
    Probe probe;
    const bool is_there = place(*session_, slot, *image, probe.fetch).is_there();
    ends_wait = ends_wait || !is_there;
    if (is_there) probes.push_back(std::move(probe));
  }
  return probes;
}

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
    co_await reactor::on_shard(
        shard,
        [this, shard, there] {
          std::vector<PartitionFetch*> fetches;
          for (Probe& probe : there) fetches.push_back(&probe.fetch);
          sessions_.peer(shard).begin_visit(*session_, session_->part_link(shard), fetches);
          const storage::LogManager& logs = sessions_.world().logs_of(shard);
          for (Probe& probe : there) probe.now = readable_now(logs, probe.fetch, request_.limits.end);
        },
        request_.limits.crossing);
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
    ends_wait = ends_wait || probe.now.ends_wait;
    note_bytes(probe.fetch.session_slot, probe.now.bytes);
  }
  return ends_wait || bytes_sum_ >= static_cast<uint64_t>(request_.patience.min_bytes);
}

void SessionFetch::note_bytes(uint32_t slot, uint64_t bytes) {
  if (bytes_seen_ == nullptr) {
    if (bytes == 0) return;
    bytes_seen_ = std::make_unique<std::unordered_map<uint32_t, uint64_t>>();
  }
  uint64_t& seen = (*bytes_seen_)[slot];
  bytes_sum_ += bytes - seen;
  seen = bytes;
}

}  // namespace klamm::fetch
