#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "broker/arena_pool.h"
#include "broker/internal_topics.h"
#include "broker/listener_plan.h"
#include "broker/options.h"
#include "broker/quota/client_quotas.h"
#include "broker/quota/mutation_quotas.h"
#include "broker/topic_traffic.h"
#include "broker/waiting_requests.h"
#include "coordinator/consumer_group_options.h"
#include "coordinator/group_coordinator.h"
#include "coordinator/group_driver.h"
#include "fetch/fetch_sessions.h"
#include "metadata/controller.h"
#include "metadata/image_ptr.h"
#include "metadata/metadata_service.h"
#include "metadata/producer_id_cache.h"
#include "net/connection_balancer.h"
#include "net/connection_registry.h"
#include "net/listener.h"
#include "reactor/gate.h"
#include "reactor/shard.h"
#include "storage/log_manager.h"

namespace klamm::broker {

class BrokerShard;

/// What all shards share and what does not change once they run.
/// @core any (constant once the shards run)
struct BrokerShared {
  Options options;  // as given at the start
  std::shared_ptr<const metadata::NodeOptions> node;
  metadata::Controller* controller = nullptr;   // goes to its own shard by itself
  net::ConnectionBalancer* balancer = nullptr;  // of shard 0
  ListenerPlan listeners;
  std::vector<net::Listener*> open_listeners;  // of shard 0
  std::vector<BrokerShard*> shards;            // by shard id
};

/// The services of one shard that handlers use. What lives on another shard is named by `peer(id)` and used only inside
/// `on_shard(id, ...)`.
///
/// Each image that brings other settings of brokers gives the shard new options, and they are applied to its services
/// at once: what was altered holds on every shard before the alteration is answered.
/// @core owner
class BrokerShard final : metadata::ImageListener {
 public:
  BrokerShard(reactor::Shard& reactor, const BrokerShared& shared, storage::LogManager& logs,
              metadata::MetadataService& metadata);
  ~BrokerShard();
  BrokerShard(const BrokerShard&) = delete;
  BrokerShard& operator=(const BrokerShard&) = delete;

  reactor::Shard& reactor() { return reactor_; }
  reactor::ShardId id() const { return reactor_.id(); }
  /// The options as they are now. A reference into them is for code that does not suspend while it uses it.
  const Options& options() const { return options_; }
  const Options& options_at_start() const { return shared_.options; }
  /// This node as the rooms below know it: node id, cluster id, advertised listeners.
  const metadata::NodeOptions& node() const { return *shared_.node; }

  /// The newest image of this shard. A request that waits drops it and takes the newest when it wakes.
  metadata::ImagePtr image() const { return metadata_.current(); }
  metadata::MetadataService& metadata() { return metadata_; }
  /// Everything that a controller decides.
  metadata::Controller& controller() { return *shared_.controller; }

  /// The partitions of this shard.
  storage::LogManager& logs() { return logs_; }

  /// The services of another shard: use them on that shard only.
  BrokerShard& peer(reactor::ShardId shard) const { return *shared_.shards[shard]; }

  /// The fetch sessions that live here, and those that watch partitions here.
  fetch::FetchSessions& fetch_sessions() { return fetch_sessions_; }

  /// The groups that live here.
  coordinator::GroupCoordinator& groups() { return groups_; }
  /// What members of these groups ask.
  coordinator::GroupDriver& group_driver() { return group_driver_; }
  /// The settings of groups, as the newest image has them.
  const coordinator::GroupConfigs& group_configs() const { return group_configs_; }
  /// On shard 0: the making of internal topics.
  InternalTopics& internal_topics() { return internal_topics_; }

  /// Batches of a producer that every partition of this node remembers: what Produce 14 tells (KIP-1269). The least of
  /// the broker's default and of all topics' own, since a client has one bound for a connection, not for each topic.
  int32_t least_batches_to_retain() const { return least_batches_to_retain_; }

  /// What clients have brought to topics whose partitions are here, and taken over connections that are here.
  TopicCounts& traffic_of(const protocol::Uuid& topic_id) { return traffic_.of(topic_id, metadata_.image()); }
  const TopicTraffic& traffic() const { return traffic_; }

  /// What clients may use, and what they have used.
  ClientQuotas& client_quotas() { return client_quotas_; }

  /// On shard 0: what clients may change of partitions.
  MutationQuotas& mutation_quotas() { return mutation_quotas_; }

  ArenaPool& arenas() { return arenas_; }
  metadata::ProducerIdCache& producer_ids() { return producer_ids_; }

  /// Requests that wait for something to happen; they end early when their connection goes or the broker stops.
  WaitingRequests& waiting_requests() { return waiting_requests_; }

  /// The connections of this shard, whose settings follow the options until stop_serving().
  void serve(net::ConnectionRegistry& connections) { connections_ = &connections; }
  void stop_serving() { connections_ = nullptr; }
  /// Null before and after.
  const net::ConnectionRegistry* connections() const { return connections_; }

  /// A task of its own, for which a stop waits; dropped once that has begun.
  void in_background(reactor::Task<void> task) { background_.spawn(std::move(task)); }
  /// Ends when no such task is left, and nothing is on its way to other shards' client quotas.
  reactor::Task<void> stop_background() {
    co_await client_quotas_.stop();
    co_await background_.close();
  }

  /// The broker stops: nothing may begin to wait any more, and those that do are woken.
  bool is_stopping() const { return stopping_; }
  void begin_stop() {
    stopping_ = true;
    waiting_requests_.end_all();
  }

 private:
  void on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept override;
  void apply_options();
  void apply_ip_quotas(const metadata::MetadataImage& image);
  void note_batches_to_retain(const metadata::MetadataImage& image);

  reactor::Shard& reactor_;
  const BrokerShared& shared_;
  Options options_;
  int32_t least_batches_to_retain_;
  storage::LogManager& logs_;
  metadata::MetadataService& metadata_;
  TopicTraffic traffic_;
  ArenaPool arenas_;
  metadata::ProducerIdCache producer_ids_;
  WaitingRequests waiting_requests_;
  ClientQuotas client_quotas_;
  MutationQuotas mutation_quotas_;
  fetch::FetchSessions fetch_sessions_;
  const coordinator::OffsetOptions offset_options_;
  const coordinator::ClassicGroupRules group_rules_;
  coordinator::GroupConfigs group_configs_;
  coordinator::GroupDriver group_driver_;
  coordinator::GroupCoordinator groups_;
  InternalTopics internal_topics_;
  net::ConnectionRegistry* connections_ = nullptr;
  reactor::Gate background_;
  bool stopping_ = false;
};

}  // namespace klamm::broker
