#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fetch/fetch_sessions.h"
#include "fetch/session_request.h"
#include "fetch/session_visit.h"

namespace klamm::fetch {

/// Runs an incremental fetch on its session: applies what the request changes, visits the dirty partitions, and when
/// less than min_bytes is there and nothing else is to be said, sleeps until marks bring it. Only what was marked is
/// looked at again; before the answer all that is dirty is read once more.
///
/// It sleeps without a task, so that thousands of waiting fetches cost little more than this object:
///
///   auto answer = co_await fetch.begin(change);
///   while (!answer) {
///     // until fetch.deadline_ns(), or until the sleeper that was given to fetch.sleep() is told
///     answer = co_await fetch.look();
///   }
///
/// run() does all of it in one task. An answer comes once; until then the fetch must not be destroyed after begin().
/// @core owner: the shard of the session
class SessionFetch {
 public:
  SessionFetch(FetchSessions& sessions, const SessionRequest& request) : sessions_(sessions), request_(request) {}
  SessionFetch(const SessionFetch&) = delete;
  SessionFetch& operator=(const SessionFetch&) = delete;

  reactor::Task<SessionAnswer> run(const SessionChange& change);

  /// Nothing: it is to sleep.
  reactor::Task<std::optional<SessionAnswer>> begin(const SessionChange& change);
  /// `sleeper` is told, once, from inside whatever wakes it. False: there is something to look at already.
  bool sleep(SessionSleeper& sleeper) { return waiter_.sleep(sleeper); }
  /// It was woken, or the time is over. Nothing: it is to sleep on.
  reactor::Task<std::optional<SessionAnswer>> look();
  int64_t deadline_ns() const { return deadline_ns_; }

  /// Ends a wait under way: the client has gone, or the broker stops.
  void interrupt() {
    interrupted_ = true;
    waiter_.wake();
  }

  const SessionRequest& request() const { return request_; }

 private:
  // A marked partition while the fetch sleeps.
  struct Probe {
    PartitionFetch fetch;
    ReadableNow now;
  };

  protocol::ErrorCode refusal() const;
  void apply(const SessionChange& change, SessionAnswer& answer);
  reactor::Task<bool> read_first(SessionAnswer& answer);
  reactor::Task<bool> read_unless_too_little(std::vector<uint32_t> told, SessionAnswer& answer);
  reactor::Task<void> read_last(SessionAnswer& answer);
  void end(SessionVisit& visit, SessionAnswer& answer);
  reactor::Task<bool> is_wait_over();
  reactor::Task<void> gather_marks();
  bool has_time() const {
    return !interrupted_ && !session_->is_removed && reactor::Shard::current().now_ns() < deadline_ns_;
  }
  // What was marked has enough, or nothing.
  bool any_bytes_do() const { return request_.patience.min_bytes <= 1; }
  bool may_wait() const {
    return request_.patience.max_wait_ms > 0 && request_.patience.min_bytes > 0 && !interrupted_ &&
           !session_->is_removed;
  }
  reactor::Task<bool> look_at_marked();
  std::vector<Probe> probes_of_marked(bool& ends_wait);
  bool count(const std::vector<Probe>& probes);
  void note_bytes(uint32_t slot, uint64_t bytes);
  bool has_moved_on() const { return session_->epoch != next_session_epoch(request_.epoch); }

  FetchSessions& sessions_;
  const SessionRequest request_;
  SessionPtr session_;
  SessionWaiter waiter_;
  // By slot, while it sleeps: of the partitions that have something, but too little.
  std::unique_ptr<std::unordered_map<uint32_t, uint64_t>> bytes_seen_;
  uint64_t bytes_sum_ = 0;
  int64_t deadline_ns_ = 0;
  int32_t session_id_ = kNoSessionId;  // to be answered
  bool interrupted_ = false;
};

}  // namespace klamm::fetch
