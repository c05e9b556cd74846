#include "fetch/session_visit.h"

#include <algorithm>
#include <utility>

#include "reactor/on_shard.h"

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

// As in Kafka a partition named by id is known by the name that its topic had when it was seen first: gone is "unknown
// partition" then, and another topic of that name an "inconsistent id".
SessionPlace place(FetchSession& session, uint32_t slot, const metadata::MetadataImage& image, PartitionFetch& fetch) {
  SessionPartition& partition = session.partition(slot);
  const SessionTopics::Topic& asked = session.topics()[partition.topic];
  const bool by_id = session.uses_topic_ids();
  const metadata::TopicImage* topic = by_id ? image.topic(asked.id) : image.topic(asked.name);
  if (by_id && !partition.has(Flag::kNameKnown)) {
    if (topic == nullptr) return {ErrorCode::kUnknownTopicId, true};
    session.know_name(partition, topic->name);
  }
  const bool is_another = by_id && topic == nullptr;
  if (is_another) topic = image.topic(asked.name);
  const reactor::ShardId owner = topic == nullptr ? metadata::kNoShard : topic->owner_shard(partition.index);
  if (owner == metadata::kNoShard) return {ErrorCode::kUnknownTopicOrPartition, true};
  if (is_another) return {ErrorCode::kInconsistentTopicId, false};
  if (partition.mark != kNoMark && partition.mark_shard != owner) session.drop_mark(partition);
  fetch.topic_id = topic->id;
  fetch.index = partition.index;
  fetch.owner_shard = owner;
  fetch.fetch_offset = storage::Offset(partition.fetch_offset);
  const SessionTerms& terms = session.terms_of(partition);
  fetch.max_bytes = terms.max_bytes;
  fetch.current_leader_epoch = storage::LeaderEpoch(terms.current_leader_epoch);
  fetch.last_fetched_epoch = storage::LeaderEpoch(terms.last_fetched_epoch);
  fetch.session_slot = slot;
  fetch.session_mark = partition.mark;
  return {};
}

reactor::Task<void> SessionVisit::run() {
  const std::vector<uint32_t> dirty = session_.begin_visit();
  sessions_.count_visits(dirty.size());
  if (!dirty.empty()) {
    visited_.reserve(dirty.size());
    reads_.reserve(dirty.size());
    const metadata::ImagePtr image = sessions_.world().image();
    for (const uint32_t slot : dirty) resolve(slot, *image);
  }
  co_await give_back_marks();
  if (reads_.empty()) co_return;
  for (const PartitionFetch& fetch : reads_) session_.part_link(fetch.owner_shard);
  const FetchOperation::BeforeRead begin = [this](reactor::ShardId shard, std::span<PartitionFetch* const> fetches) {
    sessions_.peer(shard).begin_visit(session_, session_.part_link(shard), fetches);
  };
  FetchOperation reader(sessions_.world().logs_of, reads_, limits_);
  co_await reader.read(&begin);
  for (const PartitionFetch& fetch : reads_) {
    session_.partition(fetch.session_slot).mark = fetch.session_mark;
    session_.partition(fetch.session_slot).mark_shard = static_cast<uint16_t>(fetch.owner_shard);
  }
}

void SessionVisit::resolve(uint32_t slot, const metadata::MetadataImage& image) {
  PartitionFetch fetch;
  const Visited visited{.slot = slot, .place = place(session_, slot, image, fetch), .read = reads_.size()};
  if (visited.place.is_there()) reads_.push_back(std::move(fetch));
  visited_.push_back(visited);
}

// Marks of forgotten partitions on shards where nothing is read now; the others go with the read.
reactor::Task<void> SessionVisit::give_back_marks() {
  for (FetchSession::PartLink& link : session_.part_links()) {
    if (link.drops.empty() || link.part == nullptr) continue;
    if (std::ranges::any_of(reads_, [&](const PartitionFetch& fetch) { return fetch.owner_shard == link.shard; })) {
      continue;
    }
    co_await reactor::on_shard(
        link.shard, [this, &link] { sessions_.peer(link.shard).begin_visit(session_, link, {}); }, limits_.crossing);
  }
}

