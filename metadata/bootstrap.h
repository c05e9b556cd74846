#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "metadata/image.h"
#include "metadata/metadata_batch.h"
#include "metadata/metadata_record.h"
#include "metadata/node_options.h"
#include "protocol/buffer.h"

// The first records of a new metadata log, as Kafka 4.4's `format --standalone` and the first start after it write
// them.
//
// Of Kafka's two ways the one with the voters inside the log (kraft.version 1, KIP-853) is taken: Kafka opens such a
// directory with controller.quorum.bootstrap.servers as well as with controller.quorum.voters, one with static voters
// (kraft.version 0) only with the latter.
namespace klamm::metadata {

/// The control records at the start of a snapshot. `voters`: the VotersRecord; null where the log has none.
std::vector<std::pair<ControlType, std::string>> snapshot_start_records(int64_t last_contained_log_timestamp_ms,
                                                                        int16_t kraft_version,
                                                                        const std::string* voters);
/// And at its end.
std::vector<std::pair<ControlType, std::string>> snapshot_end_records();

/// The records of the levels, in the order in which they must be read.
RecordValues feature_records(const FeatureLevels& features);

/// The snapshot at offset 0: kraft.version, voters, finalised features.
protocol::Buffer format_snapshot(const NodeOptions& options, int64_t now_ms);

/// The control records at the start of an epoch. `voters`: the VotersRecord of the snapshot, which an empty log takes
/// over together with `kraft_version`; null for a log that is not empty.
std::vector<std::pair<ControlType, std::string>> epoch_start_records(int32_t node_id, int16_t kraft_version,
                                                                     const std::string* voters);

/// Whether the VotersRecord names this node and no other. The error is a sentence.
std::expected<void, std::string> check_voters(const std::string& voters, int32_t node_id);

/// The records at the start of an empty log: what the snapshot said of features, and Kafka's first setting.
RecordValues bootstrap_records(const MetadataImage& image, const NodeOptions& options);

/// The levels that Kafka 4.4's format finalises.
const FeatureLevels& default_feature_levels();

}  // namespace klamm::metadata
