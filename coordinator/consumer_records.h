#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "coordinator/consumer_change.h"
#include "coordinator/group_records.h"

// The changes of consumer groups as records of `__consumer_offsets`, in the versions and with the fields that Kafka 4.4
// writes, and back.
namespace klamm::coordinator {

/// Appends the record of a change.
void add_record(GroupRecords& records, std::string_view group_id, const ConsumerChange& change);

/// Whether the type is one of a consumer group's records.
bool is_of_consumer_group(GroupRecordType type);

/// The change that a record of a consumer group stands for; no value: a tombstone. Errors are sentences.
std::expected<ConsumerChange, std::string> parse_consumer_change(const GroupRecordKey& key,
                                                                 std::optional<std::span<const std::byte>> value);

}  // namespace klamm::coordinator
