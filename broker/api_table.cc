#include "broker/api_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "broker/api/handlers.h"
#include "protocol/api_info.h"

namespace klamm::broker {
namespace {

using protocol::ApiKey;

constexpr ApiRow kRows[] = {
    // key, lowest, highest, lowest advertised, forwarded, owns body, overlaps, handler, unstable version
    {ApiKey::kProduce, 3, 13, 0, false, true, true, handle_produce, 14},
    {ApiKey::kFetch, 4, 18, 4, false, false, false, handle_fetch},
    {ApiKey::kListOffsets, 1, 11, 1, false, false, false, handle_list_offsets},
    {ApiKey::kMetadata, 0, 13, 0, false, false, false, handle_metadata},
    {ApiKey::kOffsetCommit, 2, 10, 2, false, false, false, handle_offset_commit},
    {ApiKey::kOffsetFetch, 1, 10, 1, false, false, false, handle_offset_fetch},
    {ApiKey::kFindCoordinator, 0, 6, 0, false, false, false, handle_find_coordinator},
    {ApiKey::kJoinGroup, 0, 9, 0, false, false, false, handle_join_group},
    {ApiKey::kHeartbeat, 0, 4, 0, false, false, false, handle_heartbeat},
    {ApiKey::kLeaveGroup, 0, 5, 0, false, false, false, handle_leave_group},
    {ApiKey::kSyncGroup, 0, 5, 0, false, false, false, handle_sync_group},
    {ApiKey::kDescribeGroups, 0, 6, 0, false, false, false, handle_describe_groups},
    {ApiKey::kListGroups, 0, 5, 0, false, false, false, handle_list_groups},
    {ApiKey::kApiVersions, 0, 5, 0, false, false, false, handle_api_versions},
    {ApiKey::kCreateTopics, 2, 7, 2, true, false, false, handle_create_topics},
    {ApiKey::kDeleteTopics, 1, 6, 1, true, false, false, handle_delete_topics},
    {ApiKey::kDeleteRecords, 0, 2, 0, false, false, false, handle_delete_records},
    {ApiKey::kInitProducerId, 0, 5, 0, false, false, false, handle_init_producer_id, 6},
    {ApiKey::kOffsetForLeaderEpoch, 2, 4, 2, false, false, false, handle_offset_for_leader_epoch},
    {ApiKey::kDescribeConfigs, 1, 4, 1, false, false, false, handle_describe_configs},
    {ApiKey::kAlterConfigs, 0, 2, 0, true, false, false, handle_alter_configs},
    {ApiKey::kCreatePartitions, 0, 3, 0, true, false, false, handle_create_partitions},
    {ApiKey::kDeleteGroups, 0, 3, 0, false, false, false, handle_delete_groups},
    {ApiKey::kIncrementalAlterConfigs, 0, 1, 0, true, false, false, handle_incremental_alter_configs},
    {ApiKey::kOffsetDelete, 0, 0, 0, false, false, false, handle_offset_delete},
    {ApiKey::kDescribeClientQuotas, 0, 1, 0, false, false, false, handle_describe_client_quotas},
    {ApiKey::kAlterClientQuotas, 0, 1, 0, true, false, false, handle_alter_client_quotas},
    {ApiKey::kDescribeUserScramCredentials, 0, 0, 0, false, false, false, handle_describe_user_scram_credentials},
    {ApiKey::kDescribeCluster, 0, 2, 0, false, false, false, handle_describe_cluster},
    {ApiKey::kDescribeProducers, 0, 0, 0, false, false, false, handle_describe_producers},
    {ApiKey::kConsumerGroupHeartbeat, 0, 1, 0, false, false, false, handle_consumer_group_heartbeat},
    {ApiKey::kConsumerGroupDescribe, 0, 1, 0, false, false, false, handle_consumer_group_describe},
    {ApiKey::kListConfigResources, 0, 1, 0, false, false, false, handle_list_config_resources},
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
  std::vector<std::string> unstable;
  for (const ApiRow& row : kRows) {
    if (row.unstable_version == 0) continue;
    unstable.push_back(fmt::format("{} {}", protocol::name(row.key), row.unstable_version));
  }
  out += fmt::format(
      "\nWith `unstable.api.versions.enable=true` also versions that no release of Kafka has settled: {}.\n",
      fmt::join(unstable, ", "));
  out +=
      "\nThe answer of Produce 14 (KIP-1269) tells how many batches of a producer any partition of this broker "
      "remembers at least:\n"
      "the smallest `producer.state.batches.to.retain` of the broker and of all topics that have one of their own. So "
      "a "
      "client may have\n"
      "that many batches in flight to each partition here, whichever topics the request was about. It changes with the "
      "next answer\n"
      "after the setting; a client that has more in flight then is only as safe as the new window.\n"
      "\nProduce is listed from version 0 because old versions of librdkafka look for that; versions 0 to 2 close the "
      "connection, as in Kafka 4.\n\n"
      "Client quotas are served: `producer_byte_rate`, `consumer_byte_rate`, `request_percentage` and "
      "`controller_mutation_rate` of users,\n"
      "client ids and both, with their defaults, `connection_creation_rate` of addresses (KIP-13, KIP-55, KIP-124, "
      "KIP-219, KIP-599, KIP-612).\n"
      "Everybody is the user ANONYMOUS, for nobody is authenticated yet. 100 % of `request_percentage` is the whole "
      "time of one shard, as it is one\n"
      "thread of Kafka's: a broker of four shards has 400 % to give. Counted is what a request takes on its "
      "connection's shard until it first\n"
      "waits for something, not the work of other shards for it, nor that of sending its answer.\n"
      "\n"
      "Groups of the classic protocol and of the consumer protocol (KIP-848) are served; a group goes from one to the "
      "other while it is empty.\n"
      "A ConsumerGroupHeartbeat that joins a classic group with members is answered with GROUP_ID_NOT_FOUND (69), a "
      "JoinGroup into a\n"
      "consumer group with members with INCONSISTENT_GROUP_PROTOCOL (23). Share and streams groups are not served yet: "
      "their records in\n"
      "`__consumer_offsets` are kept, they are in no list, and a join into one is refused in the same way.\n\n"
      "Transactions are not served yet.\n"
      "A transactional InitProducerId is answered with\n"
      "TRANSACTIONAL_ID_AUTHORIZATION_FAILED (53), FindCoordinator for a transactional id likewise: final errors, so "
      "that "
      "a transactional producer fails at once\n"
      "instead of trying again for ever. FindCoordinator for a group names this broker; the first one makes\n"
      "`__consumer_offsets` and is answered when it is there.\n";
  return out;
}

}  // namespace klamm::broker
