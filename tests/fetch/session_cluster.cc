#include "tests/fetch/session_cluster.h"

#include <gtest/gtest.h>

#include "metadata/metadata_record.h"
#include "protocol/messages/partition_record.h"
#include "protocol/messages/remove_topic_record.h"
#include "protocol/messages/topic_record.h"
#include "protocol/record_batch_builder.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"
#include "reactor/when_all.h"

namespace klamm::fetch::test {

namespace {

constexpr int64_t kTestProducer = 77;

std::string topic_record(const TestTopic& topic) {
  protocol::TopicRecord record;
  record.name = topic.name;
  record.topic_id = topic.id;
  return metadata::encode_record(record);
}

std::string partition_record(const TestTopic& topic, int32_t index) {
  const std::vector<int32_t> replicas{1};
  const std::vector<protocol::Uuid> directories{protocol::Uuid::from_halves(0x4001, 1)};
  protocol::PartitionRecord record;
  record.partition_id = index;
  record.topic_id = topic.id;
  record.replicas = protocol::Array<int32_t>(replicas);
  record.isr = protocol::Array<int32_t>(replicas);
  record.directories = protocol::Array<protocol::Uuid>(directories);
  record.leader = 1;
  return metadata::encode_record(record);
}

Task<void> append_batch(storage::Partition& partition, protocol::RecordBatchOptions options, protocol::Bytes key,
                        std::string value, storage::AppendOrigin origin) {
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder(std::move(options));
  builder.append(Shard::current().now_ms(), key, protocol::Bytes(std::string_view(value)));
  protocol::Buffer batch = builder.build(scratch);
  const storage::AppendContext context{origin, partition.state().leader_epoch, 13};
  auto appended = co_await partition.append_as_leader(batch.span(), context);
  EXPECT_TRUE(appended.has_value());
}

}  // namespace

SessionCluster::SessionCluster(uint64_t seed, uint32_t shard_count, SessionCacheLimits limits)
    : world_({.seed = seed}), builder_("cluster", 1, shard_count) {
  publish();
  runtime_ = std::make_unique<sim::SimRuntime>(world_, shard_count);
  services_.resize(shard_count);
  size_t made = 0;
  runtime_->start([this, limits, &made](Shard& shard) { return make_services(shard, limits, made); });
  EXPECT_TRUE(runtime_->run_until([&] { return made == shard_count; }));
  run(0, []() -> Task<void> {
    auto directory = co_await reactor::make_directory(Shard::current().io(), "/data");
    EXPECT_TRUE(directory.has_value());
  }());
}

Task<void> SessionCluster::make_services(Shard& shard, SessionCacheLimits limits, size_t& made) {
  auto services = std::make_unique<Services>();
  services->logs = std::make_unique<storage::LogManager>(shard, storage_options_);
  SessionWorld world{[this](ShardId id) -> FetchSessions& { return sessions(id); }, logs_of(),
                     [this] { return image_ptr(); }, [this, &shard] { return random_id(shard); }};
  services->sessions = std::make_unique<FetchSessions>(shard, std::move(world), limits);
  services_[shard.id()] = std::move(services);
  ++made;
  co_return;
}

uint64_t SessionCluster::random_id(Shard& shard) {
  if (next_ids.empty()) return shard.io().random();
  const uint64_t drawn = next_ids.front();
  next_ids.pop_front();
  return drawn;
}

SessionCluster::~SessionCluster() {
  run(0, [](SessionCluster& self) -> Task<void> {
    std::vector<Task<void>> stops;
    for (ShardId id = 0; id < self.shard_count(); ++id) {
      stops.push_back(reactor::on_shard(id, [&self, id] { return self.sessions(id).stop(); }));
    }
    co_await reactor::when_all(std::move(stops));
  }(*this));
  EXPECT_EQ(part_count(), 0u);
  for (ShardId id = 0; id < shard_count(); ++id) {
    run(id, [](storage::LogManager& logs) -> Task<void> {
      auto stopped = co_await logs.stop();
      EXPECT_TRUE(stopped.has_value());
      co_await logs.close();
    }(logs(id)));
  }
  EXPECT_TRUE(runtime_->stop());
  for (ShardId id = 0; id < shard_count(); ++id) {
    const Shard::Enter enter(runtime_->shard(id));
    services_[id].reset();
  }
}

void SessionCluster::run(ShardId shard, Task<void> task) {
  bool done = false;
  const auto mark = [](Task<void> inner, bool& ended) -> Task<void> {
    co_await std::move(inner);
    ended = true;
  };
  runtime_->spawn(runtime_->shard(shard), mark(std::move(task), done));
  ASSERT_TRUE(runtime_->run_until([&] { return done; }));
}

size_t SessionCluster::part_count() const {
  size_t sum = 0;
  for (const auto& services : services_) sum += services->sessions->part_count();
  return sum;
}

// ---- topics

// Images stay until the end: a test has few.
void SessionCluster::publish() {
  builder_.finish({static_cast<int64_t>(images_.size()), 0});
  auto next = std::make_unique<Image>();
  next->image = std::make_unique<metadata::MetadataImage>(builder_.image());
  next->hold.image = next->image.get();
  next->hold.count = 1;
  images_.push_back(std::move(next));
}

TestTopic SessionCluster::create_topic(const std::string& name, int32_t partition_count) {
  const TestTopic topic{name, protocol::Uuid::from_halves(0x4000, next_topic_++), partition_count};
  builder_.apply_own(topic_record(topic));
  for (int32_t i = 0; i < partition_count; ++i) builder_.apply_own(partition_record(topic, i));
  builder_.finish({static_cast<int64_t>(images_.size()), 0});
  for (int32_t i = 0; i < partition_count; ++i) {
    run(builder_.image().topic(topic.id)->owner_shard(i), make_partition(topic, i));
  }
  publish();
  return topic;
}

Task<void> SessionCluster::make_partition(TestTopic topic, int32_t index) {
  storage::PartitionIdentity identity{topic.name, topic.id, index};
  auto made = co_await logs(Shard::current().id()).create(identity, "/data", {});
  EXPECT_TRUE(made.has_value());
  if (made) (*made)->become_leader({.leader_epoch = storage::LeaderEpoch(0)}, true);
}

void SessionCluster::delete_topic(const TestTopic& topic) {
  std::vector<ShardId> owners;
  for (int32_t i = 0; i < topic.partition_count; ++i) owners.push_back(owner(topic, i));
  protocol::RemoveTopicRecord record;
  record.topic_id = topic.id;
  builder_.apply_own(metadata::encode_record(record));
  publish();
  for (int32_t i = 0; i < topic.partition_count; ++i) {
    run(owners[i], [](storage::LogManager& logs, protocol::Uuid id, int32_t index) -> Task<void> {
      auto removed = co_await logs.remove(id, index);
      EXPECT_TRUE(removed.has_value());
    }(logs(owners[i]), topic.id, i));
  }
}

ShardId SessionCluster::owner(const TestTopic& topic, int32_t index) const {
  return image().topic(topic.id)->owner_shard(index);
}

storage::Partition* SessionCluster::partition(const TestTopic& topic, int32_t index) {
  return logs(owner(topic, index)).find(topic.id, index);
}

void SessionCluster::on_partition(const TestTopic& topic, int32_t index,
                                  std::function<Task<void>(storage::Partition&)> act) {
  run(owner(topic, index), act(*partition(topic, index)));
}

void SessionCluster::append(const TestTopic& topic, int32_t index, size_t value_bytes) {
  on_partition(topic, index, [value_bytes](storage::Partition& partition) {
    return append_batch(partition, {}, protocol::Bytes::null(), std::string(value_bytes, 'v'),
                        storage::AppendOrigin::kClient);
  });
}

void SessionCluster::append_later(const TestTopic& topic, int32_t index, size_t value_bytes, int64_t delay_us,
                                  int& pending) {
  ++pending;
  const auto later = [](storage::Partition& partition, std::string value, int64_t after_us, int& left) -> Task<void> {
    co_await reactor::sleep_for(after_us * 1000);
    protocol::RecordBatchOptions options;
    co_await append_batch(partition, std::move(options), protocol::Bytes::null(), std::move(value),
                          storage::AppendOrigin::kClient);
    --left;
  };
  runtime_->spawn(runtime_->shard(owner(topic, index)),
                  later(*partition(topic, index), std::string(value_bytes, 'v'), delay_us, pending));
}

// As they would come from a leader: nothing is checked.
static Task<void> replicate(storage::Partition& partition, int32_t sequence, std::string_view key,
                            std::string_view value) {
  protocol::RecordBatchOptions options{.base_offset = partition.log_end_offset().value,
                                       .partition_leader_epoch = partition.state().leader_epoch.value,
                                       .producer_id = kTestProducer,
                                       .producer_epoch = 0,
                                       .base_sequence = sequence};
  options.is_transactional = true;
  options.is_control = sequence < 0;
  protocol::CodecScratch scratch;
  protocol::RecordBatchBuilder builder(std::move(options));
  builder.append(Shard::current().now_ms(), protocol::Bytes(key), protocol::Bytes(value));
  protocol::Buffer batch = builder.build(scratch);
  auto appended = co_await partition.append_as_replica(batch.span());
  EXPECT_TRUE(appended.has_value()) << appended.error().message;
}

void SessionCluster::append_in_transaction(const TestTopic& topic, int32_t index) {
  const int32_t sequence = sequences_[{topic.id, index}]++;
  on_partition(topic, index, [sequence](storage::Partition& partition) {
    return replicate(partition, sequence, "key", "in transaction");
  });
}

void SessionCluster::end_transaction(const TestTopic& topic, int32_t index) {
  static constexpr std::string_view kCommitKey("\0\0\0\1", 4);
  static constexpr std::string_view kCommitValue("\0\0\0\0\0\0", 6);
  on_partition(topic, index,
               [](storage::Partition& partition) { return replicate(partition, -1, kCommitKey, kCommitValue); });
}

void SessionCluster::truncate(const TestTopic& topic, int32_t index, int64_t offset) {
  on_partition(topic, index, [offset](storage::Partition& partition) -> Task<void> {
    return [](storage::Partition& inner, int64_t to) -> Task<void> {
      auto truncated = co_await inner.truncate_to(storage::Offset(to));
      EXPECT_TRUE(truncated.has_value());
    }(partition, offset);
  });
}

void SessionCluster::advance_log_start(const TestTopic& topic, int32_t index, int64_t offset) {
  on_partition(topic, index, [offset](storage::Partition& partition) -> Task<void> {
    return [](storage::Partition& inner, int64_t to) -> Task<void> {
      EXPECT_TRUE(inner.advance_log_start(storage::Offset(to)).has_value());
      co_return;
    }(partition, offset);
  });
}

void SessionCluster::lead(const TestTopic& topic, int32_t index, int32_t epoch) {
  on_partition(topic, index, [epoch](storage::Partition& partition) -> Task<void> {
    return [](storage::Partition& inner, int32_t to) -> Task<void> {
      inner.become_leader({.leader_epoch = storage::LeaderEpoch(to)}, true);
      co_return;
    }(partition, epoch);
  });
}

void SessionCluster::follow(const TestTopic& topic, int32_t index) {
  on_partition(topic, index, [](storage::Partition& partition) -> Task<void> {
    return [](storage::Partition& inner) -> Task<void> {
      inner.become_follower(inner.state());
      co_return;
    }(partition);
  });
}

// ---- fetches

namespace {

TopicKey key_of(const TestTopic& topic, bool by_id) {
  if (by_id) return {{}, topic.id};
  return {topic.name, {}};
}

std::vector<SessionRequestPartition> request_rows(const std::vector<TestAsk>& asks, bool by_id) {
  std::vector<SessionRequestPartition> rows;
  for (const TestAsk& ask : asks) rows.push_back({key_of(ask.topic, by_id), ask.index, ask.asked});
  return rows;
}

}  // namespace

Task<void> SessionCluster::incremental_task(const TestFetch& fetch, SessionAnswer& into, bool& done,
                                            SessionFetch** under_way) {
  const auto changed = request_rows(fetch.changed, fetch.by_id);
  const auto forgotten = request_rows(fetch.forgotten, fetch.by_id);
  const SessionChange change{.changed = changed, .forgotten = forgotten, .connection_id = 1};
  const SessionRequest request{.session_id = fetch.session_id,
                               .epoch = fetch.epoch,
                               .limits = {fetch.max_bytes, fetch.end()},
                               .patience = {fetch.min_bytes, fetch.max_wait_ms},
                               .isolation_level = fetch.isolation_level,
                               .uses_topic_ids = fetch.by_id};
  const auto shard = sessions(0).shard_of(fetch.session_id);
  if (!shard) {
    into.error = protocol::ErrorCode::kFetchSessionIdNotFound;
  } else {
    SessionFetch operation(sessions(*shard), request);
    if (under_way != nullptr) *under_way = &operation;
    into = co_await reactor::on_shard(*shard, [&operation, &change] { return operation.run(change); });
    if (under_way != nullptr) *under_way = nullptr;
  }
  for (SessionAnswer::Row& row : into.rows) {
    row.fetch.range.lease.release();
  }
  done = true;
}

SessionAnswer SessionCluster::incremental(const TestFetch& fetch) {
  SessionAnswer answer;
  bool done = false;
  run(0, incremental_task(fetch, answer, done));
  return answer;
}

SessionAnswer SessionCluster::full(ShardId home, const TestFetch& fetch, bool is_privileged,
                                   const SessionClient& client) {
  SessionAnswer answer;
  run(home,
      [](SessionCluster& self, const TestFetch& what, bool privileged, const SessionClient& who,
         SessionAnswer& into) -> Task<void> {
        NewSession wanted{.uses_topic_ids = what.by_id, .is_privileged = privileged, .client = who, .partitions = {}};
        std::vector<PartitionFetch> reads;
        reads.reserve(what.changed.size());
        std::vector<int> read_of;
        for (const TestAsk& ask : what.changed) {
          const metadata::TopicImage* topic =
              what.by_id ? self.image().topic(ask.topic.id) : self.image().topic(ask.topic.name);
          const bool is_there = topic != nullptr && topic->partition(ask.index) != nullptr;
          read_of.push_back(is_there ? static_cast<int>(reads.size()) : -1);
          if (!is_there) continue;
          PartitionFetch& read = reads.emplace_back();
          read.topic_id = topic->id;
          read.index = ask.index;
          read.owner_shard = topic->owner_shard(ask.index);
          read.fetch_offset = storage::Offset(ask.asked.fetch_offset);
          read.max_bytes = ask.asked.terms.max_bytes;
          read.current_leader_epoch = storage::LeaderEpoch(ask.asked.terms.current_leader_epoch);
          read.last_fetched_epoch = storage::LeaderEpoch(ask.asked.terms.last_fetched_epoch);
        }
        FetchOperation operation(self.logs_of(), reads, {what.max_bytes, what.end()});
        co_await operation.read(nullptr);
        // As a handler answers: partitions that are there first.
        for (const bool there : {true, false}) {
          for (size_t i = 0; i < what.changed.size(); ++i) {
            const TestAsk& ask = what.changed[i];
            if ((read_of[i] >= 0) != there) continue;
            const metadata::TopicImage* topic = what.by_id ? self.image().topic(ask.topic.id) : nullptr;
            NewSession::Partition& made = wanted.partitions.emplace_back();
            made.topic = key_of(ask.topic, what.by_id);
            if (topic != nullptr) made.known_name = topic->name;
            made.index = ask.index;
            made.asked = ask.asked;
            if (there && !reads[read_of[i]].failed()) {
              made.sent_high_watermark = reads[read_of[i]].ends.high_watermark.value;
              made.sent_log_start = reads[read_of[i]].ends.log_start.value;
            }
          }
        }
        for (PartitionFetch& read : reads) read.range.lease.release();
        into.session_id = self.sessions(Shard::current().id()).create(wanted);
      }(*this, fetch, is_privileged, client, answer));
  return answer;
}

}  // namespace klamm::fetch::test
