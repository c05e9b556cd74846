#include "tests/fetch/naive_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace klamm::fetch::test {

using protocol::ErrorCode;

std::string text(const SeenRow& row) {
  return fmt::format("{}-{}: error {} ends {}/{}/{} bytes {} diverging {}@{}", row.topic, row.index, row.error,
                     row.log_start, row.last_stable, row.high_watermark, row.bytes, row.diverging_epoch,
                     row.diverging_offset);
}

SeenRow seen(const std::string& topic, const PartitionFetch& fetch) {
  SeenRow row{.topic = topic, .index = fetch.index, .error = static_cast<int16_t>(fetch.error)};
  if (fetch.failed()) return row;
  row.high_watermark = fetch.ends.high_watermark.value;
  row.last_stable = fetch.ends.last_stable.value;
  row.log_start = fetch.ends.log_start.value;
  row.bytes = fetch.size_bytes();
  if (fetch.diverging) {
    row.diverging_epoch = fetch.diverging->epoch.value;
    row.diverging_offset = fetch.diverging->end_offset.value;
  }
  return row;
}

std::vector<SeenRow> seen(const SessionAnswer& answer) {
  std::vector<SeenRow> rows;
  for (const SessionAnswer::Row& row : answer.rows) {
    const SessionAnswer::Topic& topic = answer.topics[row.topic];
    rows.push_back(seen(topic.id.is_zero() ? topic.name : topic.id.to_string(), row.fetch));
  }
  return rows;
}

std::string NaiveSession::key(const TestTopic& topic) const {
  return by_id_ ? topic.id.to_string() : topic.name;
}

std::vector<TestAsk> NaiveSession::asks() const {
  std::vector<TestAsk> all;
  for (const Partition& each : partitions_) all.push_back({each.topic, each.index, each.asked});
  return all;
}

NaiveSession::Partitions::iterator NaiveSession::find(const TestTopic& topic, int32_t index) {
  return std::ranges::find_if(
      partitions_, [&](const Partition& each) { return key(each.topic) == key(topic) && each.index == index; });
}

void NaiveSession::put(const TestAsk& ask) {
  const auto known = find(ask.topic, ask.index);
  if (known != partitions_.end()) {
    known->asked = ask.asked;
    return;
  }
  partitions_.push_back({.topic = ask.topic, .index = ask.index, .asked = ask.asked});
}

void NaiveSession::begin(const TestFetch& full) {
  for (const TestAsk& ask : full.changed) put(ask);
  std::vector<Looked> all = look_at_all(full);
  Partitions ordered;
  for (const Looked& each : all) {
    sent(each.partition, seen(key(each.partition->topic), each.fetch));
    ordered.push_back(*each.partition);
  }
  partitions_ = std::move(ordered);
}

ErrorCode NaiveSession::apply(const TestFetch& fetch) {
  if (is_closed_) return ErrorCode::kFetchSessionIdNotFound;
  if (fetch.epoch != epoch_) return ErrorCode::kInvalidFetchSessionEpoch;
  if (fetch.by_id != by_id_) return ErrorCode::kFetchSessionTopicIdError;
  for (const TestAsk& ask : fetch.changed) put(ask);
  for (const TestAsk& ask : fetch.forgotten) {
    const auto gone = find(ask.topic, ask.index);
    if (gone != partitions_.end()) partitions_.erase(gone);
  }
  is_closed_ = partitions_.empty();
  if (!is_closed_) epoch_ = next_session_epoch(epoch_);
  return ErrorCode::kNone;
}

