#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "broker/api/fetch_answer.h"
#include "broker/api/handler.h"
#include "broker/api/handlers.h"
#include "broker/api/parked_fetch.h"
#include "broker/api/partition_lookup.h"
#include "fetch/fetch_operation.h"
#include "fetch/session_fetch.h"
#include "reactor/on_shard.h"

// Fetch 4 to 18 (KIP-74, KIP-98, KIP-227, KIP-516, KIP-595, KIP-951). A full fetch reads what it names and may make a
// session; an incremental one goes to the shard of its session, which gives the rows. Rows are encoded here.
namespace klamm::broker {

using protocol::ErrorCode;
using protocol::FetchRequest;
using reactor::ShardId;

namespace {

// Any negative epoch means that none is to be checked, as in Kafka; other APIs know -1 alone.
int32_t known_epoch(int32_t asked) {
  return std::max(asked, storage::kNoLeaderEpoch.value);
}

fetch::SessionAsk session_ask(const FetchRequest::FetchPartition& asked) {
  return {asked.fetch_offset,
          {asked.partition_max_bytes, known_epoch(asked.current_leader_epoch), known_epoch(asked.last_fetched_epoch)}};
}

class Fetch final : public WaitingRequest {
 public:
  Fetch(RequestContext& context, const FetchRequest& request)
      : context_(context),
        home_(context.shard()),
        request_(request),
        by_id_(context.version() >= kFetchTopicIdVersion),
        answer_(context, request.isolation_level) {
    join(home_.waiting_requests(), context.connection());
    quiet_.set();
  }

  reactor::Task<net::Response> run() {
    if (!fetch::is_full_fetch(request_.session_epoch)) return run_incremental();
    return run_full();
  }

  void end_early() noexcept override {
    ended_early_ = true;  // for a wait that has not begun yet
    if (operation_ != nullptr) operation_->interrupt();
    if (session_fetch_ == nullptr) return;
    if (session_shard_ == home_.id()) {
      session_fetch_->interrupt();
    } else {
      quiet_.reset();
      home_.reactor().spawn(interrupt_there(*session_fetch_));
    }
  }

 private:
  bool isolation_is_known() const {
    return request_.isolation_level == kReadUncommitted || request_.isolation_level == kReadCommitted;
  }
  fetch::FetchLimits limits() const {
    return {
        .max_bytes = std::min({int64_t{request_.max_bytes}, int64_t{home_.options().fetch_max_bytes}, quota_bytes()}),
        .end = request_.isolation_level == kReadCommitted ? storage::ReadEnd::kLastStableOffset
                                                          : storage::ReadEnd::kHighWatermark,
        .crossing = context_.crossing()};
  }
  // More than this at once would be throttled for ever.
  int64_t quota_bytes() const {
    ClientQuotas& quotas = home_.client_quotas();
    if (!quotas.has(QuotaType::kFetch)) return INT32_MAX;
    const double most = quotas.at_once_max(QuotaType::kFetch, context_.quota_client());
    return most < INT32_MAX ? static_cast<int64_t>(most) : INT32_MAX;
  }
  fetch::FetchPatience patience() const {
    return {.min_bytes = std::min<int64_t>(request_.min_bytes, limits().max_bytes),
            .max_wait_ms = ended_early_ || home_.is_stopping() ? 0 : request_.max_wait_ms};
  }
  fetch::SessionClient client() const {
    return {std::string(context_.request().client_id), context_.connection().peer.host, context_.connection().id};
  }

  // ---- a full fetch, with or without a new session

  reactor::Task<net::Response> run_full() {
    if (request_.session_id != fetch::kNoSessionId) co_await close_session(request_.session_id);
    if (!isolation_is_known()) co_return answer_.refuse(request_, ErrorCode::kUnknownServerError);
    if (!resolve()) co_return RequestContext::too_large();
    co_await read();
    const metadata::ImagePtr image = home_.image();
    for (size_t i = 0; i < fetches_.size(); ++i) {
      fetches_[i].error = lookup_error(*image, fetches_[i].topic_id, fetches_[i].index, fetches_[i].error);
      if (!answer_.fill(answer_.row(i), fetches_[i], *image)) co_return RequestContext::too_large();
    }
    if (answer_.count_bytes(ErrorCode::kNone)) co_return answer_.respond_empty(ErrorCode::kNone, fetch::kNoSessionId);
    // As in Kafka the session is made last, with what is sent.
    const bool wants_session = request_.session_epoch == fetch::kInitialSessionEpoch && !is_over_;
    co_return answer_.respond(ErrorCode::kNone, wants_session ? make_session() : fetch::kNoSessionId);
  }

