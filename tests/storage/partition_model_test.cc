#include <algorithm>
#include <map>
#include <random>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "storage/partition.h"
#include "tests/sim/seeds.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {
namespace {

// A naive log: a list of records, and what every producer has written.
struct Model {
  struct Batch {
    int64_t base = 0;
    std::vector<SeenRecord> records;
    int64_t producer = -1;
    int32_t sequence = -1;
  };
  std::vector<Batch> batches;
  int64_t log_start = 0;

  int64_t end() const {
    return batches.empty() ? 0 : batches.back().base + static_cast<int64_t>(batches.back().records.size());
  }
  std::vector<SeenRecord> from(int64_t offset) const {
    std::vector<SeenRecord> all;
    for (const Batch& batch : batches) {
      for (const SeenRecord& record : batch.records) {
        if (record.offset >= offset) all.push_back(record);
      }
    }
    return all;
  }
  // What the producer's next sequence is.
  int32_t next_sequence(int64_t producer) const {
    for (auto batch = batches.rbegin(); batch != batches.rend(); ++batch) {
      if (batch->producer == producer) return batch->sequence + static_cast<int32_t>(batch->records.size());
    }
    return 0;
  }
  std::vector<const Batch*> last_batches(int64_t producer, size_t count) const {
    std::vector<const Batch*> found;
    for (auto batch = batches.rbegin(); batch != batches.rend() && found.size() < count; ++batch) {
      if (batch->producer == producer) found.push_back(&*batch);
    }
    return found;
  }
};

class PartitionModelTest : public LogTest, public ::testing::WithParamInterface<uint64_t> {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = GetParam()});
    disk_ = &world->disk();
    return world;
  }
  void SetUp() override {
    // With every other seed a file stays open only while it is used.
    if (GetParam() % 2 == 1) options_.open_files_max = 1;
    LogTest::SetUp();
  }

  int64_t draw(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }

  Model::Batch draw_batch(int64_t base, int64_t producer, int32_t sequence) {
    Model::Batch batch{base, {}, producer, sequence};
    const int64_t count = draw(1, 4);
    for (int64_t i = 0; i < count; ++i) {
      batch.records.push_back({base + i, 1'700'000'000'000 + draw(0, 100'000),
                               std::to_string(next_value_++) + std::string(static_cast<size_t>(draw(0, 300)), '#')});
    }
    return batch;
  }
  protocol::Buffer encode(const Model::Batch& batch) {
    protocol::RecordBatchOptions options;
    options.compression = static_cast<protocol::CompressionType>(draw(0, 4));
    if (batch.producer >= 0) {
      options.producer_id = batch.producer;
      options.producer_epoch = 0;
      options.base_sequence = batch.sequence;
    }
    protocol::RecordBatchBuilder builder(options);
    for (const SeenRecord& record : batch.records)
      builder.append(record.timestamp_ms, protocol::Bytes::null(), protocol::Bytes(std::string_view(record.value)));
    return builder.build(codec_);
  }

  // Some batches at once, of several producers, each continuing its own sequence.
  void append_some() {
    std::vector<Model::Batch> planned;
    std::map<int64_t, int32_t> next;
    int64_t end = model_.end();
    const int64_t count = draw(1, 6);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t producer = draw(-1, 3);
      if (producer >= 0 && !next.contains(producer)) next[producer] = model_.next_sequence(producer);
      planned.push_back(draw_batch(end, producer, producer >= 0 ? next[producer] : -1));
      if (producer >= 0) next[producer] += static_cast<int32_t>(planned.back().records.size());
      end += static_cast<int64_t>(planned.back().records.size());
    }
    const bool fails = draw(0, 9) == 0;
    if (fails) disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = ENOSPC});
    std::vector<protocol::Buffer> bytes;
    for (const auto& batch : planned) bytes.push_back(encode(batch));
    std::vector<int64_t> offsets(planned.size(), -2);
    const auto one = [](Partition& to, protocol::Buffer& batch, int64_t& into) -> reactor::Task<void> {
      auto result = co_await to.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(0), 13});
      into = result && !result->duplicate ? result->base_offset.value : -1;
    };
    std::vector<reactor::Task<void>> tasks;
    for (size_t i = 0; i < planned.size(); ++i) tasks.push_back(one(*partition_, bytes[i], offsets[i]));
    wait(reactor::when_all(std::move(tasks)));
    disk_->clear_faults();
    // Nothing is taken while what a failed write left behind is cut off.
    const auto nap = []() -> reactor::Task<void> { co_await reactor::sleep_for(1'000'000'000); };
    if (fails) wait(nap());
    // Acknowledged is a prefix of what was asked: nothing behind a failure is taken.
    bool failed = false;
    for (size_t i = 0; i < planned.size(); ++i) {
      if (offsets[i] == -1) {
        failed = true;
        continue;
      }
      ASSERT_FALSE(failed);
      ASSERT_EQ(offsets[i], planned[i].base);
      model_.batches.push_back(planned[i]);
    }
    ASSERT_TRUE(fails || !failed);
  }

  void repeat_some() {
    const int64_t producer = draw(0, 3);
    // After a crash only the newest batch of a producer may be known from a snapshot; what was replayed is known too.
    const auto known = model_.last_batches(producer, 1);
    if (known.empty()) return;
    const Model::Batch& original = *known[static_cast<size_t>(draw(0, static_cast<int64_t>(known.size()) - 1))];
    protocol::Buffer bytes = encode(original);
    auto result = append(*partition_, std::move(bytes));
    ASSERT_TRUE(result.has_value()) << result.error().message;
    EXPECT_TRUE(result->duplicate);
    EXPECT_EQ(result->base_offset.value, original.base);
  }

  void compare() {
    ASSERT_EQ(partition_->log_end_offset().value, std::max(model_.end(), model_.log_start));
    const int64_t from = draw(model_.log_start, model_.end());
    EXPECT_EQ(consume(*partition_, Offset(from), static_cast<uint32_t>(draw(1, 3000))), model_.from(from));
    if (model_.log_start != 0) return;
    const auto all = model_.from(0);
    const int64_t time = 1'700'000'000'000 + draw(0, 100'000);
    auto found = wait(partition_->offset_for_timestamp(time));
    ASSERT_TRUE(found.has_value()) << found.error().message;
    const auto expected =
        std::find_if(all.begin(), all.end(), [time](const SeenRecord& r) { return r.timestamp_ms >= time; });
    ASSERT_EQ(found->has_value(), expected != all.end());
    if (found->has_value()) {
      EXPECT_EQ((*found)->offset.value, expected->offset);
      EXPECT_EQ((*found)->timestamp_ms, expected->timestamp_ms);
    }
    auto max = wait(partition_->max_timestamp());
    ASSERT_TRUE(max.has_value()) << max.error().message;
    ASSERT_EQ(max->has_value(), !all.empty());
    if (!all.empty()) {
      const auto latest = std::max_element(
          all.begin(), all.end(), [](const auto& a, const auto& b) { return a.timestamp_ms < b.timestamp_ms; });
      EXPECT_EQ((*max)->timestamp_ms, latest->timestamp_ms);
      EXPECT_EQ((*max)->offset.value, latest->offset);
    }
  }

  void truncate() {
    if (model_.end() == 0) return;
    // To the beginning of a batch, as a follower truncates.
    const auto& batch = model_.batches[static_cast<size_t>(draw(0, static_cast<int64_t>(model_.batches.size()) - 1))];
    if (batch.base < model_.log_start) return;
    const int64_t to = batch.base;
    auto done = wait(partition_->truncate_to(Offset(to)));
    ASSERT_TRUE(done.has_value()) << done.error().message;
    std::erase_if(model_.batches, [to](const Model::Batch& b) { return b.base >= to; });
  }

  void lose_power() {
    if (model_.end() == 0) return;
    auto flushed = wait(partition_->flush());
    ASSERT_TRUE(flushed.has_value()) << flushed.error().message;
    const int64_t safe = model_.end();
    for (int64_t left = draw(0, 6); left > 0; --left) append_some();
    const int64_t end = model_.end();
    disk_->lose_unsynced(draw(0, 1) == 1 ? sim::SimDisk::Left::kSome : sim::SimDisk::Left::kNothing);
    // What the checkpoint says may be older.
    partition_ = &crash(Offset(draw(0, 1) == 1 ? safe : 0));
    const int64_t kept = partition_->log_end_offset().value;
    ASSERT_GE(kept, safe);
    ASSERT_LE(kept, end);
    std::erase_if(model_.batches, [kept](const Model::Batch& b) { return b.base >= kept; });
    ASSERT_EQ(model_.end(), kept);
    EXPECT_EQ(consume(*partition_, Offset(model_.log_start)), model_.from(model_.log_start));
  }

  void remove_old() {
    LogConfig config = config_;
    config.retention_bytes = draw(0, 40'000);
    partition_->set_config(config);
    const Offset first = partition_->log().first_segment_base();
    auto removed = wait(partition_->remove_old_segments());
    ASSERT_TRUE(removed.has_value()) << removed.error().message;
    partition_->set_config(config_);
    if (*removed == 0) return;
    EXPECT_GT(partition_->log().first_segment_base(), first);
    model_.log_start = std::max(model_.log_start, partition_->log().first_segment_base().value);
    EXPECT_EQ(partition_->log_start_offset().value, model_.log_start);
    keeps_log_start_ = true;
  }

  void step() {
    const int64_t what = draw(0, 99);
    if (what < 60) {
      append_some();
    } else if (what < 75) {
      compare();
    } else if (what < 85) {
      repeat_some();
    } else if (what < 88) {
      truncate();
    } else if (what < 91) {
      partition_ = &restart();
    } else if (what < 94) {
      partition_ = &crash(partition_->log().recovery_point());
    } else if (what < 97) {
      lose_power();
    } else if (what < 98) {
      EXPECT_TRUE(wait(partition_->flush()).has_value());
    } else if (model_.end() > 0 && draw(0, 1) == 0) {
      remove_old();
    } else if (model_.end() > 0 && draw(0, 1) == 0) {
      model_.log_start = draw(model_.log_start, model_.end());
      EXPECT_TRUE(partition_->advance_log_start(Offset(model_.log_start)).has_value());
      EXPECT_EQ(partition_->log_start_offset().value, model_.log_start);
      keeps_log_start_ = true;
    }
  }

  std::mt19937_64 random_{GetParam()};
  sim::SimDisk* disk_ = nullptr;
  Partition* partition_ = nullptr;
  Model model_;
  int64_t next_value_ = 0;
  bool keeps_log_start_ = false;
};

TEST_P(PartitionModelTest, AgreesWithANaiveLog) {
  config_.segment_bytes = static_cast<int32_t>(draw(2000, 20'000));
  config_.index_interval_bytes = static_cast<int32_t>(draw(0, 1000));
  config_.segment_ms = draw(0, 4) == 0 ? 50'000 : INT64_MAX / 2;
  partition_ = &create();
  for (int i = 0; i < 300 && !HasFatalFailure() && !HasNonfatalFailure(); ++i) {
    SCOPED_TRACE("step " + std::to_string(i));
    // The start of the log is known again only after a clean stop.
    if (keeps_log_start_) {
      append_some();
      compare();
      continue;
    }
    step();
  }
  compare();
}

INSTANTIATE_TEST_SUITE_P(Seeds, PartitionModelTest, sim::seeds(30));

}  // namespace
}  // namespace klamm::storage::test