bool SessionVisit::must_answer(int64_t min_bytes, std::span<const uint32_t> told) const {
  uint64_t bytes = 0;
  size_t unknown_count = 0;
  for (const Visited& each : visited_) {
    if (each.place.is_there()) {
      const PartitionFetch& fetch = reads_[each.read];
      if (fetch.failed() || fetch.diverging) return true;
      bytes += fetch.size_bytes();
    } else if (each.place.is_unknown) {
      if (std::ranges::binary_search(told, each.slot)) return true;
      ++unknown_count;
    } else {
      return true;
    }
  }
  // Unknown partitions end no wait, but alone they have nothing to wait for.
  return bytes >= static_cast<uint64_t>(min_bytes) || unknown_count == session_.partition_count();
}

std::vector<uint32_t> SessionVisit::leftovers() const {
  std::vector<uint32_t> slots;
  for (const PartitionFetch& fetch : reads_) {
    if (must_be_visited_again(fetch, limits_.end)) slots.push_back(fetch.session_slot);
  }
  return slots;
}

// ---- the answer

void SessionVisit::finish(SessionAnswer& answer) {
  if (visited_.empty()) return;
  const metadata::ImagePtr image = sessions_.world().image();
  const auto rank = [](const Visited& visited) {
    if (!visited.place.is_unknown) return 0;
    return visited.place.error == ErrorCode::kUnknownTopicId ? 1 : 2;
  };
  for (int which = 0; which < 3; ++which) {
    for (const Visited& visited : visited_) {
      if (rank(visited) == which) finish(visited, *image, answer);
    }
  }
}

// The rule of KIP-227: a partition is in the answer when it has records, an error or a diverging epoch, or when its
// high watermark or log start offset is not what was last sent.
void SessionVisit::finish(const Visited& visited, const metadata::MetadataImage& image, SessionAnswer& answer) {
  PartitionFetch fetch;
  fetch.index = session_.partition(visited.slot).index;
  fetch.session_slot = visited.slot;
  fetch.error = visited.place.error;
  if (visited.place.is_there()) fetch = std::move(reads_[visited.read]);
  if (fetch.error == ErrorCode::kNotLeaderOrFollower) {
    const metadata::TopicImage* topic = image.topic(fetch.topic_id);
    const bool is_gone = topic == nullptr || topic->partition(fetch.index) == nullptr;
    if (is_gone) fetch.error = ErrorCode::kUnknownTopicOrPartition;
  }
  SessionPartition& partition = session_.partition(visited.slot);
  const int64_t high_watermark = fetch.failed() ? -1 : fetch.ends.high_watermark.value;
  const int64_t log_start = fetch.failed() ? -1 : fetch.ends.log_start.value;
  const bool has_data = fetch.size_bytes() > 0;
  const bool is_told = has_data || fetch.failed() || fetch.diverging.has_value() ||
                       partition.sent_high_watermark != high_watermark || partition.sent_log_start != log_start;
  partition.sent_high_watermark = high_watermark;
  partition.sent_log_start = log_start;
  session_.end_visit(visited.slot, must_be_visited_again(fetch, limits_.end));
  if (!is_told) return;
  if (has_data) session_.move_to_back(visited.slot);
  add_row(partition, std::move(fetch), visited.place.is_unknown, answer);
}

// Rows of one topic that follow each other name it once.
void SessionVisit::add_row(const SessionPartition& partition, PartitionFetch fetch, bool is_unknown,
                           SessionAnswer& answer) const {
  const SessionTopics::Topic& topic = session_.topics()[partition.topic];
  const bool by_id = session_.uses_topic_ids();
  const bool is_last = !answer.topics.empty() && answer.topics.back().id == topic.id &&
                       (by_id || answer.topics.back().name == topic.name);
  if (!is_last) answer.topics.push_back({by_id ? std::string() : topic.name, topic.id});
  answer.rows.push_back({std::move(fetch), static_cast<uint32_t>(answer.topics.size() - 1), is_unknown});
}

}  // namespace klamm::fetch
