#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "metadata/controller.h"
#include "metadata/node_options.h"
#include "metadata/topic_control.h"

namespace klamm::metadata {

/// Decides on IncrementalAlterConfigs and AlterConfigs as Kafka 4.4's controller does: one answer per resource, in
/// order. Settings of topics are checked here, those of brokers as far as a controller of Kafka does; the rest of these
/// and those of groups by `options.check_config_change`. Other resources get INVALID_REQUEST. The error is for the
/// whole request (POLICY_VIOLATION: it asks for too much).
ControllerResult<Decision<ApiError>> decide_alter_configs(const MetadataImage& image, const NodeOptions& options,
                                                          const std::vector<ResourceConfigChange>& resources);

/// The record of one setting of a resource; without a value it is removed.
std::string config_record(ConfigResourceType type, std::string_view resource, std::string_view key,
                          const std::string* value);

}  // namespace klamm::metadata
