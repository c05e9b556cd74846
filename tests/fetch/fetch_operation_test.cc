#include "fetch/fetch_operation.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "protocol/record_batch_builder.h"
#include "reactor/on_shard.h"
#include "reactor/sleep.h"
#include "tests/sim/sim_runtime.h"

namespace klamm::fetch {
namespace {

using protocol::ErrorCode;
using reactor::Shard;
using reactor::ShardId;
using reactor::Task;
using storage::Offset;

constexpr protocol::Uuid kTopicId{{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}};
constexpr int64_t kNsPerMs = 1'000'000;

// Shards with a LogManager each, and partition i of one topic on shard i % shards.
class FetchOperationTest : public ::testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override {
    runtime_ = std::make_unique<sim::SimRuntime>(world_, GetParam());
    logs_.resize(GetParam());
    runtime_->start([this](Shard& shard) -> Task<void> {
      logs_[shard.id()] = std::make_unique<storage::LogManager>(shard, options_);
      co_return;
    });
    ASSERT_TRUE(runtime_->run_until([this] { return all_made(); }));
    run(0, make_directory());
  }
  void TearDown() override {
    for (ShardId id = 0; id < GetParam(); ++id) {
      run(id, stop_logs(id));
    }
    ASSERT_TRUE(runtime_->stop());
    for (ShardId id = 0; id < GetParam(); ++id) {
      const Shard::Enter enter(runtime_->shard(id));
      logs_[id].reset();
    }
  }

  bool all_made() const {
    for (const auto& logs : logs_) {
      if (logs == nullptr) return false;
    }
    return true;
  }
  Task<void> make_directory() {
    auto made = co_await reactor::make_directory(Shard::current().io(), "/data");
    EXPECT_TRUE(made.has_value());
  }
  Task<void> stop_logs(ShardId id) {
    auto stopped = co_await logs_[id]->stop();
    EXPECT_TRUE(stopped.has_value());
    co_await logs_[id]->close();
  }

  // Runs a task on a shard until it has ended.
  void run(ShardId on, Task<void> task) {
    bool done = false;
    const auto mark = [](Task<void> inner, bool& ended) -> Task<void> {
      co_await std::move(inner);
      ended = true;
    };
    runtime_->spawn(runtime_->shard(on), mark(std::move(task), done));
    ASSERT_TRUE(runtime_->run_until([&] { return done; }));
  }

  ShardId owner(int32_t index) const { return static_cast<ShardId>(index) % GetParam(); }

  void create(int32_t index) {
    run(owner(index), [](FetchOperationTest& self, int32_t i) -> Task<void> {
      auto made = co_await self.logs_[self.owner(i)]->create({"t", kTopicId, i}, "/data", {});
      EXPECT_TRUE(made.has_value());
      if (made) (*made)->become_leader({.leader_epoch = storage::LeaderEpoch(0)}, true);
    }(*this, index));
  }

