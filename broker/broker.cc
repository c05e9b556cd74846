#include "broker/broker.h"

#include <fmt/format.h>

#include <algorithm>

#include "broker/config_alteration.h"
#include "broker/connection_limits.h"
#include "broker/dispatch.h"
#include "broker/group_configs.h"
#include "broker/net_settings.h"
#include "broker/storage_settings.h"
#include "net/connection_registry.h"
#include "reactor/on_shard.h"

namespace klamm::broker {
namespace {

using reactor::on_shard;
using reactor::ShardId;

constexpr int64_t kStopTimeoutNs = int64_t{10} * 1000 * 1000 * 1000;

uint32_t shard_count() {
  return reactor::Shard::current().shard_count();
}

}  // namespace

// What one shard runs, in the order in which it is made.
struct Broker::ShardServices {
  ShardServices(reactor::Shard& reactor, storage::StorageOptions storage,
                std::shared_ptr<const metadata::NodeOptions> node)
      : logs(reactor, std::move(storage)), metadata(reactor, logs, std::move(node)) {}

  void serve(const BrokerShared& shared, const net::NetOptions& net, net::LogSink& log,
             net::ConnectionBalancer& balancer) {
    reactor::Shard& reactor = reactor::Shard::current();
    shard = std::make_unique<BrokerShard>(reactor, shared, logs, metadata);
    dispatcher = std::make_unique<Dispatcher>(*shard);
    connections = std::make_unique<net::ConnectionRegistry>(reactor, *dispatcher, net, log, &balancer);
    shard->serve(*connections);
  }
  void stop_serving() {
    shard->stop_serving();
    connections.reset();
    dispatcher.reset();
    shard.reset();
  }

