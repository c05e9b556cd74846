#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/image.h"
#include "storage/log_config.h"

namespace klamm::metadata {

/// Broker settings by Kafka's key, as text; only what was set (server.properties, command line).
using BrokerValues = std::map<std::string, std::string, std::less<>>;

/// What this process is told about itself. The same on every shard, constant after the start.
/// @core any (a plain value)
struct NodeOptions {
  int32_t node_id = 1;
  std::string cluster_id;
  std::vector<storage::LogDirectory> directories;  // the first one holds the metadata log
  std::vector<EndpointImage> listeners;            // advertised, in the order of the settings
  std::optional<std::string> rack;
  BrokerValues broker_values;
  // Live settings of brokers that only Klamm knows.
  std::set<std::string, std::less<>> klamm_broker_settings;
  BrokerValues broker_lists;  // every broker setting that is a list, with its default: APPEND and SUBTRACT need it

  // The quorum voter's address that is written to a new metadata log, for a Kafka that opens it later.
  std::string controller_listener_name = "CONTROLLER";
  std::string controller_host = "localhost";
  uint16_t controller_port = 9093;

  int32_t num_partitions() const;              // num.partitions
  int16_t default_replication_factor() const;  // default.replication.factor
};

}  // namespace klamm::metadata