  static Task<void> append_there(FetchOperationTest& self, int32_t index, std::string value) {
    co_await reactor::on_shard(self.owner(index),
                               [&self, index, &value]() -> Task<void> { return append_here(self, index, value); });
  }
  static Task<void> append_here(FetchOperationTest& self, int32_t index, const std::string& value) {
    protocol::CodecScratch scratch;
    protocol::RecordBatchBuilder builder({});
    builder.append(Shard::current().now_ms(), protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
    protocol::Buffer batch = builder.build(scratch);
    storage::Partition* partition = self.logs_[self.owner(index)]->find(kTopicId, index);
    auto appended = co_await partition->append_as_leader(batch.span(),
                                                         {storage::AppendOrigin::kClient, storage::LeaderEpoch(0), 13});
    EXPECT_TRUE(appended.has_value());
  }
  void append(int32_t index, size_t value_bytes) { run(0, append_there(*this, index, std::string(value_bytes, 'x'))); }

  std::vector<PartitionFetch> fetches(const std::vector<std::pair<int32_t, int64_t>>& wanted,
                                      int32_t max_bytes = 1 << 20) {
    std::vector<PartitionFetch> all;
    for (const auto& [index, offset] : wanted) {
      PartitionFetch fetch;
      fetch.topic_id = kTopicId;
      fetch.index = index;
      fetch.owner_shard = owner(index);
      fetch.fetch_offset = Offset(offset);
      fetch.max_bytes = max_bytes;
      all.push_back(std::move(fetch));
    }
    return all;
  }

  FetchOperation::LogsOf logs_of() {
    return [this](ShardId id) -> storage::LogManager& { return *logs_[id]; };
  }

  // Runs the fetch on shard 0, and `meanwhile` after so many virtual milliseconds; returns how long the fetch took.
  int64_t fetch(std::vector<PartitionFetch>& wanted, FetchLimits limits, FetchPatience patience,
                std::function<Task<void>(FetchOperation&)> meanwhile = {}, int64_t after_ms = 100) {
    int64_t took_ns = 0;
    run(0,
        [](FetchOperationTest& self, std::vector<PartitionFetch>& rows, FetchLimits bounds, FetchPatience wait,
           std::function<Task<void>(FetchOperation&)> act, int64_t delay_ms, int64_t& ns) -> Task<void> {
          FetchOperation operation(self.logs_of(), rows, bounds);
          bool acted = !act;
          if (act) Shard::current().spawn(later(operation, act, delay_ms, acted));
          const int64_t start_ns = Shard::current().now_ns();
          co_await operation.run(wait);
          ns = Shard::current().now_ns() - start_ns;
          while (!acted) co_await reactor::sleep_for(kNsPerMs);
          for (PartitionFetch& row : rows) row.range.lease.release();
        }(*this, wanted, limits, patience, std::move(meanwhile), after_ms, took_ns));
    return took_ns / kNsPerMs;
  }
  static Task<void> later(FetchOperation& operation, std::function<Task<void>(FetchOperation&)> act, int64_t delay_ms,
                          bool& acted) {
    co_await reactor::sleep_for(delay_ms * kNsPerMs);
    co_await act(operation);
    acted = true;
  }

  static constexpr FetchLimits kNoLimits{.max_bytes = 1 << 26};

  sim::SimWorld world_{{.seed = 11}};
  storage::StorageOptions options_;
  std::unique_ptr<sim::SimRuntime> runtime_;
  std::vector<std::unique_ptr<storage::LogManager>> logs_;
};

constexpr uint64_t kOverheadBytes = 61 + 8;  // at least what a batch of one record needs besides the value

TEST_P(FetchOperationTest, ReadsEveryPartitionWhateverItsShard) {
  for (int32_t i = 0; i < 5; ++i) {
    create(i);
    append(i, 100);
  }
  auto rows = fetches({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}});
  EXPECT_EQ(fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 500}), 0);
  for (const PartitionFetch& row : rows) {
    EXPECT_EQ(row.error, ErrorCode::kNone);
    EXPECT_GE(row.size_bytes(), 100 + kOverheadBytes);
    EXPECT_EQ(row.ends.high_watermark, Offset(1));
  }
}

TEST_P(FetchOperationTest, KeepsToTheBudgetInTheOrderOfTheRequest) {
  for (int32_t i = 0; i < 4; ++i) {
    create(i);
    append(i, 1000);
  }
  auto rows = fetches({{2, 0}, {0, 0}, {3, 0}, {1, 0}});
  fetch(rows, {.max_bytes = 2500}, {.min_bytes = 1, .max_wait_ms = 0});
  EXPECT_GT(rows[0].size_bytes(), 1000u);
  EXPECT_GT(rows[1].size_bytes(), 1000u);
  EXPECT_EQ(rows[2].size_bytes(), 0u) << "a first batch that does not fit is left out";
  EXPECT_EQ(rows[3].size_bytes(), 0u);
}

TEST_P(FetchOperationTest, TheFirstBatchComesWhateverTheBudget) {
  create(0);
  create(1);
  append(0, 5000);
  append(1, 5000);
  auto rows = fetches({{1, 0}, {0, 0}});
  fetch(rows, {.max_bytes = 10}, {.min_bytes = 1, .max_wait_ms = 0});
  EXPECT_GT(rows[0].size_bytes(), 5000u);
  EXPECT_EQ(rows[1].size_bytes(), 0u);
}

