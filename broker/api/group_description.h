#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "broker/api/answer_budget.h"
#include "broker/broker_shard.h"
#include "coordinator/classic_messages.h"
#include "coordinator/consumer_messages.h"
#include "metadata/image.h"
#include "protocol/error_code.h"
#include "reactor/sleep.h"
#include "reactor/task.h"

// What DescribeGroups and ConsumerGroupDescribe share: groups are copied on their shards, each once however often it is
// asked for, and only as many as one answer may have.
namespace klamm::broker {

/// What the groups of one answer may take, and those of one shard while it is made. More are refused, as those who ask
/// for many producers at once are.
inline constexpr size_t kDescriptionsBytesMax = size_t{128} << 20;
/// Copied in one go, before others get their turn.
inline constexpr size_t kDescribedBytesPerTurn = size_t{256} << 10;

/// About what the copy takes.
size_t bytes_of(const coordinator::ClassicDescription& group);
size_t bytes_of(const coordinator::ConsumerDescription& group);

/// One group of a request. @core owner: the shard of the request; its owner while that describes it
template <class Description>
struct GroupQuery {
  reactor::ShardId owner_shard = metadata::kNoShard;
  std::string_view group_id;
  protocol::ErrorCode error = protocol::ErrorCode::kNotCoordinator;
  std::string message;
  Description found;
  size_t bytes = 0;  // of `found`
};

inline constexpr std::string_view kTooManyMembers = "Too many members for one answer; ask for fewer groups.";

/// The groups of a request, each once, and where to find the one that stands at a place of the request.
template <class Description>
class GroupQueries {
 public:
  void add(std::string_view group_id) {
    const auto [place, is_new] = by_id_.try_emplace(group_id, queries_.size());
    if (is_new) queries_.emplace_back().group_id = group_id;
    rows_.push_back(place->second);
  }
  std::span<GroupQuery<Description>> all() { return queries_; }
  size_t row_count() const { return rows_.size(); }
  const GroupQuery<Description>& of_row(size_t row) const { return queries_[rows_[row]]; }
  /// Which rows one answer has room for, when all have been described.
  std::vector<bool> rows_that_fit(size_t bytes_max = kDescriptionsBytesMax) const {
    std::vector<size_t> bytes;
    for (const size_t query : rows_) bytes.push_back(queries_[query].bytes);
    return parts_that_fit(bytes, bytes_max);
  }

 private:
  std::vector<GroupQuery<Description>> queries_;
  std::vector<size_t> rows_;
  std::unordered_map<std::string_view, size_t> by_id_;
};

/// Calls `describe(there, query)` for each while there is room.
template <class Description, class Describe>
reactor::Task<void> describe_all(BrokerShard& there, std::span<GroupQuery<Description>* const> queries,
                                 Describe describe) {
  size_t total = 0;
  size_t in_turn = 0;
  for (GroupQuery<Description>* query : queries) {
    if (total >= kDescriptionsBytesMax) {
      query->error = protocol::ErrorCode::kUnknownServerError;
      query->message = kTooManyMembers;
      continue;
    }
    describe(there, *query);
    query->bytes = bytes_of(query->found);
    total += query->bytes;
    in_turn += query->bytes;
    if (in_turn < kDescribedBytesPerTurn) continue;
    in_turn = 0;
    co_await reactor::yield_now();
  }
}

}  // namespace klamm::broker
