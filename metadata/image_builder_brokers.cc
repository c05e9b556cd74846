#include "metadata/image_builder.h"
#include "metadata/image_builder_decode.h"
#include "protocol/messages/broker_registration_change_record.h"
#include "protocol/messages/fence_broker_record.h"
#include "protocol/messages/register_broker_record.h"
#include "protocol/messages/register_controller_record.h"
#include "protocol/messages/unfence_broker_record.h"
#include "protocol/messages/unregister_broker_record.h"
#include "protocol/messages/unregister_controller_record.h"

namespace klamm::metadata {

namespace {

template <class Endpoints>
std::vector<EndpointImage> to_endpoints(const Endpoints& from) {
  std::vector<EndpointImage> endpoints;
  for (const auto& endpoint : from) {
    endpoints.push_back(
        {to_string(endpoint.name), to_string(endpoint.host), endpoint.port, endpoint.security_protocol});
  }
  return endpoints;
}

template <class Features>
std::map<std::string, FeatureRange> to_features(const Features& from) {
  std::map<std::string, FeatureRange> features;
  for (const auto& feature : from) {
    features[to_string(feature.name)] = {feature.min_supported_version, feature.max_supported_version};
  }
  return features;
}

Ref<const BrokerImage> to_image(const protocol::RegisterBrokerRecord& record) {
  Ref<BrokerImage> broker = make_ref<BrokerImage>();
  broker->id = record.broker_id;
  broker->epoch = record.broker_epoch;
  broker->incarnation_id = record.incarnation_id;
  broker->endpoints = to_endpoints(record.end_points);
  broker->supported_features = to_features(record.features);
  if (!record.rack.is_null) broker->rack = to_string(record.rack);
  broker->fenced = record.fenced;
  broker->in_controlled_shutdown = record.in_controlled_shutdown;
  broker->log_directories = to_vector(record.log_dirs);
  broker->cordoned_log_directories = to_vector(record.cordoned_log_dirs);
  return broker;
}

std::unexpected<std::string> unknown_broker(int32_t id, int64_t epoch) {
  return std::unexpected("the metadata log changes the unknown broker " + std::to_string(id) + " of epoch " +
                         std::to_string(epoch));
}

// Kafka's BrokerRegistrationChange values: 1 sets, -1 clears, 0 leaves.
void set_flag(bool& flag, int8_t change) {
  if (change != 0) flag = change > 0;
}

}  // namespace

BrokerImage* ImageBuilder::open_broker(int32_t id, int64_t epoch) {
  const auto found = image_.brokers_.find(id);
  if (found == image_.brokers_.end() || found->second->epoch != epoch) return nullptr;
  Ref<BrokerImage> changed(new BrokerImage(*found->second));
  found->second = changed;
  return changed.get();
}

ImageBuilder::Result ImageBuilder::apply_broker_record(const RecordFrame& record) {
  switch (record.api_key) {
    case protocol::RegisterBrokerRecord::kApiKey:
      return decoded<protocol::RegisterBrokerRecord>(record, [&](const auto& registered) -> Result {
        image_.brokers_[registered.broker_id] = to_image(registered);
        return {};
      });
    case protocol::UnregisterBrokerRecord::kApiKey:
      return decoded<protocol::UnregisterBrokerRecord>(record, [&](const auto& removed) -> Result {
        const BrokerImage* broker = image_.broker(removed.broker_id);
        if (broker == nullptr || broker->epoch != removed.broker_epoch) {
          return unknown_broker(removed.broker_id, removed.broker_epoch);
        }
        image_.brokers_.erase(removed.broker_id);
        return {};
      });
    case protocol::FenceBrokerRecord::kApiKey:
      return decoded<protocol::FenceBrokerRecord>(record, [&](const auto& fenced) -> Result {
        BrokerImage* broker = open_broker(fenced.id, fenced.epoch);
        if (broker == nullptr) return unknown_broker(fenced.id, fenced.epoch);
        broker->fenced = true;
        return {};
      });
    case protocol::UnfenceBrokerRecord::kApiKey:
      return decoded<protocol::UnfenceBrokerRecord>(record, [&](const auto& unfenced) -> Result {
        BrokerImage* broker = open_broker(unfenced.id, unfenced.epoch);
        if (broker == nullptr) return unknown_broker(unfenced.id, unfenced.epoch);
        broker->fenced = false;
        return {};
      });
    case protocol::BrokerRegistrationChangeRecord::kApiKey:
      return decoded<protocol::BrokerRegistrationChangeRecord>(record, [&](const auto& change) -> Result {
        BrokerImage* broker = open_broker(change.broker_id, change.broker_epoch);
        if (broker == nullptr) return unknown_broker(change.broker_id, change.broker_epoch);
        set_flag(broker->fenced, change.fenced);
        set_flag(broker->in_controlled_shutdown, change.in_controlled_shutdown);
        if (!change.log_dirs.empty()) broker->log_directories = to_vector(change.log_dirs);
        if (!change.cordoned_log_dirs.is_null) {
          broker->cordoned_log_directories = to_vector(change.cordoned_log_dirs);
        }
        return {};
      });
    case protocol::RegisterControllerRecord::kApiKey:
      return decoded<protocol::RegisterControllerRecord>(record, [&](const auto& registered) -> Result {
        Ref<ControllerImage> controller = make_ref<ControllerImage>();
        controller->id = registered.controller_id;
        controller->incarnation_id = registered.incarnation_id;
        controller->zk_migration_ready = registered.zk_migration_ready;
        controller->endpoints = to_endpoints(registered.end_points);
        controller->supported_features = to_features(registered.features);
        image_.controllers_[registered.controller_id] = controller;
        return {};
      });
    default:
      return decoded<protocol::UnregisterControllerRecord>(record, [&](const auto& removed) -> Result {
        image_.controllers_.erase(removed.controller_id);
        return {};
      });
  }
}

}  // namespace klamm::metadata
