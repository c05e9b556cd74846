#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>

#include "reactor/sleep.h"
#include "storage/file_names.h"
#include "storage/partition.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

// Random histories of idempotent producers on one partition, against a list of what was acknowledged: nothing is
// appended twice, nothing that was acknowledged is lost, nothing that must be accepted is refused, and a repetition of
// any batch that the window must hold gets its original offset, whatever happened meanwhile: lost answers, refused
// writes, clean stops and kills, missing and damaged files, truncation, another window, expiry.
//
// KLAMM_MODEL_SEEDS=N runs seeds 1 to N; KLAMM_MODEL_SEED=S only S.
namespace klamm::storage::test {
namespace {

using protocol::ErrorCode;

constexpr int kProducers = 6;
constexpr int64_t kExpirationMs = 3'600'000;

struct Sent {
  int64_t producer = 0;
  int16_t epoch = 0;
  int32_t sequence = 0;
  int32_t count = 0;
  int64_t offset = 0;
  bool may_be_forgotten = false;  // its producer has expired since

  int32_t next_sequence() const { return static_cast<int32_t>((int64_t{sequence} + count) & INT32_MAX); }
};

struct Producer {
  int16_t epoch = 0;
  int32_t next = 0;
  size_t known = 0;  // batches that must be known, counted from the newest
};

class ProducerModelTest : public LogTest, public ::testing::WithParamInterface<uint64_t> {
 protected:
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim::SimOptions{.seed = GetParam()});
    disk_ = &world->disk();
    options_.producer_id_expiration_ms = kExpirationMs;
    options_.producer_id_expiration_check_interval_ms = 60'000;
    return world;
  }