  reactor::Task<void> close_session(int32_t id) {
    const auto shard = home_.fetch_sessions().shard_of(id);
    if (!shard) co_return;
    co_await reactor::on_shard(
        *shard, [this, id, on = *shard] { home_.peer(on).fetch_sessions().remove(id); }, context_.crossing());
  }

  reactor::Task<void> read() {
    fetch::FetchOperation operation(home_.fetch_sessions().world().logs_of, fetches_, limits());
    operation_ = &operation;
    co_await operation.run(patience());
    operation_ = nullptr;
  }

  // One partition of the request, each once: of one that is named twice the last row counts, in the first one's place.
  struct Wanted {
    const FetchRequest::FetchTopic* topic = nullptr;
    const FetchRequest::FetchPartition* partition = nullptr;
    TopicLookup found;
    ShardId owner_shard = metadata::kNoShard;
    protocol::String known_name;  // by id: copied, since images change while the fetch waits
  };

  std::vector<Wanted> wanted(const metadata::MetadataImage& image) const {
    std::vector<Wanted> all;
    std::unordered_map<AskedPartition, size_t, AskedPartitionHash> places;
    for (const auto& topic : request_.topics) {
      const TopicLookup found = find_topic(image, by_id_, topic.topic, topic.topic_id);
      protocol::String name;
      if (by_id_ && found.topic != nullptr) name = context_.copy(found.topic->name);
      for (const auto& partition : topic.partitions) {
        const AskedPartition key{topic.topic.view(), topic.topic_id, partition.partition};
        const auto [place, is_new] = places.try_emplace(key, all.size());
        if (is_new) {
          all.push_back({&topic, &partition, found, owner_of(found, partition.partition), name});
        } else {
          all[place->second].partition = &partition;
        }
      }
    }
    return all;
  }

  // Kafka's order: partitions that are there, then unknown topic ids, then the other unknown ones.
  static int rank(const Wanted& wanted) {
    if (wanted.owner_shard != metadata::kNoShard) return 0;
    return wanted.found.error == ErrorCode::kUnknownTopicId ? 1 : 2;
  }

  // One answer row per partition; those that are there have a PartitionFetch too. False over the arena's bound.
  bool resolve() {
    const metadata::ImagePtr image = home_.image();
    const std::vector<Wanted> all = wanted(*image);
    wanted_.reserve(all.size());
    fetches_.reserve(all.size());
    if (!answer_.reserve(all.size())) return false;
    for (int which = 0; which < 3; ++which) {
      for (const Wanted& one : all) {
        if (rank(one) == which) add(one);
      }
    }
    return true;
  }

  void add(const Wanted& wanted) {
    wanted_.push_back(wanted);
    wanted_.back().found.topic = nullptr;  // the image does not stay
    const FetchRequest::FetchPartition& asked = *wanted.partition;
    auto& row = answer_.add_row(wanted.topic->topic, wanted.topic->topic_id, asked.partition);
    if (wanted.owner_shard == metadata::kNoShard) {
      row.error_code = wanted.found.topic == nullptr ? wanted.found.error : ErrorCode::kUnknownTopicOrPartition;
      return;
    }
    fetch::PartitionFetch fetch;
    fetch.topic_id = wanted.found.topic->id;
    fetch.index = asked.partition;
    fetch.owner_shard = wanted.owner_shard;
    const fetch::SessionAsk ask = session_ask(asked);
    fetch.fetch_offset = storage::Offset(ask.fetch_offset);
    fetch.max_bytes = ask.terms.max_bytes;
    fetch.current_leader_epoch = storage::LeaderEpoch(ask.terms.current_leader_epoch);
    fetch.last_fetched_epoch = storage::LeaderEpoch(ask.terms.last_fetched_epoch);
    fetches_.push_back(std::move(fetch));
  }

  int32_t make_session() {
    const int32_t replica_id = request_.replica_id >= 0 ? request_.replica_id : request_.replica_state.replica_id;
    fetch::NewSession session{
        .uses_topic_ids = by_id_, .is_privileged = replica_id >= 0, .client = client(), .partitions = {}};
    session.partitions.reserve(wanted_.size());
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const Wanted& one = wanted_[i];
      const auto& row = answer_.row(i);
      session.partitions.push_back({.topic = {one.topic->topic.view(), one.topic->topic_id},
                                    .known_name = one.known_name.view(),
                                    .index = one.partition->partition,
                                    .asked = session_ask(*one.partition),
                                    .sent_high_watermark = row.high_watermark,
                                    .sent_log_start = row.log_start_offset});
    }
    return home_.fetch_sessions().create(session);
  }

  // ---- an incremental fetch