TEST_P(FetchOperationTest, SleepsUntilTheTimeIsOverWhenNothingComes) {
  create(0);
  create(1);
  auto rows = fetches({{0, 0}, {1, 0}});
  const int64_t took_ms = fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 300});
  EXPECT_GE(took_ms, 300);
  EXPECT_LE(took_ms, 300 + 300 / 64 + 2);
  EXPECT_EQ(rows[0].size_bytes(), 0u);
  EXPECT_EQ(rows[0].ends.high_watermark, Offset(0));
}

TEST_P(FetchOperationTest, AnAppendWakesIt) {
  create(0);
  create(1);
  auto rows = fetches({{0, 0}, {1, 0}});
  const int64_t took_ms = fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 5000},
                                [this](FetchOperation&) { return append_there(*this, 1, "value"); });
  EXPECT_GE(took_ms, 99);
  EXPECT_LE(took_ms, 110);
  EXPECT_EQ(rows[0].size_bytes(), 0u);
  EXPECT_GT(rows[1].size_bytes(), 0u);
}

TEST_P(FetchOperationTest, MinBytesIsTheSumOverItsPartitions) {
  create(0);
  create(1);
  append(0, 300);
  auto rows = fetches({{0, 0}, {1, 0}});
  const auto appends = [this](FetchOperation&) -> Task<void> {
    co_await append_there(*this, 1, std::string(100, 'a'));
    co_await reactor::sleep_for(200 * kNsPerMs);
    co_await append_there(*this, 0, std::string(600, 'b'));
  };
  const int64_t took_ms = fetch(rows, kNoLimits, {.min_bytes = 1000, .max_wait_ms = 5000}, appends);
  EXPECT_GE(took_ms, 299) << "the first append alone is not enough";
  EXPECT_LE(took_ms, 310);
  EXPECT_GE(rows[0].size_bytes() + rows[1].size_bytes(), 1000u);
}

TEST_P(FetchOperationTest, ADeletedPartitionWakesIt) {
  create(0);
  create(1);
  auto rows = fetches({{0, 0}, {1, 0}});
  const auto remove = [this](FetchOperation&) -> Task<void> {
    co_await reactor::on_shard(owner(1), [this]() -> Task<void> {
      return [](storage::LogManager& logs) -> Task<void> {
        auto removed = co_await logs.remove(kTopicId, 1);
        EXPECT_TRUE(removed.has_value());
      }(*logs_[owner(1)]);
    });
  };
  const int64_t took_ms = fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 5000}, remove);
  EXPECT_LE(took_ms, 110);
  EXPECT_EQ(rows[0].error, ErrorCode::kNone);
  EXPECT_EQ(rows[1].error, ErrorCode::kNotLeaderOrFollower);
}

TEST_P(FetchOperationTest, AnErrorEndsTheFetchAtOnce) {
  create(0);
  create(1);
  auto rows = fetches({{0, 0}, {1, 7}});
  EXPECT_EQ(fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 5000}), 0);
  EXPECT_EQ(rows[1].error, ErrorCode::kOffsetOutOfRange);
  EXPECT_EQ(rows[1].ends.high_watermark, Offset(-1));
}

TEST_P(FetchOperationTest, InterruptEndsTheWait) {
  create(0);
  create(1);
  auto rows = fetches({{0, 0}, {1, 0}});
  const int64_t took_ms =
      fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 5000}, [](FetchOperation& operation) -> Task<void> {
        operation.interrupt();
        co_return;
      });
  EXPECT_LE(took_ms, 110);
}

TEST_P(FetchOperationTest, ChecksTheLeaderEpoch) {
  create(0);
  append(0, 10);
  auto rows = fetches({{0, 0}, {0, 0}});
  rows[0].current_leader_epoch = storage::LeaderEpoch(1);
  rows[1].current_leader_epoch = storage::LeaderEpoch(0);
  fetch(rows, kNoLimits, {.min_bytes = 1, .max_wait_ms = 100});
  EXPECT_EQ(rows[0].error, ErrorCode::kUnknownLeaderEpoch);
  EXPECT_EQ(rows[1].error, ErrorCode::kNone);
}

INSTANTIATE_TEST_SUITE_P(Shards, FetchOperationTest, ::testing::Values(1u, 2u, 4u));

}  // namespace
}  // namespace klamm::fetch
