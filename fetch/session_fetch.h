#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fetch/fetch_operation.h"
#include "fetch/fetch_sessions.h"

namespace klamm::fetch {

/// A partition that a request names, to follow or to forget.
struct SessionRequestPartition {
  TopicKey topic;
  int32_t index = 0;
  SessionAsk asked;
};

/// An incremental fetch (KIP-227). What it views lives until the fetch has ended.
struct SessionRequest {
  int32_t session_id = 0;
  int32_t epoch = 0;
  bool uses_topic_ids = false;
  uint64_t connection_id = 0;
  std::span<const SessionRequestPartition> changed;
  std::span<const SessionRequestPartition> forgotten;
  int8_t isolation_level = 0;
  FetchLimits limits;
  FetchPatience patience;
  bool may_read = true;  // false: the request will be refused, but takes effect on the session, as in Kafka
};

/// What became of it.
struct SessionAnswer {
  struct Topic {
    std::string name;
    protocol::Uuid id;
  };
  struct Row {
    PartitionFetch fetch;
    uint32_t topic = 0;
    bool is_unknown = false;  // not there at all: was never read
  };
  protocol::ErrorCode error = protocol::ErrorCode::kNone;
  int32_t session_id = kNoSessionId;
  /// The session is empty and closed: the request is to be served without one.
  bool is_sessionless = false;
  std::vector<Topic> topics;
  std::vector<Row> rows;  // in Kafka's order: the rotation; behind them those of unknown topic ids, then other unknown
};

/// Runs an incremental fetch on its session: applies what the request changes, visits the dirty partitions, and when
/// less than min_bytes is there and nothing else is to be said, sleeps until marks bring it. Only what was marked is
/// looked at again; before the answer all that is dirty is read once more.
///
/// Lives with the request; runs on the session's shard.
/// @core owner: the shard of the session
class SessionFetch {
 public:
  SessionFetch(FetchSessions& sessions, const SessionRequest& request) : sessions_(sessions), request_(request) {}
  SessionFetch(const SessionFetch&) = delete;
  SessionFetch& operator=(const SessionFetch&) = delete;

  reactor::Task<SessionAnswer> run();

  /// Ends a wait under way: the client has gone, or the broker stops.
  void interrupt();

 private:
  struct Visited {
    uint32_t slot = 0;
    protocol::ErrorCode error = protocol::ErrorCode::kNone;  // known without a read
    bool is_unknown = false;
    size_t read = 0;  // which of reads_, without an error
  };
  // A marked partition while the fetch sleeps.
  struct Probe {
    PartitionFetch fetch;
    uint64_t bytes = 0;
    bool ends_wait = false;
  };

  protocol::ErrorCode refusal() const;
  void apply();
  reactor::Task<void> read();
  reactor::Task<void> gather_marks();
  reactor::Task<void> visit();
  void resolve(uint32_t slot, const metadata::MetadataImage& image);
  bool place(SessionPartition& partition, const metadata::MetadataImage& image, Visited& visited,
             PartitionFetch& fetch);
  reactor::Task<void> give_back_marks();
  bool may_wait() const {
    return request_.patience.max_wait_ms > 0 && request_.patience.min_bytes > 0 && !interrupted_ &&
           !session_->is_removed;
  }
  bool must_answer() const;
  void note_leftovers();

  reactor::Task<void> sleep(int64_t deadline_ns);
  reactor::Task<bool> look_at_marked();
  std::vector<Probe> probes_of_marked(bool& ends_wait);
  bool count(const std::vector<Probe>& probes);

  void finish();
  void finish(const Visited& visited, const metadata::MetadataImage& image);
  void add_row(const SessionPartition& partition, PartitionFetch fetch, bool is_unknown);
  bool has_moved_on() const { return session_->epoch != next_session_epoch(request_.epoch); }

  FetchSessions& sessions_;
  const SessionRequest& request_;
  SessionPtr session_;
  SessionWaiter waiter_;
  std::vector<Visited> visited_;
  std::vector<PartitionFetch> reads_;
  std::unordered_map<uint32_t, uint64_t> bytes_seen_;  // by slot, while it sleeps: of those that have some
  uint64_t bytes_sum_ = 0;
  bool interrupted_ = false;
  SessionAnswer answer_;
};

}  // namespace klamm::fetch
