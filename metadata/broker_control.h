#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "metadata/image.h"
#include "metadata/metadata_record.h"
#include "metadata/node_options.h"

// What this node's broker says about itself in the metadata log, and who leads because of it.
namespace klamm::metadata {

/// The features and levels that this node supports, by Kafka's names.
const std::map<std::string, FeatureRange>& supported_features();

/// A new registration of this node; its epoch is the offset that its record will have.
BrokerImage this_node_registration(const NodeOptions& options, const Uuid& incarnation_id);
std::string register_broker_record(const BrokerImage& registration, int16_t metadata_version);

std::string unfence_broker_record(int32_t broker_id, int64_t broker_epoch);

/// Begins a new leader epoch, led by `node_id`, on every partition that it may lead: it is in the ISR, in the ELR, or
/// the last known leader candidate or only replica of a partition without both.
RecordValues elect_leader_records(const MetadataImage& image, int32_t node_id);

/// What Kafka writes when a broker stops in good order: controlled shutdown, no leader for what it led (its replica
/// goes to the ELR where that is on), fenced.
RecordValues clean_stop_records(const MetadataImage& image, int32_t node_id);

/// What Kafka writes when a log directory of a broker fails: no leader for the partitions there that it led, and the
/// directories that are left to it, which must be some.
RecordValues failed_directory_records(const MetadataImage& image, int32_t node_id, const Uuid& failed,
                                      const std::vector<Uuid>& left);

/// Why this node cannot serve what the image says; nothing when it can.
std::optional<std::string> unservable_reason(const MetadataImage& image, int32_t node_id);

}  // namespace klamm::metadata