  int64_t draw(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random_); }

  std::expected<AppendResult, AppendError> send(const Sent& batch) {
    protocol::RecordBatchOptions options;
    options.producer_id = batch.producer;
    options.producer_epoch = batch.epoch;
    options.base_sequence = batch.sequence;
    std::vector<std::string> values(static_cast<size_t>(batch.count), std::string(60, 'v'));
    return append(*partition_, batch_of(values, 1'700'000'000'000, options));
  }

  int64_t end() const { return log_.empty() ? 0 : log_.back().offset + log_.back().count; }

  // The batches of a producer's epoch now, newest first.
  std::vector<const Sent*> batches_of(int64_t id) const {
    std::vector<const Sent*> found;
    for (auto batch = log_.rbegin(); batch != log_.rend(); ++batch) {
      if (batch->producer == id && batch->epoch == producers_[static_cast<size_t>(id)].epoch) found.push_back(&*batch);
    }
    return found;
  }

  Sent next_batch(int64_t id) {
    const Producer& producer = producers_[static_cast<size_t>(id)];
    return {id, producer.epoch, producer.next, static_cast<int32_t>(draw(1, 3)), end(), false};
  }
  void acknowledged(const Sent& batch) {
    Producer& producer = producers_[static_cast<size_t>(batch.producer)];
    producer.next = batch.next_sequence();
    producer.known = std::min(producer.known + 1, static_cast<size_t>(limit()));
    log_.push_back(batch);
  }

  void append_one() {
    const int64_t id = draw(0, kProducers - 1);
    Producer& producer = producers_[static_cast<size_t>(id)];
    if (draw(0, 39) == 0 && !batches_of(id).empty()) bump_epoch(producer);
    const Sent batch = next_batch(id);
    if (draw(0, 19) == 0) {
      disk_->add_fault({.operation = sim::DiskOperation::kWrite, .path_part = ".log", .error = ENOSPC});
      auto refused = send(batch);
      disk_->clear_faults();
      ASSERT_FALSE(refused.has_value());
      sleep(1000);
    }
    auto result = send(batch);
    ASSERT_TRUE(result.has_value()) << result.error().message;
    ASSERT_FALSE(result->duplicate);
    ASSERT_EQ(result->base_offset.value, batch.offset);
    acknowledged(batch);
    // The answer is lost, and the producer sends it again.
    if (draw(0, 3) == 0) expect_duplicate(batch);
  }

  void bump_epoch(Producer& producer) {
    const auto id = &producer - producers_.data();
    Sent wrong = next_batch(id);
    ++wrong.epoch;
    if (wrong.sequence != 0 && producer.known > 0) expect_refused(wrong, ErrorCode::kOutOfOrderSequenceNumber);
    ++producer.epoch;
    producer.next = 0;
    producer.known = 0;
  }

  void expect_duplicate(const Sent& batch) {
    auto again = send(batch);
    ASSERT_TRUE(again.has_value()) << again.error().message;
    ASSERT_TRUE(again->duplicate);
    ASSERT_EQ(again->base_offset.value, batch.offset);
    ASSERT_EQ(again->last_offset.value, batch.offset + batch.count - 1);
    ASSERT_EQ(partition_->log_end_offset().value, end());
  }
  void expect_refused(const Sent& batch, ErrorCode code) {
    auto refused = send(batch);
    ASSERT_FALSE(refused.has_value()) << "appended at " << refused->base_offset.value << ", duplicate "
                                      << refused->duplicate;
    ASSERT_EQ(refused.error().code, code);
    ASSERT_EQ(partition_->log_end_offset().value, end());
  }

  void repeat_some() {
    const int64_t id = draw(0, kProducers - 1);
    const auto batches = batches_of(id);
    const Producer& producer = producers_[static_cast<size_t>(id)];
    if (producer.known == 0) return;
    ASSERT_LE(producer.known, batches.size());
    for (int i = 0; i < 3; ++i)
      expect_duplicate(*batches[static_cast<size_t>(draw(0, static_cast<int64_t>(producer.known) - 1))]);
    expect_duplicate(*batches[producer.known - 1]);  // the oldest
    // Older ones may still be known, and are never taken for new.
    const Sent& older = *batches[static_cast<size_t>(draw(0, static_cast<int64_t>(batches.size()) - 1))];
    auto result = send(older);
    if (result) {
      ASSERT_TRUE(result->duplicate);
      ASSERT_EQ(result->base_offset.value, older.offset);
    } else {
      ASSERT_EQ(result.error().code, ErrorCode::kOutOfOrderSequenceNumber);
    }
    ASSERT_EQ(partition_->log_end_offset().value, end());
  }

  void send_wrong() {
    const int64_t id = draw(0, kProducers - 1);
    const Producer& producer = producers_[static_cast<size_t>(id)];
    if (producer.known == 0) return;
    const Sent last = *batches_of(id).front();
    Sent gap = next_batch(id);
    gap.sequence = static_cast<int32_t>((int64_t{gap.sequence} + draw(1, 5)) & INT32_MAX);
    expect_refused(gap, ErrorCode::kOutOfOrderSequenceNumber);
    Sent longer = last;
    ++longer.count;
    expect_refused(longer, ErrorCode::kOutOfOrderSequenceNumber);
    if (last.count > 1) {
      Sent part = last;
      --part.count;
      expect_refused(part, ErrorCode::kOutOfOrderSequenceNumber);
    }
    if (producer.epoch > 0) {
      Sent fenced = next_batch(id);
      --fenced.epoch;
      expect_refused(fenced, ErrorCode::kInvalidProducerEpoch);
    }
  }

  int32_t limit() const { return config_.producer_state_batches_to_retain; }
  void change_limit() {
    config_.producer_state_batches_to_retain = static_cast<int32_t>(draw(0, 2) == 0 ? draw(5, 100) : draw(5, 12));
    lowest_limit_ = std::min(lowest_limit_, limit());
    partition_->set_config(config_);
  }

  // What is read again is trimmed to the limit of now.
  void trim_known() {
    for (Producer& producer : producers_) producer.known = std::min(producer.known, static_cast<size_t>(limit()));
  }

  void break_files(bool is_clean) {
    std::vector<std::string> windows;
    std::vector<std::string> snapshots;
    for (const auto& entry : *disk_->list(directory_ + "/t-0")) {
      if (entry.name.ends_with(kProducerWindowsSuffix)) windows.push_back(path(entry.name));
      if (entry.name.ends_with(kProducerSnapshotSuffix)) snapshots.push_back(path(entry.name));
    }
    const int64_t kind = draw(0, 9);
    if (kind == 0) {
      for (const std::string& file : windows) ASSERT_TRUE(disk_->unlink(file).has_value());
    } else if (kind == 1) {
      for (const std::string& file : windows) damage(file);
    } else if (kind == 2) {
      for (const std::string& file : snapshots) damage(file);
    } else if (kind == 3 && !snapshots.empty()) {
      damage(snapshots.back());
    } else if (kind == 4 && !is_clean) {  // after a clean stop it would mean that there are no producers
      for (const std::string& file : snapshots) ASSERT_TRUE(disk_->unlink(file).has_value());
    }
  }
  void damage(const std::string& file) {
    const size_t size = disk_->content(file).size();
    if (size == 0) return;
    auto handle = disk_->open(file, reactor::OpenMode::kReadWrite, 0);
    ASSERT_TRUE(handle.has_value());
    if (draw(0, 1) == 0) {
      ASSERT_TRUE(disk_->truncate(*handle, static_cast<uint64_t>(draw(0, static_cast<int64_t>(size) - 1))).has_value());
    } else {
      const auto at = static_cast<uint64_t>(draw(0, static_cast<int64_t>(size) - 1));
      std::byte byte{};
      ASSERT_TRUE(disk_->read(*handle, std::span(&byte, 1), at).has_value());
      byte ^= static_cast<std::byte>(1U << draw(0, 7));
      const iovec piece{&byte, 1};
      ASSERT_TRUE(disk_->write(*handle, std::span(&piece, 1), at, 0).has_value());
    }
    disk_->close(*handle);
  }

  void restart_cleanly() {
    ASSERT_TRUE(wait(manager_->stop()).has_value());
    manager_.reset();
    break_files(true);
    start();
    partition_ = &open({.after_clean_stop = true, .recovery_point = Offset(end())});
    trim_known();
  }
  void kill() {
    const Offset recovery_point = partition_->log().recovery_point();
    wait(manager_->close());
    manager_.reset();
    break_files(false);
    start();
    partition_ = &open({.recovery_point = draw(0, 3) == 0 ? Offset(0) : recovery_point});
    trim_known();
  }

  void truncate() {
    if (log_.size() < 2) return;
    const auto keep = static_cast<size_t>(std::max<int64_t>(1, static_cast<int64_t>(log_.size()) - draw(1, 30)));
    const int64_t offset = log_[keep].offset;
    ASSERT_TRUE(wait(partition_->truncate_to(Offset(offset))).has_value());
    log_.resize(keep);
    ASSERT_EQ(partition_->log_end_offset().value, end());
    for (int64_t id = 0; id < kProducers; ++id) go_back(id);
  }

  // The producer is as the log says: what it knew there, a snapshot with the window of some time has.
  void go_back(int64_t id) {
    Producer& producer = producers_[static_cast<size_t>(id)];
    const auto last = std::find_if(log_.rbegin(), log_.rend(), [id](const Sent& s) { return s.producer == id; });
    producer.known = 0;
    if (last == log_.rend()) {
      producer.epoch = 0;
      producer.next = static_cast<int32_t>(draw(0, 10));
      return;
    }
    producer.epoch = last->epoch;
    producer.next = last->next_sequence();
    for (const Sent* const batch : batches_of(id)) {
      if (batch->may_be_forgotten || producer.known == static_cast<size_t>(lowest_limit_)) break;
      ++producer.known;
    }
  }

  void sleep(int64_t ms) {
    const auto nap = [](int64_t duration_ns) -> reactor::Task<void> { co_await reactor::sleep_for(duration_ns); };
    constexpr int64_t kPartMs = 300'000;  // the simulation takes a longer one for a task that does not end
    for (; ms > 0; ms -= kPartMs) wait(nap(std::min(ms, kPartMs) * 1'000'000));
  }
  void expire() {
    sleep(kExpirationMs + 100'000);
    ASSERT_EQ(partition_->log().producers().size(), 0U);
    ASSERT_EQ(manager_->metrics().producer_ids, 0U);
    for (Sent& batch : log_) batch.may_be_forgotten = true;
    for (Producer& producer : producers_) producer.known = 0;
  }

  void step() {
    const int64_t what = draw(0, 199);
    if (what < 120) {
      append_one();
    } else if (what < 155) {
      repeat_some();
    } else if (what < 170) {
      send_wrong();
    } else if (what < 176) {
      change_limit();
    } else if (what < 183) {
      restart_cleanly();
    } else if (what < 190) {
      kill();
    } else if (what < 196) {
      truncate();
    } else if (what < 197) {
      expire();
    } else {
      ASSERT_TRUE(wait(partition_->flush()).has_value());
    }
  }

  std::mt19937_64 random_{GetParam()};
  sim::SimDisk* disk_ = nullptr;
  Partition* partition_ = nullptr;
  std::vector<Sent> log_;
  std::vector<Producer> producers_ = std::vector<Producer>(kProducers);
  int32_t lowest_limit_ = 5;
};

