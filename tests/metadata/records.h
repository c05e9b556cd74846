#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/image_builder.h"
#include "metadata/metadata_record.h"

// Records of the metadata log, made short.
namespace klamm::metadata::test {

Uuid topic_id(uint64_t number);
// Of the only log directory.
Uuid directory_id();

std::string topic_record(std::string_view name, uint64_t id);
// Led by node 1, which is its only replica.
std::string partition_record(uint64_t topic, int32_t index);
std::string remove_topic_record(uint64_t id);
std::string config_record(int8_t resource_type, std::string_view resource, std::string_view key,
                          std::optional<std::string_view> value);
// Fenced.
std::string register_record(int32_t broker_id, int64_t epoch);
std::string feature_record(std::string_view name, int16_t level);

}  // namespace klamm::metadata::test
