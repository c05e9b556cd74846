#include "cluster.h"

#include <stdlib.h>

#include <filesystem>

namespace klamm::metadata::test {

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "klamm-metadata-XXXXXX").string();
  path_ = mkdtemp(pattern.data());
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

reactor::Task<bool> Node::start(NodeSetup setup) {
  reactor::Shard& here = reactor::Shard::current();
  // A named value: GCC 12 destroys an aggregate made inside a co_await twice.
  const LogDirectoriesOptions directories{setup.paths, setup.cluster_id, setup.node_id};
  auto opened = co_await open_log_directories(here.io(), directories);
  if (!opened) {
    why_ = opened.error();
    co_return false;
  }
  directories_ = std::move(*opened);
  auto options = std::make_shared<NodeOptions>();
  options->node_id = directories_.node_id;
  options->cluster_id = directories_.cluster_id;
  options->directories = directories_.directories;
  options->listeners = {{"PLAINTEXT", "127.0.0.1", 9092, 0}};
  options->broker_values = setup.broker_values;
  options->checkpoint_interval_ms = setup.checkpoint_interval_ms;
  options->metadata_log = setup.metadata_log;
  options_ = options;
  logs_.resize(here.shard_count());
  services_.resize(here.shard_count());
  for (uint32_t id = 0; id < here.shard_count(); ++id) {
    co_await reactor::on_shard(id, [&, id] {
      storage::StorageOptions storage_options;
      storage_options.directories = options_->directories;
      logs_[id] = std::make_unique<storage::LogManager>(reactor::Shard::current(), storage_options);
      services_[id] = std::make_unique<MetadataService>(reactor::Shard::current(), *logs_[id], options_);
    });
  }
  std::vector<MetadataService*> services;
  for (auto& service : services_) services.push_back(service.get());
  controller_ = std::make_unique<LocalController>(here, services, options_,
                                                  [this](const std::string& said) { warnings_.push_back(said); });
  auto started = co_await controller_->start();
  if (!started) {
    why_ = started.error();
    co_return false;
  }
  started_ = *started;
  co_return true;
}

reactor::Task<void> Node::stop() {
  for (uint32_t id = 0; id < logs_.size(); ++id) {
    const auto stopped = co_await reactor::on_shard(id, [&, id] { return logs_[id]->stop(); });
    EXPECT_TRUE(stopped.has_value()) << stopped.error().message;
  }
  const auto stopped = co_await controller_->stop();
  EXPECT_TRUE(stopped.has_value()) << stopped.error();
}

reactor::Task<void> Node::end() {
  for (uint32_t id = 0; id < logs_.size(); ++id) {
    if (logs_[id]) co_await reactor::on_shard(id, [&, id] { return logs_[id]->opener().stop(); });
  }
  if (controller_) co_await controller_->abandon();
  for (uint32_t id = 0; id < logs_.size(); ++id) {
    co_await reactor::on_shard(id, [&, id] {
      services_[id].reset();
      logs_[id].reset();
    });
  }
  controller_.reset();
  directories_.close(reactor::Shard::current().io());
}

void run_on_shards(uint32_t shard_count, std::function<reactor::Task<void>()> body) {
  if (const auto missing = reactor::test::missing_for_tests()) GTEST_SKIP() << *missing;
  reactor::RuntimeOptions options;
  options.io = reactor::test::io_of_tests();
  const int first = options.cores.cores.front();
  options.cores.cores.assign(shard_count, first);
  auto runtime = reactor::Runtime::start(options, [&body](reactor::Shard& shard) -> reactor::Task<void> {
    if (shard.id() == 0) co_await body();
  });
  ASSERT_TRUE(runtime.has_value()) << runtime.error();
  (*runtime)->request_stop();
  (*runtime)->join();
}

NewTopic new_topic(std::string name, int32_t partitions) {
  NewTopic topic;
  topic.name = std::move(name);
  topic.num_partitions = partitions;
  topic.replication_factor = 1;
  return topic;
}

reactor::Task<std::vector<CreatedTopic>> create_all(Node& node, std::vector<NewTopic> topics) {
  CreateTopicsCall call;
  call.topics = std::move(topics);
  auto created = co_await node.controller().create_topics({}, std::move(call));
  EXPECT_TRUE(created.has_value()) << created.error().message;
  if (!created) co_return std::vector<CreatedTopic>{};
  for (const CreatedTopic& topic : *created) EXPECT_TRUE(topic.error.ok()) << topic.name << ": " << topic.error.message;
  co_return std::move(*created);
}

}  // namespace klamm::metadata::test
