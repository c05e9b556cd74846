#pragma once

#include <memory>
#include <string>
#include <utility>

#include "storage/journal/journal_set.h"
#include "tests/storage/log_fixture.h"
#include "tests/storage/sim_storage_world.h"

namespace klamm::storage::test {

// Logs that are durable before they are acknowledged, on a disk that the test can break.
class DurableLogTest : public LogTest {
 protected:
  virtual sim::SimOptions sim_options() { return {}; }
  virtual uint64_t journal_bytes() const { return Journal::kFileBytesMin; }
  std::unique_ptr<reactor::test::World> make_world() override {
    auto world = std::make_unique<SimStorageWorld>(sim_options());
    disk_ = &world->disk();
    sim_ = &world->sim();
    return world;
  }
  void SetUp() override {
    options_.is_durable_before_acks = true;
    options_.journal_bytes = journal_bytes();
    options_.directories = {{"/test", kTopicId}};
    LogTest::SetUp();
    begin();
  }
  void begin() {
    journals_ = std::make_unique<JournalSet>();
    ASSERT_TRUE(journals_->read(world_->io(), directory_).has_value());
    const int64_t generation = journals_->next_generation();
    ASSERT_TRUE(wait(journals_->remove_empty(world_->io())).has_value());
    manager_->set_replay(journals_.get());
    auto started = wait(manager_->start_journals(generation));
    ASSERT_TRUE(started.has_value()) << started.error().message;
  }
  // When all partitions were opened.
  void end_replay() {
    manager_->set_replay(nullptr);
    if (manager_->has_unreplayed()) return;
    ASSERT_TRUE(wait(journals_->remove(world_->io())).has_value());
  }
  // The power fails, and everything starts again, with no partition yet.
  void lose_power(sim::SimDisk::Left left = sim::SimDisk::Left::kNothing) {
    disk_->lose_unsynced(left);
    wait(manager_->close());
    manager_.reset();
    disk_->clear_faults();
    start();
    begin();
  }

  Partition& create_one(int32_t index) {
    auto made = wait(manager_->create({"t", kTopicId, index}, directory_, config_));
    EXPECT_TRUE(made.has_value()) << made.error().message;
    (*made)->become_leader({.leader_epoch = LeaderEpoch(0)}, true);
    return **made;
  }
  // As the start does: opened where it is found, else made.
  Partition& bring_up(int32_t index, OpenPoints points, int32_t epoch = 0) {
    const auto name = directory_ + "/t-" + std::to_string(index);
    const PartitionIdentity identity{"t", kTopicId, index};
    auto brought = world_->io().status(name) ? wait(manager_->open(identity, directory_, config_, points))
                                             : wait(manager_->create(identity, directory_, config_));
    EXPECT_TRUE(brought.has_value()) << brought.error().message;
    (*brought)->become_leader({.leader_epoch = LeaderEpoch(epoch)}, true);
    return **brought;
  }
  // Appends and waits as Produce does. Nothing: it was not acknowledged.
  reactor::Task<std::optional<AppendResult>> acknowledged(Partition& partition, protocol::Buffer batch) {
    auto appended =
        co_await partition.append_as_leader(batch.span(), {AppendOrigin::kClient, partition.state().leader_epoch, 13});
    if (!appended) co_return std::nullopt;
    auto passed = co_await partition.wait_for_high_watermark(appended->last_offset + 1);
    if (!passed) co_return std::nullopt;
    co_return *appended;
  }
  std::vector<std::string> values(Partition& partition) {
    std::vector<std::string> all;
    for (const SeenRecord& record : consume(partition, partition.log_start_offset())) all.push_back(record.value);
    return all;
  }
  std::vector<std::string> journal_files() {
    std::vector<std::string> found;
    for (const auto& entry : *world_->io().list(directory_)) {
      if (parse_journal_file_name(entry.name)) found.push_back(entry.name);
    }
    return found;
  }

  sim::SimDisk* disk_ = nullptr;
  sim::SimWorld* sim_ = nullptr;
  std::unique_ptr<JournalSet> journals_;
};

}  // namespace klamm::storage::test