  reactor::Task<net::Response> run_incremental() {
    const auto shard = home_.fetch_sessions().shard_of(request_.session_id);
    if (!shard) co_return answer_.respond(ErrorCode::kFetchSessionIdNotFound, fetch::kNoSessionId);
    session_shard_ = *shard;
    const std::vector<fetch::SessionRequestPartition> changed = changed_partitions();
    const std::vector<fetch::SessionRequestPartition> forgotten = forgotten_partitions();
    const fetch::SessionChange change{
        .changed = changed, .forgotten = forgotten, .connection_id = context_.connection().id};
    std::optional<fetch::SessionAnswer> rows;
    if (session_shard_ == home_.id()) {
      auto at_home = std::make_unique<ParkedFetch>(context_, asked());
      session_fetch_ = &at_home->fetch();
      rows = co_await session_fetch_->begin(change);
      session_fetch_ = nullptr;
      if (!rows) {
        leave();
        ParkedFetch::keep(std::move(at_home), context_);
        co_return co_await ParkedFetch::go_on(context_);
      }
    } else {
      fetch::SessionFetch there(home_.peer(session_shard_).fetch_sessions(), asked());
      session_fetch_ = &there;
      const auto run_there = [&there, &change] { return there.run(change); };
      rows = co_await reactor::wait_on_shard(session_shard_, run_there, context_.crossing());
      session_fetch_ = nullptr;
      co_await quiet_.wait();
    }
    if (rows->error == ErrorCode::kNone && !isolation_is_known()) {
      co_return answer_.refuse(request_, ErrorCode::kUnknownServerError);
    }
    if (rows->is_sessionless) co_return co_await run_sessionless();
    if (!answer_.fill(*rows)) co_return RequestContext::too_large();
    if (answer_.count_bytes(rows->error)) co_return co_await answer_.respond_empty(*rows, request_.session_id);
    co_return answer_.respond(rows->error, rows->session_id);
  }

  fetch::SessionRequest asked() const {
    fetch::FetchLimits there = limits();
    // What a session elsewhere asks of others is no way of this shard's.
    if (session_shard_ != home_.id()) there.crossing = nullptr;
    return {.session_id = request_.session_id,
            .epoch = request_.session_epoch,
            .limits = there,
            .patience = patience(),
            .isolation_level = request_.isolation_level,
            .uses_topic_ids = by_id_,
            .may_read = isolation_is_known()};
  }

  reactor::Task<net::Response> run_sessionless() {
    is_over_ = true;
    return run_full();
  }

  // The session's shard has no say any more once this request has gone: so it waits for the message to come home, and
  // `there` lives until then. By the time this starts its answer may be here, and session_fetch_ null.
  reactor::Task<void> interrupt_there(fetch::SessionFetch& there) {
    co_await reactor::on_shard(session_shard_, [&there] { there.interrupt(); });
    quiet_.set();
  }

  std::vector<fetch::SessionRequestPartition> changed_partitions() const {
    std::vector<fetch::SessionRequestPartition> all;
    for (const auto& topic : request_.topics) {
      for (const auto& partition : topic.partitions) {
        all.push_back({{topic.topic.view(), topic.topic_id}, partition.partition, session_ask(partition)});
      }
    }
    return all;
  }
  std::vector<fetch::SessionRequestPartition> forgotten_partitions() const {
    std::vector<fetch::SessionRequestPartition> all;
    for (const auto& topic : request_.forgotten_topics_data) {
      for (const int32_t index : topic.partitions) {
        all.push_back({{topic.topic.view(), topic.topic_id}, index, fetch::SessionAsk{}});
      }
    }
    return all;
  }

  RequestContext& context_;
  BrokerShard& home_;
  const FetchRequest& request_;
  const bool by_id_;
  FetchAnswer answer_;
  std::vector<Wanted> wanted_;                  // one per row of a full fetch
  std::vector<fetch::PartitionFetch> fetches_;  // of the first rows, in the same order
  fetch::FetchOperation* operation_ = nullptr;  // under way
  bool ended_early_ = false;
  bool is_over_ = false;  // the session was closed by this request
  ShardId session_shard_ = 0;
  fetch::SessionFetch* session_fetch_ = nullptr;  // under way, on session_shard_
  reactor::Event quiet_;                          // no interrupt is under way
};

reactor::Task<net::Response> handle_new_fetch(RequestContext& context) {
  auto request = context.decode_body<FetchRequest>();
  if (!request) co_return context.undecodable(request.error());
  Fetch fetch(context, *request);
  co_return co_await fetch.run();
}

}  // namespace

reactor::Task<net::Response> handle_fetch(RequestContext& context) {
  if (context.request().parked != nullptr) return ParkedFetch::go_on(context);
  return handle_new_fetch(context);
}

}  // namespace klamm::broker
