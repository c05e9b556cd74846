#pragma once

#include <vector>

#include "broker/api/handler.h"
#include "fetch/partition_fetch.h"
#include "protocol/messages/fetch_request.h"
#include "protocol/messages/fetch_response.h"

namespace klamm::broker {

/// The answer to a Fetch while it is made: rows of partitions, grouped where neighbours share a topic, and the log
/// ranges that go with them. False where a function returns bool: the request's memory is used up.
/// @core owner: the shard of the connection
class FetchAnswer {
 public:
  using PartitionData = protocol::FetchResponse::PartitionData;

  FetchAnswer(RequestContext& context, const protocol::FetchRequest& request) : context_(context), request_(request) {}

  /// Room for so many rows; called once, before the first row.
  bool reserve(size_t row_count);
  /// The next row. `topic` and `topic_id` as the request's version names it.
  PartitionData& add_row(protocol::String topic, const protocol::Uuid& topic_id, int32_t index);
  PartitionData& row(size_t number) { return rows_[number]; }
  size_t row_count() const { return row_count_; }

  /// What came of a partition that was there. Takes its range.
  bool fill(PartitionData& row, fetch::PartitionFetch& fetch, const metadata::MetadataImage& image);

  net::Response respond(protocol::ErrorCode error, int32_t session_id);
  /// The whole request is refused: every partition that it names says so where clients expect that (before version 13).
  net::Response refuse(protocol::ErrorCode error);

 private:
  void tell_leader(const metadata::MetadataImage& image, const fetch::PartitionFetch& fetch, PartitionData& row);
  bool fill_aborted(PartitionData& row, const fetch::PartitionFetch& fetch) const;

  RequestContext& context_;
  const protocol::FetchRequest& request_;
  protocol::FetchResponse response_;
  protocol::FetchResponse::NodeEndpoint node_;
  protocol::FetchResponse::FetchableTopicResponse* topics_ = nullptr;
  uint32_t topic_count_ = 0;
  PartitionData* rows_ = nullptr;
  size_t row_count_ = 0;
  std::vector<reactor::FileRange> ranges_;
};

}  // namespace klamm::broker