TEST_P(ProducerModelTest, AgreesWithWhatWasAcknowledged) {
  config_.segment_bytes = static_cast<int32_t>(draw(1500, 20'000));
  config_.producer_state_batches_to_retain = static_cast<int32_t>(draw(5, 100));
  lowest_limit_ = limit();
  for (Producer& producer : producers_) {
    if (draw(0, 3) == 0) producer.next = INT32_MAX - static_cast<int32_t>(draw(0, 20));
  }
  partition_ = &create();
  for (int i = 0; i < 600 && !HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(GetParam()) + ", step " + std::to_string(i));
    step();
  }
  if (HasFailure()) std::cout << "KLAMM_MODEL_SEED=" << GetParam() << "\n";
  if (!HasFailure()) {
    const auto seen = consume(*partition_, Offset(0), 100'000);
    EXPECT_EQ(static_cast<int64_t>(seen.size()), end());
  }
}

std::vector<uint64_t> seeds() {
  if (const char* only = std::getenv("KLAMM_MODEL_SEED")) return {std::strtoull(only, nullptr, 10)};
  const char* wanted = std::getenv("KLAMM_MODEL_SEEDS");
  std::vector<uint64_t> all(wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 40);
  for (size_t i = 0; i < all.size(); ++i) all[i] = i + 1;
  return all;
}

INSTANTIATE_TEST_SUITE_P(Seeds, ProducerModelTest, ::testing::ValuesIn(seeds()));

}  // namespace
}  // namespace klamm::storage::test
