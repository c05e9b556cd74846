#include "broker/broker_shard.h"

#include <algorithm>
#include <cstdlib>

#include "broker/connection_limits.h"
#include "broker/group_options.h"
#include "broker/live_options.h"
#include "broker/net_settings.h"
#include "broker/storage_settings.h"
#include "metadata/image_difference.h"

namespace klamm::broker {

namespace {

// This shard's share of what all shards may keep; the shares add up to the whole.
int64_t share_of(int64_t whole, const reactor::Shard& shard) {
  const int64_t count = shard.shard_count();
  return whole / count + (shard.id() < whole % count ? 1 : 0);
}

fetch::SessionCacheLimits session_limits(const Options& options, const reactor::Shard& shard) {
  return {.slots = static_cast<size_t>(share_of(options.max_incremental_fetch_session_cache_slots, shard)),
          .bytes = static_cast<size_t>(share_of(options.max_incremental_fetch_session_cache_bytes, shard)),
          .eviction_ms = options.fetch_session_eviction_ms};
}

coordinator::OffsetOptions offset_options(const Options& options) {
  return {.retention_ms = int64_t{options.offsets_retention_minutes} * 60 * 1000,
          .retention_check_interval_ms = options.offsets_retention_check_interval_ms,
          .commit_timeout_ms = options.offsets_commit_timeout_ms,
          .metadata_length_max = options.offset_metadata_max_bytes};
}

coordinator::ClassicGroupRules group_rules(const Options& options) {
  return {.initial_rebalance_delay_ms = options.group_initial_rebalance_delay_ms, .max_size = options.group_max_size};
}

net::RateWindows quota_windows(const Options& options) {
  return {.count = options.quota_window_num, .size_ms = int64_t{options.quota_window_size_seconds} * 1000};
}

}  // namespace

BrokerShard::BrokerShard(reactor::Shard& reactor, const BrokerShared& shared, storage::LogManager& logs,
                         metadata::MetadataService& metadata)
    : reactor_(reactor),
      shared_(shared),
      options_(shared.options),
      least_batches_to_retain_(options_.producer_state_batches_to_retain),
      logs_(logs),
      metadata_(metadata),
      producer_ids_(metadata, *shared.controller),
      client_quotas_(reactor, quota_windows(shared.options),
                     {.of = [this](reactor::ShardId id) -> ClientQuotas& { return peer(id).client_quotas(); },
                      .image = [this] { return image(); }}),
      mutation_quotas_({.count = shared.options.controller_quota_window_num,
                        .size_ms = int64_t{shared.options.controller_quota_window_size_seconds} * 1000}),
      fetch_sessions_(
          reactor,
          {.peer = [this](reactor::ShardId id) -> fetch::FetchSessions& { return peer(id).fetch_sessions(); },
           .logs_of = [this](reactor::ShardId id) -> storage::LogManager& { return peer(id).logs(); },
           .image = [this] { return image(); },
           .random_id = [&reactor] { return reactor.io().random(); }},
          session_limits(shared.options, reactor)),
      offset_options_(offset_options(shared.options)),
      group_rules_(group_rules(shared.options)),
      group_driver_(reactor, metadata, group_rules_, group_configs_),
      groups_(reactor, metadata, offset_options_, group_driver_) {
  group_configs_.set_broker(consumer_group_options(options_));
  metadata.add_listener(*this);
}

BrokerShard::~BrokerShard() {
  metadata_.remove_listener(*this);
}

void BrokerShard::on_image(const metadata::MetadataImage& before, const metadata::MetadataImage& after) noexcept {
  const metadata::ImageDifference difference(before, after);
  const bool differ = difference.brokers_configs_differ();
  if (differ) {
    options_ = live_options(shared_.options, after);
    apply_options();
  }
  difference.for_each_configured_group([&](std::string_view group_id) {
    const metadata::ConfigImage* config = after.config(metadata::ConfigResourceType::kGroup, group_id);
    group_configs_.set_group(group_id, config == nullptr ? nullptr : &config->values);
  });
  if (before.client_quota_revision() != after.client_quota_revision()) {
    client_quotas_.on_image(after);
    if (id() == 0) apply_ip_quotas(after);
  }
  if (differ || before.klamm_revision() != after.klamm_revision()) note_batches_to_retain(after);
}

void BrokerShard::note_batches_to_retain(const metadata::MetadataImage& image) {
  least_batches_to_retain_ = options_.producer_state_batches_to_retain;
  image.for_each_klamm_config([&](metadata::ConfigResourceType type, std::string_view, const auto& config) {
    const std::string* own = config.find("producer.state.batches.to.retain");
    if (type != metadata::ConfigResourceType::kTopic || own == nullptr) return;
    least_batches_to_retain_ = std::min(least_batches_to_retain_, std::atoi(own->c_str()));
  });
}

// An entity whose name is no address is one that Kafka asked a name server for.
void BrokerShard::apply_ip_quotas(const metadata::MetadataImage& image) {
  net::IpRateLimits limits;
  image.for_each_client_quota([&](const metadata::ClientQuotaImage& quota) {
    const auto ip = quota.entity.parts.find(metadata::kIpEntity);
    const auto rate = quota.find(metadata::kConnectionCreationRate);
    if (ip == quota.entity.parts.end() || !rate) return;
    if (!ip->second) {
      limits.each = *rate;
    } else if (const auto address = net::parse_ip_address(*ip->second)) {
      limits.named.insert_or_assign(*address, *rate);
    }
  });
  shared_.balancer->set_ip_rates(std::move(limits), quota_windows(options_));
}

// What reads an option when it needs it, and the defaults of topics, which the image has, need nothing here.
void BrokerShard::apply_options() {
  fetch_sessions_.set_limits(session_limits(options_, reactor_));
  logs_.set_producer_id_expiration(options_.producer_id_expiration_ms);
  logs_.set_cleaner_limits(cleaner_limits(options_, reactor_.shard_count()));
  group_configs_.set_broker(consumer_group_options(options_));
  if (connections_ != nullptr) connections_->set_options(net_options(options_, reactor_.shard_count()));
  if (id() != 0) return;
  for (net::Listener* listener : shared_.open_listeners) listener->set_backlog(options_.socket_listen_backlog_size);
  // Those of the start were checked there, and live_options() passes over what cannot be read.
  if (auto limits = connection_limits(options_, shared_.listeners)) shared_.balancer->set_limits(std::move(*limits));
}

}  // namespace klamm::broker
