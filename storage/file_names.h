#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "storage/types.h"

// Names of the files of a partition's directory, as Kafka's: 20 digits of an offset and a suffix.
namespace klamm::storage {

inline constexpr std::string_view kLogSuffix = ".log";
inline constexpr std::string_view kOffsetIndexSuffix = ".index";
inline constexpr std::string_view kTimeIndexSuffix = ".timeindex";
inline constexpr std::string_view kTransactionIndexSuffix = ".txnindex";
// Of a segment's files. The log first: without it the others are nothing.
inline constexpr std::string_view kSegmentSuffixes[] = {kLogSuffix, kOffsetIndexSuffix, kTimeIndexSuffix,
                                                        kTransactionIndexSuffix};
// Those beside the log.
inline constexpr std::string_view kIndexSuffixes[] = {kOffsetIndexSuffix, kTimeIndexSuffix, kTransactionIndexSuffix};
inline constexpr std::string_view kProducerSnapshotSuffix = ".snapshot";
// Klamm's own, beside a `.snapshot`; Kafka skips it.
inline constexpr std::string_view kProducerWindowsSuffix = ".producer-windows";
inline constexpr std::string_view kDeletedSuffix = ".deleted";
inline constexpr std::string_view kCleanedSuffix = ".cleaned";
inline constexpr std::string_view kSwapSuffix = ".swap";
inline constexpr std::string_view kPartitionMetadataFile = "partition.metadata";
inline constexpr std::string_view kLeaderEpochCheckpointFile = "leader-epoch-checkpoint";

// "<directory>/00000000000000000042.log"
std::string offset_file_path(std::string_view directory, Offset offset, std::string_view suffix);

// The offset of a name that is exactly 20 digits and `suffix`.
std::optional<Offset> parse_offset_file_name(std::string_view name, std::string_view suffix);

}  // namespace klamm::storage
