#pragma once

#include <vector>

#include "metadata/controller.h"
#include "metadata/node_options.h"
#include "metadata/topic_control.h"

namespace klamm::metadata {

/// Decides on IncrementalAlterConfigs: one answer per resource, in order. Only topics' settings are served; other
/// resources get INVALID_REQUEST.
Decision<ApiError> decide_alter_configs(const MetadataImage& image, const NodeOptions& options,
                                        const std::vector<ResourceConfigChange>& resources);

}  // namespace klamm::metadata
