#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "broker/admin/admin_endpoint.h"
#include "broker/broker_shard.h"
#include "broker/listener_plan.h"
#include "broker/options.h"
#include "metadata/local_controller.h"
#include "metadata/log_directories.h"
#include "net/connection_balancer.h"
#include "net/listener.h"
#include "net/net_log.h"
#include "reactor/endpoint.h"
#include "reactor/shard.h"
#include "reactor/task.h"

namespace klamm::broker {

/// The whole broker, over shards that somebody else runs: threads with io_uring, or a simulation on one thread. Makes
/// each shard's services on that shard, brings them up in order and takes them down again.
/// @core owner (shard 0) for start and stop; constructed and destroyed outside the shards' loops
class Broker {
 public:
  /// The options have passed check_options(). `log` takes lines from any shard. `on_fatal` is told, on shard 0, when
  /// the process cannot go on; empty: it goes on nevertheless, and refuses what it cannot do.
  Broker(Options options, net::LogSink& log, std::function<void(const std::string&)> on_fatal = {});
  ~Broker();
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;

  struct BoundListener {
    std::string name;
    reactor::Endpoint at;  // with the real port
  };
  struct Started {
    std::string cluster_id;
    int32_t node_id = -1;
    std::vector<std::string> directories;
    std::vector<BoundListener> listeners;
    std::optional<reactor::Endpoint> admin;
    bool new_cluster = false;
    size_t topic_count = 0;
    size_t partition_count = 0;
    uint64_t opening_count = 0;  // partitions that are opened while the broker serves already
    std::vector<std::string> warnings;
  };
  /// Locks and reads the directories, opens partitions and listeners. The error is a sentence that ends the process;
  /// what was made is gone again then.
  reactor::Task<std::expected<Started, std::string>> start();

  /// Accepts nothing more, answers what is in flight, closes logs and marks the directories as cleanly stopped. The
  /// error is a sentence; the directories are not marked then.
  reactor::Task<std::expected<void, std::string>> stop();

  /// The services of a shard, between start and stop.
  BrokerShard& shard(reactor::ShardId id) { return *shared_.shards[id]; }

 private:
  struct ShardServices;

  reactor::Task<std::expected<Started, std::string>> bring_up();
  std::shared_ptr<metadata::NodeOptions> node_options(const ListenerPlan& plan) const;
  storage::StorageOptions storage_options() const;
  reactor::Task<void> make_logs();
  reactor::Task<void> make_services();
  std::expected<std::vector<BoundListener>, std::string> open_listeners(const ListenerPlan& plan);
  std::expected<void, std::string> open_admin(Started& started);
  reactor::Task<void> stop_connections();
  reactor::Task<void> stop_fetch_sessions();
  reactor::Task<void> stop_groups();
  reactor::Task<void> stop_opening();
  reactor::Task<std::expected<void, std::string>> stop_logs();
  reactor::Task<void> destroy();

  net::LogSink& log_;
  std::function<void(const std::string&)> on_fatal_;
  BrokerShared shared_;
  metadata::OpenedLogDirectories directories_;
  std::vector<std::unique_ptr<ShardServices>> services_;  // by shard id; each made and destroyed on its shard
  std::unique_ptr<metadata::LocalController> controller_;
  std::unique_ptr<net::ConnectionBalancer> balancer_;
  std::vector<std::unique_ptr<net::Listener>> listeners_;
  std::unique_ptr<AdminEndpoint> admin_;
};

}  // namespace klamm::broker
