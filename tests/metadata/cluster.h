#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "metadata/local_controller.h"
#include "metadata/log_directories.h"
#include "metadata/metadata_service.h"
#include "reactor/on_shard.h"
#include "reactor/runtime.h"
#include "storage/log_manager.h"
#include "tests/reactor/io_of_tests.h"

namespace klamm::metadata::test {

// A directory that is removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What a test may set of a node.
struct NodeSetup {
  std::vector<std::string> paths;
  std::optional<std::string> cluster_id;
  std::optional<int32_t> node_id = 1;
  BrokerValues broker_values;
  int64_t checkpoint_interval_ms = 60'000;
  MetadataLogOptions metadata_log;
};

// One node as the broker makes it: directories, a LogManager and a MetadataService on each shard, the controller. Made,
// used and ended on shard 0.
class Node {
 public:
  // Null when it did not start; why() tells.
  reactor::Task<bool> start(NodeSetup setup);
  // Stops in good order; without it the node ends as if it had been killed.
  reactor::Task<void> stop();
  // Frees what lives on the other shards. Must come last, with or without stop().
  reactor::Task<void> end();

  const std::string& why() const { return why_; }
  LocalController& controller() { return *controller_; }
  const LocalController::Started& started() const { return started_; }
  MetadataService& service(uint32_t shard) { return *services_[shard]; }
  const MetadataImage& image() { return services_[0]->image(); }
  storage::LogManager& logs(uint32_t shard) { return *logs_[shard]; }
  std::vector<std::string>& warnings() { return warnings_; }
  const NodeOptions& options() const { return *options_; }

 private:
  OpenedLogDirectories directories_;
  std::shared_ptr<const NodeOptions> options_;
  std::vector<std::unique_ptr<storage::LogManager>> logs_;
  std::vector<std::unique_ptr<MetadataService>> services_;
  std::unique_ptr<LocalController> controller_;
  LocalController::Started started_;
  std::vector<std::string> warnings_;
  std::string why_;
};

// Runs `body` on shard 0 of so many shards (several may share a core) and waits for its end.
void run_on_shards(uint32_t shard_count, std::function<reactor::Task<void>()> body);

NewTopic new_topic(std::string name, int32_t partitions = 1);
// Creates the topics and expects that each was created.
reactor::Task<std::vector<CreatedTopic>> create_all(Node& node, std::vector<NewTopic> topics);
// The same; a list in braces inside a co_await is more than GCC 12 takes.
template <class... Topics>
reactor::Task<std::vector<CreatedTopic>> create(Node& node, Topics... topics) {
  std::vector<NewTopic> all;
  (all.push_back(std::move(topics)), ...);
  return create_all(node, std::move(all));
}

inline NodeSetup setup_in(const std::string& path) {
  NodeSetup setup;
  setup.paths.push_back(path);
  return setup;
}

}  // namespace klamm::metadata::test
