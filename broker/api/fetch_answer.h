#pragma once

#include <vector>

#include "broker/api/handler.h"
#include "fetch/partition_fetch.h"
#include "fetch/session_request.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"

namespace klamm::broker {

/// From this version on a Fetch names topics by id alone (KIP-516).
inline constexpr int16_t kFetchTopicIdVersion = 13;
/// Of FetchRequest IsolationLevel.
inline constexpr int8_t kReadUncommitted = 0;
inline constexpr int8_t kReadCommitted = 1;

/// The answer to a Fetch while it is made: rows of partitions, grouped where neighbours share a topic, and the log
/// ranges that go with them. What it brings is counted for its topics when it is sent (TopicCounts). False where a
/// function returns bool: the request's memory is used up.
/// @core owner: the shard of the connection
class FetchAnswer {
 public:
  using PartitionData = protocol::FetchResponse::PartitionData;

  FetchAnswer(RequestContext& context, int8_t isolation_level) : context_(context), isolation_level_(isolation_level) {}

  /// Room for so many rows; called once, before the first row.
  bool reserve(size_t row_count);
  /// The next row. `topic` and `topic_id` as the request's version names it.
  PartitionData& add_row(protocol::String topic, const protocol::Uuid& topic_id, int32_t index);
  PartitionData& row(size_t number) { return rows_[number]; }
  size_t row_count() const { return row_count_; }

  /// What came of a partition that was there. Takes its range.
  bool fill(PartitionData& row, fetch::PartitionFetch& fetch, const metadata::MetadataImage& image);

  /// The whole answer of a session.
  bool fill(fetch::SessionAnswer& rows);

  /// Counts what was filled in for the quotas of the client. True: it is throttled, and gets respond_empty().
  bool count_bytes(protocol::ErrorCode error);
  net::Response respond(protocol::ErrorCode error, int32_t session_id);
  /// What was filled in is not sent.
  net::Response respond_empty(protocol::ErrorCode error, int32_t session_id);
  /// The same for a session: what its client is not told now, it will tell later.
  reactor::Task<net::Response> respond_empty(const fetch::SessionAnswer& rows, int32_t asked_session);
  /// The whole request is refused: every partition that it names says so where clients expect that (before version 13).
  net::Response refuse(const protocol::FetchRequest& request, protocol::ErrorCode error);

 private:
  void tell_leader(const metadata::MetadataImage& image, const fetch::PartitionFetch& fetch, PartitionData& row);
  bool fill_aborted(PartitionData& row, const fetch::PartitionFetch& fetch) const;
  void count_sent();

  // What one partition of the answer counts for its topic.
  struct Fetched {
    protocol::Uuid topic_id;
    uint64_t bytes = 0;
    bool failed = false;
  };

  RequestContext& context_;
  int8_t isolation_level_;
  protocol::FetchResponse response_;
  protocol::FetchResponse::NodeEndpoint node_;
  protocol::FetchResponse::FetchableTopicResponse* topics_ = nullptr;
  uint32_t topic_count_ = 0;
  PartitionData* rows_ = nullptr;
  size_t row_count_ = 0;
  Fetched* fetched_ = nullptr;
  size_t fetched_count_ = 0;
  std::vector<reactor::FileRange> ranges_;
};

}  // namespace klamm::broker
