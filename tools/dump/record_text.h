#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/record.h"
#include "protocol/record_batch.h"
#include "tools/report.h"

// What the records of logs say.
namespace klamm::tools {

/// What the keys and values of a log's records are.
enum class RecordContent : uint8_t {
  kBytes,         ///< Whatever clients write.
  kMetadata,      ///< `__cluster_metadata` and its snapshots
  kGroups,        ///< `__consumer_offsets`
  kTransactions,  ///< `__transaction_state`
};
/// By the name of the directory that a file is in.
RecordContent content_of_directory(std::string_view directory);

/// The item of one record. Adds to `damages` sentences about what cannot be read in it.
Item record_item(const protocol::RecordBatchHeader& batch, const protocol::Record& record, RecordContent content,
                 std::vector<std::string>& damages);

}  // namespace klamm::tools