NaiveSession::Looked NaiveSession::look(Partitions::iterator at) {
  const metadata::MetadataImage& image = cluster_.image();
  Looked looked{at, {}, false};
  looked.fetch.index = at->index;
  const metadata::TopicImage* topic = by_id_ ? image.topic(at->topic.id) : image.topic(at->topic.name);
  if (by_id_ && topic != nullptr) at->name_known = true;
  if (by_id_ && !at->name_known) {
    looked.fetch.error = ErrorCode::kUnknownTopicId;
    looked.is_unknown = true;
    return looked;
  }
  const metadata::TopicImage* named = topic != nullptr ? topic : image.topic(at->topic.name);
  if (named == nullptr || named->partition(at->index) == nullptr) {
    looked.fetch.error = ErrorCode::kUnknownTopicOrPartition;
    looked.is_unknown = true;
  } else if (topic == nullptr) {
    looked.fetch.error = ErrorCode::kInconsistentTopicId;
  } else {
    looked.fetch.topic_id = topic->id;
    looked.fetch.owner_shard = topic->owner_shard(at->index);
    looked.fetch.fetch_offset = storage::Offset(at->asked.fetch_offset);
    looked.fetch.max_bytes = at->asked.terms.max_bytes;
    looked.fetch.current_leader_epoch = storage::LeaderEpoch(at->asked.terms.current_leader_epoch);
    looked.fetch.last_fetched_epoch = storage::LeaderEpoch(at->asked.terms.last_fetched_epoch);
  }
  return looked;
}

// In the order of the answer.
std::vector<NaiveSession::Looked> NaiveSession::look_at_all(const TestFetch& fetch) {
  std::vector<Looked> all;
  for (auto at = partitions_.begin(); at != partitions_.end(); ++at) all.push_back(look(at));
  std::vector<PartitionFetch> reads;
  for (const Looked& each : all) {
    if (each.fetch.error != ErrorCode::kNone) continue;
    PartitionFetch& read = reads.emplace_back();
    read.topic_id = each.fetch.topic_id;
    read.index = each.fetch.index;
    read.owner_shard = each.fetch.owner_shard;
    read.fetch_offset = each.fetch.fetch_offset;
    read.max_bytes = each.fetch.max_bytes;
    read.current_leader_epoch = each.fetch.current_leader_epoch;
    read.last_fetched_epoch = each.fetch.last_fetched_epoch;
  }
  cluster_.run(0, [](SessionCluster& cluster, std::vector<PartitionFetch>& rows, const TestFetch& what) -> Task<void> {
    FetchOperation operation(cluster.logs_of(), rows, {what.max_bytes, what.end()});
    co_await operation.read(nullptr);
    for (PartitionFetch& row : rows) row.range.lease.release();
  }(cluster_, reads, fetch));
  size_t read = 0;
  for (Looked& each : all) {
    if (each.fetch.error == ErrorCode::kNone) each.fetch = std::move(reads[read++]);
  }
  std::vector<Looked> ordered;
  const auto take = [&](auto belongs) {
    for (Looked& each : all) {
      if (belongs(each)) ordered.push_back(std::move(each));
    }
  };
  take([](const Looked& each) { return !each.is_unknown; });
  take([](const Looked& each) { return each.is_unknown && each.fetch.error == ErrorCode::kUnknownTopicId; });
  take([](const Looked& each) { return each.is_unknown && each.fetch.error == ErrorCode::kUnknownTopicOrPartition; });
  return ordered;
}

void NaiveSession::sent(Partitions::iterator at, const SeenRow& row) {
  at->sent_high_watermark = row.high_watermark;
  at->sent_log_start = row.log_start;
}

std::vector<SeenRow> NaiveSession::answer(const TestFetch& fetch) {
  std::vector<SeenRow> rows;
  for (const Looked& each : look_at_all(fetch)) {
    const SeenRow row = seen(key(each.partition->topic), each.fetch);
    const bool is_told = row.bytes > 0 || row.error != 0 || row.diverging_epoch != -1 ||
                         row.high_watermark != each.partition->sent_high_watermark ||
                         row.log_start != each.partition->sent_log_start;
    sent(each.partition, row);
    if (!is_told) continue;
    rows.push_back(row);
    if (row.bytes > 0) partitions_.splice(partitions_.end(), partitions_, each.partition);
  }
  return rows;
}

void NaiveSession::adopt(const std::vector<SeenRow>& rows) {
  for (const SeenRow& row : rows) {
    const auto at = std::ranges::find_if(
        partitions_, [&](const Partition& each) { return key(each.topic) == row.topic && each.index == row.index; });
    if (at == partitions_.end()) continue;
    // Whoever was told of the partition has seen its topic.
    if (row.error != static_cast<int16_t>(ErrorCode::kUnknownTopicId)) at->name_known = true;
    sent(at, row);
    if (row.bytes > 0) partitions_.splice(partitions_.end(), partitions_, at);
  }
}

}  // namespace klamm::fetch::test
