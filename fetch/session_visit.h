#pragma once

#include <vector>

#include "fetch/fetch_sessions.h"
#include "fetch/session_request.h"

namespace klamm::fetch {

/// Where a partition of a session is now.
struct SessionPlace {
  protocol::ErrorCode error = protocol::ErrorCode::kNone;  // known without a read
  bool is_unknown = false;                                 // not there at all
  bool is_there() const { return error == protocol::ErrorCode::kNone; }
};

/// Looks the partition up in the newest image; when it is there, `fetch` says what to read of it.
/// @core owner: the shard of the session
SessionPlace place(FetchSession& session, uint32_t slot, const metadata::MetadataImage& image, PartitionFetch& fetch);

/// One look at the dirty partitions of a session: each is found, marked as looked at, and read. Lives in the frame of a
/// fetch; the session is locked from run() to the end.
/// @core owner: the shard of the session
class SessionVisit {
 public:
  SessionVisit(FetchSessions& sessions, FetchSession& session, FetchLimits limits)
      : sessions_(sessions), session_(session), limits_(limits) {}
  SessionVisit(const SessionVisit&) = delete;
  SessionVisit& operator=(const SessionVisit&) = delete;

  reactor::Task<void> run();

  /// Whether a fetch that may wait has to answer what was found. A partition that is not there ends no wait, unless it
  /// is one of `told` (sorted): it went while the fetch waited.
  bool must_answer(int64_t min_bytes, std::span<const uint32_t> told) const;
  /// The partitions that no mark will tell of, though there is something: to be counted by a fetch that waits.
  std::vector<uint32_t> leftovers() const;
  /// Gives the rows that are due, and notes what was sent. Leases go with the rows.
  void finish(SessionAnswer& answer);

 private:
  struct Visited {
    uint32_t slot = 0;
    SessionPlace place;
    size_t read = 0;  // which of reads_, when it is there
  };

  void resolve(uint32_t slot, const metadata::MetadataImage& image);
  reactor::Task<void> give_back_marks();
  void finish(const Visited& visited, const metadata::MetadataImage& image, SessionAnswer& answer);
  void add_row(const SessionPartition& partition, PartitionFetch fetch, bool is_unknown, SessionAnswer& answer) const;

  FetchSessions& sessions_;
  FetchSession& session_;
  FetchLimits limits_;
  std::vector<Visited> visited_;
  std::vector<PartitionFetch> reads_;
};

}  // namespace klamm::fetch
