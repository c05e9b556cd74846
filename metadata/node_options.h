#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/image.h"
#include "metadata/metadata_log_options.h"
#include "storage/log_config.h"

namespace klamm::metadata {

struct ApiError;
struct ResourceConfigChange;

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
  // Settings of single groups that only Klamm knows.
  std::set<std::string, std::less<>> klamm_group_settings;
  // What only the broker knows of the settings of brokers and groups: asked for each change in the controller's turn,
  // so that two changes of which each alone would do cannot pass together. Empty: everything may be set.
  std::function<ApiError(const MetadataImage&, const ResourceConfigChange&)> check_config_change;
  BrokerValues broker_lists;  // every broker setting that is a list, with its default: APPEND and SUBTRACT need it

  // How often the checkpoint files of the log directories are written.
  int64_t checkpoint_interval_ms = 60'000;

  // How long the first image waits for the partitions that were found, before they are opened in the background.
  int64_t opening_patience_ms = 100;

  // Told, with a sentence, when the process cannot go on: the metadata log or the last log directory has failed. Kafka
  // halts then. Empty: nothing happens.
  std::function<void(const std::string&)> on_fatal;
  MetadataLogOptions metadata_log;

  // The quorum voter's address that is written to a new metadata log, for a Kafka that opens it later.
  std::string controller_listener_name = "CONTROLLER";
  std::string controller_host = "localhost";
  uint16_t controller_port = 9093;

  int32_t num_partitions() const;              // num.partitions
  int16_t default_replication_factor() const;  // default.replication.factor
};

}  // namespace klamm::metadata
