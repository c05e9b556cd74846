#include "broker/api_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "broker/api/handlers.h"
#include "protocol/api_info.h"

namespace klamm::broker {
namespace {

using protocol::ApiKey;

constexpr ApiRow kRows[] = {
    // key, lowest, highest, lowest advertised, forwarded, owns body, overlaps, handler
    {ApiKey::kProduce, 3, 13, 0, false, true, true, handle_produce},
    {ApiKey::kFetch, 4, 18, 4, false, false, false, handle_fetch},
    {ApiKey::kListOffsets, 1, 11, 1, false, false, false, handle_list_offsets},
    {ApiKey::kMetadata, 0, 13, 0, false, false, false, handle_metadata},
    {ApiKey::kFindCoordinator, 0, 6, 0, false, false, false, handle_find_coordinator},
    {ApiKey::kApiVersions, 0, 5, 0, false, false, false, handle_api_versions},
    {ApiKey::kCreateTopics, 2, 7, 2, true, false, false, handle_create_topics},
    {ApiKey::kDeleteTopics, 1, 6, 1, true, false, false, handle_delete_topics},
    {ApiKey::kInitProducerId, 0, 5, 0, false, false, false, handle_init_producer_id},
    {ApiKey::kOffsetForLeaderEpoch, 2, 4, 2, false, false, false, handle_offset_for_leader_epoch},
    {ApiKey::kDescribeConfigs, 1, 4, 1, false, false, false, handle_describe_configs},
    {ApiKey::kAlterConfigs, 0, 2, 0, true, false, false, handle_alter_configs},
    {ApiKey::kCreatePartitions, 0, 3, 0, true, false, false, handle_create_partitions},
    {ApiKey::kIncrementalAlterConfigs, 0, 1, 0, true, false, false, handle_incremental_alter_configs},
    {ApiKey::kDescribeCluster, 0, 2, 0, false, false, false, handle_describe_cluster},
    {ApiKey::kDescribeTopicPartitions, 0, 0, 0, false, false, false, handle_describe_topic_partitions},
};
static_assert(std::ranges::is_sorted(kRows, {}, &ApiRow::key));

constexpr int16_t kHighestKey = static_cast<int16_t>(std::ranges::max(kRows, {}, &ApiRow::key).key);

// Place of each API's row, by key; -1 where none.
constexpr auto kRowOfKey = [] {
  std::array<int8_t, kHighestKey + 1> places{};
  places.fill(-1);
  for (size_t i = 0; i < std::size(kRows); ++i) places[static_cast<size_t>(kRows[i].key)] = static_cast<int8_t>(i);
  return places;
}();

std::string version_text(int16_t lowest, int16_t highest) {
  return lowest == highest ? fmt::format("{}", lowest) : fmt::format("{}–{}", lowest, highest);
}

}  // namespace

std::span<const ApiRow> api_table() {
  return kRows;
}

const ApiRow* find_api(int16_t api_key) {
  if (api_key < 0 || api_key > kHighestKey) return nullptr;
  const int8_t place = kRowOfKey[static_cast<size_t>(api_key)];
  return place < 0 ? nullptr : &kRows[place];
}

std::string protocol_markdown() {
  std::string out =
      "# Protocol coverage\n\n"
      "Printed by `klamm --print-protocol` from the API table (`broker/api_table.cc`). What is not here is not "
      "advertised "
      "by ApiVersions,\n"
      "and a request for it closes the connection, as Kafka does with an API that it does not know.\n\n"
      "| key | API | served | advertised | decided by |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (const ApiRow& row : kRows) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", static_cast<int16_t>(row.key), protocol::name(row.key),
                       version_text(row.lowest_version, row.highest_version),
                       version_text(row.lowest_advertised_version, row.highest_version),
                       row.forwarded ? "controller" : "broker");
  }
  out +=
      "\nProduce is listed from version 0 because old versions of librdkafka look for that; versions 0 to 2 close the "
      "connection, as in Kafka 4.\n\n"
      "Transactions and groups are not served yet. A transactional InitProducerId is answered with\n"
      "TRANSACTIONAL_ID_AUTHORIZATION_FAILED (53), FindCoordinator for a transactional id likewise: final errors, so "
      "that "
      "a transactional producer fails at once\n"
      "instead of trying again for ever. FindCoordinator for a group names this broker.\n";
  return out;
}

}  // namespace klamm::broker
