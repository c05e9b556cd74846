#pragma once

#include <optional>
#include <string>
#include <vector>

#include "metadata/controller.h"
#include "metadata/topic_control.h"

namespace klamm::metadata {

/// Decides on AlterClientQuotas as Kafka 4.4's controller does: one answer per entity, and an entity that comes twice
/// gets an error though what came first holds. Names of hosts are no IP entities here: nothing asks a name server.
/// The error is for the whole request (POLICY_VIOLATION: it asks for too much).
ControllerResult<Decision<AlteredClientQuota>> decide_alter_client_quotas(
    const MetadataImage& image, const std::vector<ClientQuotaAlteration>& alterations);

/// The record of one quota of an entity; without a value it is removed.
std::string quota_record(const ClientQuotaEntity& entity, const std::string& key, std::optional<double> value);

}  // namespace klamm::metadata
