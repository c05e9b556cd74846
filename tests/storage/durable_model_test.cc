#include <algorithm>
#include <random>

#include "reactor/sleep.h"
#include "reactor/when_all.h"
#include "tests/sim/seeds.h"
#include "tests/storage/durable_fixture.h"

// Random appends to several partitions, and a power loss at any moment, several times. With log.flush.before.acks=all
// what was acknowledged is there afterwards, once and in place; without it what is left is a clean prefix.
namespace klamm::storage::test {
namespace {

using reactor::Task;

constexpr int32_t kPartitions = 3;

struct ModelPartition {
  Partition* partition = nullptr;
  std::vector<std::string> values;  // by offset, acknowledged or not
  size_t acknowledged = 0;          // so many of them
  Offset checkpoint{};              // a recovery point that was written down some time
};

class DurableModelTest : public DurableLogTest, public ::testing::WithParamInterface<uint64_t> {
 protected:
  sim::SimOptions sim_options() override { return {.seed = GetParam()}; }
  void SetUp() override {
    // With every other seed a file stays open only while it is used.
    if (GetParam() % 2 == 1) options_.open_files_max = 1;
    DurableLogTest::SetUp();
  }
  int64_t draw(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }

  // One batch of some values, as a producer writes it who waits for the answer.
  Task<void> produce(ModelPartition& model) {
    std::vector<std::string> values;
    const int64_t count = draw(1, 3);
    const int64_t size_max = draw(0, 19) == 0 ? 200'000 : 8'000;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(std::to_string(next_value_++) + std::string(static_cast<size_t>(draw(0, size_max)), '.'));
    protocol::Buffer batch = batch_of(values);
    auto appended =
        co_await model.partition->append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(epoch_), 13});
    if (!appended) co_return;
    model.values.resize(std::max(model.values.size(), static_cast<size_t>(appended->last_offset.value) + 1));
    std::ranges::move(values, model.values.begin() + appended->base_offset.value);
    auto passed = co_await model.partition->wait_for_high_watermark(appended->last_offset + 1);
    if (passed) model.acknowledged = std::max(model.acknowledged, static_cast<size_t>(appended->last_offset.value) + 1);
  }
  // One after the other, so that several producers of a partition have their own ways.
  Task<void> keep_producing(ModelPartition& model, int64_t count) {
    for (int64_t i = 0; i < count && !is_off_; ++i) co_await produce(model);
  }
  Task<void> maintain() {
    while (!is_off_ && !is_done_) {
      co_await reactor::sleep_for(draw(1, 20) * 1'000'000);
      ModelPartition& model = models_[static_cast<size_t>(draw(0, kPartitions - 1))];
      if (draw(0, 2) == 0 && !is_off_) static_cast<void>(co_await model.partition->flush());
      if (!is_off_) model.checkpoint = model.partition->log().recovery_point();
    }
  }

  void live() {
    is_off_ = is_done_ = false;
    sim_->at(sim_->now_ns() + draw(1, 200) * 1'000'000, [this] {
      is_off_ = true;
      disk_->add_fault({.operation = sim::DiskOperation::kAny, .path_part = "", .count = UINT64_MAX});
    });
    const auto all = [this]() -> Task<void> {
      std::vector<Task<void>> producers;
      for (ModelPartition& model : models_) {
        for (int64_t i = draw(0, 3); i > 0; --i) producers.push_back(keep_producing(model, draw(1, 60)));
      }
      co_await reactor::when_all(std::move(producers));
      is_done_ = true;
    };
    std::vector<Task<void>> tasks;
    tasks.push_back(all());
    tasks.push_back(maintain());
    wait(reactor::when_all(std::move(tasks)));
    // Until the power fails where everything ended before.
    const auto nap = [this]() -> Task<void> {
      while (!is_off_) co_await reactor::sleep_for(5'000'000);
    };
    wait(nap());
  }

  void recover() {
    lose_power(draw(0, 1) == 0 ? sim::SimDisk::Left::kNothing : sim::SimDisk::Left::kSome);
    ++epoch_;
    for (int32_t i = 0; i < kPartitions; ++i) {
      ModelPartition& model = models_[static_cast<size_t>(i)];
      model.partition = &bring_up(i, {.recovery_point = model.checkpoint}, epoch_);
      check(model);
    }
    if (draw(0, 3) != 0) end_replay();
  }

  void check(ModelPartition& model) {
    const auto found = values(*model.partition);
    ASSERT_LE(found.size(), model.values.size());
    ASSERT_TRUE(std::ranges::equal(found, std::span(model.values).first(found.size())));
    if (options_.is_durable_before_acks) {
      ASSERT_GE(found.size(), model.acknowledged);
      ASSERT_EQ(model.partition->log().recovery_point(), model.partition->log_end_offset());
    } else {
      ASSERT_GE(static_cast<int64_t>(found.size()), model.checkpoint.value);
    }
    model.values.resize(found.size());
    model.acknowledged = found.size();
  }

  void run_lives() {
    config_.segment_bytes = static_cast<int32_t>(draw(300'000, 2'000'000));
    for (int32_t i = 0; i < kPartitions; ++i) models_[static_cast<size_t>(i)].partition = &create_one(i);
    // The names are on the disk, as after the start of a topic's life; there is a model of that, too.
    if (!options_.is_durable_before_acks) {
      for (ModelPartition& model : models_) {
        ASSERT_TRUE(append(*model.partition, batch_of({"first"})).has_value());
        model.values = {"first"};
        ASSERT_TRUE(wait(model.partition->flush()).has_value());
        model.checkpoint = Offset(1);
      }
    }
    for (int round = 0; round < 6 && !HasFatalFailure(); ++round) {
      SCOPED_TRACE("life " + std::to_string(round));
      live();
      recover();
    }
  }

  std::mt19937_64 random_{GetParam()};
  std::array<ModelPartition, kPartitions> models_;
  int64_t next_value_ = 0;
  int32_t epoch_ = 0;
  bool is_off_ = false;
  bool is_done_ = false;
};

TEST_P(DurableModelTest, LosesNothingThatWasAcknowledged) {
  run_lives();
}

class PageCacheModelTest : public DurableModelTest {
 protected:
  void SetUp() override {
    DurableModelTest::SetUp();
    wait(manager_->close());
    manager_.reset();
    options_.is_durable_before_acks = false;
    start();
    begin();
  }
};

TEST_P(PageCacheModelTest, KeepsACleanPrefix) {
  run_lives();
}

INSTANTIATE_TEST_SUITE_P(Seeds, DurableModelTest, sim::seeds(20));
INSTANTIATE_TEST_SUITE_P(Seeds, PageCacheModelTest, sim::seeds(10));

}  // namespace
}  // namespace klamm::storage::test
