#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/record.h"
#include "storage/log_manager.h"
#include "tests/reactor/world.h"
#include "tests/storage/batch_fixture.h"

namespace klamm::storage::test {

inline constexpr protocol::Uuid kTopicId{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

// A record as a consumer would see it.
struct SeenRecord {
  int64_t offset = 0;
  int64_t timestamp_ms = 0;
  std::string value;
  bool operator==(const SeenRecord&) const = default;
};

// One partition "t-0" in a fresh log directory, on one shard; with a real ring unless make_world() says otherwise.
class LogTest : public ::testing::Test {
 protected:
  virtual std::unique_ptr<reactor::test::World> make_world() { return reactor::test::make_uring_world(); }
  void SetUp() override {
    world_ = make_world();
    if (world_ == nullptr) GTEST_SKIP() << "the kernel lacks what this Io needs";
    inside_ = std::make_unique<reactor::Shard::Enter>(world_->shard());  // leases end in the test's own code
    directory_ = world_->directory();
    start();
  }
  void TearDown() override {
    if (manager_) wait(manager_->close());
    manager_.reset();
    inside_.reset();
  }

  template <class T>
  T wait(reactor::Task<T> task) {
    std::optional<T> result;
    const auto run = [](reactor::Task<T> inner, std::optional<T>& into) -> reactor::Task<void> {
      into.emplace(co_await std::move(inner));
    };
    world_->run(run(std::move(task), result));
    return std::move(*result);
  }
  void wait(reactor::Task<void> task) { world_->run(std::move(task)); }

  void start() { manager_ = std::make_unique<LogManager>(world_->shard(), options_); }
  Partition& create() {
    auto made = wait(manager_->create({"t", kTopicId, 0}, directory_, config_));
    EXPECT_TRUE(made.has_value()) << made.error().message;
    (*made)->become_leader({.leader_epoch = LeaderEpoch(0)}, true);
    return **made;
  }
  Partition& open(OpenPoints points) {
    auto opened = wait(manager_->open({"t", kTopicId, 0}, directory_, config_, points));
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    (*opened)->become_leader({.leader_epoch = LeaderEpoch(0)}, false);
    return **opened;
  }
  // Stops in good order and opens again.
  Partition& restart() {
    auto stopped = wait(manager_->stop());
    EXPECT_TRUE(stopped.has_value()) << stopped.error().message;
    DirectoryCheckpoints checkpoints;
    wait(manager_->add_checkpoints(directory_, checkpoints));
    manager_.reset();
    start();
    OpenPoints points;
    points.after_clean_stop = true;
    points.recovery_point = checkpoints.recovery_points[{"t", 0}];
    if (checkpoints.log_starts.contains({"t", 0})) points.log_start = checkpoints.log_starts[{"t", 0}];
    return open(points);
  }
  // Goes without a word, as after kill -9, and opens again.
  Partition& crash(Offset recovery_point = Offset(0)) {
    wait(manager_->close());
    manager_.reset();
    start();
    OpenPoints points;
    points.recovery_point = recovery_point;
    return open(points);
  }

  static protocol::Buffer batch_of(const std::vector<std::string>& values, int64_t timestamp_ms = kNowMs,
                                   protocol::RecordBatchOptions options = {}) {
    protocol::CodecScratch scratch;
    protocol::RecordBatchBuilder builder(std::move(options));
    for (const std::string& value : values)
      builder.append(timestamp_ms, protocol::Bytes::null(), protocol::Bytes(std::string_view(value)));
    return builder.build(scratch);
  }
  std::expected<AppendResult, AppendError> append(Partition& partition, protocol::Buffer batch,
                                                  int32_t leader_epoch = 0) {
    return wait(partition.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(leader_epoch), 13}));
  }
  // Appends `count` batches of one record each and expects that all go well.
  void fill(Partition& partition, int count, size_t value_bytes = 100, int64_t first_timestamp_ms = kNowMs) {
    for (int i = 0; i < count; ++i) {
      std::string value = std::to_string(partition.log_end_offset().value);
      value.resize(value_bytes, '.');
      ASSERT_TRUE(append(partition, batch_of({value}, first_timestamp_ms + i)).has_value());
    }
  }

  std::vector<std::byte> bytes_of(const reactor::FileRange& range) {
    std::vector<std::byte> bytes(range.size_bytes);
    if (bytes.empty()) return bytes;
    auto got = world_->io().read_now(range.lease.handle(), bytes, range.offset);
    EXPECT_TRUE(got.has_value() && *got == bytes.size());
    return bytes;
  }
  std::vector<SeenRecord> records_of(std::span<const std::byte> bytes) {
    std::vector<SeenRecord> seen;
    protocol::BatchIterator batches(bytes);
    while (true) {
      auto batch = batches.next();
      EXPECT_TRUE(batch.has_value());
      if (!batch || !batch->has_value()) break;
      EXPECT_TRUE(protocol::verify_crc((*batch)->bytes));
      protocol::RecordReader reader(**batch, codec_);
      while (true) {
        auto record = reader.next();
        EXPECT_TRUE(record.has_value());
        if (!record || !record->has_value()) break;
        seen.push_back({(*batch)->header.base_offset + (*record)->offset_delta,
                        (*batch)->header.record_timestamp((*record)->timestamp_delta),
                        std::string((*record)->value.text())});
      }
    }
    return seen;
  }
  // Everything from `from` to `end`, as a consumer with small fetches gets it.
  std::vector<SeenRecord> consume(Partition& partition, Offset from, uint32_t max_bytes = 1024,
                                  ReadEnd end = ReadEnd::kHighWatermark) {
    std::vector<SeenRecord> all;
    while (from < partition.end(end)) {
      auto read = wait(partition.read(from, max_bytes, true, end));
      EXPECT_TRUE(read.has_value()) << read.error().message;
      if (!read) break;
      const auto records = records_of(bytes_of(read->range));
      const int64_t before = from.value;
      for (const SeenRecord& record : records) {
        if (record.offset < from.value) continue;
        all.push_back(record);
        from = Offset(record.offset + 1);
      }
      if (from.value == before) break;
    }
    return all;
  }
  std::string path(const std::string& name) const { return directory_ + "/t-0/" + name; }

  std::unique_ptr<reactor::test::World> world_;
  std::unique_ptr<reactor::Shard::Enter> inside_;
  std::string directory_;
  StorageOptions options_;
  LogConfig config_;
  protocol::CodecScratch codec_;
  std::unique_ptr<LogManager> manager_;
};

}  // namespace klamm::storage::test