  storage::LogManager logs;
  metadata::MetadataService metadata;
  std::unique_ptr<BrokerShard> shard;
  std::unique_ptr<Dispatcher> dispatcher;
  std::unique_ptr<net::ConnectionRegistry> connections;
};

Broker::Broker(Options options, net::LogSink& log, std::function<void(const std::string&)> on_fatal)
    : log_(log), on_fatal_(std::move(on_fatal)), shared_{.options = std::move(options), .node = nullptr} {}

Broker::~Broker() = default;

reactor::Task<std::expected<Broker::Started, std::string>> Broker::start() {
  auto started = co_await bring_up();
  if (!started) co_await destroy();
  co_return started;
}

reactor::Task<std::expected<Broker::Started, std::string>> Broker::bring_up() {
  reactor::Shard& here = reactor::Shard::current();
  const auto plan = plan_listeners(shared_.options);
  if (!plan) co_return std::unexpected(plan.error());
  auto limits = connection_limits(shared_.options, *plan);
  if (!limits) co_return std::unexpected(limits.error());
  balancer_ = std::make_unique<net::ConnectionBalancer>(shard_count(), std::move(*limits));
  shared_.balancer = balancer_.get();
  shared_.listeners = *plan;

  // Named: g++ 12 destroys a braced temporary in a co_await expression twice.
  metadata::LogDirectoriesOptions wanted{shared_.options.data_directories(), shared_.options.cluster_id,
                                         shared_.options.node_id};
  auto opened = co_await metadata::open_log_directories(here.io(), std::move(wanted));
  if (!opened) co_return std::unexpected(opened.error());
  directories_ = std::move(*opened);
  shared_.node = node_options(*plan);

  co_await make_logs();
  std::vector<metadata::MetadataService*> metadata;
  for (const auto& services : services_) metadata.push_back(&services->metadata);
  controller_ = std::make_unique<metadata::LocalController>(
      here, std::move(metadata), shared_.node,
      [this](const std::string& sentence) { log_.write(net::LogLevel::kWarn, sentence); });
  shared_.controller = controller_.get();
  co_await make_services();

  auto controller = co_await controller_->start();
  if (!controller) co_return std::unexpected(controller.error());
  auto listeners = open_listeners(*plan);
  if (!listeners) co_return std::unexpected(listeners.error());

  Started started;
  started.cluster_id = directories_.cluster_id;
  started.node_id = directories_.node_id;
  started.directories = shared_.options.data_directories();
  started.listeners = std::move(*listeners);
  started.new_cluster = controller->new_cluster;
  started.topic_count = controller->topic_count;
  started.partition_count = controller->partition_count;
  started.opening_count = controller->opening_count;
  for (const auto& failed : directories_.failed) {
    started.warnings.push_back(fmt::format(
        "The log directory {} cannot be used, and is offline until the next start: {}", failed.path, failed.why));
  }
  for (const std::string& name : plan->controller_listeners) {
    started.warnings.push_back(fmt::format("The listener {} is not served: Klamm is its own controller.", name));
  }
  if (auto admin = open_admin(started); !admin) co_return std::unexpected(admin.error());
  co_return started;
}

std::shared_ptr<metadata::NodeOptions> Broker::node_options(const ListenerPlan& plan) const {
  auto node = std::make_shared<metadata::NodeOptions>();
  node->node_id = directories_.node_id;
  node->cluster_id = directories_.cluster_id;
  node->directories = directories_.directories;
  for (const PlannedListener& listener : plan.served) {
    node->listeners.push_back({listener.name, listener.advertised.host, listener.advertised.port, 0});
  }
  node->on_fatal = on_fatal_;
  node->rack = shared_.options.broker_rack;
  node->broker_values = {shared_.options.given.begin(), shared_.options.given.end()};
  for (const OptionRow& row : option_table()) {
    if (is_kept_by_klamm(row)) node->klamm_broker_settings.emplace(row.name);
  }
  node->klamm_group_settings.emplace(kGroupDisconnectGrace);
  node->check_config_change = [&at_start = shared_.options, node_id = directories_.node_id](
                                  const metadata::MetadataImage& image, const metadata::ResourceConfigChange& change) {
    return check_config_change(at_start, node_id, image, change);
  };
  for (const KafkaSetting& setting : kafka_settings()) {
    if (setting.type != SettingType::kList) continue;
    node->broker_lists.emplace(setting.name, setting.default_text == nullptr ? "" : setting.default_text);
  }
  node->checkpoint_interval_ms = std::min(shared_.options.log_flush_offset_checkpoint_interval_ms,
                                          shared_.options.log_flush_start_offset_checkpoint_interval_ms);
  node->metadata_log = metadata_log_options(shared_.options);
  if (!plan.controller_listeners.empty()) node->controller_listener_name = plan.controller_listeners.front();
  if (!plan.controller_at.host.empty()) node->controller_host = plan.controller_at.host;
  node->controller_port = plan.controller_at.port;
  return node;
}

storage::StorageOptions Broker::storage_options() const {
  storage::StorageOptions options;
  options.directories = directories_.directories;
  options.producer_id_expiration_ms = shared_.options.producer_id_expiration_ms;
  options.producer_id_expiration_check_interval_ms = shared_.options.producer_id_expiration_check_interval_ms;
  options.retention_check_interval_ms = shared_.options.log_retention_check_interval_ms;
  options.initial_task_delay_ms = shared_.options.log_initial_task_delay_ms;
  options.is_cleaner_enabled = shared_.options.log_cleaner_enable;
  options.cleaner = cleaner_limits(shared_.options, shard_count());
  options.producer_ids_per_partition_max = static_cast<uint32_t>(shared_.options.producer_state_ids_per_partition_max);
  options.producer_ids_max =
      std::max<uint64_t>(static_cast<uint64_t>(shared_.options.producer_state_ids_max) / shard_count(), 1);
  options.producer_strict_first_sequence = shared_.options.producer_state_strict_first_sequence;
  options.flush_check_interval_ms = shared_.options.log_flush_scheduler_interval_ms;
  options.is_durable_before_acks = shared_.options.log_flush_before_acks == "all";
  options.journal_bytes = static_cast<uint64_t>(shared_.options.log_journal_bytes);
  options.open_files_max = open_files_max(shared_.options, shard_count(), descriptor_limit());
  options.page_cache_window_bytes = static_cast<uint64_t>(shared_.options.log_page_cache_window_bytes) / shard_count();
  return options;
}

reactor::Task<void> Broker::make_logs() {
  services_.resize(shard_count());
  for (ShardId id = 0; id < services_.size(); ++id) {
    co_await on_shard(id, [this, id] {
      services_[id] = std::make_unique<ShardServices>(reactor::Shard::current(), storage_options(), shared_.node);
      for (const auto& failed : directories_.failed) services_[id]->logs.faults().set_offline(failed.path);
    });
  }
}

reactor::Task<void> Broker::make_services() {
  const net::NetOptions net = net_options(shared_.options, shard_count());
  shared_.shards.resize(services_.size());
  for (ShardId id = 0; id < services_.size(); ++id) {
    co_await on_shard(id, [&, id] {
      services_[id]->serve(shared_, net, log_, *balancer_);
      shared_.shards[id] = services_[id]->shard.get();
    });
  }
}

std::expected<std::vector<Broker::BoundListener>, std::string> Broker::open_listeners(const ListenerPlan& plan) {
  std::vector<net::ConnectionRegistry*> registries;
  for (const auto& services : services_) registries.push_back(services->connections.get());
  balancer_->set_excess_sinks({registries.begin(), registries.end()});
  std::vector<BoundListener> bound;
  for (net::ListenerIndex index = 0; index < plan.served.size(); ++index) {
    const PlannedListener& planned = plan.served[index];
    auto listener = std::make_unique<net::Listener>(
        reactor::Shard::current(), listener_options(services_.front()->shard->options(), planned, index), registries,
        *balancer_, log_);
    if (auto open = listener->open(); !open) return std::unexpected(open.error());
    bound.push_back({planned.name, listener->bound()});
    shared_.open_listeners.push_back(listener.get());
    listeners_.push_back(std::move(listener));
  }
  return bound;
}

// Whoever tries two brokers on one machine does not mean this port; whoever names one does.
std::expected<void, std::string> Broker::open_admin(Started& started) {
  const std::string& wanted = shared_.options.admin_listener;
  if (wanted.empty()) return {};
  const auto at = reactor::parse_endpoint(wanted);
  if (!at) return std::unexpected(at.error());
  admin_ = std::make_unique<AdminEndpoint>(*shared_.shards[0], listeners_);
  const auto opened = admin_->open(*at);
  if (opened) {
    started.admin = admin_->bound();
    return {};
  }
  admin_.reset();
  if (shared_.options.given.contains("admin.listener")) return opened;
  started.warnings.push_back(
      fmt::format("{}. Metrics are not served; admin.listener names another address for them.", opened.error()));
  return {};
}

reactor::Task<std::expected<void, std::string>> Broker::stop() {
  co_await stop_connections();
  auto stopped = co_await stop_logs();
  if (stopped) stopped = co_await controller_->stop();
  co_await destroy();
  co_return stopped;
}

reactor::Task<void> Broker::stop_connections() {
  if (controller_) controller_->stop_waiting_for_space();
  if (admin_) co_await admin_->stop();
  admin_.reset();
  shared_.open_listeners.clear();
  for (const auto& listener : listeners_) co_await listener->stop();
  listeners_.clear();
  std::vector<reactor::Task<void>> stops;
  for (ShardId id = 0; id < services_.size(); ++id) {
    stops.push_back(on_shard(id, [this, id]() -> reactor::Task<void> {
      if (!services_[id]->connections) co_return;
      services_[id]->shard->begin_stop();
      co_await services_[id]->connections->stop(reactor::Shard::current().now_ns() + kStopTimeoutNs);
      co_await services_[id]->shard->stop_background();
    }));
  }
  co_await reactor::when_all(std::move(stops));
  co_await stop_fetch_sessions();
  co_await stop_groups();
}

// When no request runs on any shard; on all shards at a time, since a session has parts on several.
reactor::Task<void> Broker::stop_fetch_sessions() {
  std::vector<reactor::Task<void>> stops;
  for (ShardId id = 0; id < services_.size(); ++id) {
    if (!services_[id]->shard) continue;
    stops.push_back(on_shard(id, [this, id] { return services_[id]->shard->fetch_sessions().stop(); }));
  }
  co_await reactor::when_all(std::move(stops));
}

// When no request runs: what is still under way is the coordinators' own.
reactor::Task<void> Broker::stop_groups() {
  std::vector<reactor::Task<void>> stops;
  for (ShardId id = 0; id < services_.size(); ++id) {
    if (!services_[id]->shard) continue;
    stops.push_back(on_shard(id, [this, id] { return services_[id]->shard->groups().stop(); }));
  }
  co_await reactor::when_all(std::move(stops));
}

reactor::Task<void> Broker::stop_opening() {
  std::vector<reactor::Task<void>> stops;
  for (ShardId id = 0; id < services_.size(); ++id) {
    if (!services_[id]) continue;
    stops.push_back(on_shard(id, [this, id] { return services_[id]->logs.opener().stop(); }));
  }
  co_await reactor::when_all(std::move(stops));
}

reactor::Task<std::expected<void, std::string>> Broker::stop_logs() {
  std::expected<void, std::string> result;
  std::vector<reactor::Task<void>> stops;
  for (ShardId id = 0; id < services_.size(); ++id) {
    stops.push_back([](Broker& broker, ShardId shard, std::expected<void, std::string>& into) -> reactor::Task<void> {
      const auto stopped = co_await on_shard(shard, [&] { return broker.services_[shard]->logs.stop(); });
      if (!stopped) into = std::unexpected(stopped.error().message);
    }(*this, id, result));
  }
  co_await reactor::when_all(std::move(stops));
  co_return result;
}

reactor::Task<void> Broker::destroy() {
  co_await stop_connections();
  co_await stop_opening();
  for (ShardId id = 0; id < services_.size(); ++id) {
    if (services_[id]->shard) co_await on_shard(id, [this, id] { services_[id]->stop_serving(); });
  }
  shared_.shards.clear();
  shared_.controller = nullptr;
  if (controller_) co_await controller_->abandon();
  controller_.reset();
  for (ShardId id = 0; id < services_.size(); ++id) {
    // After a start that failed half way there is work under way.
    co_await on_shard(id, [this, id] { return services_[id]->logs.close(); });
    co_await on_shard(id, [this, id] { services_[id].reset(); });
  }
  directories_.close(reactor::Shard::current().io());
}

}  // namespace klamm::broker
