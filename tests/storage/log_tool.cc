// Reads or writes one partition's directory for tests that hold it against Kafka's own.
//
//   log_tool read LOG_DIR TOPIC INDEX clean|unclean   prints what is in the log as one JSON document, and stops it
//   cleanly log_tool write LOG_DIR TOPIC INDEX                makes a partition with some of everything, and stops it
//   cleanly

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "protocol/record.h"
#include "protocol/record_batch_builder.h"
#include "storage/checkpoints.h"
#include "storage/log_manager.h"
#include "tests/reactor/world.h"

namespace klamm::storage {
namespace {

using nlohmann::json;
using reactor::Task;

constexpr protocol::Uuid kWrittenTopicId{{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6}};

std::string text_of(const protocol::Bytes& bytes) {
  return bytes.is_null ? "<null>" : std::string(bytes.text());
}

void add_batches(std::span<const std::byte> bytes, protocol::CodecScratch& codec, json& batches, int64_t& next) {
  protocol::BatchIterator iterator(bytes);
  for (auto batch = iterator.next(); batch && batch->has_value(); batch = iterator.next()) {
    const protocol::RecordBatchHeader& header = (*batch)->header;
    json entry = {{"base", header.base_offset},
                  {"last", header.last_offset()},
                  {"producer", header.producer_id},
                  {"control", header.is_control()},
                  {"transactional", header.is_transactional()},
                  {"crc", protocol::verify_crc((*batch)->bytes)},
                  {"records", json::array()}};
    protocol::RecordReader reader(**batch, codec);
    for (auto record = reader.next(); record && record->has_value(); record = reader.next()) {
      if (header.is_control()) {
        entry["type"] = static_cast<int>((*record)->key.view()[3]);
        continue;
      }
      entry["records"].push_back({header.base_offset + (*record)->offset_delta,
                                  header.record_timestamp((*record)->timestamp_delta), text_of((*record)->key),
                                  text_of((*record)->value)});
    }
    batches.push_back(std::move(entry));
    next = header.next_offset();
  }
}

Task<void> read_all(LogManager& manager, reactor::Io& io, std::string log_dir, PartitionIdentity identity,
                    OpenPoints points, json& into) {
  auto opened = co_await manager.open(std::move(identity), log_dir, LogConfig(), points);
  if (!opened) {
    into["error"] = opened.error().message;
    co_return;
  }
  Partition& partition = **opened;
  protocol::CodecScratch codec;
  into["start"] = partition.log_start_offset().value;
  into["end"] = partition.log_end_offset().value;
  into["stable"] = partition.last_stable_offset().value;
  into["segments"] = partition.log().segment_count();
  into["rebuilt"] = manager.metrics().indexes_rebuilt;
  for (const auto& entry : partition.log().epochs().entries())
    into["epochs"].push_back({entry.epoch.value, entry.start_offset.value});
  for (const auto& producer : partition.log().producers().summaries()) {
    into["producers"].push_back({producer.producer_id.value, producer.epoch.value, producer.last_sequence,
                                 producer.last_offset.value, producer.current_transaction_first_offset.value});
  }
  into["batches"] = json::array();
  into["aborted"] = json::array();
  int64_t next = partition.log_start_offset().value;
  while (next < partition.log_end_offset().value) {
    auto read = co_await partition.read(Offset(next), 100'000, true, ReadEnd::kLogEnd);
    if (!read || read->range.size_bytes == 0) {
      into["error"] = read ? "an empty read at " + std::to_string(next) : read.error().message;
      co_return;
    }
    std::vector<std::byte> bytes(read->range.size_bytes);
    if (!io.read_now(read->range.lease.handle(), bytes, read->range.offset)) co_return;
    const int64_t before = next;
    add_batches(bytes, codec, into["batches"], next);
    if (next == before) {
      into["error"] = "no batch at " + std::to_string(next);
      co_return;
    }
  }
  auto aborted = co_await partition.aborted_transactions(partition.log_start_offset(), partition.log_end_offset());
  if (aborted) {
    for (const AbortedTransaction& transaction : *aborted) {
      into["aborted"].push_back(
          json::array({transaction.producer_id.value, transaction.first_offset.value, transaction.last_offset.value}));
    }
  }
  auto max = co_await partition.max_timestamp();
  if (max && max->has_value()) into["max_timestamp"] = {(*max)->timestamp_ms, (*max)->offset.value};
  auto found = co_await partition.offset_for_timestamp(1'700'000'005'000);
  if (found && found->has_value()) into["found"] = {(*found)->timestamp_ms, (*found)->offset.value};
}

Task<void> write_all(LogManager& manager, std::string log_dir, PartitionIdentity identity, json& into) {
  LogConfig config;
  config.segment_bytes = 256 * 1024;
  auto made = co_await manager.create(std::move(identity), log_dir, config);
  if (!made) {
    into["error"] = made.error().message;
    co_return;
  }
  Partition& partition = **made;
  partition.become_leader({.leader_epoch = LeaderEpoch(0)}, true);
  protocol::CodecScratch codec;
  int32_t sequence = 0;
  for (int i = 0; i < 600; ++i) {
    protocol::RecordBatchOptions options;
    options.compression = static_cast<protocol::CompressionType>(i % 5);
    if (i % 3 != 0) {
      options.producer_id = 4000 + i % 3;
      options.producer_epoch = 1;
      options.base_sequence = sequence;
      if (i % 3 == 2) sequence += 10;
    }
    protocol::RecordBatchBuilder builder(options);
    for (int k = 0; k < 10; ++k) {
      std::string value = "value-" + std::to_string(i) + "-" + std::to_string(k) + "-";
      value.append(1000, static_cast<char>('a' + i % 26));
      builder.append(1'700'000'000'000 + i * 1000 + k, protocol::Bytes(std::string_view("key")),
                     protocol::Bytes(std::string_view(value)));
    }
    protocol::Buffer batch = builder.build(codec);
    auto result =
        co_await partition.append_as_leader(batch.span(), {AppendOrigin::kClient, LeaderEpoch(i < 300 ? 0 : 2), 13});
    if (!result) {
      into["error"] = result.error().message;
      co_return;
    }
  }
  into["end"] = partition.log_end_offset().value;
  into["segments"] = partition.log().segment_count();
}

Task<void> stop(LogManager& manager, reactor::Io& io, std::string log_dir) {
  auto stopped = co_await manager.stop();
  if (!stopped) std::fprintf(stderr, "%s\n", stopped.error().message.c_str());
  DirectoryCheckpoints checkpoints;
  co_await manager.add_checkpoints(log_dir, checkpoints);
  auto written = co_await write_directory_checkpoints(io, log_dir, checkpoints);
  if (!written) std::fprintf(stderr, "%s\n", written.error().message.c_str());
}

int run(int count, char** words) {
  if (count < 5) return 2;
  const std::string log_dir = words[2];
  auto world = reactor::test::make_uring_world();
  if (world == nullptr) return 77;
  const reactor::Shard::Enter inside(world->shard());
  LogManager manager(world->shard(), {});
  json out;
  if (std::strcmp(words[1], "read") == 0) {
    auto scan = scan_log_directory(world->io(), log_dir);
    OpenPoints points;
    PartitionIdentity identity{words[3], {}, std::atoi(words[4])};
    for (const auto& found : scan->partitions) {
      if (found.topic == identity.topic && found.index == identity.index) {
        points = found.points;
        identity.topic_id = found.topic_id.value_or(protocol::Uuid{});
      }
    }
    out["topic_id"] = identity.topic_id.to_string();
    points.after_clean_stop = count > 5 && std::strcmp(words[5], "clean") == 0;
    world->run(read_all(manager, world->io(), log_dir, identity, points, out));
  } else {
    world->run(write_all(manager, log_dir, {words[3], kWrittenTopicId, std::atoi(words[4])}, out));
  }
  world->run(stop(manager, world->io(), log_dir));
  std::printf("%s\n", out.dump().c_str());
  return out.contains("error") ? 1 : 0;
}

}  // namespace
}  // namespace klamm::storage

int main(int count, char** words) {
  return klamm::storage::run(count, words);
}
