#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fetch/session_fetch.h"
#include "metadata/image_builder.h"
#include "tests/sim/sim_runtime.h"

// Simulated shards with partitions and fetch sessions, and a metadata image, for tests of sessions.
namespace klamm::fetch::test {

using reactor::Shard;
using reactor::ShardId;
using reactor::Task;

struct TestTopic {
  std::string name;
  protocol::Uuid id;
  int32_t partition_count = 0;
};

/// One partition in a test's request, by the topic's name or id as the session wants it.
struct TestAsk {
  TestTopic topic;
  int32_t index = 0;
  SessionAsk asked;
};

/// A fetch in a test.
struct TestFetch {
  int32_t session_id = 0;
  int32_t epoch = 0;
  bool by_id = true;
  std::vector<TestAsk> changed;
  std::vector<TestAsk> forgotten;
  int8_t isolation_level = 0;
  int64_t max_bytes = 1 << 26;
  int64_t min_bytes = 1;
  int64_t max_wait_ms = 0;

  storage::ReadEnd end() const {
    return isolation_level == 1 ? storage::ReadEnd::kLastStableOffset : storage::ReadEnd::kHighWatermark;
  }
};

class SessionCluster {
 public:
  static constexpr SessionCacheLimits kLimits{.slots = 100, .bytes = 1 << 28, .eviction_ms = 120'000};

  SessionCluster(uint64_t seed, uint32_t shard_count, SessionCacheLimits limits = kLimits);
  ~SessionCluster();

  uint32_t shard_count() const { return static_cast<uint32_t>(services_.size()); }
  sim::SimRuntime& runtime() { return *runtime_; }
  FetchSessions& sessions(ShardId shard) { return *services_[shard]->sessions; }
  storage::LogManager& logs(ShardId shard) { return *services_[shard]->logs; }
  const metadata::MetadataImage& image() const { return *images_.back()->image; }
  metadata::ImagePtr image_ptr() { return metadata::ImagePtr(&images_.back()->hold); }
  std::function<storage::LogManager&(ShardId)> logs_of() {
    return [this](ShardId shard) -> storage::LogManager& { return logs(shard); };
  }

  /// Runs a task on a shard until it has ended.
  void run(ShardId shard, Task<void> task);
  void settle() { runtime_->run_for(5'000'000); }
  int64_t now_ms() { return runtime_->shard(0).now_ns() / 1'000'000; }

  // ---- topics; each is done when it returns
  TestTopic create_topic(const std::string& name, int32_t partition_count);
  void delete_topic(const TestTopic& topic);
  storage::Partition* partition(const TestTopic& topic, int32_t index);
  ShardId owner(const TestTopic& topic, int32_t index) const;
  /// Runs on the partition's shard.
  void on_partition(const TestTopic& topic, int32_t index, std::function<Task<void>(storage::Partition&)> act);

  void append(const TestTopic& topic, int32_t index, size_t value_bytes = 10);
  /// The same after a time, beside what the test does; counts `pending` up at once and down at the end.
  void append_later(const TestTopic& topic, int32_t index, size_t value_bytes, int64_t delay_us, int& pending);
  void append_in_transaction(const TestTopic& topic, int32_t index);
  void end_transaction(const TestTopic& topic, int32_t index);
  void truncate(const TestTopic& topic, int32_t index, int64_t offset);
  void advance_log_start(const TestTopic& topic, int32_t index, int64_t offset);
  void lead(const TestTopic& topic, int32_t index, int32_t epoch);
  void follow(const TestTopic& topic, int32_t index);

  // ---- fetches
  /// A full fetch of these that makes a session on `home`, as a handler does it: all rows are sent, errors too. The
  /// answer has its id.
  SessionAnswer full(ShardId home, const TestFetch& fetch, bool is_privileged = false,
                     const SessionClient& client = {"client", "host", 1});
  SessionAnswer incremental(const TestFetch& fetch);
  /// To be spawned; sets `done`. `on` is where the connection is.
  Task<void> incremental_task(const TestFetch& fetch, SessionAnswer& into, bool& done,
                              SessionFetch** under_way = nullptr);
  /// All parts and sessions of all shards.
  size_t part_count() const;
  /// What is drawn next for ids of sessions, on whatever shard; by chance when nothing is left.
  std::deque<uint64_t> next_ids;

 private:
  struct Services {
    std::unique_ptr<storage::LogManager> logs;
    std::unique_ptr<FetchSessions> sessions;
  };
  struct Image {
    std::unique_ptr<metadata::MetadataImage> image;
    metadata::ImageHold hold;
  };
  Task<void> make_services(Shard& shard, SessionCacheLimits limits, size_t& made);
  void publish();
  uint64_t random_id(Shard& shard);
  Task<void> make_partition(TestTopic topic, int32_t index);

  sim::SimWorld world_;
  storage::StorageOptions storage_options_;
  std::unique_ptr<sim::SimRuntime> runtime_;
  std::vector<std::unique_ptr<Services>> services_;
  metadata::ImageBuilder builder_;
  std::vector<std::unique_ptr<Image>> images_;
  uint64_t next_topic_ = 1;
  std::map<std::pair<protocol::Uuid, int32_t>, int32_t> sequences_;  // of transactional batches
};

}  // namespace klamm::fetch::test
